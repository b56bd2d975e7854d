/* SPDX-License-Identifier: MIT */
/* sequential.c - one loop over the matrices, one over the rounds of each. */
#include <stdlib.h>

#include "kernel.h"
#include "masked/methods.h"

void
run_sequential (const struct job *j)
{
  double *now = new_items (j, 1), *next = new_items (j, 1), change;
  for (int64_t i = 0; i < j->items; i++)
    {
      int rounds = 0;
      read_item (j, i, now);
      do
        {
          change = relax (j->width, j->height, NULL, now, NULL, next);
          swap (&now, &next);
        }
      while (goes_on (j, ++rounds, change));
      write_item (j, now);
    }
  free (now);
  free (next);
}
