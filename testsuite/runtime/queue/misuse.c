/* SPDX-License-Identifier: MIT */
/* Errors of a queue, at the line of the call. */
// RUN: %build
// RUN: %status 120 %t none 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %status 120 %t many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: %status 120 %t self 2>&1 | FileCheck --check-prefix=SELF %s
// RUN: %status 120 %t twice 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: %status 120 %t sender 2>&1 | FileCheck --check-prefix=SENDER %s
// RUN: %status 120 %t receiver 2>&1 | FileCheck --check-prefix=RECEIVER %s
// RUN: %status 120 %t side 2>&1 | FileCheck --check-prefix=SIDE %s
#include <string.h>

#include "erbium/queue.h"
#include "erbium/space.h"
#include "test.h"

static struct erbium_queue *
queue_to_child (void)
{
  struct erbium_queue *q = erbium_queue_new (1, 2, 4096, ERBIUM_CHAN_EAGER);
  int from[] = { ERBIUM_QUEUE_SELF }, to[] = { erbium_space_alloc (0), erbium_space_alloc (0) };
  erbium_queue_give (q, from, to);
  return q;
}

int
main (int count, char **words)
{
  const char *what = count > 1 ? words[1] : "";
  int self[] = { ERBIUM_QUEUE_SELF };
  erbium_spmc_init (4);
  if (!strcmp (what, "none"))
    // NONE: misuse.c:[[#@LINE+1]]: error: erbium_queue_new: 0 senders; expected 1 to 1024
    erbium_queue_new (0, 1, 1, ERBIUM_CHAN_EAGER);
  if (!strcmp (what, "many"))
    // MANY: misuse.c:[[#@LINE+1]]: error: erbium_queue_new: 1025 receivers; expected 1 to 1024
    erbium_queue_new (1, 1025, 1, ERBIUM_CHAN_EAGER);
  if (!strcmp (what, "self"))
    // SELF: misuse.c:[[#@LINE+1]]: error: erbium_queue_give: the caller would send to itself
    erbium_queue_give (erbium_queue_new (1, 1, 1, ERBIUM_CHAN_EAGER), self, self);
  struct erbium_queue *q = queue_to_child ();
  if (!strcmp (what, "twice"))
    // TWICE: misuse.c:[[#@LINE+1]]: error: erbium_queue_give: the ends of this queue have been given already
    erbium_queue_give (q, self, self);
  if (!strcmp (what, "sender"))
    // SENDER: misuse.c:[[#@LINE+1]]: error: erbium_queue_send: there is no sender 1; the queue has 1
    erbium_queue_send (q, 1, what, 1);
  if (!strcmp (what, "receiver"))
    // RECEIVER: misuse.c:[[#@LINE+1]]: error: erbium_queue_recv: there is no receiver -1; the queue has 2
    erbium_queue_recv (q, -1, words[0]);
  // SIDE: misuse.c:[[#@LINE+1]]: error: erbium_chan_next: space 0 has no port to receive on channel
  erbium_queue_recv (q, 0, words[0]);
}
