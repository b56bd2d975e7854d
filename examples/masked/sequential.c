/* SPDX-License-Identifier: MIT */
/* sequential.c - one loop. */
#include <stdlib.h>

#include "kernel.h"
#include "methods.h"

void
run_sequential (const struct job *j)
{
  void *item = new_items (j, 1);
  for (int64_t i = 0; i < j->items; i++)
    {
      read_item (j, i, item);
      compute (j, item, item);
      write_item (j, item);
    }
  free (item);
}
