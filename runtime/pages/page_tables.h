/* SPDX-License-Identifier: MIT */
/* page_tables.h - what spaces share: tables, and a word for each frame.
 *
 * The word of a page belongs to one generation, and only grows:
 *
 *   0                 the page has no frame yet
 *   1 + 2 * bytes     it has a frame, and that number of its bytes is fixed
 *   2 + 2 * block     extension page: the block of the next generation
 *
 * An anchor (page table, in the papers) is a block: a number of contiguous frames, and their words.
 * The block of a segment has a place for each page of the segment, then one for its extension page;
 * that of the root has one for each page of the region.  A port has an anchor in each segment.
 */
#ifndef ERB_PAGE_TABLES_H
#define ERB_PAGE_TABLES_H

#include "fault/fault.h"
#include "erbium/spmc.h"

enum
{
  ERB_SPMC_REGIONS = 1 << 16,
  ERB_SPMC_PORTS = 1 << 18,
  ERB_SPMC_BLOCKS = 1 << 20,
  ERB_SPMC_BLOCK_BITS = 20,
  ERB_SPMC_CHAINS = ERBIUM_SPMC_SEGMENTS + 1 /* the root is chain 0 */
};

/* A lock in shared memory that can be taken again after the death of its owner. */
struct erb_spmc_lock { pthread_mutex_t mutex; };

/* ---- What is shared ---------------------------------------------------- */

enum erb_spmc_life { ERB_SPMC_NEW, ERB_SPMC_LIVES, ERB_SPMC_DEAD };

/* A wait of a space for another one (page_deadlock.c). */
struct erb_spmc_sleep
{
  erbium_atomic32 turn;   /* odd while the space sleeps; different in each sleep */
  erbium_atomic32 checks; /* number of unsuccessful checks during this sleep */
  int32_t awaited;        /* the only space that can end the sleep */
  char in[116];           /* the call and its place */
};

enum { ERB_SPMC_MOST_MEMBERS = 128 }; /* the most spaces of a cycle that is found */

struct erb_spmc_member
{
  int space;
  int32_t turn, checks; /* turn is 0 if the space has not been started */
  int awaited;
};

/* What a sleeping space has seen of others in this sleep.  It is private to that space, but too
 * large for a stack of signals, on which the space may wait for a page. */
struct erb_spmc_watch
{
  int count;
  int last; /* the entry of seen that was filled last */
  struct erb_spmc_member seen[2][ERB_SPMC_MOST_MEMBERS];
};

/* What the processes of a space have spent on pages; the times are in ns. */
enum erb_spmc_cost
{
  ERB_SPMC_FAULTS, ERB_SPMC_CALLS, ERB_SPMC_WAITS, ERB_SPMC_SLEEPS, ERB_SPMC_ASLEEP,
  ERB_SPMC_IN_FAULTS, /* without what was slept there */
  ERB_SPMC_COSTS
};

struct erb_spmc_space
{
  erbium_atomic32 state;      /* enum erb_spmc_life; NEW: has not entered, or has left */
  struct erb_spmc_lock life;  /* held while the space lives */
  uint64_t next;              /* mark: end of the regions that it has made (address.c) */
  uint64_t given;             /* start of the pages that others gave it last (address.c) */
  int32_t channels;           /* number of channels that it has ever made */
  char how[40];               /* the cause of its death, or "" */
  struct erb_spmc_sleep sleep;
  /* Of all that have had this number. */
  __attribute__ ((aligned (ERBIUM_LINE))) erbium_atomic costs[ERB_SPMC_COSTS];
};

enum erb_spmc_role
{
  ERB_SPMC_NO_PORT,
  ERB_SPMC_CONSUMER,
  ERB_SPMC_PRODUCER,
  ERB_SPMC_DIED       /* producer, of a space that has died */
};

struct erb_spmc_port
{
  erbium_atomic32 role;       /* enum erb_spmc_role; written last */
  int32_t space, region;
  int32_t first, pages;       /* of the region */
  int32_t next;               /* port of the region, or -1 */
  int64_t whose;              /* erb_space, since numbers are reused; or ERB_NO_SPACE */
  char *va;                   /* of the first page */
  int64_t begin;              /* channel: offset in the generation where the port begins */
  /* The anchor in each segment, sequence << ERB_SPMC_BLOCK_BITS | block.  0 stands for the anchor
   * in the surrounding segment. */
  erbium_atomic at[ERB_SPMC_CHAINS];
  erbium_atomic held;         /* channel: an older anchor that is still read, or 0 */
};

