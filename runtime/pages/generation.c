/* SPDX-License-Identifier: MIT */
/* generation.c - generations of a segment: which are still read, frames for a new one.
 *
 * The generations of a segment are a list of blocks, oldest first.  No reference is counted: each
 * port states its generation, and no port can reach a block that is older than all of these.  Such
 * blocks become spare when the producer needs a new block, when a consumer finds that many are
 * kept, or when a port ends.  The next generations take the spare blocks, the oldest first: the
 * same frames, which are mapped already.  Spare blocks beyond SPARE_BYTES lose their memory and can
 * serve any region.
 *
 * The number of blocks in rotation.  Two or three suffice; but what a consumer has just read is
 * still in its cache, and writing it again takes three times as long as writing data that has left
 * that cache.  So a stream gets more blocks, until they fill four such caches: one more block after
 * every SLOWLY generations of each block that it has, since touching a new page takes longer still.
 *
 * Segments lie within each other or apart.  A port without an anchor of its own in a segment is at
 * the anchor of the surrounding segment.
 */
#define _GNU_SOURCE
#include "pages/regions.h"

static const int64_t SPARE_BYTES = 8 << 20; /* of a segment; two blocks in any case */
static const int64_t MOST_TURNS = 8 << 20;  /* bytes in rotation, whatever the size of the caches */
enum { SLOWLY = 16 };

/* ---- Segments ---------------------------------------------------------- */

static int
segments_of (const struct erb_spmc_region *r)
{
  return erbium_load_acquire (&r->segments); /* from the release in declare (fix.c) */
}

/* Returns the smallest segment that contains the page. */
int
erb_spmc_segment_of (const struct erb_spmc_region *r, int page)
{
  int best = 0;
  for (int s = segments_of (r) - 1; s > 0; s--)
    {
      const struct erb_spmc_segment *g = &r->segment[s];
      bool in = page == g->extension || (page >= g->first && page < g->first + g->pages);
      if (in && g->pages < r->segment[best].pages)
        best = s;
    }
  return best;
}

bool
erb_spmc_is_extension (const struct erb_spmc_map *m, int page)
{
  const struct erb_spmc_region *r = m->region;
  for (int s = segments_of (r) - 1; s > 0; s--)
    if (page == r->segment[s].extension)
      {
        int64_t word = erbium_load_relaxed (erb_spmc_word (m, page));
        return word <= erb_spmc_fixed (0) || erb_spmc_is_link (word);
      }
  return false;
}

int64_t
erb_spmc_frame (const struct erb_spmc_region *r, int block, int page)
{
  const struct erb_spmc_block *b = &erb_spmc.block[block];
  const struct erb_spmc_segment *g = &r->segment[b->segment];
  return b->frame + (page == g->extension ? g->pages : page - g->first);
}

/* Includes the extension page. */
static int
frames_of (const struct erb_spmc_segment *g)
{
  return g->pages + (g->extension >= 0);
}

/* ---- What is still read ------------------------------------------------ */

static bool
sees (const struct erb_spmc_port *p, const struct erb_spmc_segment *g)
{
  bool data = p->first < g->first + g->pages && g->first < p->first + p->pages;
  return data || (g->extension >= p->first && g->extension < p->first + p->pages);
}

/* Returns the oldest anchor that p reads in segment s.  A port sets held before it proceeds, so
 * held is read after the anchor. */
static int64_t
oldest_of (const struct erb_spmc_region *r, const struct erb_spmc_port *p, int s)
{
  /* From erb_spmc_let_go. */
  int64_t at = erb_spmc_at (r, p, s), held = erbium_load_acquire (&p->held);
  return held && held < at ? held : at;
}

/* Ports proceed meanwhile, without a lock.  So the position of each is taken from one read: a
 * second read of the port found last may show it further on than another port still is. */
struct erb_spmc_port *
erb_spmc_last (const struct erb_spmc_region *r, int s, int64_t *lowest)
{
  struct erb_spmc_port *last = NULL;
  *lowest = INT64_MAX;
  for (int n = r->ports; n >= 0; n = erb_spmc.port[n].next)
    {
      struct erb_spmc_port *p = &erb_spmc.port[n];
      int32_t role = erbium_load_relaxed (&p->role);
      if ((role != ERB_SPMC_CONSUMER && role != ERB_SPMC_PRODUCER) || !sees (p, &r->segment[s])
          || erb_ask_reads_nothing (p->space))
        continue;
      int64_t at = oldest_of (r, p, s);
      if (at < *lowest)
        {
          *lowest = at;
          last = p;
        }
    }
  return last;
}

