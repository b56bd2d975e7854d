/* SPDX-License-Identifier: MIT */
/* paged_backend.c - the backend for processes that share no memory: each view maps its window for
 * itself.
 *
 * The elements are in one place of memory, as in record/shared_backend.c, but a process maps it
 * only when a view of that process needs it: so each view has rights of its own, by page
 * (guard.c).
 */
#include "guard/merge.h"

/* Prefetches open pages; the others must not be accessed. */
static void
paged_receive (struct erb_view *v, erbium_index tl, erbium_index hd)
{
  enum { LINE = 64, MOST = 16 * LINE };
  erb_position low, high, from = erb_position_of (v->record, tl),
                          to = erb_position_of (v->record, hd);
  erb_guard_live (v, &low, &high);
  from = from < low ? low : from;
  to = to < high ? to : high;
  for (uint64_t n = 0; from + n < to && n < MOST; n += LINE)
    __builtin_prefetch (v->hot.base + (((uint64_t) from + n) & v->hot.mask));
}

/* Copies by system calls, since the pages of neither window need be open. */
static void
paged_copy (struct erb_view *v, const struct erb_window *w, erb_position from, erb_position to)
{
  char some[16384];
  struct erb_arena *arena = v->record->program->arena;
  while (from < to)
    {
      size_t size = to - from < sizeof some ? (size_t) (to - from) : sizeof some;
      if (!erb_window_read (arena, w, from, some, size)
          || !erb_window_write (arena, v->window, from, some, size))
        erb_fault (ERBIUM_EXIT_RESOURCE, v->owner->last, v->owner->last_where, NULL,
                   "the elements of a window cannot be copied: %s", strerror (errno));
      from += size;
    }
}

static void
paged_window_free (struct erb_arena *arena, struct erb_window *w)
{
  for (struct erb_window *old = w; old; old = old->older)
    erb_merged_free (erb_arena_heap (arena), old->merged);
  erb_window_free (arena, w);
}

static char *
paged_map (struct erb_view *v, struct erb_window *w)
{
  if (w == erb_record_window (v->record) && erb_merges (v))
    return erb_merge_show (v, w);
  return erb_window_map (v->record->program->arena, w);
}

/* An access before the first update or stall is reported at this place. */
static void
paged_allocated (struct erb_view *v, const char *where)
{
  v->guard->last = ERB_alloc;
  v->guard->last_where = where;
}

/* In private memory, the elements beyond the open pages are those of a window before. */
static erb_position
paged_written_end (const struct erb_view *v, erb_position end)
{
  return v->guard->own && v->guard->opened < end ? v->guard->opened : end;
}

static void
paged_free (struct erb_view *v)
{
  erb_guard_hide (v);
  erb_guard_free (v);
}

const struct erb_backend erb_backend_paged = {
  .name = "paged",
  .prose = "one window for all views of a record, mapped by each with rights of its own",
  .window_new = erb_window_lay_out, .window_grow = erb_window_lay_out_larger,
  .window_free = paged_window_free, .receive = paged_receive,
  .copy = paged_copy,
  .window_made = erb_merged_new, .map = paged_map, .moved = erb_guard_settle,
  .allocated = paged_allocated, .reach = erb_guard_reach, .pass = erb_guard_pass,
  .written_end = paged_written_end, .free = paged_free,
  .report_conflict = erb_report_conflict,
};

const struct erb_observer erb_guard_observer = { .program_joined = erb_report_conflict_at_end };
