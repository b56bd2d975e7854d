/* SPDX-License-Identifier: MIT */
/* give.c - alloc, transown, copycons, clear: giving pages to spaces.
 *
 * All four create a port or cut one.  A range that is given away or cleared is cut out of its port:
 * the pages to its left keep the port, those to its right get a new one.  The new ports are created
 * before the old one is cut, so that a page always has a producer while it changes hands.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"

/* ---- alloc ------------------------------------------------------------- */

ERB_NORETURN static void
too_many_ports (struct erb_spmc_region *r, const char *call, const char *where)
{
  erb_spmc_region_unlock (r);
  erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, "clear regions with erbium_spmc_clear",
                "there are %d ports to regions", ERB_SPMC_PORTS);
}

void *
erb_spmc_alloc (size_t size, const char *call, const char *where)
{
  int space = erb_spmc_self (call, where);
  size_t page = erb_spmc.page, most = (size_t) INT32_MAX * page;
  if (size == 0 || size > most)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL,
                  "a region of %zu bytes; expected 1 to %zu", size, most);
  size = (size + page - 1) / page * page;
  char *va = erb_spmc_address (space, size, call, where);
  struct erb_spmc_region *r = erb_spmc_region_make ((int64_t) (size / page), space, call, where);
  if (!erb_spmc_port_make (r, space, ERB_SPMC_PRODUCER, 0, r->pages, va, NULL))
    too_many_ports (r, call, where);
  erb_spmc_region_unlock (r);
  erb_spmc_maps_refresh (space);
  return va;
}

void *
(erbium_spmc_alloc) (size_t size, const char *where)
{
  return erb_spmc_alloc (size, "erbium_spmc_alloc", where);
}

/* ---- Giving ------------------------------------------------------------ */

/* A call that gives pages [from, to) of m. */
struct gift
{
  const char *call, *where;
  struct erb_spmc_map *m;
  int from, to;
  int child;
};

static void
expect_whole_segments (const struct gift *g)
{
  const struct erb_spmc_region *r = g->m->region;
  for (int s = 1; s < erbium_load_acquire (&r->segments); s++) /* from declare (fix.c) */
    {
      const struct erb_spmc_segment *e = &r->segment[s];
      int in = e->extension >= g->from && e->extension < g->to;
      bool all = in && e->first >= g->from && e->first + e->pages <= g->to;
      bool none = !in && (e->first >= g->to || e->first + e->pages <= g->from);
      if (!all && !none)
        erb_spmc_fault (g->call, g->where, g->m, e->first,
                        "name whole segments and their extension pages",
                        "the range contains only a part of a segment");
    }
}

static struct gift
gift_of (int child, const char *sva, size_t size, const char *call, const char *where)
{
  struct gift g = { call, where, erb_spmc_map_at (sva, size, call, where), 0, 0, child };
  if (size == 0 || size % erb_spmc.page || (uintptr_t) sva % erb_spmc.page)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL,
                  "%zu bytes at %p are not whole pages of %zu bytes", size, (const void *) sva,
                  erb_spmc.page);
  g.from = erb_spmc_page_at (g.m, sva);
  g.to = g.from + (int) (size / erb_spmc.page);
  expect_whole_segments (&g);
  return g;
}

static void
expect_child (const struct gift *g)
{
  struct erb_text t;
  if (g->child == erbium_spmc_space ())
    erb_fault_in (ERBIUM_EXIT_MISUSE, g->call, g->where, NULL,
                  "%s gives pages to itself", erb_spmc_space_name (g->child, &t));
}

/* Checks that the child has no other pages there. */
static void
expect_room (const struct gift *g, const char *va)
{
  struct erb_text t;
  size_t size = (size_t) (g->to - g->from) * erb_spmc.page;
  if (!erb_spmc_is_arena (va) || !erb_spmc_is_arena (va + size - 1)
      || (uintptr_t) va % erb_spmc.page)
    erb_fault_in (ERBIUM_EXIT_MISUSE, g->call, g->where, "pass the caller's own address, or NULL",
                  "%p is not an address for pages in %s", (const void *) va,
                  erb_spmc_space_name (g->child, &t));
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      const struct erb_spmc_port *p = &erb_spmc.port[n];
      int32_t role = erbium_load_acquire (&p->role); /* from erb_spmc_port_make */
      if ((role == ERB_SPMC_CONSUMER || role == ERB_SPMC_PRODUCER) && p->space == g->child
          && p->va < va + size && va < p->va + (size_t) p->pages * erb_spmc.page)
        erb_fault_in (ERBIUM_EXIT_MISUSE, g->call, g->where, "pass NULL for dva",
                      "%s has pages of the region of %s at %p already",
                      erb_spmc_space_name (g->child, &t), erb_spmc.region[p->region].where,
                      (const void *) va);
    }
}

