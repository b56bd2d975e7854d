/* SPDX-License-Identifier: MIT */
/* port.c - ports: which space sees which pages of a region, in which role and generation.
 *
 * A port is a range of pages of one region, for one space, as producer or consumer.  A page has at
 * most one producer.  A space that has a port creates ports for others while these stand still.
 * From then on only its space changes a port, except that others end the ports of a dead space.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"

static enum erb_spmc_role
role_of (const struct erb_spmc_port *p)
{
  return (enum erb_spmc_role) erbium_load_relaxed (&p->role);
}

/* ---- The row of a region's ports --------------------------------------- */

static void
link_port (struct erb_spmc_region *r, int n)
{
  erb_spmc.port[n].next = r->ports;
  r->ports = n;
}

static void
unlink_port (struct erb_spmc_region *r, int n)
{
  int32_t *at = &r->ports;
  while (*at >= 0 && *at != n)
    at = &erb_spmc.port[*at].next;
  if (*at == n)
    *at = erb_spmc.port[n].next;
}

void
erb_spmc_ports_repair (struct erb_spmc_region *r)
{
  r->ports = -1;
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    if (role_of (&erb_spmc.port[n]) != ERB_SPMC_NO_PORT
        && erb_spmc.port[n].region == erb_spmc_region_id (r))
      link_port (r, n);
}

/* ---- The beginning ----------------------------------------------------- */

static void
begin_at (const struct erb_spmc_region *r, struct erb_spmc_port *p,
          const struct erb_spmc_port *like)
{
  int root = r->segment[0].oldest;
  for (int s = 0; s < ERB_SPMC_CHAINS; s++)
    erbium_store_relaxed (&p->at[s], like ? erbium_load_relaxed (&like->at[s]) : 0);
  if (!like)
    erbium_store_relaxed (&p->at[0], erb_spmc.block[root].sequence << ERB_SPMC_BLOCK_BITS | root);
}

bool
erb_spmc_port_make (struct erb_spmc_region *r, int space, enum erb_spmc_role role, int first,
                    int pages, char *va, const struct erb_spmc_port *like)
{
  erb_spmc_lock_tables ();
  int n = erb_spmc_entry (&erb_spmc.shared->ports, erb_spmc.port);
  if (n >= 0)
    {
      struct erb_spmc_port *p = &erb_spmc.port[n];
      p->space = space;
      p->whose = erb_spmc_space_of (space);
      p->region = erb_spmc_region_id (r);
      p->first = first;
      p->pages = pages;
      p->va = va;
      p->begin = 0;
      erbium_store_relaxed (&p->held, 0);
      begin_at (r, p, like);
      erbium_store_release (&p->role, role); /* acquired in erb_spmc_maps_find */
    }
  erb_spmc_unlock_tables ();
  if (n >= 0)
    link_port (r, n);
  return n >= 0;
}

/* ---- On ---------------------------------------------------------------- */

static bool
within (const struct erb_spmc_segment *inner, const struct erb_spmc_segment *outer)
{
  return inner->first >= outer->first
         && inner->first + inner->pages <= outer->first + outer->pages;
}

/* The segments within s start anew, at the anchor of s.  The outer anchor moves first, so that no
 * reader sees p further on than it is. */
void
erb_spmc_move (const struct erb_spmc_region *r, struct erb_spmc_port *p, int s, int block)
{
  int64_t at = erb_spmc.block[block].sequence << ERB_SPMC_BLOCK_BITS | block;
  erbium_store_release (&p->at[s], at); /* acquired in erb_spmc_at */
  for (int t = 1; t < erbium_load_relaxed (&r->segments); t++)
    if (t != s && within (&r->segment[t], &r->segment[s]))
      erbium_store_release (&p->at[t], 0); /* likewise */
}

void
erb_spmc_hold (const struct erb_spmc_region *r, struct erb_spmc_port *p, int s)
{
  if (!erbium_load_relaxed (&p->held))
    /* Published by the release in erb_spmc_move. */
    erbium_store_relaxed (&p->held, erb_spmc_at (r, p, s));
}

void
erb_spmc_let_go (struct erb_spmc_port *p)
{
  if (erbium_load_relaxed (&p->held))
    erbium_store_release (&p->held, 0); /* acquired in oldest_of (generation.c) */
}

struct erb_spmc_port *
erb_spmc_port_of (const struct erb_spmc_region *r, int space, int page)
{
  for (int n = r->ports; n >= 0; n = erb_spmc.port[n].next)
    {
      struct erb_spmc_port *p = &erb_spmc.port[n];
      if (p->space == space && page >= p->first && page < p->first + p->pages)
        return p;
    }
  return NULL;
}

struct erb_spmc_port *
erb_spmc_producer (const struct erb_spmc_region *r, int page)
{
  struct erb_spmc_port *dead = NULL;
  for (int n = r->ports; n >= 0; n = erb_spmc.port[n].next)
    {
      struct erb_spmc_port *p = &erb_spmc.port[n];
      if (page < p->first || page >= p->first + p->pages)
        continue;
      if (role_of (p) == ERB_SPMC_PRODUCER)
        return p;
      if (role_of (p) == ERB_SPMC_DIED)
        dead = p;
    }
  return dead;
}

/* ---- The end ----------------------------------------------------------- */

static void
end_port (struct erb_spmc_region *r, struct erb_spmc_port *p)
{
  unlink_port (r, (int) (p - erb_spmc.port));
  erbium_store_relaxed (&p->role, ERB_SPMC_NO_PORT);
}

void
erb_spmc_port_shrink (struct erb_spmc_region *r, struct erb_spmc_port *p, int pages)
{
  if (pages == 0)
    end_port (r, p);
  else
    p->pages = pages;
}

void
erb_spmc_ports_changed (struct erb_spmc_region *r)
{
  erb_spmc_wake_slow (r);
  erb_spmc_reclaim (r);
}

/* Called under the lock of the region that p belonged to just before. */
static void
end_if_still (struct erb_spmc_region *r, struct erb_spmc_port *p, int space, bool died)
{
  enum erb_spmc_role role = role_of (p);
  if (role == ERB_SPMC_NO_PORT || p->space != space || p->region != erb_spmc_region_id (r))
    return;
  if (died && (role == ERB_SPMC_PRODUCER || role == ERB_SPMC_DIED))
    erbium_store_relaxed (&p->role, ERB_SPMC_DIED);
  else
    end_port (r, p);
}

void
erb_spmc_ports_of_space_end (int space, bool died)
{
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      struct erb_spmc_port *p = &erb_spmc.port[n];
      enum erb_spmc_role role = role_of (p);
      if (role == ERB_SPMC_NO_PORT || role == ERB_SPMC_DIED || p->space != space)
        continue;
      struct erb_spmc_region *r = &erb_spmc.region[p->region];
      erb_spmc_region_lock (r);
      end_if_still (r, p, space, died);
      erb_spmc_region_unlock (r);
      erb_spmc_ports_changed (r);
    }
}
