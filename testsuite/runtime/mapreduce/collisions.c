/* SPDX-License-Identifier: MIT */
/* So many keys that begin alike that some share the part of the hash that a table keeps (31 bits,
 * some 40 pairs of keys of each size): they are different keys nevertheless. */
// RUN: %build
// RUN: %run --only default %t | FileCheck %s
// CHECK: 800000 keys, each twice
#include "pairs.h"

enum { KEYS = 400000, SHORT = 16, LONG = 24 };

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  const char *from = (const char *) context;
  char key[LONG] = "these bytes are equal.";
  for (size_t n = 0; n < task->units; n++)
    {
      size_t number = (size_t) ((const char *) task->data - from) + n;
      uint64_t spread = scramble (number % KEYS + 1);
      int64_t one = 1;
      memcpy (key + SHORT - sizeof spread, &spread, sizeof spread);
      erbium_emit_intermediate (to, key, &one, SHORT);
      memcpy (key + SHORT - sizeof spread, "........", sizeof spread);
      memcpy (key + LONG - sizeof spread, &spread, sizeof spread);
      erbium_emit_intermediate (to, key, &one, LONG);
    }
}

int
main (void)
{
  char from[1];
  struct erbium_map_reduce job = { .data = from, .units = 2 * KEYS, .map = map, .context = from,
                                   .combine = erbium_add_int64, .value_size = sizeof (int64_t) };
  struct erbium_pairs found;
  bool twice = true;
  erbium_map_reduce (&job, &found);
  for (size_t n = 0; n < found.length; n++)
    twice &= *(const int64_t *) found.data[n].value == 2;
  printf ("%zu keys, %s\n", found.length, twice ? "each twice" : "not each twice");
  erbium_free_pairs (&found);
}
