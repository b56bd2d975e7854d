/* SPDX-License-Identifier: MIT */
/* queue.c - the channels of a queue, and the turns of its ends. */
#define _GNU_SOURCE
#include "queue/queue.h"

struct erbium_queue
{
  int senders, receivers;
  int *chan;             /* [sender * receivers + receiver]; 0: there is none, or it is over */
  int64_t *sent, *asked; /* by sender, by receiver */
  bool given;
};

/* ---- Making ------------------------------------------------------------ */

ERB_NORETURN ERB_COLD static void
no_memory (const char *call, const char *where)
{
  erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, NULL, "no memory for a queue");
}

static int
common_divisor (int a, int b)
{
  return b ? common_divisor (b, a % b) : a;
}

static void
expect_ends (int number, const char *what, const char *where)
{
  if (number < 1 || number > ERBIUM_QUEUE_ENDS)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_queue_new", where, NULL,
                  "%d %s; expected 1 to %d", number, what, ERBIUM_QUEUE_ENDS);
}

/* Sender i sends its items to receiver r if one of its numbers, i modulo m, is r modulo n. */
struct erbium_queue *
(erbium_queue_new) (int senders, int receivers, size_t size, int kind, const char *where)
{
  expect_ends (senders, "senders", where);
  expect_ends (receivers, "receivers", where);
  struct erbium_queue *q = calloc (1, sizeof *q);
  int divisor = common_divisor (senders, receivers);
  if (!q || !(q->chan = calloc ((size_t) senders * (size_t) receivers, sizeof *q->chan))
      || !(q->sent = calloc ((size_t) senders, sizeof *q->sent))
      || !(q->asked = calloc ((size_t) receivers, sizeof *q->asked)))
    no_memory ("erbium_queue_new", where);
  q->senders = senders;
  q->receivers = receivers;
  for (int i = 0; i < senders; i++)
    for (int r = i % divisor; r < receivers; r += divisor)
      q->chan[i * receivers + r] = (erbium_chan_alloc_as) (size, kind, where);
  return q;
}

static void
give_channel (int chan, int sender, int receiver, const char *where)
{
  if (sender == ERBIUM_QUEUE_SELF && receiver == ERBIUM_QUEUE_SELF)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_queue_give", where,
                  "let another space send or receive", "the caller would send to itself");
  if (receiver != ERBIUM_QUEUE_SELF)
    (erbium_chan_setcons) (chan, receiver, where);
  if (sender != ERBIUM_QUEUE_SELF)
    (erbium_chan_setprod) (chan, sender, receiver == ERBIUM_QUEUE_SELF, where);
}

void
(erbium_queue_give) (struct erbium_queue *q, const int senders[], const int receivers[],
                     const char *where)
{
  if (q->given)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_queue_give", where, NULL,
                  "the ends of this queue have been given already");
  q->given = true;
  for (int i = 0; i < q->senders; i++)
    for (int r = 0; r < q->receivers; r++)
      if (q->chan[i * q->receivers + r])
        give_channel (q->chan[i * q->receivers + r], senders[i], receivers[r], where);
}

void
erbium_queue_free (struct erbium_queue *q)
{
  free (q->chan);
  free (q->sent);
  free (q->asked);
  free (q);
}

/* ---- Sending ----------------------------------------------------------- */

static void
expect_number (int number, int most, const char *what, const char *call, const char *where)
{
  if (number < 0 || number >= most)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL, "there is no %s %d; the queue has %d",
                  what, number, most);
}

/* Returns the channel of the sender's next item. */
static int
next_channel (const struct erbium_queue *q, int sender, const char *call, const char *where)
{
  expect_number (sender, q->senders, "sender", call, where);
  int64_t number = q->sent[sender] * q->senders + sender;
  return q->chan[sender * q->receivers + (int) (number % q->receivers)];
}

size_t
(erbium_queue_send) (struct erbium_queue *q, int sender, const void *from, size_t size,
                     const char *where)
{
  int chan = next_channel (q, sender, "erbium_queue_send", where);
  q->sent[sender]++;
  return (erbium_chan_send) (chan, from, size, where);
}

void *
(erbium_queue_room) (struct erbium_queue *q, int sender, size_t size, const char *where)
{
  return (erbium_chan_room) (next_channel (q, sender, "erbium_queue_room", where), size, where);
}

void
(erbium_queue_push) (struct erbium_queue *q, int sender, size_t size, const char *where)
{
  (erbium_chan_push) (next_channel (q, sender, "erbium_queue_push", where), size, where);
  q->sent[sender]++;
}

void
(erbium_queue_close) (struct erbium_queue *q, int sender, const char *where)
{
  expect_number (sender, q->senders, "sender", "erbium_queue_close", where);
  for (int r = 0; r < q->receivers; r++)
    {
      int *chan = &q->chan[sender * q->receivers + r];
      if (*chan)
        (erbium_chan_close) (*chan, where);
      *chan = 0;
    }
}

/* ---- Receiving --------------------------------------------------------- */

/* Returns the channel of the receiver's next item, or 0 if all are over.  The senders of a receiver
 * return after as many items as there are senders. */
static int
channel_with_item (struct erbium_queue *q, int receiver, const char *call, const char *where)
{
  expect_number (receiver, q->receivers, "receiver", call, where);
  for (int over = 0; over < q->senders; over++)
    {
      int64_t number = q->asked[receiver]++ * q->receivers + receiver;
      int *chan = &q->chan[(int) (number % q->senders) * q->receivers + receiver];
      if (*chan && (erbium_chan_next) (*chan, where) != ERBIUM_CHAN_END)
        return *chan;
      if (*chan)
        (erbium_chan_close) (*chan, where);
      *chan = 0;
    }
  return 0;
}

size_t
(erbium_queue_recv) (struct erbium_queue *q, int receiver, void *to, const char *where)
{
  int chan = channel_with_item (q, receiver, "erbium_queue_recv", where);
  return chan ? (erbium_chan_recv) (chan, to, where) : ERBIUM_CHAN_END;
}

const void *
(erbium_queue_take) (struct erbium_queue *q, int receiver, size_t *size, const char *where)
{
  int chan = channel_with_item (q, receiver, "erbium_queue_take", where);
  return chan ? (erbium_chan_take) (chan, size, where) : NULL;
}
