/* SPDX-License-Identifier: MIT */
/* trace.h - ERBIUM_TRACE: what a program does and when, in a file that Perfetto opens.
 *
 * The traced threads must not wait for the file.  So each thread has a buffer of its own, into
 * which it stores events of a fixed size: plain stores, and one store-release that publishes them.
 * One thread of the runtime, the writer, empties all buffers every few milliseconds, puts the
 * events in the order of their times, and writes them as packets of Perfetto's protobuf format.  A
 * buffer that is full loses events, and says how many; it never holds up its thread.
 *
 * The fast path of the primitives is not traced, since a trace point there would cost more than the
 * path itself.  Waits, switches and moves are events.  How far each record has come is sampled by
 * the writer, which reads the indices that the views publish in any case.  Only the level `all' has
 * an event for each publication: views are then watched, and take the slow path in each call.
 *
 *   trace.c      observers of the runtime's events: what becomes an event of the trace
 *   buffer.c     the buffer of a thread
 *   writer.c     the thread that empties the buffers; the file
 *   tracks.c     events become slices and instants of tracks
 *   known.c      the processes, records and workers that the writer knows
 *   sample.c     how far records have come
 *   packet.c     the protobuf format
 */
#ifndef ERB_TRACE_H
#define ERB_TRACE_H

#include "settings/settings.h"
#include "sync/sync.h"

extern const struct erb_observer erb_trace_observer;

/* Returns the setting of ERBIUM_TRACE, or NULL. */
extern const char *erb_trace_setting (void);

#endif
