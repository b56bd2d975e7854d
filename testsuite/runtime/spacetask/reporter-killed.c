/* SPDX-License-Identifier: MIT */
/* A process is killed just when it is about to say why the program ends: before others can
 * see that, or after.  The program ends all the same, and somebody says of what. */
// UNSUPPORTED: thread
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=space %status 119 timeout 60 %t half 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: env ERBIUM_TASK=space %status 119 timeout 60 %t claimed 2>&1 | FileCheck %s --check-prefix=CLAIMED
// HALF: error: {{.*}}process 'victim' (run at {{.*}}) has died of SIGKILL
// CLAIMED: error: {{.*}}died before it had reported why the program ends
#include <signal.h>
#include "test.h"
#include "space_model/child_processes.h"

ERBIUM_PROCESS (victim, ERBIUM_RECORD (int), int);
void
victim (ERBIUM_RECORD (int) r, int claimed)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  if (claimed)
    expect (erb_exit_status_claim ());
  else /* the first half of it */
    expect (erbium_cas (&erb_exit_status->reporter, 0, erb_space_self_if_any ()));
  kill (getpid (), SIGKILL);
}

int
main (int arguments, char **argument)
{
  expect (arguments == 2);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (victim, r, strcmp (argument[1], "claimed") == 0);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_update (in, 1);
}
