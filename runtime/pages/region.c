/* SPDX-License-Identifier: MIT */
/* region.c - regions: their creation, their lock, their end.
 *
 * A region ends when no port to it is left, or only ports of dead producers.  Its lock protects its
 * lists and counts.  If a space dies with that lock, the next owner rebuilds them from the words
 * that state the owner of each block and port (repair).
 */
#define _GNU_SOURCE
#include "pages/regions.h"

/* ---- The lock ---------------------------------------------------------- */

static void
insert_in_order (struct erb_spmc_segment *g, int n)
{
  int32_t *at = &g->oldest;
  while (*at >= 0 && erb_spmc.block[*at].sequence < erb_spmc.block[n].sequence)
    at = &erb_spmc.block[*at].next;
  erb_spmc.block[n].next = *at;
  *at = n;
  if (erb_spmc.block[n].next < 0)
    g->newest = n;
}

/* Rebuilds the lists from the words of blocks and ports, which are always valid, after a death
 * during a change of the lists. */
static void
repair (struct erb_spmc_region *r)
{
  int64_t frames = 0;
  for (int s = 0; s < ERB_SPMC_CHAINS; s++)
    {
      struct erb_spmc_segment *g = &r->segment[s];
      g->oldest = g->newest = g->spare = -1;
      g->spares = 0;
    }
  for (int n = 0; n < erb_spmc.shared->blocks; n++)
    {
      struct erb_spmc_block *b = &erb_spmc.block[n];
      if (erb_spmc_block_state (b) == ERB_SPMC_FREE
          || erb_spmc_block_region (b) != erb_spmc_region_id (r))
        continue;
      frames += r->segment[b->segment].pages;
      if (erb_spmc_block_state (b) == ERB_SPMC_USED)
        insert_in_order (&r->segment[b->segment], n);
      else
        erb_spmc_make_spare (&r->segment[b->segment], n);
    }
  erbium_store_relaxed (&r->frames, frames);
  erb_spmc_ports_repair (r);
}

void
erb_spmc_region_lock (struct erb_spmc_region *r)
{
  if (erb_spmc_lock_take (&r->lock))
    repair (r);
}

void
erb_spmc_region_unlock (struct erb_spmc_region *r)
{
  erb_spmc_lock_drop (&r->lock);
}

/* ---- The beginning and the end ----------------------------------------- */

static struct erb_spmc_region *
reserve (int maker)
{
  erb_spmc_lock_tables ();
  int n = erb_spmc_entry (&erb_spmc.shared->regions, erb_spmc.region);
  struct erb_spmc_region *r = n < 0 ? NULL : &erb_spmc.region[n];
  if (r)
    {
      if (!r->has_lock)
        erb_spmc_lock_init (&r->lock);
      r->has_lock = true;
      r->maker = maker;
      erbium_store_relaxed (&r->live, ERB_SPMC_MADE_NOW);
    }
  erb_spmc_unlock_tables ();
  return r;
}

static void
clear_counts (struct erb_spmc_region *r)
{
  erbium_atomic *const counts[] = { &r->sequence, &r->frames, &r->most_frames, &r->recycled,
                                    &r->extensions };
  for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++)
    erbium_store_relaxed (counts[n], 0);
  r->traffic = (struct erb_spmc_traffic) { 0 };
}

static void
fill (struct erb_spmc_region *r, int64_t pages, const char *where)
{
  r->pages = (int32_t) pages;
  r->ports = -1;
  r->channel = 0;
  erbium_store_relaxed (&r->receivers, 0);
  snprintf (r->where, sizeof r->where, "%s", where ? where : "erbium");
  for (int s = 0; s < ERB_SPMC_CHAINS; s++)
    r->segment[s] = (struct erb_spmc_segment) { -1, 0, 0, { 0 }, -1, -1, -1, 0, false };
  r->segment[0].pages = r->pages;
  erbium_store_relaxed (&r->segments, 1);
  clear_counts (r);
}

struct erb_spmc_region *
erb_spmc_region_make (int64_t pages, int maker, const char *call, const char *where)
{
  struct erb_spmc_region *r = reserve (maker);
  if (!r)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where,
                  "clear some with erbium_spmc_clear", "there are %d regions", ERB_SPMC_REGIONS);
  erb_spmc_region_lock (r);
  fill (r, pages, where);
  if (erb_spmc_generation (r, 0) < 0)
    {
      erbium_store_relaxed (&r->live, ERB_SPMC_NO_REGION);
      erb_spmc_region_unlock (r);
      erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where,
                    "clear regions, make smaller ones, or raise limits (ulimit -f, -v)",
                    "no frames for %lld pages", (long long) pages);
    }
  /* Acquired in erbium_spmc_use and in frames.c; in erb_spmc_maps_find through a port. */
  erbium_store_release (&r->live, ERB_SPMC_LIVE);
  return r;
}

static void
give_all (int32_t *list)
{
  while (*list >= 0)
    {
      int n = *list;
      *list = erb_spmc.block[n].next;
      erb_spmc_block_give (n);
    }
}

/* Called under the lock of the region. */
static void
end_region (struct erb_spmc_region *r)
{
  erb_spmc_keep_sum (r);
  for (int s = 0; s < ERB_SPMC_CHAINS; s++)
    {
      give_all (&r->segment[s].oldest);
      give_all (&r->segment[s].spare);
    }
  erbium_store_relaxed (&r->live, ERB_SPMC_NO_REGION);
}

/* The port of a dead producer remains for error messages while a living port may need it. */
static bool
has_living_ports (const struct erb_spmc_region *r)
{
  for (int n = r->ports; n >= 0; n = erb_spmc.port[n].next)
    if (erbium_load_relaxed (&erb_spmc.port[n].role) != ERB_SPMC_DIED)
      return true;
  return false;
}

static void
free_ports (struct erb_spmc_region *r)
{
  while (r->ports >= 0)
    {
      struct erb_spmc_port *p = &erb_spmc.port[r->ports];
      r->ports = p->next;
      erbium_store_relaxed (&p->role, ERB_SPMC_NO_PORT);
    }
}

void
erb_spmc_reclaim (struct erb_spmc_region *r)
{
  erb_spmc_region_lock (r);
  if (erbium_load_relaxed (&r->live) == ERB_SPMC_LIVE)
    {
      if (has_living_ports (r))
        for (int s = 1; s < erbium_load_relaxed (&r->segments); s++)
          erb_spmc_retire (r, s);
      else
        {
          free_ports (r);
          end_region (r);
        }
    }
  erb_spmc_region_unlock (r);
}

/* The space may have died during the creation or the end of a region. */
void
erb_spmc_regions_of_dead (int space)
{
  for (int n = 0; n < erb_spmc.shared->regions.end; n++)
    {
      struct erb_spmc_region *r = &erb_spmc.region[n];
      if (erbium_load_relaxed (&r->live) == ERB_SPMC_NO_REGION)
        continue;
      erb_spmc_region_lock (r);
      if (erbium_load_relaxed (&r->live) == ERB_SPMC_MADE_NOW && r->maker == space)
        {
          repair (r);
          end_region (r);
        }
      erb_spmc_region_unlock (r);
      erb_spmc_reclaim (r);
    }
}
