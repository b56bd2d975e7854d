/* SPDX-License-Identifier: MIT */
/* channel.h - channels (erbium/channel.h): messages from one space to many, in a region of pages.
 *
 * A channel is built on pages alone: its messages are stored one after another in the pages of a
 * region.  When these pages are full, the channel proceeds to the next generation, that is, to new
 * contents for the same range of pages.  Other folders use only the observer below.
 *
 *   channel_end.h     private: the end of a channel; lists the files
 */
#ifndef ERB_CHANNEL_H
#define ERB_CHANNEL_H

#include "event/event.h"

/* Before the caller waits, publishes the messages that lazy channels have held back.  When a space
 * leaves, closes its channels. */
extern const struct erb_observer erb_channel_observer;

/* Copies a message, or a part of it; erb_chan_stream does so past the caches, which is an ordinary
 * copy on processors without such stores.  MPI's rings (mpi/wire/mpi_wire.h) copy likewise. */
extern void erb_chan_copy (char *to, const char *from, size_t size);
extern void erb_chan_stream (char *to, const char *from, size_t size);

#endif
