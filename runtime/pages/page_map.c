/* SPDX-License-Identifier: MIT */
/* page_map.c - the pages that a process has mapped: pages in the arena, frames in the window.
 *
 * Programs see the arena.  A page there is inaccessible, or maps the frame of the page's generation
 * with the protection that its state allows.  The window is private to the runtime: each frame has
 * a fixed place there, so a block that is reused again and again is mapped once.  erbium_spmc_read,
 * write and at use the window, and need no system call in the long run.  A process that only
 * consumes maps it read-only.
 *
 * An array holds the number of the port of each page of the arena; the fault handler reads it
 * without a lock.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"

#include <sys/mman.h>

static erbium_atomic32 *number;          /* of the map, + 1, by page of the arena */
static erbium_atomic *map_of;            /* struct erb_spmc_map *, by port */
static erbium_atomic32 *frames_of; /* by block: (region + 1) << 2 | protection in the window */

static erbium_atomic costs_here[ERB_SPMC_COSTS]; /* of this process */

static void
add (erbium_atomic *to, int64_t n)
{
  erbium_store_relaxed (to, erbium_load_relaxed (to) + n);
}

void
erb_spmc_spend (enum erb_spmc_cost cost, int64_t n)
{
  int space = erbium_spmc_space ();
  add (&costs_here[cost], n);
  if (space >= 0)
    add (&erb_spmc.space[space].costs[cost], n);
}

int64_t
erb_spmc_spent (enum erb_spmc_cost cost)
{
  return erbium_load_relaxed (&costs_here[cost]);
}

void
erbium_spmc_costs (struct erbium_spmc_costs *costs)
{
  costs->faults = erb_spmc_spent (ERB_SPMC_FAULTS);
  costs->calls = erb_spmc_spent (ERB_SPMC_CALLS);
  costs->waits = erb_spmc_spent (ERB_SPMC_WAITS);
  costs->sleeps = erb_spmc_spent (ERB_SPMC_SLEEPS);
  erb_event_value (ERB_VALUE_COSTS, costs, sizeof *costs, "erbium_spmc_costs", NULL);
}

/* ---- Tables of the process --------------------------------------------- */

static size_t
numbers_size (void)
{
  return erb_spmc.arena_bytes / erb_spmc.page * sizeof *number;
}

static void *
fresh (void *at, size_t bytes, int protection)
{
  void *p = mmap (at, bytes, protection,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED : 0), -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

bool
erb_spmc_maps_init (void)
{
  number = fresh (NULL, numbers_size (), PROT_READ | PROT_WRITE);
  map_of = fresh (NULL, ERB_SPMC_PORTS * sizeof *map_of, PROT_READ | PROT_WRITE);
  frames_of = fresh (NULL, ERB_SPMC_BLOCKS * sizeof *frames_of, PROT_READ | PROT_WRITE);
  return number && map_of && frames_of;
}

static struct erb_spmc_map *
map_of_port (int n)
{
  /* From the release in make_map. */
  return (struct erb_spmc_map *) (intptr_t) erbium_load_acquire (&map_of[n]);
}

static void
free_map (struct erb_spmc_map *m)
{
  free (m->observed);
  free (m);
}

void
erb_spmc_maps_forget (void)
{
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    if (map_of_port (n))
      free_map (map_of_port (n));
  bool ok = fresh (erb_spmc.arena, erb_spmc.arena_bytes, PROT_NONE)
            && fresh (erb_spmc.window, erb_spmc.window_bytes, PROT_NONE)
            && fresh (number, numbers_size (), PROT_READ | PROT_WRITE)
            && fresh (map_of, ERB_SPMC_PORTS * sizeof *map_of, PROT_READ | PROT_WRITE)
            && fresh (frames_of, ERB_SPMC_BLOCKS * sizeof *frames_of, PROT_READ | PROT_WRITE);
  memset (costs_here, 0, sizeof costs_here);
  if (!ok)
    abort (); /* the memory was there a moment ago, and the parent's pages must not stay */
}

static erbium_atomic32 *
number_at (const void *va)
{
  return &number[(size_t) ((const char *) va - erb_spmc.arena) / erb_spmc.page];
}

bool
erb_spmc_is_arena (const void *va)
{
  const char *p = va;
  return erb_spmc.spaces && p >= erb_spmc.arena && p < erb_spmc.arena + erb_spmc.arena_bytes;
}

struct erb_spmc_map *
erb_spmc_map_find (const void *va)
{
  if (!erb_spmc_is_arena (va))
    return NULL;
  int32_t n = erbium_load_acquire (number_at (va)); /* from the release in set_numbers */
  return n ? map_of_port (n - 1) : NULL;
}

/* ---- Maps of ports ----------------------------------------------------- */

static void
set_numbers (const struct erb_spmc_map *m, int from, int to, int32_t n)
{
  for (int k = from; k < to; k++)
    /* Acquired in erb_spmc_map_find. */
    erbium_store_release (number_at (m->port->va + (size_t) k * erb_spmc.page), n);
}

static void
refuse_address (const struct erb_spmc_port *p)
{
  for (int k = 0; k < p->pages; k++)
    {
      const struct erb_spmc_map *there = erb_spmc_map_find (p->va + (size_t) k * erb_spmc.page);
      if (there)
        erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_spmc_copycons", NULL,
                      "a thread needs an address of its own: pass NULL for dva",
                      "%p, for space %d, is in use by space %d of the same process",
                      (void *) p->va, p->space, there->port->space);
    }
}

