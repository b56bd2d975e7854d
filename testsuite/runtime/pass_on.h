/* SPDX-License-Identifier: MIT */
/* pass_on.h - a process that adds one to each element of a record and passes it on. */
#ifndef PASS_ON_H
#define PASS_ON_H

#include "test.h"

ERBIUM_PROCESS (pass_on, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
pass_on (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 4);
  erbium_register (out, 1);
  erbium_alloc (out, 4);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + 1;
      erbium_commit (out, i + 1);
      erbium_release (in, i + 1);
    }
}

#endif
