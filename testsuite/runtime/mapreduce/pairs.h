/* SPDX-License-Identifier: MIT */
/* pairs.h - random jobs, and what they must give.
 *
 * Element n of the input stands for one pair, a function of n: a key of 0 to 40 bytes, of which many
 * begin alike, some with zeros, and a value.  So the expected result is computed by sorting all
 * pairs in one list. */
#ifndef PAIRS_H
#define PAIRS_H

#include "erbium/mapreduce.h"
#include "test.h"

enum { LONGEST = 40, LARGEST = 400 };

struct pair
{
  unsigned char key[LONGEST];
  size_t key_size;
  unsigned char value[LARGEST];
  size_t number; /* the order of emission */
};

/* The input of a job: so many pairs, of so many different keys, with values of a size. */
struct input
{
  size_t pairs, keys, value_size;
};

static inline uint64_t
scramble (uint64_t z)
{
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline void
make_pair (const struct input *in, size_t n, struct pair *p)
{
  uint64_t k = scramble (n + 1) % in->keys, r = scramble (k + 99);
  *p = (struct pair) { .key_size = k ? r % (LONGEST + 1) : 0, .number = n };
  memset (p->key, r >> 8 & 1 ? 'a' : 0, p->key_size);
  for (size_t at = p->key_size > 8 ? p->key_size - 8 : 0, b = 0; at < p->key_size; at++, b += 8)
    p->key[at] = (unsigned char) (k >> b & (r >> 9 & 1 ? 255 : 7)); /* some keys are the same */
  for (size_t at = 0; at < in->value_size; at++)
    p->value[at] = (unsigned char) scramble (n * 1000 + at);
}

/* A task is some numbers of pairs; data is not used as memory. */
static inline void
map_pairs (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  const struct input *in = context;
  for (size_t n = 0; n < task->units; n++)
    {
      struct pair p;
      make_pair (in, (size_t) ((const char *) task->data - (const char *) in) + n, &p);
      erbium_emit_intermediate (to, p.key, in->value_size ? p.value : NULL, p.key_size);
    }
}

/* ---- The expected result -------------------------------------------------------- */

static int (*order_of_keys) (const void *a, size_t a_size, const void *b, size_t b_size);

static inline int
compare_keys (const struct pair *p, const struct pair *q)
{
  int order = order_of_keys ? order_of_keys (p->key, p->key_size, q->key, q->key_size) : 0;
  if (!order)
    order = memcmp (p->key, q->key, p->key_size < q->key_size ? p->key_size : q->key_size);
  return order ? order : (p->key_size > q->key_size) - (p->key_size < q->key_size);
}

static inline int
compare_pairs (const void *a, const void *b)
{
  const struct pair *p = (const struct pair *) a, *q = (const struct pair *) b;
  int order = compare_keys (p, q);
  return order ? order : (p->number > q->number) - (p->number < q->number);
}

/* All pairs of an input, in the order of keys, then of emission. */
static inline struct pair *
sorted_pairs (const struct input *in)
{
  struct pair *list = (struct pair *) calloc (in->pairs + 1, sizeof *list);
  for (size_t n = 0; n < in->pairs; n++)
    make_pair (in, n, &list[n]);
  qsort (list, in->pairs, sizeof *list, compare_pairs);
  return list;
}

/* ---- A job in one variant ---------------------------------------------------------- */

static inline void
add_bytes (void *sum, const void *value) /* of values of 8 bytes, byte by byte */
{
  unsigned char *s = (unsigned char *) sum;
  for (int n = 0; n < 8; n++)
    s[n] = (unsigned char) (s[n] + ((const unsigned char *) value)[n]);
}

static inline struct erbium_map_reduce
job_of (const struct input *in)
{
  return (struct erbium_map_reduce) { .data = in, .units = in->pairs, .task_units = 97,
                                      .map = map_pairs, .context = in,
                                      .value_size = in->value_size };
}

/* Compares the results of a job that does not combine, and whose reduce is NULL. */
static inline void
expect_all_values (const struct input *in, const struct erbium_pairs *found)
{
  struct pair *want = sorted_pairs (in);
  expect_equal (found->length, in->pairs);
  for (size_t n = 0; n < in->pairs; n++)
    {
      const struct erbium_pair *p = &found->data[n];
      expect_equal (p->key_size, want[n].key_size);
      expect (!memcmp (p->key, want[n].key, p->key_size));
      expect (((const char *) p->key)[p->key_size] == 0);
      expect (!memcmp (p->value, want[n].value, in->value_size));
    }
  free (want);
}

/* The same of one that combines with add_bytes. */
static inline void
expect_sums (const struct input *in, const struct erbium_pairs *found)
{
  struct pair *want = sorted_pairs (in);
  size_t count = 0;
  for (size_t n = 0, end; n < in->pairs; n = end, count++)
    {
      for (end = n + 1; end < in->pairs && !compare_keys (&want[n], &want[end]); end++)
        add_bytes (want[n].value, want[end].value);
      expect (count < found->length);
      expect_equal (found->data[count].key_size, want[n].key_size);
      expect (!memcmp (found->data[count].key, want[n].key, want[n].key_size));
      expect (!memcmp (found->data[count].value, want[n].value, 8));
    }
  expect_equal (found->length, count);
  free (want);
}

/* Runs a job on the input. */
__attribute__ ((unused)) static void
expect_results (const struct input *in, const struct erbium_map_reduce *job)
{
  struct erbium_pairs found;
  erbium_map_reduce (job, &found);
  if (job->combine)
    expect_sums (in, &found);
  else
    expect_all_values (in, &found);
  erbium_free_pairs (&found);
  expect (!found.data && !found.length);
}

#endif
