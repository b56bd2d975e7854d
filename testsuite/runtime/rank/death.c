/* SPDX-License-Identifier: MIT */
/* A rank that is killed ends the job, whether others wait for it or compute. */
// RUN: %build
// RUN: %ranks --dies %t wait
// RUN: %ranks --dies --of 3 %t compute
#include <signal.h>

#include "test.h"

ERBIUM_PROCESS (die, ERBIUM_RECORD (int));
void
die (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = 1;
  erbium_commit (v, 1);
  usleep (10000); /* others wait by now, perhaps */
  kill (getpid (), SIGKILL);
}

int
main (int count, char **arguments)
{
  bool waits = count > 1 && strcmp (arguments[1], "wait") == 0;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (die, r);
  erbium_update (v, 1);
  erbium_release (v, 1);
  if (waits)
    erbium_update (v, 2);
  else
    for (;;)
      __asm__ volatile ("");
}
