/* SPDX-License-Identifier: MIT */
/* merge.c - several producers of one record, where each has memory of its own.
 *
 * Producers of one record write disjoint elements (clause 6.1).  Threads do so in one window, and
 * if two write the same element a consumer finds either.  Here a producer writes in frames of its
 * own, which are zero before; when it commits, what it has written is copied into the window of the
 * record.
 *
 * What has it written?  An element that is not all zeros.  The window, too, is zero before the
 * first one is copied: so what was written as zeros needs no copy, and what nobody has written is
 * zero for every consumer.  An element is claimed by the id that it comes from; one that is claimed
 * by another already was written by both.  That is an error, which is noted here and told when it is certain
 * to be the first of the stream (write_conflict.c).  So the outcome is the same in every run: an element that one producer
 * wrote as zeros and another as something else is that.
 *
 * Where CHECK is set, zeros count too.  Then frames are not zero before but have a pattern, bytes from 0xa0 to
 * 0xbf that depend on nothing but their place in the stream; and what was written is an element that is not all
 * pattern.  One that is all pattern may have been written as just that: so it is copied, but claimed by nobody, and
 * gives way to one that is claimed.  A constant cannot do better, and 5 bits a byte of an element are what a
 * producer would have to hit, in the very place, to go unnoticed.
 *
 * When is a page of the window cleared?  By the first who merges into it.  He was granted an
 * element of the page, so readers have released all that was there a window before: a window holds
 * a page more than it has room for (window.c).
 *
 * Cost: a look at each element that is committed, under the record's lock, and a copy.
 */
#include "guard/merge.h"

bool
erb_merges (const struct erb_view *v)
{
  return v->record->program->heap && v->side == ERB_WRITE && v->record->ids[ERB_WRITE] > 1;
}

/* ---- Tables -------------------------------------------------------------- */

void
erb_merged_free (struct erb_heap *heap, struct erb_merged *m)
{
  if (!m)
    return;
  erb_memory_free (heap, m->page);
  erb_memory_free (heap, m->claim);
  erb_memory_free (heap, m);
}

/* Of element i.  Those that begin in the pages of one window have one each. */
static uint16_t *
claim_of (const struct erb_merged *m, erbium_index i)
{
  return &m->claim[(uint64_t) i % m->elements];
}

/* The page of the stream with that number is in the window. */
static void
show_page (const erbium_record *r, struct erb_merged *m, erb_position number, const struct erb_merged *old)
{
  const size_t page = erb_page_size ();
  erbium_index end = erb_first_from (r, (number + 1) * page);
  m->page[number % m->pages] = number + 1;
  for (erbium_index i = erb_first_from (r, number * page); i < end; i++)
    *claim_of (m, i) = old ? *claim_of (old, i) : 0;
}

/* A page more than a window before the last was left out by all, and nobody writes there any more. */
static void
take_over (const erbium_record *r, struct erb_merged *m, const struct erb_merged *old)
{
  erb_position last = 0;
  for (uint64_t n = 0; n < old->pages; n++)
    last = old->page[n] > last ? old->page[n] : last;
  for (uint64_t n = 0; n < old->pages; n++)
    if (old->page[n] && old->page[n] + old->pages > last)
      show_page (r, m, old->page[n] - 1, old);
}

bool
erb_merged_new (const erbium_record *r, struct erb_window *w, const struct erb_window *old)
{
  struct erb_heap *heap = r->program->heap;
  if (!heap || r->ids[ERB_WRITE] == 1)
    return true;
  struct erb_merged *m = erb_memory (heap, sizeof *m);
  if (!m)
    return false;
  m->pages = w->bytes / erb_page_size ();
  m->elements = w->bytes / r->size + 1;
  m->page = erb_memory (heap, m->pages * sizeof *m->page);
  m->claim = erb_memory (heap, m->elements * sizeof *m->claim);
  if (!m->page || !m->claim)
    {
      erb_merged_free (heap, m);
      return false;
    }
  if (old)
    take_over (r, m, old->merged);
  w->merged = m;
  return true;
}

/* ---- Memory of v's own --------------------------------------------------- */

void
erb_merge_hide (struct erb_view *v)
{
  if (v->guard->common)
    erb_window_unmap (v->guard->common, v->guard->common_bytes);
  v->guard->common = NULL;
}

/* Of byte x of the stream. */
static unsigned char
blank (erb_position x)
{
  return (unsigned char) (0xa0 | ((uint64_t) x * UINT64_C (0x9e3779b97f4a7c15)) >> 59);
}

bool
erb_merge_checks (const struct erb_view *v)
{
  return v->record->program->set.check;
}

