/* SPDX-License-Identifier: MIT */
/* use.h - every macro of erbium.h in use, in code that is both C and C++. */
#include "erbium.h"

struct point { int x, y; };

ERBIUM_PROCESS (none);
void
none (void)
{
}

static ERBIUM_PROCESS (work, ERBIUM_RECORD (struct point), ERBIUM_VIEW (int), int, const char *);
static void
work (ERBIUM_RECORD (struct point) r, ERBIUM_VIEW (int) given, int n, const char *name)
{
  ERBIUM_VIEW (struct point) v = erbium_new_write_view (r);
  erbium_name_process (name);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  for (unsigned i = 0; i < (unsigned) n; i++)
    {
      struct point p = { (int) i, -(int) i };
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = p;
      erbium_commit (v, i + 1);
    }
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_free_view (given, ERBIUM_HANDOVER);
}

static int
use (void)
{
  ERBIUM_RECORD (struct point) r = erbium_new_record (struct point, 1, 1);
  ERBIUM_RECORD (int) other = erbium_new_record (int, 1, 0);
  ERBIUM_VIEW (struct point) v = erbium_new_read_view (r);
  ERBIUM_VIEW (int) given = erbium_new_read_view (other), late = erbium_new_read_view (other);
  erbium_index i = 0, to;
  int sum = 0;
  erbium_name_record (r, "points");
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  erbium_join (ERBIUM_RUN (none));
  erbium_process p = ERBIUM_RUN (work, r, erbium_give (given), 100, "worker");
  while ((to = erbium_update (v, i + 10)) > i)
    {
      erbium_receive (v, to + 10);
      erbium_receive_range (v, to, to + 10);
      struct point *at = ERBIUM_SPAN (v, i, to);
      for (; i < to; i++)
        sum += (at++)->x + ERBIUM_AT (v, i).y;
      sum += (int) erbium_missed (v);
      erbium_release (v, to);
    }
  erbium_free_view (late, ERBIUM_TERMINATE);
  erbium_join (p);
  erbium_join_all ();
  return sum == 0 && i == 100 && erbium_done (v) ? 0 : 1;
}
