/* SPDX-License-Identifier: MIT */
/* log.h - the log of a space: what it has learnt of others, in the order in which it has learnt it.
 *
 *   log_events.def   the table of events
 *   log.c            reading a log; texts for events
 *
 * log_writer.c, in the folder above, writes logs.
 *
 * A log is a file SLOT-USE.log in the folder of a recording: a head, followed by events, each
 * aligned to 8 bytes.  It is written through a shared mapping, so everything that a space has
 * written survives if the space is killed.  The kind of an event is stored last: an unfinished
 * event has no kind and marks the end.
 *
 * The reader trusts nothing: sizes are bounded, and each event has a checksum.  The folder does not
 * depend on the rest of the runtime, so that tools can use it.
 */
#ifndef ERB_LOG_H
#define ERB_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ERB_LOG_VERSION = 3, ERB_LOG_MOST = 256 << 10 /* bytes of data in an event */ };

/* In the byte order of the machine: a log of another order has another magic. */
#define ERB_LOG_MAGIC UINT64_C (0x0a474f4c42524501)

struct erb_log_head
{
  uint64_t magic;
  uint32_t version;
  uint32_t machine;  /* EM_X86_64 and so on */
  int64_t steps;     /* number of steps that the space has begun */
  int64_t page;      /* bytes per page */
};

enum erb_log_kind
{
  ERB_LOG_NOTHING,
#define EVENT(name, values, bytes, text) ERB_LOG_##name,
#include "replay/log/log_events.def"
#undef EVENT
  ERB_LOG_KINDS
};

struct erb_log_event
{
  uint32_t kind;     /* enum erb_log_kind; written last */
  uint32_t size;     /* bytes of data */
  uint32_t check;    /* checksum of all that follows, and of the size */
  uint32_t unused;
  int64_t step;      /* number of the step of the space, among all steps */
  int64_t value[4];
  unsigned char data[];
};

/* The part of a region that a space has, as far as a replay has to create it. */
struct erb_log_port
{
  int64_t region_pages, begin;
  int32_t first, reserved, channel, channel_kind, maker, unused;
  char where[72];
};

enum erb_log_end { ERB_LOG_RETURNED, ERB_LOG_EXITED };
enum { ERB_LOG_DEAD = -1 };  /* state of a child that has died when its parent meets it */
/* Number of the value that follows: the status of a child, as from waitpid. */
enum { ERB_LOG_STATUS = 64 };

/* A log that is being read. */
struct erb_log
{
  const char *file;  /* name of the file */
  const unsigned char *bytes;
  size_t size, at;   /* at: offset of the next event */
  int64_t number;    /* of the next event, counted from 1 */
  bool torn;         /* it stops where an event should be, without END */
};

/* Returns the number of bytes in the file of an event with `size' bytes of data. */
static inline size_t
erb_log_bytes (size_t size)
{
  return (sizeof (struct erb_log_event) + size + 7) / 8 * 8;
}

/* An error of a log, and a hint for the user. */
struct erb_log_fault { char what[384], hint[160]; };

extern uint32_t erb_log_check (const struct erb_log_event *e);
/* Reads the head of a log; the bytes must stay in place.  Returns false and sets f if the bytes are
 * not a log. */
extern bool erb_log_begin (struct erb_log *log, const char *file, const void *bytes, size_t size,
                           struct erb_log_fault *f);
/* Returns the next event, which stays the next one until erb_log_pass.  Returns NULL at the end,
 * and also if the event is damaged; then f->what is not empty. */
extern const struct erb_log_event *erb_log_next (struct erb_log *log, struct erb_log_fault *f);
extern void erb_log_pass (struct erb_log *log, const struct erb_log_event *e);
/* Describes an event in words; returns `to'. */
extern const char *erb_log_describe (const struct erb_log_event *e, char *to, size_t room);

#endif
