/* SPDX-License-Identifier: MIT */
/* page_tables.h - what spaces share: tables, and a word for each frame.
 *
 * Words.  A page of a generation has one, which only grows:
 *
 *   0                 no frame yet
 *   1 + 2 * bytes     it has one, and so many bytes of it are fixed
 *   2 + 2 * block     of an extension page: where the next generation is
 *
 * An anchor (page table, in the papers) is a block: so many frames in a row, and the words of
 * these.  A segment's block has a place for each page of the segment, then one for its extension
 * page; the root's has one for each page of the region.  A port says which anchor
 * it is at in each segment.
 */
#ifndef ERB_SPMC_TABLES_H
#define ERB_SPMC_TABLES_H

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

/* A lock in shared memory, which is had again after its owner has died. */
struct erb_spmc_lock { pthread_mutex_t mutex; };

/* ---- What is shared ---------------------------------------------------- */

enum erb_spmc_life { ERB_SPMC_NEW, ERB_SPMC_LIVES, ERB_SPMC_DEAD };

/* Of a space that waits for another one (page_deadlock.c). */
struct erb_spmc_sleep
{
  erbium_atomic32 turn;  /* odd: it sleeps; another one each time */
  erbium_atomic32 looks; /* in vain, in this sleep */
  int32_t awaited;       /* space: nobody else can end it */
  char in[116];          /* call and place */
};

enum { ERB_SPMC_MOST_MEMBERS = 128 }; /* of a cycle that is found */

struct erb_spmc_member
{
  int space;
  int32_t turn, looks; /* turn 0: it has not been started */
  int awaited;
};

/* What a space that sleeps has seen of others in this sleep: for itself alone, but too large for a stack of signals,
 * on which it may wait for a page. */
struct erb_spmc_watch
{
  int count;
  int last; /* which of the two it has seen last */
  struct erb_spmc_member seen[2][ERB_SPMC_MOST_MEMBERS];
};

struct erb_spmc_space
{
  erbium_atomic32 state;      /* enum erb_spmc_life; NEW: has not entered, or has left */
  struct erb_spmc_lock life;  /* held while it lives */
  uint64_t next;              /* up to here, its part of the arena has regions that it has made (address.c) */
  uint64_t given;             /* where others have last given it some, from the end down */
  int32_t channels;           /* that it has ever made */
  char how[40];               /* it died, or "" */
  struct erb_spmc_sleep sleep;
};

enum erb_spmc_role
{
  ERB_SPMC_NO_PORT,
  ERB_SPMC_CONSUMER,
  ERB_SPMC_PRODUCER,
  ERB_SPMC_DIED       /* producer of a space that has died */
};

struct erb_spmc_port
{
  erbium_atomic32 role;       /* enum erb_spmc_role; written last */
  int32_t space, region;
  int32_t first, pages;       /* of the region */
  int32_t next;               /* port of the region, or -1 */
  int64_t whose;              /* erb_space, which tells those apart that have had this number; ERB_NO_SPACE: none */
  char *va;                   /* of the first page */
  int64_t begin;              /* of a channel: offset in the generation that it begins at */
  /* The anchor in each segment, sequence << ERB_SPMC_BLOCK_BITS | block; 0: as in
   * the segment around it. */
  erbium_atomic at[ERB_SPMC_CHAINS];
  erbium_atomic held;         /* an anchor of a channel that is read still, though the port is further on; 0: none */
};

struct erb_spmc_segment
{
  int32_t extension;          /* page, or -1: the root */
  int32_t first, pages;
  erbium_atomic32 outer;      /* segment around it */
  int32_t oldest, newest;     /* blocks in use, by sequence, or -1 */
  int32_t spare, last_spare;  /* blocks to be used again, in the order in which they were let go, or -1 */
  int32_t spares;             /* how many */
  int64_t made;               /* generations */
  bool passed;                /* the pages that it had in the root are given back */
};

enum erb_spmc_being { ERB_SPMC_NO_REGION, ERB_SPMC_MADE_NOW, ERB_SPMC_LIVE };

struct erb_spmc_region
{
  erbium_atomic32 live;       /* enum erb_spmc_being */
  int32_t pages, kind;
  int32_t maker;              /* space */
  int32_t ports;              /* first, or -1 */
  int32_t channel;            /* its number, or 0: none */
  int32_t channel_kind;
  bool has_lock;              /* made once, never unmade */
  struct erb_spmc_lock lock;  /* over lists and counts */
  char where[72];             /* it was made */
  erbium_atomic32 segments;   /* including the root */
  struct erb_spmc_segment segment[ERB_SPMC_CHAINS];
  erbium_atomic sequence;     /* of the last generation of any segment */
  erbium_atomic frames, most_frames, recycled, fixes, extensions;
  __attribute__ ((aligned (ERBIUM_LINE))) erbium_atomic32 event; /* 1: somebody sleeps; changes with each wake-up */
};

enum erb_spmc_block_state { ERB_SPMC_FREE, ERB_SPMC_USED, ERB_SPMC_SPARE };

struct erb_spmc_block
{
  erbium_atomic owner;        /* region << 2 | enum erb_spmc_block_state */
  int64_t frame;              /* the first one */
  int64_t sequence;
  int32_t order;              /* it has 2^order frames */
  int32_t segment;
  int32_t next;               /* in the list that it is on, or -1 */
  bool dirty;                 /* has what an older generation had */
};

/* A table whose entries begin with a word that is 0 when they are free. */
struct erb_spmc_table
{
  size_t size;                /* of an entry */
  int32_t most, end, hint;
};

struct erb_spmc_shared
{
  struct erb_spmc_lock lock;  /* over the tables */
  struct erb_spmc_lock burials;
  struct erb_spmc_table regions, ports;
  int32_t blocks;             /* so many have been made */
  int32_t free_block[40];     /* by order, or -1 */
  int64_t next_frame;
  uint64_t file_bytes;
  __attribute__ ((aligned (ERBIUM_LINE))) erbium_atomic processors; /* that spaces were seen on: page_wait.c */
};

/* Where it all is; the same in all processes. */
struct erb_spmc
{
  size_t page;
  int spaces;                 /* 0: spmc_init was not called */
  char *arena;                /* regions as the spaces see them */
  uint64_t arena_bytes;
  uint64_t part;              /* bytes of it for each space but 0, which has a half */
  char *window;               /* frames, as this process has them mapped */
  uint64_t window_bytes;
  int file;                   /* the frames */
  struct erb_spmc_shared *shared;
  struct erb_spmc_space *space;
  struct erb_spmc_watch *watch; /* by space */
  struct erb_spmc_region *region;
  struct erb_spmc_port *port;
  struct erb_spmc_block *block;
  erbium_atomic *word;        /* of each frame */
};
extern struct erb_spmc erb_spmc;

#endif