static void
make_map (int n)
{
  struct erb_spmc_port *p = &erb_spmc.port[n];
  struct erb_spmc_map *m = calloc (1, sizeof *m + (size_t) p->pages);
  if (!m)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_spmc_enter", NULL, NULL, "no memory for %d pages",
                  p->pages);
  refuse_address (p);
  m->port = p;
  m->region = &erb_spmc.region[p->region];
  m->id = n;
  erb_event_map_made (m);
  erbium_store_release (&map_of[n], (int64_t) (intptr_t) m); /* acquired in map_of_port */
  set_numbers (m, 0, p->pages, n + 1);
}

void
erb_spmc_maps_find (int space)
{
  erb_spmc_process_lock ();
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      int32_t role = erbium_load_acquire (&erb_spmc.port[n].role); /* from erb_spmc_port_make */
      if ((role == ERB_SPMC_CONSUMER || role == ERB_SPMC_PRODUCER)
          && erb_spmc.port[n].space == space && !map_of_port (n))
        make_map (n);
    }
  erb_spmc_process_unlock ();
}

void
erb_spmc_maps_refresh (int space)
{
  erb_event_ports_checked (space);
  erb_spmc_maps_find (space);
  erb_event_ports_known (space);
}

static void
clear_pages (struct erb_spmc_map *m, int from, int to)
{
  if (from >= to || !m->any)
    return;
  erb_spmc_spend (ERB_SPMC_CALLS, 1);
  if (!fresh (erb_spmc_va (m, from), (size_t) (to - from) * erb_spmc.page, PROT_NONE))
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_spmc_clear", NULL,
                  "raise vm.max_map_count, or use larger runs of pages",
                  "cannot unmap %d pages: %s", to - from, strerror (errno));
  memset (m->mapped + (from - m->port->first), 0, (size_t) (to - from));
}

void
erb_spmc_map_clear (struct erb_spmc_map *m, int from, int to)
{
  erb_spmc_process_lock ();
  clear_pages (m, from, to);
  erb_spmc_process_unlock ();
}

/* Under the lock of the process. */
static void
cut (struct erb_spmc_map *m, int pages)
{
  clear_pages (m, m->port->first + pages, m->port->first + m->port->pages);
  set_numbers (m, pages, m->port->pages, 0);
  if (pages == 0)
    {
      erbium_store_relaxed (&map_of[m->id], 0);
      free_map (m);
    }
}

void
erb_spmc_map_cut (struct erb_spmc_map *m, int pages)
{
  erb_spmc_process_lock ();
  cut (m, pages);
  erb_spmc_process_unlock ();
}

/* The lock is held all the time: other threads of the process may be spaces that leave, and free
 * their maps. */
void
erb_spmc_maps_drop (int space)
{
  erb_spmc_process_lock ();
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      struct erb_spmc_map *m = map_of_port (n);
      if (m && m->port->space == space)
        cut (m, 0);
    }
  erb_spmc_process_unlock ();
}

/* ---- Addresses --------------------------------------------------------- */

static bool
holds (const struct erb_spmc_map *m, const char *va, size_t size)
{
  const char *end = m->port->va + (size_t) m->port->pages * erb_spmc.page;
  return va >= m->port->va && va <= end && size <= (size_t) (end - va);
}