void
erb_merge_fill (char *base, uint64_t mask, erb_position low, erb_position high)
{
  for (erb_position x = low; x < high; x++)
    base[(uint64_t) x & mask] = (char) blank (x);
}

static bool
show_common (struct erb_view *v, const struct erb_window *w)
{
  erb_merge_hide (v);
  v->guard->common = erb_window_map (v->record->program->arena, w);
  v->guard->common_bytes = w->bytes;
  return v->guard->common != NULL;
}

char *
erb_merge_show (struct erb_view *v, struct erb_window *w)
{
  struct erb_arena *arena = v->record->program->arena;
  struct erb_window *own = erb_window_lay_out (arena, w->bytes);
  char *base = own && erb_guard_make (v) ? erb_window_map (arena, own) : NULL;
  if (!base || !show_common (v, w))
    return NULL;
  if (v->hot.base)
    erb_view_copy_uncommitted (v, base, w->bytes);
  if (erb_merge_checks (v)) /* pages that are open already, beyond what is copied */
    erb_merge_fill (base, w->bytes - 1, erb_position_of (v->record, v->known), v->guard->opened);
  struct erb_window *before = v->guard->own;
  v->guard->own = own;
  if (before)
    erb_window_free (arena, before);
  return base;
}

bool
erb_merge_arrive (struct erb_view *v)
{
  v->hot.base = erb_window_map (v->record->program->arena, v->guard->own);
  return v->hot.base && show_common (v, v->window);
}

void
erb_merge_free (struct erb_view *v)
{
  erb_merge_hide (v);
  if (v->guard->own)
    erb_window_free (v->record->program->arena, v->guard->own);
  v->guard->own = NULL;
}

/* ---- Merging ------------------------------------------------------------- */

static bool
is_zero (const char *at, size_t size)
{
  size_t n = 0;
  for (uint64_t word; n + sizeof word <= size; n += sizeof word)
    {
      memcpy (&word, at + n, sizeof word);
      if (word)
        return false;
    }
  for (; n < size; n++)
    if (at[n])
      return false;
  return true;
}

static bool
is_blank (const char *at, erb_position x, size_t size)
{
  size_t n = 0;
  while (n < size && (unsigned char) at[n] == blank (x + n))
    n++;
  return n == size;
}

/* The page of the stream with that number is in the window, with what was merged into it. */
static void
clear_page (struct erb_view *v, struct erb_merged *m, erb_position number)
{
  const size_t page = erb_page_size ();
  if (m->page[number % m->pages] == number + 1)
    return;
  memset (v->guard->common + (number * page & (v->guard->common_bytes - 1)), 0, page);
  show_page (v->record, m, number, NULL);
}

/* True: another has written it too. */
static bool
merge_element (struct erb_view *v, struct erb_merged *m, erbium_index i)
{
  const size_t size = v->record->size;
  uint64_t at = (uint64_t) i * size;
  uint16_t *claim = claim_of (m, i);
  const char *from = v->hot.base + (at & v->hot.mask);
  char *to = v->guard->common + (at & (v->guard->common_bytes - 1));
  if (erb_merge_checks (v) ? is_blank (from, (erb_position) at, size) : is_zero (from, size))
    {
      if (erb_merge_checks (v) && !*claim)
        memcpy (to, from, size);
      return false;
    }
  bool is_read = v->record->ids[ERB_READ] > 0; /* else by observers, who see either */
  bool twice = *claim && *claim != v->registered && is_read;
  if (twice)
    erb_note_conflict (v->record, i, *claim, v->registered);
  *claim = (uint16_t) v->registered;
  memcpy (to, from, size);
  return twice;
}

/* What lies before `from` was not open in this lap, and was not written. */
void
erb_merge (struct erb_view *v, erbium_index i)
{
  const erbium_record *r = v->record;
  const size_t page = erb_page_size ();
  erb_position low = erb_position_of (r, erb_index (v)), high = erb_position_of (r, i);
  low = low < v->guard->from ? v->guard->from : low;
  high = high < v->guard->opened ? high : v->guard->opened;
  if (low >= high)
    return;
  erb_record_lock (v->record);
  struct erb_merged *m = erb_record_window (r)->merged;
  for (erb_position n = low / page; n <= (high - 1) / page; n++)
    clear_page (v, m, n);
  erbium_index end = (erbium_index) (high / r->size);
  bool twice = false;
  for (erbium_index k = erb_first_from (r, low); k < end; k++)
    twice |= merge_element (v, m, k);
  erb_record_unlock (v->record);
  if (twice)
    erb_heavy_barrier (r->program); /* T2, write_conflict.c */
}
