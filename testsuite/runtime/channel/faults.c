/* SPDX-License-Identifier: MIT */
/* Wrong calls of channels, and a sender that dies, are errors that name channel, space and call. */
// RUN: %build
// RUN: %status 120 %timed %t no-port 2>&1 | FileCheck --check-prefix=PORT %s
// RUN: %status 120 %timed %t none 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %status 120 %timed %t no-child 2>&1 | FileCheck --check-prefix=CHILD %s
// RUN: %status 120 %timed %t given-twice 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: %status 120 %timed %t given-itself 2>&1 | FileCheck --check-prefix=ITSELF %s
// RUN: %status 120 %timed %t receive 2>&1 | FileCheck --check-prefix=RECEIVE %s
// RUN: %status 120 %timed %t send 2>&1 | FileCheck --check-prefix=SEND %s
// RUN: %status 120 %timed %t kind 2>&1 | FileCheck --check-prefix=KIND %s
// RUN: %status 120 %timed %t size 2>&1 | FileCheck --check-prefix=SIZE %s
// RUN: %status 120 %timed %t push 2>&1 | FileCheck --check-prefix=PUSH %s
// RUN: %status 120 %timed %t push-after-send 2>&1 | FileCheck --check-prefix=AFTER %s
// RUN: %status 120 %timed %t room-too-large 2>&1 | FileCheck --check-prefix=ROOM %s
// RUN: %status 120 %timed %t message-too-large 2>&1 | FileCheck --check-prefix=LARGE %s
// RUN: %status 120 %timed %t closed 2>&1 | FileCheck --check-prefix=CLOSED %s
// RUN: %status 119 %timed %t killed 2>&1 | FileCheck --check-prefix=KILLED %s
// RUN: %status 119 %timed %t told 2>&1 | FileCheck --check-prefix=TOLD %s
#include "../spmc/spaces.h"

static int c;

static void
send_here (void *with)
{
  chan_send (c, with, 1);
  // SEND: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_send: space 1 has no port to send on channel 2, of {{.*}}faults.c
  // SEND: note: a channel has one sender: let it send
}

static void
die (void *with)
{
  chan_send (c, with, 1);
  raise (SIGKILL);
}

int
main (int argc, char **argv)
{
  const char *name = argv[1];
  char x[] = "x";
  (void) argc;
  spmc_init (2);
  c = chan_alloc ();
  if (strcmp (name, "no-port") == 0)
    chan_send (77, x, 1);
  // PORT: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_send: space 0 has no port of channel 77
  // PORT: note: have its parent call erbium_chan_setcons or erbium_chan_setprod for it
  if (strcmp (name, "none") == 0)
    {
      spmcR_alloc (1); /* a region that is no channel has no number */
      chan_send (0, x, 1);
    }
  // NONE: channel/faults.c:[[#@LINE-2]]: error: erbium_chan_send: space 0 has no port of channel 0
  if (strcmp (name, "no-child") == 0)
    chan_setcons (c, 7);
  // CHILD: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_setcons: there is no space 7; erbium_spmc_init created 0 to 1
  if (strcmp (name, "given-twice") == 0)
    {
      chan_setcons (c, 1);
      chan_setprod (c, 1, 0);
      // TWICE: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_setprod: space 1 has a port of channel 2 already
      // TWICE: note: give each space one port of a channel
    }
  if (strcmp (name, "given-itself") == 0)
    chan_setcons (c, 0);
  // ITSELF: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_setcons: space 0 has a port of channel 2 already
  if (strcmp (name, "receive") == 0)
    chan_recv (c, x);
  // RECEIVE: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_recv: space 0 has no port to receive on channel 2
  if (strcmp (name, "send") == 0)
    {
      chan_setcons (c, 1);
      _exit (WEXITSTATUS (status_of (start_space (1, send_here, x))));
    }
  if (strcmp (name, "kind") == 0)
    chan_alloc_as (100, 12345);
  // KIND: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_alloc_as: 12345 is not a kind of channel
  if (strcmp (name, "size") == 0)
    chan_alloc_as (0, CHAN_EAGER);
  // SIZE: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_alloc_as: a generation of 0 bytes; expected 1 to 2^40
  if (strcmp (name, "push") == 0)
    {
      chan_room (c, 10);
      chan_push (c, 11);
      // PUSH: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_push: 11 bytes on channel 2, in room for 10
    }
  if (strcmp (name, "push-after-send") == 0)
    {
      chan_room (c, 10);
      chan_send (c, x, 1);
      chan_push (c, 10);
      // AFTER: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_push: 10 bytes on channel 2, in room for 0
    }
  if (strcmp (name, "room-too-large") == 0)
    chan_room (c, (size_t) -8);
  // ROOM: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_room: a message of 18446744073709551608 bytes on channel 2; the maximum is {{[0-9]+}}
  if (strcmp (name, "message-too-large") == 0)
    chan_send (c, x, CHAN_END);
  // LARGE: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_send: a message of 18446744073709551615 bytes on channel 2
  if (strcmp (name, "closed") == 0)
    {
      chan_close (c);
      chan_send (c, x, 1);
      // CLOSED: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_send: space 0 has no port of channel 2
    }
  if (strcmp (name, "killed") == 0 || strcmp (name, "told") == 0)
    {
      chan_setprod (c, 1, 1);
      pid_t child = start_space (1, die, x);
      expect_equal (chan_recv (c, x), 1);
      if (strcmp (name, "told") == 0)
        {
          status_of (child);
          spmc_died (1, "of SIGKILL");
        }
      chan_recv (c, x);
      // KILLED: channel/faults.c:[[#@LINE-1]]: error: erbium_chan_recv: page 0 {{.*}}, generation 0, in space 0: it will never be fixed: its producer, space 1, has died
      // TOLD: channel/faults.c:[[#@LINE-2]]: error: erbium_chan_recv: page 0 {{.*}} of channel 2 of {{.*}}channel/faults.c:[[#]], {{.*}}: its producer, space 1, has died of SIGKILL
      // TOLD-NEXT: note: find out why space 1 died
    }
}