static char *
address_of (const struct gift *g, char *dva)
{
  if (!dva)
    return erb_spmc_address_for (g->child, (size_t) (g->to - g->from) * erb_spmc.page, g->call,
                                 g->where);
  expect_room (g, dva);
  return dva;
}

/* Creates the port of the child.  Called under the lock of the region. */
static void
give (const struct gift *g, char *va, enum erb_spmc_role role)
{
  if (!erb_spmc_port_make (g->m->region, g->child, role, g->from, g->to - g->from, va, g->m->port))
    too_many_ports (g->m->region, g->call, g->where);
  erb_spmc_space_again (g->child);
}

/* Creates the ports that the caller needs for the pages left and right of the range, then cuts the
 * range out.  Called under the lock of the region; the map may be gone afterwards. */
static void
cut_out (const struct gift *g)
{
  struct erb_spmc_port *p = g->m->port;
  int end = p->first + p->pages, left = g->from - p->first;
  enum erb_spmc_role role = (enum erb_spmc_role) erbium_load_relaxed (&p->role);
  if (g->to < end
      && !erb_spmc_port_make (g->m->region, p->space, role, g->to, end - g->to,
                              p->va + (size_t) (g->to - p->first) * erb_spmc.page, p))
    too_many_ports (g->m->region, g->call, g->where);
  struct erb_spmc_region *r = g->m->region;
  erb_spmc_map_cut (g->m, left);
  erb_spmc_port_shrink (r, p, left);
}

void *
(erbium_spmc_transown) (int child, void *sva, void *dva, size_t size, const char *where)
{
  child = erb_spmc_number (child, "erbium_spmc_transown", where);
  struct gift g = gift_of (child, sva, size, "erbium_spmc_transown", where);
  struct erb_spmc_region *r = g.m->region;
  expect_child (&g);
  erb_spmc_expect_producer (g.m, g.from, g.call, where);
  char *va = address_of (&g, dva);
  erb_spmc_region_lock (r);
  give (&g, va, ERB_SPMC_PRODUCER);
  if (!erb_spmc_port_make (r, g.m->port->space, ERB_SPMC_CONSUMER, g.from, g.to - g.from, sva,
                           g.m->port))
    too_many_ports (r, g.call, where);
  cut_out (&g);
  erb_spmc_region_unlock (r);
  erb_spmc_maps_refresh (erbium_spmc_space ());
  return va;
}

void *
(erbium_spmc_copycons) (int child, void *sva, void *dva, size_t size, const char *where)
{
  child = erb_spmc_number (child, "erbium_spmc_copycons", where);
  struct gift g = gift_of (child, sva, size, "erbium_spmc_copycons", where);
  expect_child (&g);
  char *va = address_of (&g, dva);
  erb_spmc_region_lock (g.m->region);
  give (&g, va, ERB_SPMC_CONSUMER);
  erb_spmc_region_unlock (g.m->region);
  return va;
}

void
(erbium_spmc_clear) (void *va, size_t size, const char *where)
{
  struct gift g = gift_of (-1, va, size, "erbium_spmc_clear", where);
  struct erb_spmc_region *r = g.m->region;
  int space = g.m->port->space;
  erb_spmc_region_lock (r);
  cut_out (&g);
  erb_spmc_region_unlock (r);
  erb_spmc_address_free (space, va, size);
  erb_spmc_ports_changed (r);
  erb_spmc_maps_refresh (space);
}

void
(erbium_spmc_counts) (const void *va, struct erbium_spmc_counts *counts, const char *where)
{
  struct erb_spmc_region *r = erb_spmc_map_at (va, 0, "erbium_spmc_counts", where)->region;
  erb_spmc_expect_memory (counts, sizeof *counts, "counts", "erbium_spmc_counts", where);
  counts->fixes = erbium_load_relaxed (&r->traffic.fixes);
  counts->extensions = erbium_load_relaxed (&r->extensions);
  counts->frames = erbium_load_relaxed (&r->frames);
  counts->most_frames = erbium_load_relaxed (&r->most_frames);
  counts->recycled = erbium_load_relaxed (&r->recycled);
  counts->pages = erbium_load_relaxed (&r->traffic.pages);
  counts->messages = erbium_load_relaxed (&r->traffic.messages);
  counts->bytes = erbium_load_relaxed (&r->traffic.bytes);
  erb_spmc_memory_used ();
  erb_event_value (ERB_VALUE_COUNTS, counts, sizeof *counts, "erbium_spmc_counts", where);
}
