/* SPDX-License-Identifier: MIT */
/* sequential.c - one loop. */
#include <stdlib.h>

#include "kernel.h"
#include "methods.h"

void
run_sequential (const struct job *j)
{
  void *burst = new_bursts (j, 1);
  for (int64_t n = 0; n < all_bursts (j); n++)
    {
      read_burst (j, n, burst);
      compute (j, burst_at (j, n).size, burst, burst);
      write_burst (j, n, burst);
    }
  free (burst);
}