struct erb_spmc_map *
erb_spmc_map_at (const void *va, size_t size, const char *call, const char *where)
{
  struct erb_spmc_map *m = erb_spmc_map_find (va);
  int space = erb_spmc_self (call, where);
  struct erb_text self;
  if (!m)
    {
      erb_spmc_maps_refresh (space);
      m = erb_spmc_map_find (va);
    }
  if (!m)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where,
                  "allocate it with erbium_spmc_alloc, or have the parent call "
                  "erbium_spmc_transown or erbium_spmc_copycons",
                  "address %p belongs to no region of %s", va, erb_spmc_space_name (space, &self));
  if (!holds (m, va, size))
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "use one call for each region",
                  "%zu bytes from address %p exceed the pages that %s has of the region of %s: "
                  "%d pages from %p", size, va, erb_spmc_space_name (space, &self),
                  m->region->where, m->port->pages, (void *) m->port->va);
  return m;
}

/* ---- The window -------------------------------------------------------- */

static void
map_frames (char *at, int64_t frame, int64_t frames, int protection)
{
  erb_spmc_spend (ERB_SPMC_CALLS, 1);
  void *p = mmap (at, (size_t) frames * erb_spmc.page, protection, MAP_SHARED | MAP_FIXED,
                  erb_spmc.file, frame * (off_t) erb_spmc.page);
  if (p == MAP_FAILED)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_spmc_map", NULL,
                  "raise vm.max_map_count, or use larger runs of pages",
                  "cannot map %lld pages: %s", (long long) frames, strerror (errno));
}

static char *
window_at (int64_t frame)
{
  return erb_spmc.window + (size_t) frame * erb_spmc.page;
}

/* A process keeps its rights to the frames of a region until these belong to another region. */
static void
open_window (int block, int region, int want)
{
  const struct erb_spmc_block *b = &erb_spmc.block[block];
  erb_spmc_process_lock ();
  int32_t has = erbium_load_relaxed (&frames_of[block]);
  if (has >> 2 == region + 1)
    want |= has & 3;
  map_frames (window_at (b->frame), b->frame, INT64_C (1) << b->order, want);
  /* Acquired in erb_spmc_frames_at. */
  erbium_store_release (&frames_of[block], (region + 1) << 2 | want);
  erb_spmc_process_unlock ();
}

char *
erb_spmc_frames_at (const struct erb_spmc_map *m, int block)
{
  int want = erb_spmc_produces (m) ? PROT_READ | PROT_WRITE : PROT_READ;
  int region = erb_spmc_region_id (m->region);
  int32_t has = erbium_load_acquire (&frames_of[block]); /* from open_window */
  if (has >> 2 != region + 1 || (has & want) != want)
    open_window (block, region, want);
  return window_at (erb_spmc.block[block].frame);
}

/* ---- Pages of the arena ------------------------------------------------ */

static int64_t
frame_at (const struct erb_spmc_map *m, int page)
{
  return erb_spmc_frame (m->region, erb_spmc_block_at (m->region, m->port, page), page);
}

static void
change_protection (char *at, int pages, int protection)
{
  erb_spmc_spend (ERB_SPMC_CALLS, 1);
  if (mprotect (at, (size_t) pages * erb_spmc.page, protection) != 0)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_spmc_map", NULL,
                  "raise vm.max_map_count, or use larger runs of pages",
                  "cannot protect %d pages: %s", pages, strerror (errno));
}

/* Returns the end of the pages from `from` on that one call can map: contiguous frames without that
 * protection. */
static int
run_from (const struct erb_spmc_map *m, int from, int to, int protection)
{
  int end = from;
  int64_t frame = frame_at (m, from) - from;
  while (end < to && m->mapped[end - m->port->first] != protection
         && frame_at (m, end) - end == frame)
    end++;
  return end;
}

void
erb_spmc_map_pages (struct erb_spmc_map *m, int from, int to, bool write)
{
  int protection = write ? PROT_READ | PROT_WRITE : PROT_READ;
  erb_spmc_process_lock ();
  while (from < to)
    {
      int end = run_from (m, from, to, protection);
      if (end > from)
        map_frames (erb_spmc_va (m, from), frame_at (m, from), end - from, protection);
      memset (m->mapped + (from - m->port->first), protection, (size_t) (end - from));
      m->any = true;
      from = end > from ? end : from + 1;
    }
  erb_spmc_process_unlock ();
}

void
erb_spmc_map_protect (struct erb_spmc_map *m, int from, int to)
{
  if (!m->any)
    return;
  erb_spmc_process_lock ();
  while (from < to)
    {
      int end = from;
      while (end < to && m->mapped[end - m->port->first] & PROT_WRITE)
        m->mapped[end++ - m->port->first] = PROT_READ;
      if (end > from)
        change_protection (erb_spmc_va (m, from), end - from, PROT_READ);
      from = end > from ? end : from + 1;
    }
  erb_spmc_process_unlock ();
}
