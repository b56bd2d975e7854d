/* SPDX-License-Identifier: MIT */
/* openmp.c - the farm as tasks of OpenMP.
 *
 * A burst is in one of several buffers from its read to its write.  Reads follow each other, and
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
  for (int64_t n = 0; n < all_bursts (j); n++)
    {
      char *burst = buffers + (size_t) (n % count) * burst_size (j);
#pragma omp task depend(inout : input) depend(inout : burst[0])
      read_burst (j, n, burst);
#pragma omp task depend(inout : burst[0])
      compute (j, burst_at (j, n).size, burst, burst);
#pragma omp task depend(inout : output) depend(inout : burst[0])
      write_burst (j, n, burst);
    }
}

void
run_openmp (const struct job *j)
{
  int count = BUFFERS * j->workers;
  char *buffers = new_bursts (j, (size_t) count);
#pragma omp parallel num_threads (j->workers)
#pragma omp single
  make_tasks (j, buffers, count);
  free (buffers);
}
