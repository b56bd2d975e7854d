/* SPDX-License-Identifier: MIT */
/* openmp.c - the farm as tasks of OpenMP.
 *
 * An item is in one of several buffers from its read to its write.  Reads follow each other, and
 * so do writes: their dependences name the input and the output.
 */
#include <stdlib.h>

#include "kernel.h"
#include "methods.h"

enum { BUFFERS = 2 }; /* of a worker */

static void
make_tasks (const struct job *j, char *buffers, int count)
{
  char input, output; /* they stand for the files */
  (void) input, (void) output;
  for (int64_t i = 0; i < j->items; i++)
    {
      char *item = buffers + (size_t) (i % count) * j->size;
#pragma omp task depend(inout : input) depend(inout : item[0])
      read_item (j, i, item);
#pragma omp task depend(inout : item[0])
      compute (j, item, item);
#pragma omp task depend(inout : output) depend(inout : item[0])
      write_item (j, item);
    }
}

void
run_openmp (const struct job *j)
{
  int count = BUFFERS * j->workers;
  char *buffers = new_items (j, (size_t) count);
#pragma omp parallel num_threads (j->workers)
#pragma omp single
  make_tasks (j, buffers, count);
  free (buffers);
}
