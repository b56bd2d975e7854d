/* SPDX-License-Identifier: MIT */
/* packet.h - packets of Perfetto's trace format, as protobuf.
 *
 * A trace is a sequence of packets, so a file that ends early is still a trace.  A packet is built
 * in a buffer of fixed size and goes to the file with others, always whole, so several processes of
 * the system may append to one file.  Format: the files trace_packet.proto, track_descriptor.proto,
 * track_event.proto, debug_annotation.proto and interned_data.proto of Perfetto.
 */
#ifndef ERB_TRACE_PACKET_H
#define ERB_TRACE_PACKET_H

#include "core/core.h"

/* Kinds of events of a track. */
enum erb_packet_type { ERB_SLICE_BEGINS = 1, ERB_SLICE_ENDS = 2, ERB_INSTANT = 3, ERB_COUNTER = 4 };

/* Names of arguments and categories.  The file has each text once, and events have its number. */
#define ERB_PACKET_WORDS                                                                          \
  WORD (record) WORD (side) WORD (id) WORD (index) WORD (need) WORD (process) WORD (parent)       \
  WORD (name) WORD (place) WORD (bytes) WORD (readers) WORD (producers) WORD (horizon)            \
  WORD (from) WORD (to) WORD (events) WORD (released) WORD (committed) WORD (window)              \
  WORD (pid) WORD (level) WORD (wait) WORD (state) WORD (network) WORD (worker)
enum erb_packet_word
{
  ERB_WORD_NONE,
#define WORD(name) ERB_WORD_##name,
  ERB_PACKET_WORDS
#undef WORD
  ERB_WORDS
};

/* Packets that wait to be written.  A packet is at most ERB_PACKET_LARGEST bytes long. */
enum { ERB_PACKETS = 1 << 16, ERB_PACKET_LARGEST = 4096 };
struct erb_packets
{
  size_t used;
  uint32_t sequence;        /* a number of the process of the system that writes */
  size_t event;             /* where the length of the event is that is being built */
  unsigned char bytes[ERB_PACKETS];
};

/* Begins the sequence, with the texts of all words. */
extern void erb_packet_words (struct erb_packets *to);
/* Describes track `track', which is below `parent' (0: none).  pid: that of a process of the
 * system, or 0; unit: of a counter, or NULL. */
extern void erb_packet_track (struct erb_packets *to, uint64_t track, uint64_t parent,
                              const char *name, pid_t pid, const char *unit);
/* Begins an event of a track at a time in ns; arguments may follow; erb_packet_end ends it.  name
 * may be NULL.  Returns where it began. */
extern size_t erb_packet_event (struct erb_packets *to, int64_t at, enum erb_packet_type type,
                                uint64_t track, enum erb_packet_word category, const char *name);
extern void erb_packet_number (struct erb_packets *to, enum erb_packet_word word, int64_t n);
extern void erb_packet_text (struct erb_packets *to, enum erb_packet_word word, const char *text);
extern void erb_packet_end (struct erb_packets *to, size_t began);
extern void erb_packet_counter (struct erb_packets *to, int64_t at, uint64_t track, int64_t value);

/* Whether there is room for one more packet of any length. */
ERBIUM_INLINE bool
erb_packets_have_room (const struct erb_packets *p)
{
  return p->used + ERB_PACKET_LARGEST <= sizeof p->bytes;
}

#endif
