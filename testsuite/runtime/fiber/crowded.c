/* SPDX-License-Identifier: MIT */
/* Where windows are very many, a record has one only while it has elements, wherever its processes
 * live.  They are taken back while producers on other workers go on, and all elements arrive. */
// RUN: %fiber -I%root/ir-spec
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 ERBIUM_PLACE=spread %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 ERBIUM_PLACE=wander %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=4 ERBIUM_PLACE=spread ERBIUM_CHECK=1 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t
#include "sync/sync.h"
#include "../ints.h"
#include "window/arena.h"

enum { STAGES = 60, ELEMENTS = 2000, FEIGNED = 100000 };

static atomic_int at_end;

/* Passes on bursts of up to `most' elements, then waits for one more with all of them released. */
ERBIUM_PROCESS (pass_on, record, record, int);
void
pass_on (record from, record to, int most)
{
  view in = reads (from, most), out = writes (to, most);
  uint32_t random = (uint32_t) most;
  for (int i = 0, n; i < ELEMENTS; i += n)
    {
      random = random * 1664525 + 1013904223;
      n = (int) (random >> 16) % most + 1;
      n = n < ELEMENTS - i ? n : ELEMENTS - i;
      expect_equal (erbium_update (in, i + n), i + n);
      erbium_stall (out, i + n);
      for (int k = i; k < i + n; k++)
        ERBIUM_AT (out, k) = ERBIUM_AT (in, k) + 1;
      erbium_commit (out, i + n);
      erbium_release (in, i + n);
    }
  at_end++;
  expect_equal (erbium_update (in, ELEMENTS + 1), ELEMENTS + 1);
  erbium_stall (out, ELEMENTS + 1);
  ERBIUM_AT (out, ELEMENTS) = ERBIUM_AT (in, ELEMENTS) + 1;
  erbium_commit (out, ELEMENTS + 1);
}

/* How many records have a window. */
static int
windows (void)
{
  erbium_program *p = erb_self ()->program;
  int n = 0;
  erb_os->lock (&p->lock);
  for (const erbium_record *r = p->records; r; r = r->next)
    n += erbium_load_relaxed (&r->window) != 0;
  erb_os->unlock (&p->lock);
  return n;
}

/* Waits before the last element until no record but the last one, whose reader is no fiber, has a
 * window. */
ERBIUM_PROCESS (begin, record);
void
begin (record to)
{
  view out = writes (to, 1);
  for (int i = 0; i <= ELEMENTS; i++)
    {
      while (i == ELEMENTS && (at_end < STAGES || windows () > 1))
        erbium_blocking { usleep (100); }
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

int
main (void)
{
  erbium_add (&erb_self ()->program->arena->windows, FEIGNED);
  record first = erbium_new_record (int, 1, 1), last = first;
  for (int k = 0; k < STAGES; k++)
    {
      record next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next, 1 + k % 7);
      last = next;
    }
  ERBIUM_RUN (begin, first);
  view in = reads (last, 5);
  for (int i = 0; i <= ELEMENTS; i++)
    {
      expect_equal (erbium_update (in, i + 1), i + 1);
      expect_equal (ERBIUM_AT (in, i), i + STAGES);
      erbium_release (in, i + 1);
    }
}