/* Returns the sequence number of the oldest generation that a port can reach. */
static int64_t
lowest (const struct erb_spmc_region *r, int s)
{
  int64_t at;
  return erb_spmc_last (r, s, &at) ? at >> ERB_SPMC_BLOCK_BITS : INT64_MAX;
}

/* Appends block n to a list; *last is valid if there is a first block. */
static void
append (int32_t *first, int32_t *last, int n)
{
  erb_spmc.block[n].next = -1;
  if (*first < 0)
    *first = n;
  else
    erb_spmc.block[*last].next = n;
  *last = n;
}

void
erb_spmc_make_spare (struct erb_spmc_segment *g, int n)
{
  append (&g->spare, &g->last_spare, n);
  g->spares++;
}

/* The pages of a segment in the block of the root are not recycled; their memory is given back once
 * all ports are past them. */
static void
leave_root (struct erb_spmc_region *r, int s, int64_t reached)
{
  struct erb_spmc_segment *g = &r->segment[s];
  const struct erb_spmc_block *root = &erb_spmc.block[r->segment[0].oldest];
  if (s == 0 || g->passed || erbium_load_relaxed (&g->outer) != 0 || reached <= root->sequence)
    return;
  erb_spmc_frames_drop (root->frame + g->first, g->pages);
  g->passed = true;
}

void
erb_spmc_retire (struct erb_spmc_region *r, int s)
{
  struct erb_spmc_segment *g = &r->segment[s];
  int64_t reached = lowest (r, s);
  leave_root (r, s, reached);
  while (g->oldest >= 0 && erb_spmc.block[g->oldest].sequence < reached)
    {
      int n = g->oldest;
      erb_spmc_block_own (&erb_spmc.block[n], erb_spmc_region_id (r), ERB_SPMC_SPARE);
      g->oldest = erb_spmc.block[n].next;
      if (g->oldest < 0)
        g->newest = -1;
      erb_spmc_make_spare (g, n);
    }
  while (g->spares > 2 && (int64_t) g->spares * g->pages * (int64_t) erb_spmc.page > SPARE_BYTES)
    {
      int n = g->spare;
      g->spare = erb_spmc.block[n].next;
      g->spares--;
      erb_spmc_block_give (n);
      erbium_add (&r->frames, -g->pages);
    }
}

bool
erb_spmc_has_spare (struct erb_spmc_region *r, int s)
{
  if (r->segment[s].spare < 0)
    erb_spmc_retire (r, s);
  return r->segment[s].spare >= 0;
}

int
erb_spmc_outstanding (const struct erb_spmc_region *r, int s)
{
  int count = 0;
  for (int n = r->segment[s].oldest; n >= 0 && count < 100; n = erb_spmc.block[n].next)
    count++;
  return count;
}

/* ---- A new generation -------------------------------------------------- */

static int
take_spare (struct erb_spmc_region *r, struct erb_spmc_segment *g)
{
  int n = g->spare;
  g->spare = erb_spmc.block[n].next;
  g->spares--;
  erb_spmc.block[n].dirty = true;
  erb_spmc_block_clear (n, frames_of (g));
  erbium_add (&r->recycled, 1);
  return n;
}

static int
take_new (struct erb_spmc_region *r, int s)
{
  struct erb_spmc_segment *g = &r->segment[s];
  int n = erb_spmc_block_take (erb_spmc_region_id (r), s, frames_of (g));
  if (n < 0)
    return n;
  int64_t frames = erbium_add (&r->frames, g->pages);
  if (frames > erbium_load_relaxed (&r->most_frames))
    erbium_store_relaxed (&r->most_frames, frames);
  return n;
}

/* Returns whether the segment should get no more blocks unless it must. */
static bool
has_enough (const struct erb_spmc_region *r, int s)
{
  const struct erb_spmc_segment *g = &r->segment[s];
  int64_t blocks = erb_spmc_outstanding (r, s) + g->spares, most = 4 * (int64_t) erb_own_cache ();
  most = most < MOST_TURNS ? most : MOST_TURNS;
  return g->made < SLOWLY * blocks || blocks * g->pages * (int64_t) erb_spmc.page >= most;
}

int
erb_spmc_generation (struct erb_spmc_region *r, int s)
{
  struct erb_spmc_segment *g = &r->segment[s];
  bool can_repeat = erb_spmc_has_spare (r, s);
  int n = can_repeat && has_enough (r, s) ? -1 : take_new (r, s);
  if (n < 0 && can_repeat)
    n = take_spare (r, g);
  if (n < 0)
    return n;
  g->made++;
  erb_spmc.block[n].sequence = erbium_add (&r->sequence, 1);
  erb_spmc_block_own (&erb_spmc.block[n], erb_spmc_region_id (r), ERB_SPMC_USED);
  append (&g->oldest, &g->newest, n);
  return n;
}
