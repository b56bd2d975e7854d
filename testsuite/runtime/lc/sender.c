/* SPDX-License-Identifier: MIT */
/* LC: messages keep their order whichever mapping of the channel the sender uses, delegated or not;
 * and another process may go on after the death of the sender. */
// RUN: %build -I%root/runtime -I%root/ir-spec
// RUN: %timed %t
#include "lc-test.h"

#include <signal.h>

#include "lc/lc.h"

static void
send (Channel ch, uint64_t n)
{
  struct message m = message (n);
  LCssend (ch, (char *) &m);
}

static void
by_two_mappings (void)
{
  enum { N = 200 };
  static struct message all[N];
  key_t key = lc_key ();
  Channel one = LCcreate_as (key, sizeof (struct message), N, 1), two = LCattach (key);
  Communicator kp = initCommunicator (NULL);
  expect (one && two && kp);
  LCdestroy (one);
  for (uint64_t n = 0; n < N; n++)
    {
      all[n] = message (n);
      if (n % 3 == 0)
        LCsend (kp, n % 2 ? one : two, (char *) &all[n]);
      else
        send (n % 2 ? one : two, n);
    }
  finalizeCommunicator (kp);
  for (uint64_t n = 0; n < N; n++)
    expect (is_message (LCreceive (one), n));
  LCdetach (one);
  LCdetach (two);
}

static void
send_three (Channel ch)
{
  for (uint64_t n = 0; n < 3; n++)
    send (ch, n); /* the last one waits until message 1 is received */
}

static void
send_two_more (Channel ch)
{
  send (ch, 3);
  send (ch, 4);
  LCclose (ch);
}

static void
wait_for_messages (Channel ch, int64_t n)
{
  while (erbium_load_acquire (&ch->shared->sent.index) < n)
    usleep (100);
}

/* The first child dies in a send.  The second one must not send before that would have returned:
 * its message takes the place of message 0, which the receiver may still use. */
static void
after_a_death (void)
{
  Channel ch = LCcreate_as (0, sizeof (struct message), 1, 1);
  pid_t child = lc_child (send_three, ch);
  const char *first = LCreceive (ch);
  wait_for_messages (ch, 3);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  child = lc_child (send_two_more, ch);
  usleep (50000);
  expect (is_message (first, 0));
  for (uint64_t n = 1; n < 5; n++)
    expect (is_message (LCreceive (ch), n));
  expect (!LCreceive (ch));
  lc_joined (child);
}

enum { LARGE = 64 << 20 };

/* Dies while the communicator copies the large message, before the one for ch. */
static void
delegate_and_die (Channel ch)
{
  static struct message m;
  Communicator kp = initCommunicator (NULL);
  Channel large = LCcreate_as (0, LARGE, 1, 1);
  char *much = calloc (1, LARGE);
  LCsend (kp, large, much);
  LCsend (kp, ch, (char *) &m);
  raise (SIGKILL);
}

static void
after_a_loss (void)
{
  Channel ch = LCcreate_as (0, sizeof (struct message), 2, 1);
  waitpid (lc_child (delegate_and_die, ch), NULL, 0);
  if (LCreadyToReceive (ch)) /* the communicator was very fast */
    LCreceive (ch);
  send (ch, 1);
  expect (is_message (LCreceive (ch), 1));
}

int
main (void)
{
  by_two_mappings ();
  after_a_death ();
  after_a_loss ();
}
