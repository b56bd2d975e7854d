/* SPDX-License-Identifier: MIT */
/* pair_merge.c - merges runs: sequences of pairs in the order of keys, in records and files.
 *
 * The cursors of the runs are in a heap.  Of equal keys the one in the first run comes first.
 *
 * Elements that a view has found stay at their address until the next primitive of that view, also
 * while their process calls primitives of others: a view moves to a larger window only in a
 * primitive of its own (docs/internals/windows.md).  So a cursor is a pointer, and reduce and
 * output may run jobs.
 */
#include "mapreduce/mapreduce.h"

/* ---- Cursors ----------------------------------------------------------------------- */

/* Makes the pair at c->at complete in memory; returns false at the end of the run. */
static inline bool
stand_on_pair (struct erb_cursor *c, size_t value_words)
{
  size_t need = 1, have = (size_t) (c->end - c->at);
  for (;;)
    {
      if (have >= need)
        {
          size_t words = erb_pair_words (c->at, value_words);
          if (have >= words)
            {
              c->prefix = erb_key_prefix (c->at[1]);
              return true;
            }
          need = words;
        }
      if (!c->refill (c, need))
        return false;
      have = (size_t) (c->end - c->at);
    }
}

static bool
refill_from_view (struct erb_cursor *c, size_t need)
{
  const char *where = c->job->where;
  erbium_index at = c->known - (c->end - c->at), want = at + (erbium_index) need;
  if (want < c->known + ERB_CHUNK)
    want = c->known + ERB_CHUNK;
  erbium_release_fast (c->view, at, 0, where);
  erbium_index found = erbium_update_fast (c->view, want, 0, where);
  if (found < at + (erbium_index) need)
    return false;
  c->known = found;
  c->at = erbium_at_fast (c->view, at, found, 0, sizeof *c->at, where);
  c->end = c->at + (found - at);
  return true;
}

void
erb_cursor_of_view (struct erb_cursor *c, const struct erb_job *job, erbium_view *v,
                    erbium_index from)
{
  static const uint64_t nothing;
  *c = (struct erb_cursor) { .at = &nothing, .end = &nothing, .refill = refill_from_view,
                             .job = job, .view = v, .known = from };
}

/* ---- The heap ------------------------------------------------------------------------ */

static inline bool
before (const struct erb_job *job, const struct erb_cursor *a, const struct erb_cursor *b)
{
  if (!job->a.compare && a->prefix != b->prefix)
    return a->prefix < b->prefix;
  int order = erb_pair_compare (job, a->at, b->at);
  return order ? order < 0 : a->order < b->order;
}

static void
sift (struct erb_merge *m, size_t n)
{
  struct erb_cursor **heap = m->heap, *c = heap[n];
  for (size_t child; (child = 2 * n + 1) < m->count; n = child)
    {
      if (child + 1 < m->count && before (m->job, heap[child + 1], heap[child]))
        child++;
      if (before (m->job, c, heap[child]))
        break;
      heap[n] = heap[child];
    }
  heap[n] = c;
}

void
erb_merge_begin (struct erb_merge *m, const struct erb_job *job, size_t value_words,
                 struct erb_cursor *cursors, size_t count)
{
  *m = (struct erb_merge) { .job = job, .value_words = value_words };
  m->heap = erb_job_realloc (job, NULL, count + 1, sizeof *m->heap);
  for (size_t n = 0; n < count; n++)
    {
      cursors[n].order = (int) n;
      if (stand_on_pair (&cursors[n], value_words))
        m->heap[m->count++] = &cursors[n];
    }
  for (size_t n = m->count; n-- > 0;)
    sift (m, n);
}

void
erb_merge_next (struct erb_merge *m)
{
  struct erb_cursor *c = m->heap[0];
  c->at += erb_pair_words (c->at, m->value_words);
  if (!stand_on_pair (c, m->value_words))
    m->heap[0] = m->heap[--m->count];
  if (m->count)
    sift (m, 0);
}

void
erb_merge_take (struct erb_merge *m, struct erb_log *pair)
{
  const uint64_t *top = erb_merge_top (m);
  pair->used = 0;
  uint64_t *value = erb_log_key (m->job, pair, top + 1, top[0], m->value_words);
  memcpy (value, erb_pair_value (top), m->value_words * sizeof *value);
  erb_merge_next (m);
  while (m->job->a.combine && (top = erb_merge_top (m)) && erb_pair_same_key (pair->words, top))
    {
      erb_combine (m->job, value, erb_pair_value (top));
      erb_merge_next (m);
    }
}

void
erb_merge_end (struct erb_merge *m)
{
  free (m->heap);
}