struct erb_spmc_segment
{
  int32_t extension;          /* page; -1 for the root */
  int32_t first, pages;
  erbium_atomic32 outer;      /* surrounding segment */
  int32_t oldest, newest;     /* blocks in use, by sequence, or -1 */
  int32_t spare, last_spare;  /* blocks for reuse, in the order of their release, or -1 */
  int32_t spares;             /* number of spare blocks */
  int64_t made;               /* generations so far */
  bool passed;                /* its pages in the block of the root are given back */
};

/* A message that goes from the sender's buffer to the receiver's (channel_direct.c). */
struct erb_spmc_offer
{
  erbium_atomic state;        /* number of the offer * 8 + enum erb_chan_answer */
  char *to;                   /* the receiver's buffer; */
  int32_t pid, space;         /* its process and its space */
};

/* What has been published in a region.  The end of a channel adds its part when it extends or
 * closes the channel. */
struct erb_spmc_traffic
{
  erbium_atomic fixes, pages; /* pages: those with fixed bytes, of all generations */
  erbium_atomic messages, bytes, longest;
};

enum erb_spmc_being { ERB_SPMC_NO_REGION, ERB_SPMC_MADE_NOW, ERB_SPMC_LIVE };

struct erb_spmc_region
{
  erbium_atomic32 live;       /* enum erb_spmc_being */
  int32_t pages;
  int32_t maker;              /* space */
  int32_t ports;              /* first port, or -1 */
  int32_t channel;            /* number of the channel; 0: the region is not one */
  int32_t channel_kind;
  erbium_atomic32 receivers;  /* channel: number of receive ports that were ever given */
  erbium_atomic32 process;    /* channel: id of that of the receiver that began last, or 0 */
  bool has_lock;              /* initialised once, and never destroyed */
  struct erb_spmc_lock lock;  /* protects lists and counts */
  char where[72];             /* the place of its allocation */
  erbium_atomic32 segments;   /* including the root */
  struct erb_spmc_segment segment[ERB_SPMC_CHAINS];
  erbium_atomic sequence;     /* of the latest generation of any segment */
  erbium_atomic frames, most_frames, recycled, extensions;
  struct erb_spmc_traffic traffic;
  /* Bit 0: a space sleeps.  Each wake-up changes the word. */
  __attribute__ ((aligned (ERBIUM_LINE))) erbium_atomic32 event;
  __attribute__ ((aligned (ERBIUM_LINE))) struct erb_spmc_offer offer;
};

enum erb_spmc_block_state { ERB_SPMC_FREE, ERB_SPMC_USED, ERB_SPMC_SPARE };

struct erb_spmc_block
{
  erbium_atomic owner;        /* region << 2 | enum erb_spmc_block_state */
  int64_t frame;              /* first frame */
  int64_t sequence;
  int32_t order;              /* it has 2^order frames */
  int32_t segment;
  int32_t next;               /* in the list that contains it, or -1 */
  bool dirty;                 /* holds data of an older generation */
};

/* The counts of regions, for statistics.  Under the lock of the tables. */
enum erb_spmc_kind { ERB_SPMC_PLAIN, ERB_SPMC_EAGER, ERB_SPMC_LAZY, ERB_SPMC_KINDS };
struct erb_spmc_sum
{
  int64_t regions, pages, fixes, extensions, messages, bytes;
};

/* A table whose entries begin with a word that is 0 while the entry is free. */
struct erb_spmc_table
{
  size_t size;                /* of an entry */
  int32_t most, end, hint;
};

struct erb_spmc_shared
{
  struct erb_spmc_lock lock;  /* protects the tables */
  struct erb_spmc_lock deaths;
  struct erb_spmc_table regions, ports;
  int32_t blocks;             /* number of blocks made so far */
  int32_t free_block[40];     /* by order, or -1 */
  int64_t next_frame;
  uint64_t file_bytes;
  /* Of regions that have ended: all, and channels without a message of more than 8 bytes. */
  struct erb_spmc_sum ended[ERB_SPMC_KINDS], ended_short[ERB_SPMC_KINDS];
  /* A bit for each processor on which a space was seen: page_wait.c. */
  __attribute__ ((aligned (ERBIUM_LINE))) erbium_atomic processors;
};

/* The addresses of all this, the same in all processes. */
struct erb_spmc
{
  size_t page;
  int spaces;                 /* 0 before erbium_spmc_init */
  char *arena;                /* regions as the spaces see them */
  uint64_t arena_bytes;
  uint64_t part;              /* bytes of it for each space but 0, which has half of the arena */
  char *window;               /* frames, as this process has mapped them */
  uint64_t window_bytes;
  int file;                   /* the frames */
  struct erb_spmc_shared *shared;
  struct erb_spmc_space *space;
  struct erb_spmc_watch *watch; /* by space */
  struct erb_spmc_region *region;
  struct erb_spmc_port *port;
  struct erb_spmc_block *block;
  erbium_atomic *word;        /* by frame */
};
extern struct erb_spmc erb_spmc;

#endif
