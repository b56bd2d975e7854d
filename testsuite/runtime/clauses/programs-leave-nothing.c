/* SPDX-License-Identifier: MIT */
/* A program that is freed leaves nothing behind, however many there were: whether
 * its maker has entered it or not, and processes have run in it. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: %run %t
#include <malloc.h>
#include "test.h"

enum { PROGRAMS = 2000, FEW = 200 };

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  erbium_stall (v, 5);
  erbium_commit (v, 5);
}

static void
come_and_go (bool enter, bool use)
{
  erbium_program *p = erbium_program_new ();
  if (enter)
    erbium_program_enter (p);
  if (use)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
      ERBIUM_VIEW (int) v = erbium_new_read_view (r);
      ERBIUM_RUN (produce, r);
      erbium_register (v, 1);
      erbium_alloc (v, 10);
      expect_equal (erbium_update (v, 5), 5);
    }
  erbium_program_free (p);
}

static void
leave_nothing (int programs, bool enter, bool use)
{
  for (int n = 0; n < FEW; n++)
    come_and_go (enter, use);
  size_t before = mallinfo2 ().uordblks;
  for (int n = 0; n < programs; n++)
    come_and_go (enter, use);
  /* Not even a byte for each, as soon as the last threads have gone.  For threads the C
   * library keeps some memory, more where more of them were there at a time; 200
   * descriptors would be more than that. */
  size_t kept = use ? 48 << 10 : 4096;
  int naps = 0;
  while (mallinfo2 ().uordblks > before + kept + (size_t) programs && naps++ < 10000)
    usleep (1000);
  expect (naps < 10000);
}

int
main (void)
{
  leave_nothing (PROGRAMS, false, false);
  leave_nothing (PROGRAMS, true, false);
  leave_nothing (FEW, true, true);
}
