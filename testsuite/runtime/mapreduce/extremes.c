/* SPDX-License-Identifier: MIT */
/* Jobs of which something is as large, as small, or as many as it may be: keys of 0 bytes and of
 * 16 MiB; values of 16 MiB, combined or not; one key for all pairs; more workers than tasks; and jobs
 * that run at the same time. */
// RUN: %build
// RUN: %run --only default,fiber,space %t | FileCheck %s
// CHECK: all as expected
#include "pairs.h"

enum { LARGE = 1 << 24, UNITS = 6, JOBS = 4 };

static char from[UNITS];

/* The number of the first unit of a task. */
static int64_t
number_of (const struct erbium_map_task *task)
{
  return (const char *) task->data - from;
}

/* ---- Large values -------------------------------------------------------------------- */

static void
emit_large_values (struct erbium_mapper *to, const struct erbium_map_task *task,
                   const void *context)
{
  unsigned char *value = (unsigned char *) calloc (LARGE, 1);
  (void) context;
  for (size_t n = 0; n < task->units; n++)
    {
      value[0] = value[LARGE - 1] = (unsigned char) (1 << (number_of (task) + (int64_t) n));
      erbium_emit_intermediate (to, "key", value, n % 2 ? 3 : 2);
    }
  free (value);
}

static void
add_ends (void *sum, const void *value)
{
  ((unsigned char *) sum)[0] += *(const unsigned char *) value;
  ((unsigned char *) sum)[LARGE - 1] += ((const unsigned char *) value)[LARGE - 1];
}

/* The values are 1, 2, 4...; those of key "ke" have even numbers. */
static void
large_values (struct erbium_map_reduce job)
{
  struct erbium_pairs found;
  job.map = emit_large_values;
  job.task_units = 2;
  job.value_size = LARGE;
  erbium_map_reduce (&job, &found);
  expect_equal (found.length, job.combine ? 2 : UNITS);
  for (size_t n = 0; n < found.length; n++)
    {
      const unsigned char *value = (const unsigned char *) found.data[n].value;
      int want = job.combine ? (n ? 0x2a : 0x15) : 1 << (n < 3 ? 2 * n : 2 * n - 5);
      expect_equal (value[0], want);
      expect_equal (value[LARGE - 1], want);
      expect (!value[1] && !value[LARGE - 2]);
    }
  erbium_free_pairs (&found);
}

/* ---- Keys ---------------------------------------------------------------------------- */

static void
emit_large_keys (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  char *key = (char *) calloc (LARGE, 1);
  int64_t number = number_of (task);
  (void) context;
  key[LARGE - 1] = (char) (UNITS - number);
  erbium_emit_intermediate (to, key, &number, LARGE);
  free (key);
}

static void
emit_no_key (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  int64_t number = number_of (task);
  (void) context;
  erbium_emit_intermediate (to, NULL, &number, 0);
}

static void
keys (struct erbium_map_reduce job, bool large)
{
  struct erbium_pairs found;
  job.map = large ? emit_large_keys : emit_no_key;
  erbium_map_reduce (&job, &found);
  expect_equal (found.length, job.combine && !large ? 1 : UNITS);
  for (size_t n = 0; n < found.length; n++)
    {
      const struct erbium_pair *p = &found.data[n];
      int64_t value = *(const int64_t *) p->value, at = (int64_t) n;
      expect_equal (p->key_size, large ? LARGE : 0);
      expect_equal (value, large ? UNITS - 1 - at : job.combine ? 15 : at);
      expect_equal (((const char *) p->key)[p->key_size], 0);
    }
  erbium_free_pairs (&found);
}

/* ---- Many ----------------------------------------------------------------------------- */

static const struct input all = { 3000, 700, 8 };

static void
many_workers (int maps, int reduces)
{
  struct erbium_map_reduce job = job_of (&all);
  struct erbium_pairs found;
  job.map_workers = maps;
  job.reduce_workers = reduces;
  job.task_units = 10;
  erbium_map_reduce (&job, &found);
  expect_all_values (&all, &found);
  erbium_free_pairs (&found);
}

ERBIUM_PROCESS (run_jobs, int);
void
run_jobs (int jobs)
{
  for (int n = 0; n < jobs; n++)
    many_workers (2, 1 + n);
}

int
main (void)
{
  struct erbium_map_reduce job = { .data = from, .units = UNITS, .task_units = 1,
                                   .value_size = sizeof (int64_t), .map_workers = 2,
                                   .reduce_workers = 2 };
  large_values (job);
  keys (job, false);
  keys (job, true);
  job.combine = erbium_add_int64;
  keys (job, false);
  keys (job, true);
  job.combine = add_ends;
  large_values (job);
  many_workers (64, 64);
  many_workers (1024, 1);
  for (int n = 0; n < JOBS; n++)
    ERBIUM_RUN (run_jobs, 3);
  run_jobs (3);
  puts ("all as expected");
}
