/* SPDX-License-Identifier: MIT */
/* channel_end.h - channels: what their files share.
 *
 *   channel.c        ports: alloc, setprod, setcons, close
 *   channel_copy.c   between a buffer and frames
 *   channel_send.c   send
 *   channel_recv.c   recv
 *
 * The stream.  A generation is a run of bytes; in it stands message after message, each as
 * a header and its bytes, and each begins at a multiple of the header's size.  Where less than
 * LEAST bytes are left of a generation, both sides extend.  Both sides go the same way through
 * it, each with an offset of its own, so nothing but fixed pages has to be shared.
 */
#ifndef ERB_CHANNEL_END_H
#define ERB_CHANNEL_END_H

#include "channel/channel.h"
#include "pages/pages.h"
#include "erbium/channel.h"

/* In front of each part of a message. */
struct erb_chan_header
{
  uint64_t part;  /* bytes that follow */
  uint64_t whole; /* bytes from here to the end of the message; or one of these: */
};
#define ERB_CHAN_SKIP ((uint64_t) -1)  /* the rest of the generation is empty */
#define ERB_CHAN_LINE ((uint64_t) -3)  /* the next header is where a message after it begins a cache line */

enum { ERB_CHAN_HEAD = sizeof (struct erb_chan_header), ERB_CHAN_LEAST = 2 * ERB_CHAN_HEAD };

/* Bytes after which a long message is published, so that receivers copy while it is sent: at least, and at most. */
enum { ERB_CHAN_CHUNK = 16 << 10, ERB_CHAN_LARGE_CHUNK = 64 << 10 };

/* A message of so many bytes begins a cache line, if there is room. */
enum { ERB_CHAN_ALIGNED = 16 << 10, ERB_CHAN_LINE_BYTES = 64 };

/* Bytes of a message at most: no object has more. */
#define ERB_CHAN_MOST ((size_t) PTRDIFF_MAX - 2 * ERB_CHAN_HEAD)

/* So many tests in a row may miss that the sender has left. */
enum { ERB_CHAN_MISSES = 64 };

struct erb_chan
{
  struct erb_chan *next;      /* of the process */
  int id, space;
  const char *call;           /* the last that was made of it */
  bool lazy;
  struct erb_spmc_map *map;
  char *va;                   /* of the data pages, in the arena */
  size_t size;                /* of a generation */
  char *base;                 /* the same in the window */
  erbium_atomic *word;        /* of the data pages in this generation */
  size_t at;                  /* next byte to be written or read */
  size_t published;           /* sender: bytes that are fixed */
  int64_t fixes;              /* not counted yet */
  struct erb_chan_header head; /* receiver: of the part that is next, if has_head */
  bool has_head;
  bool has_taken;             /* receiver: what it took last is in a frame, and may be read still */
  unsigned misses;            /* receiver: tests since the last message that was there */
  char *buffer;               /* for messages that are not in one piece */
  size_t room;                /* bytes that it has */
  char *given;                /* by chan_room, or NULL */
  size_t given_size;
};

/* Copies a message, or a part of it. */
extern void erb_chan_copy (char *to, const char *from, size_t size);
/* The caller's end of a channel, as sender or not; or a fault. */
extern struct erb_chan *erb_chan_end (int id, bool sends, const char *call, const char *where);
/* In the generation that its port is at now. */
extern void erb_chan_generation (struct erb_chan *c);
extern void erb_chan_extend (struct erb_chan *c, const char *where);
/* Fixes what is held back. */
extern void erb_chan_flush (struct erb_chan *c);
/* A buffer of at least so many bytes. */
extern char *erb_chan_buffer (struct erb_chan *c, size_t size, const char *call, const char *where);

ERBIUM_INLINE size_t
erb_chan_align (size_t at)
{
  return (at + ERB_CHAN_HEAD - 1) / ERB_CHAN_HEAD * ERB_CHAN_HEAD;
}

/* The next place for a header after which a line begins. */
ERBIUM_INLINE size_t
erb_chan_before_line (size_t at)
{
  size_t line = ERB_CHAN_LINE_BYTES;
  return (at + ERB_CHAN_HEAD + line - 1) / line * line - ERB_CHAN_HEAD;
}

#endif
