/* SPDX-License-Identifier: MIT */
#include "units.h"

void make (struct net *net)
{
  net->a = new_record (1, 2);
  net->b = new_record (1, 1);
}

process produce (record int r, int size)
{
  view int v = new_write_view (r);
  register (v, 1);
  alloc (v, 3 * size);
  for (int i = 0; i < 1024; i += 8)
    {
      stall (v, i + 8);
      commit (v, i + 8);
    }
}

static process end (record int a)
{
  view int v = new_read_view (a);
  register (v, 2);
  alloc (v, 1);
  update (v, 1);
}

void finish (record int a)
{
  run end (a);
}
