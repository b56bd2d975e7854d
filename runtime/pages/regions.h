/* SPDX-License-Identifier: MIT */
/* regions.h - shared memory, frames, generations, regions and ports: for the files of pages alone.
 *
 * These parts change the tables that all spaces share.  page_access.h has the parts that act for
 * one process.
 */
#ifndef ERB_REGIONS_H
#define ERB_REGIONS_H

#include "pages/pages.h"

/* ---- shared_memory.c ------------------------------------------------------- */

extern void erb_spmc_lock_init (struct erb_spmc_lock *lock);
/* Takes the lock.  Returns whether its last owner died with it: the caller must then repair what
 * the lock protects. */
extern bool erb_spmc_lock_take (struct erb_spmc_lock *lock);
extern void erb_spmc_lock_drop (struct erb_spmc_lock *lock);
/* Takes the lock of the tables, and repairs them if necessary. */
extern void erb_spmc_lock_tables (void);
extern void erb_spmc_unlock_tables (void);
/* Returns a free entry, or -1.  Called under the lock of the tables. */
extern int erb_spmc_entry (struct erb_spmc_table *t, void *entries);
/* Returns the offset in the arena of the part of space n; n = spaces gives the end of the arena. */
extern uint64_t erb_spmc_part (int n);

/* ---- frames.c -------------------------------------------------------------- */

/* Takes a block of at least that number of frames for a segment of a region.  The block is SPARE,
 * and all its words are 0.  Returns -1 if there is no memory. */
extern int erb_spmc_block_take (int region, int segment, int64_t frames);
extern void erb_spmc_block_clear (int block, int64_t frames);
/* Gives a block and its memory back. */
extern void erb_spmc_block_give (int block);
/* Returns the memory of frames [from, from + count) to the system; their contents become zero. */
extern void erb_spmc_frames_drop (int64_t from, int64_t count);
extern void erb_spmc_blocks_repair (void);

ERBIUM_INLINE enum erb_spmc_block_state
erb_spmc_block_state (const struct erb_spmc_block *b)
{
  return (enum erb_spmc_block_state) (erbium_load_relaxed (&b->owner) & 3);
}

ERBIUM_INLINE int
erb_spmc_block_region (const struct erb_spmc_block *b)
{
  return (int) (erbium_load_relaxed (&b->owner) >> 2);
}

ERBIUM_INLINE void
erb_spmc_block_own (struct erb_spmc_block *b, int region, enum erb_spmc_block_state state)
{
  erbium_store_relaxed (&b->owner, (int64_t) region << 2 | state);
}

/* ---- page_sums.c ------------------------------------------------------------ */

/* Adds the counts of a region that ends to those of its kind. */
extern void erb_spmc_keep_sum (const struct erb_spmc_region *r);

/* ---- generation.c ----------------------------------------------------------- */

/* Returns whether a page is an extension page in the present generation of m's port.  In an older
 * generation of the surrounding segment it may have been data. */
extern bool erb_spmc_is_extension (const struct erb_spmc_map *m, int page);

/* The following are called under the lock of r. */

/* Returns a block for a new generation of segment s, a recycled one if possible; -1 if there is no
 * memory. */
extern int erb_spmc_generation (struct erb_spmc_region *r, int s);
/* Returns whether erb_spmc_generation would recycle a block. */
extern bool erb_spmc_has_spare (struct erb_spmc_region *r, int s);
/* Returns the number of generations of s that are in use, counted up to 100. */
extern int erb_spmc_outstanding (const struct erb_spmc_region *r, int s);
/* Returns the port that is furthest behind in s, or NULL, and its anchor in *at. */
extern struct erb_spmc_port *erb_spmc_last (const struct erb_spmc_region *r, int s, int64_t *at);
/* Makes blocks that no port can reach spare, and gives back the excess of spare blocks. */
extern void erb_spmc_retire (struct erb_spmc_region *r, int s);
extern void erb_spmc_make_spare (struct erb_spmc_segment *g, int block);

/* ---- region.c --------------------------------------------------------------- */

/* Removes the regions that a dead space was creating or ending. */
extern void erb_spmc_regions_of_dead (int space);
/* Gives back the blocks that no port can reach any more, or all if there are no ports.  Takes the
 * lock of the region. */
extern void erb_spmc_reclaim (struct erb_spmc_region *r);

/* ---- port.c ------------------------------------------------------------------ */

/* Reduces a port to its first pages; with pages = 0 the port ends.  Called under the lock. */
extern void erb_spmc_port_shrink (struct erb_spmc_region *r, struct erb_spmc_port *p, int pages);
/* Completes the end or the reduction of ports of r: wakes other spaces and gives back what only
 * those ports held.  Called without the lock. */
extern void erb_spmc_ports_changed (struct erb_spmc_region *r);
extern void erb_spmc_ports_of_space_end (int space, bool died);
/* Moves p to that block in segment s and in the segments within it. */
extern void erb_spmc_move (const struct erb_spmc_region *r, struct erb_spmc_port *p, int s,
                           int block);
/* Returns the port that produces that page, with role PRODUCER or DIED, or NULL.  Called under the
 * lock. */
extern struct erb_spmc_port *erb_spmc_producer (const struct erb_spmc_region *r, int page);
extern void erb_spmc_ports_repair (struct erb_spmc_region *r);

#endif
