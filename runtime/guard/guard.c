/* SPDX-License-Identifier: MIT */
/* guard.c - the processor checks accesses to records, by page.
 *
 * Where processes are spaces each view maps its window for itself, so it can have rights of its
 * own.  A write view may write the pages between commit and stall, and read all pages; a read view
 * may read the pages between release and update.  Any other access is a fault, which guard_fault.c
 * reports.
 *
 * Addresses.  There are two ways to address an element (hot.h): by origin, or, with a narrow index,
 * in the second copy of the window.  The origin is set such that both are the same for the elements
 * of the lap that contains the last index:
 *
 *     lap of i - 1        base - bytes      base             base + bytes
 *                         | lap before      | this lap        | next lap
 *
 * Elements of the lap before have two addresses, a window apart.  Both are open before the
 * primitive returns, and not only at the fault: otherwise a system call with the address of an
 * element would fail.
 *
 * Cost.  To open or close a page takes a system call, many times the cost of filling the page.  So
 * one call serves many pages.  The rights go ahead of stall and update, but never beyond the
 * granted elements, and stay behind commit and release, by the number of pages that `lag' returns:
 * none at the beginning of a stream, later a sixteenth of the elements so far, up to 64 pages.  The
 * fast path needs no call within the open pages.
 *
 * But the system needs 70 ns for each page whose rights it changes, and a burst fills a page in 250
 * ns.  So a stream is guarded in stretches of a window, or 4 MiB: the first one, and then one in
 * 64; in the others the whole window is open.  A process with an error usually makes it in the
 * first stretch, since it repeats the same steps.  With CHECK all stretches are guarded, and
 * exactly.
 */
#define _GNU_SOURCE
#include "guard/merge.h"

#include <sys/mman.h>

/* MOST_LAG in pages; parts of the stream and of the window */
enum { MOST_LAG = 64, LAG_PART = 16, WINDOW_PART = 8 };
enum { LEAST_STRETCH = 4 << 20, GUARDED_IN = 64 };      /* bytes; stretches */

/* ---- Pages of the stream ------------------------------------------------ */

static erb_position
page_down (erb_position x)
{
  return x & ~(erb_position) (erb_page_size () - 1);
}

static erb_position
page_up (erb_position x)
{
  return page_down (x + erb_page_size () - 1);
}

static erb_position
bytes_before (const struct erb_view *v, erbium_index i)
{
  return erb_position_of (v->record, i);
}

/* Returns the number of bytes by which rights may exceed an index at x. */
static uint64_t
lag (const struct erb_view *v, erb_position x)
{
  uint64_t most = MOST_LAG * erb_page_size (), part = v->window->bytes / WINDOW_PART;
  if (v->record->program->set.check)
    return 0;
  most = part < most ? part : most;
  return (uint64_t) page_down (x / LAG_PART < most ? x / LAG_PART : most);
}

static uint64_t
stretch (const struct erb_view *v)
{
  return v->window->bytes < LEAST_STRETCH ? LEAST_STRETCH : v->window->bytes;
}

/* Whether the byte before x is guarded.  With several producers all stretches are, since the
 * written elements must be known (merge.c). */
static bool
is_guarded (const struct erb_view *v, erb_position x)
{
  return v->guard->own || v->record->program->set.check || x == 0
         || (x - 1) / stretch (v) % GUARDED_IN == 0;
}

/* Returns the first element that v may access if the last one that it has requested is before i. */
static erbium_index
first_live (const struct erb_view *v, erbium_index i)
{
  erbium_index own = erb_index (v), back = i - v->horizon;
  bool holds_back = v->side == ERB_READ && v->slot;
  return holds_back || own > back ? own : back;
}

void
erb_guard_live (const struct erb_view *v, erb_position *low, erb_position *high)
{
  *low = page_down (bytes_before (v, first_live (v, v->seen)));
  *high = v->guard->opened;
}

/* ---- Rights ------------------------------------------------------------- */

static int
rights (const struct erb_view *v, bool open)
{
  if (v->side == ERB_WRITE)
    return open ? PROT_READ | PROT_WRITE : PROT_READ;
  return open ? PROT_READ : PROT_NONE;
}

/* Changes the rights of an address range, clipped to the mapping. */
static void
protect (const struct erb_view *v, uint64_t shift, erb_position from, erb_position to, bool open)
{
  uint64_t first = (uint64_t) (uintptr_t) v->hot.base - v->window->bytes,
           end = first + 3 * v->window->bytes;
  uint64_t low = shift + (uint64_t) from, high = shift + (uint64_t) to;
  if ((int64_t) (low - first) < 0)
    low = first;
  if ((int64_t) (end - high) < 0)
    high = end;
  if ((int64_t) (high - low) <= 0)
    return;
  if (mprotect ((void *) (uintptr_t) low, high - low, rights (v, open)) != 0)
    erb_fault (ERBIUM_EXIT_RESOURCE, v->guard->last, v->guard->last_where,
               "raise vm.max_map_count, or use fewer views at a time",
               "the rights of %zu bytes of a window cannot be changed: %s", (size_t) (high - low),
               strerror (errno));
}

