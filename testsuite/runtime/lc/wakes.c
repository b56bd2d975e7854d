/* SPDX-License-Identifier: MIT */
/* LC: no wake-up is lost, also where the receiver and a sender that waits for its communicator sleep
 * on the same counter: here a sleep ends by a wake-up alone. */
// RUN: %build -I%root/runtime -I%root/ir-spec
// RUN: env ERBIUM_SPIN=0 %timed %t
#include "core/os.h"
#include "lc-test.h"

enum { ROUNDS = 20000, AHEAD = 3 };

static int
sleep_for_ever (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  (void) timeout;
  return erb_os_linux.sleep_shared (word, expected, -1);
}

static void *
receive_all (void *ch)
{
  while (LCreceive (ch))
    ;
  return NULL;
}

/* The direct send waits until the delegated ones are performed, of which the receiver wants each. */
int
main (void)
{
  static struct erb_os no_clock;
  static struct message m;
  no_clock = erb_os_linux;
  no_clock.sleep_shared = sleep_for_ever;
  erb_os = &no_clock;
  Channel ch = LCcreate_as (0, sizeof m, 2 * AHEAD, 1);
  Communicator kp = initCommunicator (NULL);
  pthread_t thread;
  pthread_create (&thread, NULL, receive_all, ch);
  for (int n = 0; n < rounds (ROUNDS); n++)
    {
      for (int k = 0; k < AHEAD; k++)
        LCsend (kp, ch, (char *) &m);
      LCssend (ch, (char *) &m);
    }
  LCclose (ch);
  pthread_join (thread, NULL);
  finalizeCommunicator (kp);
}
