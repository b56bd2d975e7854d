/* SPDX-License-Identifier: MIT */
/* channel.h - channels (erbium/channel.h): messages from one space to many, in a region of pages.
 *
 * A channel is built on pages alone: its messages lie one behind the other in the pages of a
 * region, generation after generation.  Other folders use only the observer below.
 *
 *   channel_end.h     private: the end of a channel; lists the files
 */
#ifndef ERB_CHANNEL_H
#define ERB_CHANNEL_H

#include "event/event.h"

/* Publishes what lazy channels hold back before the caller waits, and closes the channels of a
 * space that leaves. */
extern const struct erb_observer erb_channel_observer;

#endif
