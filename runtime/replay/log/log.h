/* SPDX-License-Identifier: MIT */
/* log.h - the log of a space: what it learnt of others, in the order in which it did.
 *
 *   log_events.def   which events there are: the table
 *   log.c            reading a log; words for an event
 *   log_writer.c     writing one
 *
 * A log is a file SLOT-USE.log in the folder of a recording: a head, then one event behind the other, each
 * on a multiple of 8 bytes.  It is written through a shared mapping, so what a space has written stays when
 * it is killed.  The kind of an event is stored last: one that was not finished has none, and is the end.
 *
 * The reader trusts nothing: sizes are bounded, each event has a check.  Knows nothing of the
 * runtime, so that tools can use it.
 */
#ifndef ERB_LOG_H
#define ERB_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ERB_LOG_VERSION = 3, ERB_LOG_MOST = 256 << 10 /* bytes of data of an event */ };

/* In the order of bytes of the machine: a log of another order has another magic. */
#define ERB_LOG_MAGIC UINT64_C (0x0a474f4c42524501)

struct erb_log_head
{
  uint64_t magic;
  uint32_t version;
  uint32_t machine;  /* which instructions: EM_X86_64 ... */
  int64_t steps;     /* that the space has begun so far */
  int64_t page;      /* bytes of a page */
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
  uint32_t check;    /* of all that follows, and size */
  uint32_t unused;
  int64_t step;      /* of the space: steps are counted, whether they leave an event or not */
  int64_t value[4];
  unsigned char data[];
};

/* What a space has of a region, as far as a replay has to make it itself. */
struct erb_log_port
{
  int64_t region_pages, begin;
  int32_t first, reserved, channel, channel_kind, maker, unused;
  char where[72];
};

enum erb_log_end { ERB_LOG_RETURNED, ERB_LOG_EXITED };
enum { ERB_LOG_DEAD = -1 };  /* state of a child that was met: it has died */
enum { ERB_LOG_STATUS = 64 }; /* value: how a child ended, as waitpid says it; after it was met */

/* A log that is read. */
struct erb_log
{
  const char *file;  /* its name */
  const unsigned char *bytes;
  size_t size, at;   /* of the event that is next */
  int64_t number;    /* of that event, from 1 on */
  bool torn;         /* it stops where an event should be, and has no END */
};

/* Bytes of an event in the file. */
static inline size_t
erb_log_bytes (size_t size)
{
  return (sizeof (struct erb_log_event) + size + 7) / 8 * 8;
}

/* What is wrong, and how to mend it. */
struct erb_log_fault { char what[384], mend[160]; };

extern uint32_t erb_log_check (const struct erb_log_event *e);
/* Looks at the head of bytes, which stay where they are; false: f says why they are no log. */
extern bool erb_log_begin (struct erb_log *log, const char *file, const void *bytes, size_t size,
                           struct erb_log_fault *f);
/* The next event, which stays the next until erb_log_pass; NULL: there is none, or it is damaged,
 * then f->what is not empty. */
extern const struct erb_log_event *erb_log_next (struct erb_log *log, struct erb_log_fault *f);
extern void erb_log_pass (struct erb_log *log, const struct erb_log_event *e);
/* What happened, in words; returns to. */
extern const char *erb_log_say (const struct erb_log_event *e, char *to, size_t room);

#endif
