/* SPDX-License-Identifier: MIT */
/* own_window.c - windows that belong to one reader, in backends that give each reader its own.
 *
 * Such a window belongs to the id rather than to the view: a view that takes an id over finds the
 * elements that its predecessor has left there, which producers may have overwritten in theirs.
 * Only the holder of the id touches the window, so it can be replaced by a larger one at any
 * primitive of the holder, without a protocol.  A view without an id, an observer, has no window of
 * its own: it looks at that of the producers.
 */
#include "record/record.h"

/* Returns the size that the window has at first: that of the record's window. */
static size_t
first_bytes (erbium_record *r)
{
  const struct erb_window *w = erb_record_window (r);
  if (w)
    return w->bytes;
  erb_record_lock (r);
  size_t bytes = r->first_bytes;
  erb_record_unlock (r);
  return bytes;
}

/* Returns the size of a window for that many elements: at least twice that of the old one. */
static size_t
size_for (struct erb_view *v, erbium_index elements)
{
  const struct erb_window *old = v->own.window;
  if (elements > (erbium_index) (ERB_LARGEST_WINDOW / v->record->size))
    return SIZE_MAX;
  size_t need = erb_record_bytes_for (v->record, elements);
  size_t least = old ? old->bytes : first_bytes (v->record);
  if (old && need > least)
    least *= 2;
  return need > least ? need : least;
}

/* Makes a window of so many bytes that has all that has arrived in the old one. */
static struct erb_window *
make (struct erb_view *v, size_t bytes)
{
  const erbium_record *r = v->record;
  struct erb_own *own = &v->own;
  erbium_index end = own->to > own->arrived ? own->to : own->arrived;
  if (!own->window)
    return r->backend->window_new (r->program->arena, bytes, r->aligned);
  return r->backend->window_grow (r->program->arena, own->window, erb_position_of (r, end), bytes);
}

/* Makes the window larger if it has less than so many bytes.  Returns false if that fails. */
static bool
enlarge (struct erb_view *v, size_t bytes)
{
  struct erb_own *own = &v->own;
  if (!own->window || bytes > own->window->bytes)
    {
      struct erb_window *w = bytes <= ERB_LARGEST_WINDOW ? make (v, bytes) : NULL;
      if (!w)
        return false;
      own->window = w;
    }
  if (v->window != own->window)
    erb_view_move (v, own->window);
  return true;
}

void
erb_own_hold (struct erb_view *v, erbium_index elements, const char *where)
{
  size_t bytes = size_for (v, elements);
  if (!enlarge (v, bytes))
    erb_no_window (bytes, v->owner->last, where);
}

void
erb_own_make_room (struct erb_view *v)
{
  enlarge (v, size_for (v, erb_both_horizons (v->record)));
}

bool
erb_own_adopt (struct erb_view *v)
{
  struct erb_own *own = &v->own;
  if (v->window && v->window == own->window)
    return false;
  if (!own->window && (!v->horizon || !erb_record_window (v->record)))
    return false;
  erb_own_hold (v, 1, v->owner->last_where ? v->owner->last_where : v->where);
  return true;
}

void
erb_own_take (struct erb_view *v, struct erb_id_state *id_state)
{
  erbium_index at = erb_index (v), arrived = id_state->arrived;
  v->own = (struct erb_own) { .window = id_state->window, .arrived = arrived > at ? arrived : at };
  id_state->window = NULL;
}

/* A reader takes the window of the record back only where its program has fibers, and then this
 * view's pointer to it is not followed. */
void
erb_own_begin (struct erb_view *v)
{
  if (!erb_own_adopt (v) && !v->own.window)
    v->window = NULL;
}

void
erb_own_leave (struct erb_view *v, struct erb_id_state *id_state)
{
  if (id_state->state != ERB_VACANT)
    return;
  id_state->window = v->own.window;
  id_state->arrived = v->own.arrived;
  v->own.window = NULL;
}

void
erb_own_free (struct erb_view *v)
{
  if (v->own.window)
    v->record->backend->window_free (v->record->program->arena, v->own.window);
  v->own.window = NULL;
}

void
erb_own_free_ids (erbium_record *r)
{
  for (int n = 0; n < r->ids[ERB_READ]; n++)
    if (r->id_state[ERB_READ][n].window)
      r->backend->window_free (r->program->arena, r->id_state[ERB_READ][n].window);
}
