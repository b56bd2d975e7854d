/* SPDX-License-Identifier: MIT */
/* LC: an error names the call and its place.  The death of the process at the other end is an error
 * of the call that waits for it; LCalternative_any goes on as long as one sender is alive. */
// RUN: %build
// RUN: %status 120 %t null 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %status 120 %t closed 2>&1 | FileCheck --check-prefix=CLOSED %s
// RUN: %status 120 %t second 2>&1 | FileCheck --check-prefix=SECOND %s
// RUN: %status 119 %t receiver 2>&1 | FileCheck --check-prefix=RECEIVER %s
// RUN: %status 119 %t sender 2>&1 | FileCheck --check-prefix=SENDER %s
// RUN: %status 119 %t any 2>&1 | FileCheck --check-prefix=ANY %s
// RUN: %status 120 %t many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: %status 123 env ERBIUM_SPIN=x %t sender 2>&1 | FileCheck --check-prefix=SPIN %s
// SPIN: error: ERBIUM_SPIN is 'x'; expected nanoseconds, 0 to 1000000000
#include "lc-test.h"

#include <signal.h>
#include <sys/prctl.h>

static const struct message any;

static void
use_and_die (Channel ch)
{
  LCreadyToSend (ch) ? LCssend (ch, (char *) &any) : (void) LCreceive (ch);
  raise (SIGKILL);
}

static void
send_twice_and_die (Channel ch)
{
  LCssend (ch, (char *) &any);
  usleep (500000); /* longer than between two looks whether a sender is alive */
  LCssend (ch, (char *) &any);
  raise (SIGKILL);
}

static void
use_and_stay (Channel ch)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  prctl (PR_SET_NAME, "alive) Z"); /* /proc/PID/stat has the name before the state */
  LCssend (ch, (char *) &any);
  pause ();
}

static void
null (Channel ch)
{
  (void) ch;
  LCreceive ((Channel) NULL);
  // NONE: faults.c:[[#@LINE-1]]: error: LCreceive: the channel is NULL
  // NONE-NEXT: note: check what LCcreate or LCattach returns
}

static void
closed (Channel ch)
{
  LCclose (ch);
  LCssend (ch, (char *) &any);
  // CLOSED: faults.c:[[#@LINE-1]]: error: LCssend: the channel was closed
}

static void
second (Channel ch)
{
  lc_child (use_and_stay, ch); /* until its parent ends */
  LCreceive (ch);
  LCssend (ch, (char *) &any);
  // SECOND: faults.c:[[#@LINE-1]]: error: LCssend: the channel has another sender, process
}

static void
receiver (Channel ch)
{
  LCssend (ch, (char *) &any);
  lc_child (use_and_die, ch);
  for (;;)
    LCssend (ch, (char *) &any);
  // RECEIVER: faults.c:[[#@LINE-1]]: error: LCssend: process {{[0-9]+}}, which has the other end of
  // RECEIVER-SAME: the channel, has died
}

static void
sender (Channel ch)
{
  lc_child (use_and_die, ch);
  for (;;)
    LCreceive (ch);
  // SENDER: faults.c:[[#@LINE-1]]: error: LCreceive: process {{[0-9]+}}, which has the other end of
  // SENDER-SAME: the channel, has died
}

static void
any_sender (Channel ch)
{
  Channel late = LCcreate_as (0, sizeof any, 1, 1), both[] = { ch, late };
  lc_child (use_and_die, ch);
  expect_equal (LCalternative_any (both, NULL, 2), 0);
  LCreceive (ch);
  lc_child (send_twice_and_die, late);
  for (int n = 0; n < 2; n++)
    {
      expect_equal (LCalternative_any (both, NULL, 2), 1);
      LCreceive (late);
    }
  LCalternative_any (both, NULL, 2);
  // ANY: faults.c:[[#@LINE-1]]: error: LCalternative_any: process {{[0-9]+}}, which has the other
  // ANY-SAME: end of the channel, has died
}

static void
many (Channel ch)
{
  Channel all[200];
  for (int n = 0; n < 200; n++)
    all[n] = ch;
  LCalternative_any (all, NULL, 200);
  // MANY: faults.c:[[#@LINE-1]]: error: LCalternative_any: 200 channels; expected at most 128
}

static const struct { const char *name; void (*run) (Channel ch); } cases[] = {
  { "null", null }, { "closed", closed }, { "second", second }, { "receiver", receiver },
  { "sender", sender }, { "any", any_sender }, { "many", many },
};

int
main (int argc, char **argv)
{
  for (size_t n = 0; argc > 1 && n < sizeof cases / sizeof *cases; n++)
    if (strcmp (argv[1], cases[n].name) == 0)
      cases[n].run (LCcreate_as (0, sizeof any, 1, 1));
}
