/* SPDX-License-Identifier: MIT */
/* reduce gets the values of a key in the order of emission, also floating-point ones, whose sum
 * depends on it; it may take some of them only, and emit any number of results, of another size.
 * A splitter makes the tasks, and a function takes the results.  A function of a job can run
 * another job. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: sums 39 8 keys 40 of 23 values
// CHECK-NEXT: inner 4950
#include "pairs.h"

enum { KEYS = 40, PAIRS = 7000 };

struct result
{
  double sum;
  int64_t values, times;
};

static bool
split (struct erbium_map_task *task, void *state)
{
  size_t *next = state;
  if (*next >= PAIRS)
    return false;
  *task = (struct erbium_map_task) { NULL, *next };
  *next += 1 + *next % 31;
  return true;
}

static double
value_of (size_t n)
{
  return (double) (scramble (n) % 1000003) / 7 * (n % 3 ? 1 : 1e9);
}

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  size_t end = task->units + 1 + task->units % 31;
  (void) context;
  for (size_t n = task->units; n < end && n < PAIRS; n++)
    {
      char key = (char) (n % KEYS);
      double value = value_of (n);
      erbium_emit_intermediate (to, &key, &value, 1);
    }
}

/* Emits a result for the key as many times as its number modulo 3. */
static void
reduce (struct erbium_reducer *to, const void *key, size_t key_size, struct erbium_values *values,
        const void *context)
{
  char number = *(const char *) key;
  struct result r = { 0 };
  const double *value;
  expect_equal (key_size, 1);
  (void) context;
  while ((number % 5 || r.values < 23) && (value = erbium_next_value (values)))
    r.sum += *value, r.values++;
  if (number % 5)
    expect (!erbium_next_value (values) && !erbium_next_value (values));
  for (; r.times < number % 3; r.times++)
    erbium_emit (to, &r);
}

struct taken
{
  int results, few, last;
};

static void
take (const void *key, size_t key_size, const void *result, void *state)
{
  const struct result *r = result;
  struct taken *t = state;
  char number = *(const char *) key;
  double sum = 0;
  expect_equal (key_size, 1);
  expect (t->last <= number);
  t->last = number;
  for (size_t n = (size_t) number, times = 0; times < (size_t) r->values; n += KEYS, times++)
    sum += value_of (n);
  expect (sum == r->sum);
  t->results++;
  t->few += r->values == 23;
}

/* ---- A job within a job ----------------------------------------------------------- */

static void
map_numbers (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  (void) context;
  for (size_t n = 0; n < task->units; n++)
    {
      int64_t value = ((const char *) task->data)[n];
      erbium_emit_intermediate (to, "sum", &value, 3);
    }
}

static void
map_job (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  struct erbium_map_reduce job = { .data = task->data, .units = task->units, .task_units = 3,
                                   .map = map_numbers, .combine = erbium_add_int64,
                                   .value_size = 8, .map_workers = 2, .reduce_workers = 1 };
  struct erbium_pairs sum;
  (void) context;
  erbium_map_reduce (&job, &sum);
  erbium_emit_intermediate (to, sum.data[0].key, sum.data[0].value, sum.data[0].key_size);
  erbium_free_pairs (&sum);
}

int
main (void)
{
  int all = 0, few = 0;
  for (int workers = 1; workers <= 7; workers += 2)
    {
      size_t next = 0;
      struct taken taken = { 0 };
      struct erbium_map_reduce job = { .splitter = split, .state = &next, .map = map,
                                       .reduce = reduce, .value_size = sizeof (double),
                                       .result_size = sizeof (struct result),
                                       .map_workers = workers, .reduce_workers = 4,
                                       .output = take, .output_state = &taken };
      erbium_map_reduce (&job, NULL);
      expect (!all || (all == taken.results && few == taken.few));
      all = taken.results, few = taken.few;
    }
  printf ("sums %d %d keys %d of 23 values\n", all, few, KEYS);

  char numbers[100];
  for (int n = 0; n < 100; n++)
    numbers[n] = (char) n;
  struct erbium_map_reduce job = { .data = numbers, .units = 100, .task_units = 25, .map = map_job,
                                   .combine = erbium_add_int64, .value_size = 8,
                                   .map_workers = 2, .reduce_workers = 1 };
  struct erbium_pairs sum;
  erbium_map_reduce (&job, &sum);
  printf ("inner %lld\n", (long long) *(const int64_t *) sum.data[0].value);
  erbium_free_pairs (&sum);
}
