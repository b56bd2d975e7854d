/* SPDX-License-Identifier: MIT */
/* reduce and output may run jobs, too, while the windows of results grow: each value and each result
 * is what it was. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: 6000 values, 4003 results, the same for all workers
#include "pairs.h"

enum { PAIRS = 6000, KEYS = 1000, RESULT = 4000, MOST = 9, EVERY = 97 };

static char from[PAIRS];

/* ---- The job within ------------------------------------------------------------------- */

static void
map_within (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  (void) context;
  for (size_t n = 0; n < task->units; n++)
    {
      int64_t one = 1;
      erbium_emit_intermediate (to, &n, &one, 1);
    }
}

/* Returns 10 times 100. */
static int64_t
run_within (void)
{
  struct erbium_map_reduce job = { .data = from, .units = 1000, .task_units = 10,
                                   .map = map_within, .combine = erbium_add_int64,
                                   .value_size = sizeof (int64_t), .map_workers = 2,
                                   .reduce_workers = 2 };
  struct erbium_pairs found;
  int64_t sum = 0;
  erbium_map_reduce (&job, &found);
  for (size_t n = 0; n < found.length; n++)
    sum += *(const int64_t *) found.data[n].value;
  erbium_free_pairs (&found);
  return sum;
}

/* ---- The job around it ----------------------------------------------------------------- */

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  int64_t number = (const char *) task->data - from;
  (void) context;
  for (size_t n = 0; n < task->units; n++, number++)
    {
      unsigned char key[2] = { (unsigned char) (number * 7 % KEYS >> 8),
                               (unsigned char) (number * 7 % KEYS) };
      erbium_emit_intermediate (to, key, &number, sizeof key);
    }
}

struct result
{
  int64_t values, sum, rest[RESULT / sizeof (int64_t)];
};

/* Emits 1 to MOST results. */
static void
reduce (struct erbium_reducer *to, const void *key, size_t key_size, struct erbium_values *values,
        const void *context)
{
  struct result r = { 0 };
  const int64_t *value;
  (void) key, (void) key_size, (void) context;
  while ((value = erbium_next_value (values)))
    {
      int64_t copy = *value;
      if (copy % EVERY == 0)
        expect_equal (run_within (), 1000);
      r.sum += copy;
      r.values++;
    }
  for (size_t n = 0; n < sizeof r.rest / sizeof *r.rest; n++)
    r.rest[n] = r.sum + (int64_t) n;
  for (int64_t n = r.sum % MOST; n >= 0; n--)
    erbium_emit (to, &r);
}

struct taken
{
  int64_t results, sum, within;
};

static void
take (const void *key, size_t key_size, const void *result, void *state)
{
  const struct result *r = (const struct result *) result;
  struct taken *t = (struct taken *) state;
  struct result before = *r;
  (void) key, (void) key_size;
  if (t->results++ % EVERY == 0)
    t->within += run_within ();
  expect_equal (r->values, PAIRS / KEYS);
  for (size_t n = 0; n < sizeof r->rest / sizeof *r->rest; n++)
    expect_equal (r->rest[n], before.sum + (int64_t) n);
  t->sum = t->sum * 31 % 1000003 + r->sum;
}

int
main (void)
{
  struct taken first = { 0 };
  for (int workers = 1; workers <= 5; workers += 2)
    {
      struct taken taken = { 0 };
      struct erbium_map_reduce job = { .data = from, .units = PAIRS, .task_units = 100,
                                       .map = map, .reduce = reduce,
                                       .value_size = sizeof (int64_t),
                                       .result_size = sizeof (struct result),
                                       .map_workers = workers, .reduce_workers = workers,
                                       .output = take, .output_state = &taken };
      erbium_map_reduce (&job, NULL);
      expect_equal (taken.within, (taken.results + EVERY - 1) / EVERY * 1000);
      expect (workers == 1 || !memcmp (&taken, &first, sizeof taken));
      first = taken;
    }
  printf ("%d values, %lld results, the same for all workers\n", PAIRS, (long long) first.results);
}
