/* SPDX-License-Identifier: MIT */
/* channel_end.h - a space's end of a channel; private to the files of channels.
 *
 *   channel.c          ports: alloc, setprod, setcons, close
 *   channel_copy.c     copies between a buffer and frames
 *   channel_direct.c   messages that go from buffer to buffer
 *   channel_way.c      which way a long message takes
 *   channel_send.c     send, send_last; room, push
 *   channel_recv.c     recv, next, take, test
 *
 * The stream.  A generation is a run of bytes that contains one message after the other, each as a
 * header and its bytes; each header begins at a multiple of its own size.  When fewer than
 * ERB_CHAN_LEAST bytes of a generation are left, both sides proceed to the next generation.  Both
 * sides follow the same steps, each with its own offset, so they share nothing but pages that have
 * been fixed, that is, published by the sender.
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
/* The next header is placed so that the message that follows it starts at the beginning of a cache
 * line. */
#define ERB_CHAN_LINE ((uint64_t) -3)
/* The sender offers a message of `part' bytes in its buffer (channel_direct.c). */
#define ERB_CHAN_OFFER ((uint64_t) -5)

enum { ERB_CHAN_HEAD = sizeof (struct erb_chan_header), ERB_CHAN_LEAST = 2 * ERB_CHAN_HEAD };

/* The least and the greatest size of a piece, in bytes.  A long message is published in pieces, so
 * that receivers can copy it while it is sent. */
enum { ERB_CHAN_CHUNK = 16 << 10, ERB_CHAN_LARGE_CHUNK = 64 << 10 };

/* If there is room, a message of at least ERB_CHAN_ALIGNED bytes starts at the beginning of a cache
 * line. */
enum { ERB_CHAN_ALIGNED = 16 << 10, ERB_CHAN_LINE_BYTES = 64 };

/* The maximum size of a message, derived from the maximum size of an object in C. */
#define ERB_CHAN_MOST ((size_t) PTRDIFF_MAX - 2 * ERB_CHAN_HEAD)

/* Of this many consecutive tests that find no message, only one checks whether the sender has
 * left. */
enum { ERB_CHAN_MISSES = 64 };

/* ---- The way of a long message (channel_way.c) --------------------------- */

/* A message of at least so many bytes takes the way that its sender has chosen; a shorter one is
 * stored.  From buffer to buffer of one process the kernel has nothing to do. */
enum { ERB_CHAN_LONG = 32 << 10, ERB_CHAN_LONG_HERE = 8 << 10 };

enum erb_chan_way
{
  ERB_CHAN_STORE,  /* ordinary stores to the frames, which leave the lines in the sender's cache */
  ERB_CHAN_STREAM, /* stores that bypass the caches */
  ERB_CHAN_DIRECT, /* from buffer to buffer (channel_direct.c) */
  ERB_CHAN_WAYS
};

enum { ERB_CHAN_STEPS = 8 };

/* What a sender knows about the ways: the best one, and how the present period goes. */
struct erb_chan_choice
{
  enum erb_chan_way best, way;  /* they differ in a trial */
  enum erb_chan_way tried;      /* last */
  bool here;                    /* the receiver is in the process of the sender */
  int slow;                     /* offers in a row that took long, or were not taken */
  float cost;                   /* ns per byte of the best way; 0: not known yet */
  int interval;                 /* steps between two trials */
  int64_t began, bytes;         /* of a step: ns, bytes sent so far */
  int last, steps, odd;         /* of the period: its length, 0 before the first one; so far */
  float costs[ERB_CHAN_STEPS];  /* of the last steps, not in order */
};

/* What a sender has not yet added to the traffic of the region. */
struct erb_chan_traffic { int64_t fixes, pages, messages, bytes, longest; };

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
  int32_t pid;                /* of the process */
  struct erb_chan_choice choice; /* sender: of ways */
  struct erb_chan_traffic traffic; /* sender */
  struct erb_chan_header head; /* receiver: of the next part, if has_head */
  bool has_head;
  bool offered;               /* receiver: the message is in the sender's buffer as yet */
  bool has_taken; /* receiver: the message taken last is in a frame and may still be read */
  unsigned misses;            /* receiver: the number of tests since a test last found a message */
  char *buffer;               /* for messages that are not contiguous in the pages */
  size_t room;                /* its size in bytes */
  char *given;                /* address that erbium_chan_room has returned, or NULL */
  size_t given_size;
};

/* Returns the caller's end of a channel if it is of the kind requested (sender or receiver);
 * otherwise reports a fault. */
extern struct erb_chan *erb_chan_end (int id, bool sends, const char *call, const char *where);
/* Updates c for the present generation of its port. */
extern void erb_chan_generation (struct erb_chan *c);
extern void erb_chan_extend (struct erb_chan *c, const char *where);
/* Adds the traffic of c to that of its region. */
extern void erb_chan_count (struct erb_chan *c);
/* Fixes the bytes that c holds back. */
extern void erb_chan_flush (struct erb_chan *c);
/* Fixes the bytes below `to'. */
extern void erb_chan_publish (struct erb_chan *c, size_t to);
/* Makes room for a header and a byte; for all of size where that wastes at most `waste' bytes. */
extern void erb_chan_make_room (struct erb_chan *c, size_t size, size_t waste, const char *where);
/* Returns the way of the next message, a long one, and counts its bytes. */
extern enum erb_chan_way erb_chan_choose (struct erb_chan *c, size_t size);
/* For tests: the way of all long messages, or ERB_CHAN_WAYS; and how many ns an offer waits for its
 * answer. */
extern enum erb_chan_way erb_chan_only_way;
extern int64_t erb_chan_patience;
/* Reads a byte of each page of a buffer, and so waits here for pages of a region that it lies in.
 * In the midst of a message the channel could not publish what it holds back. */
extern void erb_chan_await_pages (const void *from, size_t size);
/* Offers a message to the receiver.  Returns whether the receiver has it. */
extern bool erb_chan_offer (struct erb_chan *c, const char *from, size_t size, const char *where);
/* The receiver's answer to the offer at c->at: takes the message, or declines it if `to' is NULL.
 * Returns whether it has it; otherwise it comes through the pages. */
extern bool erb_chan_take_offer (struct erb_chan *c, char *to, const char *call, const char *where);
/* Waits until the bytes below `to' are fixed; a fault if they never will be. */
extern void erb_chan_await_rest (struct erb_chan *c, size_t to, const char *call,
                                 const char *where);
/* Returns a buffer of at least `size' bytes. */
extern char *erb_chan_buffer (struct erb_chan *c, size_t size, const char *call, const char *where);

ERBIUM_INLINE size_t
erb_chan_align (size_t at)
{
  return (at + ERB_CHAN_HEAD - 1) / ERB_CHAN_HEAD * ERB_CHAN_HEAD;
}

/* Returns the next offset at which a header ends exactly at a cache-line boundary. */
ERBIUM_INLINE size_t
erb_chan_before_line (size_t at)
{
  size_t line = ERB_CHAN_LINE_BYTES;
  return (at + ERB_CHAN_HEAD + line - 1) / line * line - ERB_CHAN_HEAD;
}

#endif
