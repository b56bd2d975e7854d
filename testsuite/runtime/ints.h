/* SPDX-License-Identifier: MIT */
/* ints.h - a record of int with one producer and one consumer, in few words. */
#ifndef INTS_H
#define INTS_H

#include "test.h"

typedef ERBIUM_RECORD (int) record;
typedef ERBIUM_VIEW (int) view;

__attribute__ ((unused)) static view
reads (record r, int horizon)
{
  view v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, horizon);
  return v;
}

__attribute__ ((unused)) static view
writes (record r, int horizon)
{
  view v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, horizon);
  return v;
}

/* Element i is i. */
__attribute__ ((unused)) static void
write_up_to (view v, int from, int to)
{
  erbium_stall (v, to);
  for (int i = from; i < to; i++)
    ERBIUM_AT (v, i) = i;
  erbium_commit (v, to);
}

#endif
