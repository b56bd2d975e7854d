/* SPDX-License-Identifier: MIT */
/* A fiber that has what it needs, but less than half a window, waits until others have
 * had their turn, but not for ever: here two others pass a token to and fro until it
 * tells them to stop. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t
#include "../ints.h"

static atomic_int stop;

ERBIUM_PROCESS (passes, record, record, int);
void
passes (record from, record to, int begins)
{
  view in = reads (from, 1), out = writes (to, 1);
  for (int i = 0; !atomic_load (&stop); i++)
    {
      if ((!begins || i > 0) && !erbium_update (in, i + 1 - begins))
        return;
      erbium_release (in, i + 1 - begins);
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

ERBIUM_PROCESS (brings_one, record, record);
void
brings_one (record to, record answers)
{
  view out = writes (to, 1000), in = reads (answers, 1);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = 0;
  erbium_commit (out, 1);
  expect_equal (erbium_update (in, 1), 1);
  erbium_stall (out, 2);
  ERBIUM_AT (out, 1) = 1;
  erbium_commit (out, 2);
  expect_equal (erbium_update (in, 2), 2);
}

ERBIUM_PROCESS (stops, record, record);
void
stops (record from, record answers)
{
  view in = reads (from, 1), out = writes (answers, 1);
  for (int i = 0; i < 2; i++)
    {
      erbium_update (in, i + 1);
      atomic_store (&stop, ERBIUM_AT (in, i));
      erbium_release (in, i + 1);
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

int
main (void)
{
  record a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1),
         few = erbium_new_record (int, 1, 1), answers = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (stops, few, answers);
  ERBIUM_RUN (passes, a, b, 1);
  ERBIUM_RUN (passes, b, a, 0);
  ERBIUM_RUN (brings_one, few, answers);
}
