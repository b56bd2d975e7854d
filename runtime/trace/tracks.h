/* SPDX-License-Identifier: MIT */
/* tracks.h - what the writer knows of processes and records, and the tracks that it draws. */
#ifndef ERB_TRACE_TRACKS_H
#define ERB_TRACE_TRACKS_H

#include "trace/buffer.h"
#include "trace/packet.h"

/* What a sample of a record shows. */
struct erb_sample
{
  int64_t record;                   /* its key */
  int64_t released, committed;      /* elements */
  int64_t horizon[ERB_SIDES];       /* the largest, or 0 */
};

/* Begins the trace of this process of the system.  name: its name; level: that of the trace. */
extern void erb_tracks_begin (struct erb_packets *to, int64_t at, const char *name, int level);
/* Draws an event; text: its text, or "". */
extern void erb_tracks_event (struct erb_packets *to, const struct erb_trace_event *e,
                              const char *text);
/* Draws what has changed since the last sample of the record. */
extern void erb_tracks_sample (struct erb_packets *to, int64_t at, const struct erb_sample *s);
/* Details are stored again, after a pause. */
extern void erb_tracks_go_on (struct erb_packets *to, int64_t at);
/* Tells that events were lost. */
extern void erb_tracks_lost (struct erb_packets *to, int64_t at, int64_t number);
/* Ends all slices.  Calls make_room before each packet that needs room. */
extern void erb_tracks_end (struct erb_packets *to, int64_t at, void (*make_room) (void));
/* Forgets all slices that are open, in a new space. */
extern void erb_tracks_forget (void);

#endif
