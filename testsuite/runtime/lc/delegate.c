/* SPDX-License-Identifier: MIT */
/* LC: delegated sends arrive in order with direct ones; a message may be changed after LCwait, and
 * at once after LCbsend where the communicator is busy; the queue grows; finalizeCommunicator
 * completes what is left. */
// RUN: %build
// RUN: %timed %t
// RUN: env ERBIUM_SPIN=0 %timed %t
#include "lc-test.h"

enum { N = 3000, CHANNELS = 3 };

static void
receive (Channel ch)
{
  for (int n = 0; n < N; n++)
    expect (is_message (LCreceive (ch), (uint64_t) n));
  expect (!LCreceive (ch));
}

static void
send_all (Communicator kp, Channel ch)
{
  static struct message m;
  uint64_t state = 3;
  Delegation last = { NULL, 0 };
  for (int n = 0; n < N; n++)
    {
      LCwait (last);
      m = message ((uint64_t) n);
      switch (chance (&state) % 4)
        {
        case 0:
          LCssend (ch, (char *) &m);
          break;
        case 1:
          last = LCbsend (kp, ch, (char *) &m);
          break;
        default:
          last = LCsend (kp, ch, (char *) &m);
        }
      dither (&state);
    }
  LCclose (ch);
}

static void
between_processes (int k, bool delegated)
{
  Channel ch = LCcreate_as (0, sizeof (struct message), k, 1);
  pid_t child = lc_child (receive, ch);
  Communicator kp = delegated ? initCommunicator (NULL) : NULL;
  send_all (kp, ch);
  finalizeCommunicator (kp);
  lc_joined (child);
  LCdetach (ch);
}

/* More delegations than a block of the queue has, none of which the receiver has taken. */
static void
many_at_once (void)
{
  int mapping[1024];
  for (int n = 0; n < 1024; n++)
    mapping[n] = 0;
  Channel ch[CHANNELS];
  Communicator kp = initCommunicator (mapping);
  static struct message all[CHANNELS][N];
  expect (kp != NULL);
  for (int c = 0; c < CHANNELS; c++)
    ch[c] = LCcreate_as (0, sizeof (struct message), N, 1);
  for (int n = 0; n < N; n++)
    for (int c = 0; c < CHANNELS; c++)
      {
        all[c][n] = message ((uint64_t) n);
        LCsend (kp, ch[c], (char *) &all[c][n]);
      }
  finalizeCommunicator (kp);
  for (int c = 0; c < CHANNELS; c++)
    for (int n = 0; n < N; n++)
      expect (is_message (LCreceive (ch[c]), (uint64_t) n));
}

/* Where the communicator is busy with a large message, LCbsend makes a copy. */
static void
buffered (void)
{
  enum { LARGE = 64 << 20 };
  Channel big = LCcreate_as (0, LARGE, 2, 1), ch = LCcreate_as (0, sizeof (struct message), 2, 1);
  Communicator kp = initCommunicator (NULL);
  char *much = calloc (1, LARGE);
  struct message m = message (1);
  Delegation first = LCsend (kp, big, much), copied = LCbsend (kp, ch, (char *) &m);
  LCwait (copied);
  m = message (2);
  expect (is_message (LCreceive (ch), 1));
  LCwait (first);
  finalizeCommunicator (kp);
  free (much);
  LCdetach (big);
}

int
main (void)
{
  between_processes (0, true);
  between_processes (1, true);
  between_processes (7, true);
  between_processes (2, false);
  many_at_once ();
  buffered ();
}
