/* SPDX-License-Identifier: MIT */
/* Each misuse is an error with the place of the call, what was expected, and status 120. */
// RUN: %build
// RUN: sh -c 'for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do %status 120 %t $n 2>&1 || exit 1; done' | FileCheck %s
// RUN: %exits 120 %t 10 | FileCheck --check-prefix=FLOATS %s
// RUN: %exits 120 %t 11 | FileCheck --check-prefix=PARTS %s
#include "pairs.h"

static int which;
static struct erbium_mapper *mapper;

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  const struct input *in = context;
  if (which == 14)
    mapper = to;
  if (which == 8)
    erbium_emit_intermediate (to, NULL, in, 1);
  if (which == 9)
    erbium_emit_intermediate (to, "k", NULL, 1);
  if (which == 12)
    erbium_emit_intermediate (to, "k", in, (size_t) ERBIUM_LONGEST_KEY + 1);
  for (size_t n = 0; n < task->units; n++)
    {
      double value = 0.1 * (double) (n + 1);
      erbium_emit_intermediate (to, "k", &value, 1);
    }
}

static void
reduce (struct erbium_reducer *to, const void *key, size_t key_size, struct erbium_values *values,
        const void *context)
{
  (void) key, (void) key_size, (void) values, (void) context;
  erbium_emit (to, NULL);
}

static void
add (void *sum, const void *value)
{
  *(double *) sum += *(const double *) value;
}

static int
contradict (const void *a, size_t a_size, const void *b, size_t b_size)
{
  (void) a, (void) a_size, (void) b, (void) b_size;
  return 1;
}

static unsigned
too_far (const void *key, size_t key_size, unsigned parts)
{
  if (which == 14)
    erbium_emit_intermediate (mapper, key, key, key_size);
  return parts;
}

int
main (int count, char **argument)
{
  struct input in = { 1000, 100, 8 };
  struct erbium_map_reduce job = job_of (&in);
  struct erbium_pairs found, *pairs = &found;
  which = count > 1 ? atoi (argument[1]) : 0;
  job.map = map;
  job.map_workers = 2;
  job.reduce_workers = 1;
  if (which == 1)
    job.map = NULL;
  if (which == 2)
    pairs = NULL;
  if (which == 3)
    job.value_size = (size_t) ERBIUM_LARGEST_VALUE + 1;
  if (which == 4)
    job.result_size = 4;
  if (which == 5)
    job.data = NULL;
  if (which == 6)
    job.map_workers = -1;
  if (which == 7)
    job.memory_limit = 1000;
  if (which == 10)
    job.combine = add;
  if (which == 11 || which == 14)
    job.partition = too_far;
  if (which == 13)
    job.reduce = reduce;
  if (which == 15)
    {
      job.combine = erbium_add_int64;
      job.value_size = 4;
    }
  if (which == 16)
    job.compare = contradict;
  if (which >= 10)
    job.map_workers = 1; /* the first error is always of the same process */
  erbium_map_reduce (&job, pairs);
}
// CHECK: misuse.c:[[#LINE:]]: error: erbium_map_reduce: map is NULL, expected a function
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: pairs is NULL, and so is output: nothing takes the results
// CHECK-NEXT: note: pass the address of a struct erbium_pairs, or set output
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: a value or result has 16777217 bytes, expected at most 16 MiB
// CHECK-NEXT: note: divide it among several keys
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: result_size is 4 and value_size 8, expected the same: without reduce each value is a result
// CHECK-NEXT: note: set reduce, or let result_size be 0
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: data is NULL, but units is 1000
// CHECK-NEXT: note: set data, or splitter
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: map_workers is -1, expected 0 to 1024
// CHECK-NEXT: note: 0 stands for as many as processors
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: memory_limit is 1000, expected at least 197376 for 2 map and 1 reduce workers and values of 8 bytes
// CHECK-NEXT: note: raise it, or use fewer workers
// CHECK: misuse.c:{{[0-9]+}}: error: erbium_emit_intermediate: expects the address of a key, in process 'map {{[12]}}'
// CHECK: misuse.c:{{[0-9]+}}: error: erbium_emit_intermediate: expects the address of a value, as value_size is not 0, in process 'map {{[12]}}'
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: combine is not associative: (a + b) + b differs from a + (b + b), so the result would depend on the number of workers
// FLOATS: error: erbium_map_reduce: combine is not associative
// FLOATS-NEXT: note: floating-point numbers are added in reduce, which gets all values in order
// PARTS: error: erbium_map_reduce: partition returned 1, expected a number below 1
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: partition returned 1, expected a number below 1
// CHECK: misuse.c:{{[0-9]+}}: error: erbium_emit_intermediate: expects a key of at most 16 MiB
// CHECK: misuse.c:{{[0-9]+}}: error: erbium_emit: expects the address of a result, as result_size is not 0, in process 'reduce 1'
// CHECK: misuse.c:{{[0-9]+}}: error: erbium_emit_intermediate: is called outside of the function map that got this mapper
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: value_size is 4, expected 8 for erbium_add_int64
// CHECK: misuse.c:[[#LINE]]: error: erbium_map_reduce: compare contradicts itself for two keys, in process 'map 1'
// CHECK-NEXT: note: it returns a negative number, 0 or a positive one, as strcmp does, and depends only on its arguments
