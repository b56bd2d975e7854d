/* SPDX-License-Identifier: MIT */
/* queue.h - queues of several senders and receivers (erbium/queue.h), made of channels.
 *
 *   queue.c   the channels of a queue, and the turns of its ends
 *
 * A queue is private memory of each space, which fork copies: numbers of channels, and how many
 * items each sender has sent and each receiver has asked for.  The ends of one queue share nothing
 * but their channels.
 */
#ifndef ERB_QUEUE_H
#define ERB_QUEUE_H

#include "fault/fault.h"
#include "erbium/queue.h"

#endif
