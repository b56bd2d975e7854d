/* SPDX-License-Identifier: MIT */
/* channel_end.h - a space's end of a channel; private to the files of channels.
 *
 *   channel.c        ports: alloc, setprod, setcons, close
 *   channel_copy.c   copies between a buffer and frames
 *   channel_send.c   send, send_last; room, push
 *   channel_recv.c   recv, next, take, test
 *
 * The stream.  A generation is a run of bytes that contains one message after the other, each as a
 * header and its bytes; each header begins at a multiple of its own size.  When fewer than
 * ERB_CHAN_LEAST bytes of a generation are left, both sides proceed to the next generation.  Both
 * sides follow the same steps, each with an offset of its own, so they share nothing but fixed
 * pages.
 */
#ifndef ERB_CHANNEL_END_H
#define ERB_CHANNEL_END_H

#include "channel/channel.h"
#include "pages/pages.h"
#include "erbium/channel.h"

/* Precedes each part of a message. */
struct erb_chan_header
{
  uint64_t part;  /* bytes that follow */
  uint64_t whole; /* bytes from here to the end of the message; or one of these: */
};
#define ERB_CHAN_SKIP ((uint64_t) -1)  /* the rest of the generation is empty */
/* The next header is placed so that a message behind it begins a cache line. */
#define ERB_CHAN_LINE ((uint64_t) -3)

enum { ERB_CHAN_HEAD = sizeof (struct erb_chan_header), ERB_CHAN_LEAST = 2 * ERB_CHAN_HEAD };

/* The least and the greatest size of a piece, in bytes.  A long message is published in pieces, so
 * that receivers can copy it while it is sent. */
enum { ERB_CHAN_CHUNK = 16 << 10, ERB_CHAN_LARGE_CHUNK = 64 << 10 };

/* A message of at least ERB_CHAN_ALIGNED bytes begins a cache line, if there is room. */
enum { ERB_CHAN_ALIGNED = 16 << 10, ERB_CHAN_LINE_BYTES = 64 };

/* The greatest size of a message, which is that of an object. */
#define ERB_CHAN_MOST ((size_t) PTRDIFF_MAX - 2 * ERB_CHAN_HEAD)

/* The number of tests in a row that may fail to notice that the sender has left. */
enum { ERB_CHAN_MISSES = 64 };

struct erb_chan
{
  struct erb_chan *next;      /* the next end that the process has */
  int id, space;
  const char *call;           /* the last call that used the end */
  bool lazy;
  struct erb_spmc_map *map;
  char *va;                   /* address of the data pages in the arena */
  size_t size;                /* bytes of a generation */
  char *base;                 /* address of the data pages in the window */
  erbium_atomic *word;        /* words of the data pages in this generation */
  size_t at;                  /* next byte to be written or read */
  size_t published;           /* sender: bytes that are fixed */
  int64_t fixes;              /* fixes not yet added to the counts of the region */
  struct erb_chan_header head; /* receiver: of the next part, if has_head */
  bool has_head;
  bool has_taken; /* receiver: the message taken last is in a frame and may still be read */
  unsigned misses;            /* receiver: tests since the last message that was there */
  char *buffer;               /* for messages that are not in one piece */
  size_t room;                /* its size in bytes */
  char *given;                /* address that erbium_chan_room has returned, or NULL */
  size_t given_size;
};

/* Copies a message, or a part of it. */
extern void erb_chan_copy (char *to, const char *from, size_t size);
/* Returns the caller's end of a channel, as sender or receiver, or faults. */
extern struct erb_chan *erb_chan_end (int id, bool sends, const char *call, const char *where);
/* Updates c for the present generation of its port. */
extern void erb_chan_generation (struct erb_chan *c);
extern void erb_chan_extend (struct erb_chan *c, const char *where);
/* Fixes the bytes that c holds back. */
extern void erb_chan_flush (struct erb_chan *c);
/* Returns a buffer of at least `size' bytes. */
extern char *erb_chan_buffer (struct erb_chan *c, size_t size, const char *call, const char *where);

ERBIUM_INLINE size_t
erb_chan_align (size_t at)
{
  return (at + ERB_CHAN_HEAD - 1) / ERB_CHAN_HEAD * ERB_CHAN_HEAD;
}

/* Returns the next place for a header behind which a cache line begins. */
ERBIUM_INLINE size_t
erb_chan_before_line (size_t at)
{
  size_t line = ERB_CHAN_LINE_BYTES;
  return (at + ERB_CHAN_HEAD + line - 1) / line * line - ERB_CHAN_HEAD;
}

#endif
