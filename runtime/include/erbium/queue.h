/* SPDX-License-Identifier: MIT */
/* queue.h - a queue of several senders and receivers, made of channels.
 *
 * Rule 1 of "sumC: A VM-based Scalable Unbounded Multicast Channel for Pipeline Parallelism"
 * (preprint, 2015; section 3.4): any m:n queue can be replaced with unicast channels.  Item j of
 * sender i has the number j * m + i, and goes to the receiver with that number modulo n, which gets
 * its items in the order of their numbers.  So a sender sends to its receivers in turn, a receiver
 * takes from its senders in turn, and who gets what does not depend on time.
 *
 *   senders, receivers | channels, and who shares them
 *   -------------------|----------------------------------------------------------
 *   1:n                | n, of the sender and each receiver
 *   m:1                | m, of each sender and the receiver
 *   m:m                | m, of sender i and receiver i
 *   m:n                | the least common multiple of m and n
 *
 * The space that makes a queue gives its ends to children before it starts them, as with channels:
 *
 *   struct erbium_queue *q = erbium_queue_new (1, 2, 512 << 10, ERBIUM_CHAN_EAGER);
 *   int from[] = { ERBIUM_QUEUE_SELF }, to[] = { first, second };
 *   erbium_queue_give (q, from, to);
 *   ... start both; each receives with its number, 0 or 1:
 *   while (erbium_queue_recv (q, number, buf) != ERBIUM_CHAN_END)
 *     ...
 *
 * A space names itself by its number among the senders or the receivers.  One that sends less than
 * others is left out once its items are over.  The paragraphs on errors in erbium/channel.h apply
 * here too.
 */
#ifndef ERBIUM_QUEUE_H
#define ERBIUM_QUEUE_H

#include "channel.h"

#ifdef __cplusplus
extern "C" {
#endif

struct erbium_queue;

/* The most senders, and the most receivers. */
enum { ERBIUM_QUEUE_ENDS = 1024 };

/* Instead of the id of a child: the caller of erbium_queue_give. */
enum { ERBIUM_QUEUE_SELF = -1 };

/* Makes the channels of a queue, each as erbium_chan_alloc_as (size, kind) does. */
#define erbium_queue_new(senders, receivers, size, kind) \
  (erbium_queue_new) ((senders), (receivers), (size), (kind), ERBIUM_HERE)

/* Gives all ends away: senders[i] and receivers[i] are children that have not been started, each
 * once in an array, or ERBIUM_QUEUE_SELF.  Called once. */
#define erbium_queue_give(q, senders, receivers) \
  (erbium_queue_give) ((q), (senders), (receivers), ERBIUM_HERE)

/* As erbium_chan_send, _room, _push, for the next item of that sender. */
#define erbium_queue_send(q, sender, buf, size) \
  (erbium_queue_send) ((q), (sender), (buf), (size), ERBIUM_HERE)
#define erbium_queue_room(q, sender, size) (erbium_queue_room) ((q), (sender), (size), ERBIUM_HERE)
#define erbium_queue_push(q, sender, size) (erbium_queue_push) ((q), (sender), (size), ERBIUM_HERE)

/* As erbium_chan_recv and _take, for the next item of that receiver; the end comes when all its
 * senders have closed the queue or left. */
#define erbium_queue_recv(q, receiver, buf) \
  (erbium_queue_recv) ((q), (receiver), (buf), ERBIUM_HERE)
#define erbium_queue_take(q, receiver, size) \
  (erbium_queue_take) ((q), (receiver), (size), ERBIUM_HERE)

/* Ends the items of a sender. */
#define erbium_queue_close(q, sender) (erbium_queue_close) ((q), (sender), ERBIUM_HERE)

/* Frees the caller's memory for the queue, but neither closes channels nor affects other spaces. */
ERBIUM_API void erbium_queue_free (struct erbium_queue *q);

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API struct erbium_queue *(erbium_queue_new) (int senders, int receivers, size_t size,
                                                    int kind, const char *where);
ERBIUM_API void (erbium_queue_give) (struct erbium_queue *q, const int senders[],
                                     const int receivers[], const char *where);
ERBIUM_API size_t (erbium_queue_send) (struct erbium_queue *q, int sender, const void *from,
                                       size_t size, const char *where);
ERBIUM_API void *(erbium_queue_room) (struct erbium_queue *q, int sender, size_t size,
                                      const char *where);
ERBIUM_API void (erbium_queue_push) (struct erbium_queue *q, int sender, size_t size,
                                     const char *where);
ERBIUM_API size_t (erbium_queue_recv) (struct erbium_queue *q, int receiver, void *to,
                                       const char *where);
ERBIUM_API const void *(erbium_queue_take) (struct erbium_queue *q, int receiver, size_t *size,
                                            const char *where);
ERBIUM_API void (erbium_queue_close) (struct erbium_queue *q, int sender, const char *where);

#ifdef __cplusplus
}
#endif
#endif
