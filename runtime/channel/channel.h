/* SPDX-License-Identifier: MIT */
/* channel.h - channels (erbium/channel.h): messages from one space to many, in a region of pages.
 *
 * A channel is built on pages and on nothing else: its messages lie one behind the other in the pages of
 * a region, generation after generation.  Other folders need no more of it than its observer.
 */
#ifndef ERB_CHANNEL_H
#define ERB_CHANNEL_H

#include "event/event.h"

/* Publishes what lazy channels hold back before the caller waits; closes channels of a space that leaves. */
extern const struct erb_observer erb_channel_observer;

#endif