static void
close_run (struct erb_view *v, struct erb_run *r, erb_position below)
{
  erb_position to = below < r->high ? below : r->high;
  if (r->low >= to)
    return;
  protect (v, r->shift, r->low, to, false);
  r->low = to;
}

static void
close_below (struct erb_view *v, erb_position x)
{
  for (int n = 0; n < ERB_RUNS; n++)
    close_run (v, &v->guard->run[n], x);
}

/* Whether r uses addresses of [low, high) at `shift' under another shift. */
static bool
is_in_the_way (const struct erb_run *r, uint64_t shift, erb_position low, erb_position high)
{
  return r->low < r->high && r->shift != shift
         && (int64_t) (r->shift + (uint64_t) r->low - (shift + (uint64_t) high)) < 0
         && (int64_t) (shift + (uint64_t) low - (r->shift + (uint64_t) r->high)) < 0;
}

/* Returns the run of that shift that touches [low, high), or a run to be used for it. */
static struct erb_run *
run_for (struct erb_view *v, uint64_t shift, erb_position low, erb_position high)
{
  struct erb_run *all = v->guard->run, *oldest = &all[0];
  for (int n = 0; n < ERB_RUNS; n++)
    {
      struct erb_run *r = &all[n];
      if (r->low < r->high && r->shift == shift && low <= r->high && high >= r->low)
        return r;
      if (r->shift == shift)
        close_run (v, r, r->high);
      /* Elements a window before these are no longer live. */
      else if (is_in_the_way (r, shift, low, high))
        close_run (v, r, high + (erb_position) (int64_t) (shift - r->shift));
      if (r->low >= r->high || (oldest->low < oldest->high && r->high < oldest->high))
        oldest = r;
    }
  close_run (v, oldest, oldest->high);
  *oldest = (struct erb_run) { shift, low, low };
  return oldest;
}

static void
open_run (struct erb_view *v, uint64_t shift, erb_position low, erb_position high)
{
  if (low >= high)
    return;
  struct erb_run *r = run_for (v, shift, low, high);
  if (high > r->high)
    {
      protect (v, shift, r->high, high, true);
      r->high = high;
    }
  if (low < r->low)
    {
      protect (v, shift, low, r->low, true);
      r->low = low;
    }
}

void
erb_guard_open_at (struct erb_view *v, uint64_t shift, erb_position x)
{
  erb_position low, high;
  erb_guard_live (v, &low, &high);
  open_run (v, shift, page_down (x) < low ? low : page_down (x), high);
}

/* ---- Primitives ----------------------------------------------------------------- */

/* Sets the origin as in the picture above; returns the beginning of the lap. */
static erb_position
set_origin (struct erb_view *v, erbium_index i)
{
  erb_position last = bytes_before (v, i) - (i > 0), lap = last - (last & v->hot.mask);
  v->hot.origin = (uint64_t) (uintptr_t) v->hot.base - (uint64_t) lap;
  return lap;
}

/* Returns the end of the rights after a request for i: whole pages, and ahead of them only granted
 * elements. */
static erb_position
reach_of (const struct erb_view *v, erbium_index i)
{
  erb_position need = page_up (bytes_before (v, i)), want = need + lag (v, need);
  erb_position granted = page_down (bytes_before (v, v->known));
  return want <= granted ? want : granted > need ? granted : need;
}

/* Sets the limits.  The stall limit disables the fast path of stall, which interprets a narrow
 * index relative to the commit index; commit must not find that value. */
static void
set_limit (struct erb_view *v)
{
  erbium_index fast = erb_fast_limit (v, v->known), whole = v->guard->whole;
  v->hot.stall_limit = INT64_MIN;
  v->hot.update_limit = fast < whole ? fast : whole;
}

/* Notes that no work is needed before `end'. */
static void
rest_until (struct erb_view *v, erb_position lap, erb_position end)
{
  struct erb_guard *g = v->guard;
  g->lap = lap;
  g->easy = lap + v->window->bytes < end ? lap + v->window->bytes : end;
  g->whole = (erbium_index) (end / v->record->size) + 1;
  set_limit (v);
}

/* Clears pages that were just opened, which may show elements of a window before. */
static void
clear (const struct erb_view *v, erb_position low, erb_position high)
{
  erb_position first = low < v->window->bytes ? v->window->bytes : low;
  if (erb_view_is_aside (v))
    return;
  if (erb_merge_checks (v))
    erb_merge_fill (v->hot.base, v->hot.mask, low, high);
  else if (first < high)
    memset ((void *) (uintptr_t) (v->hot.origin + (uint64_t) first), 0, (size_t) (high - first));
}

/* Closes the whole window. */
static void
close_all (struct erb_view *v)
{
  for (int n = 0; n < ERB_RUNS; n++)
    v->guard->run[n] = (struct erb_run) { 0, 0, 0 };
  v->guard->lap = v->guard->easy = 0;
  v->guard->loose = false;
  protect (v, 0, (uint64_t) (uintptr_t) v->hot.base - v->window->bytes,
           (uint64_t) (uintptr_t) v->hot.base + 2 * v->window->bytes, false);
}

static void
open_all (struct erb_view *v)
{
  v->guard->loose = true;
  protect (v, 0, (uint64_t) (uintptr_t) v->hot.base - v->window->bytes,
           (uint64_t) (uintptr_t) v->hot.base + 2 * v->window->bytes, true);
}

/* Opens the whole window for an index in a stretch that is not guarded. */
static void
reach_loosely (struct erb_view *v, erbium_index i)
{
  erb_position need = page_up (bytes_before (v, i));
  if (!v->guard->loose)
    open_all (v);
  if (need > v->guard->opened)
    v->guard->opened = need;
  rest_until (v, set_origin (v, i), ((need - 1) / stretch (v) + 1) * stretch (v));
}

void
erb_guard_reach (struct erb_view *v, erbium_index i, enum erb_primitive p, const char *where)
{
  struct erb_guard *g = v->guard;
  erb_position need = bytes_before (v, i);
  g->last = p;
  g->last_where = where;
  if (need > g->lap && need <= g->easy)
    {
      set_limit (v);
      v->hot.origin = (uint64_t) (uintptr_t) v->hot.base - (uint64_t) g->lap;
      return;
    }
  if (!is_guarded (v, need))
    {
      reach_loosely (v, i);
      return;
    }
  if (g->loose)
    close_all (v);
  erb_position low = page_down (bytes_before (v, first_live (v, i))), lap = set_origin (v, i);
  erb_position high = reach_of (v, i);
  if (low > g->opened)
    g->from = low;
  erb_position before = g->opened < low ? low : g->opened;
  if (high > g->opened)
    g->opened = high;
  open_run (v, v->hot.origin, low, g->opened);
  if (low < lap)
    open_run (v, v->hot.origin + v->window->bytes, low, g->opened);
  if (g->own && before < g->opened)
    clear (v, before, g->opened);
  rest_until (v, lap, g->opened);
}

void
erb_guard_pass (struct erb_view *v, erbium_index i, enum erb_primitive p, const char *where)
{
  struct erb_guard *g = v->guard;
  if (g->own && !erb_view_is_aside (v))
    erb_merge (v, i);
  g->last = p;
  g->last_where = where;
  if (g->loose || bytes_before (v, i) < g->pass_at)
    return;
  erb_position x = page_down (bytes_before (v, i));
  close_below (v, x);
  g->pass_at = x + lag (v, x) + erb_page_size ();
}

/* ---- Mappings ----------------------------------------------------------- */

bool
erb_guard_make (struct erb_view *v)
{
  if (!v->guard)
    v->guard = erb_memory (v->record->program->heap, sizeof *v->guard);
  return v->guard != NULL;
}

void
erb_guard_settle (struct erb_view *v, char *old, size_t bytes)
{
  if (old)
    erb_window_unmap (old, bytes);
  if (!erb_guard_make (v))
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_NO_PRIMITIVE, v->where, NULL, "no memory for a view");
  close_all (v);
  /* The view keeps its rights; it has none if it has just begun. */
  if (v->guard->opened)
    erb_guard_reach (v, v->seen, v->guard->last, v->guard->last_where);
}

void
erb_guard_hide (struct erb_view *v)
{
  if (v->hot.base && v->window)
    erb_window_unmap (v->hot.base, v->hot.mask + 1); /* the window may be another view's by now */
  erb_merge_hide (v);
  v->hot.base = NULL;
}

void
erb_guard_arrive (struct erb_view *v, const char *where)
{
  if (!v->window)
    return;
  bool merges = v->guard && v->guard->own && !erb_view_is_aside (v);
  if (!merges)
    v->hot.base = erb_window_map (v->record->program->arena, v->window);
  if (merges ? !erb_merge_arrive (v) : !v->hot.base)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, where,
               "use smaller horizons, or raise vm.max_map_count",
               "a window of %zu bytes cannot be mapped: %s", v->window->bytes, strerror (errno));
  erb_guard_settle (v, NULL, 0);
}

void
erb_guard_free (struct erb_view *v)
{
  erb_merge_free (v);
  erb_memory_free (v->record->program->heap, v->guard);
  v->guard = NULL;
}
