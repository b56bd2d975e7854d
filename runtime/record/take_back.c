/* SPDX-License-Identifier: MIT */
/* take_back.c - the window of a record that is empty, and that its views lose. */
#include "record/record.h"

/* A reader keeps a window of its own, which belongs to no record. */
void
erb_view_lose_window (struct erb_view *v)
{
  if (erb_has_own_window (v))
    return;
  v->window = NULL;
  v->hot.update_limit = v->hot.stall_limit = INT64_MIN;
}

/* The next window is as large, so v->room stands for that too. */
void
erb_record_lose_window (erbium_record *r)
{
  size_t bytes = erb_record_window (r)->bytes;
  if (bytes > r->first_bytes)
    r->first_bytes = bytes;
  erbium_store_relaxed (&r->window, 0);
}

bool
erb_record_is_empty (const erbium_record *r)
{
  const struct erbium_slot *w = &r->slot[ERB_WRITE][0], *d = &r->slot[ERB_READ][0];
  erbium_index committed = erbium_load_acquire (&w->index); /* erbium_publish_fast */
  return erbium_load_relaxed (&w->granted) == committed
         && erbium_load_relaxed (&d->index) == committed;
}

/* Returns whether v, its reader, and one producer have the only views of r. */
static bool
is_between_two (const erbium_record *r, const struct erb_view *v)
{
  return v->slot && r->views == 2 && r->ids[ERB_READ] == 1 && r->ids[ERB_WRITE] == 1
         && r->id_state[ERB_WRITE][0].holder;
}

/* The producer runs meanwhile, perhaps, but touches no element of an empty record before it is
 * granted one, and holds what it is granted against `growing' (X1).  Its view keeps a pointer to
 * the window, which it compares with that of the record and uses for nothing else.  What it has
 * written is ordered before what the window is used for next: the commit index is acquired. */
void
erb_record_take_back (struct erb_view *v)
{
  erbium_record *r = v->record;
  erb_record_lock (r);
  struct erb_window *w = is_between_two (r, v) && erb_record_is_empty (r) ? erb_record_window (r)
                         : NULL;
  if (w)
    {
      erb_record_hold_grants (r);
      if (erb_record_is_empty (r))
        {
          erb_view_lose_window (v);
          erb_record_lose_window (r);
        }
      else
        w = NULL;
      erbium_store_release (&r->growing, 0); /* is_growing */
    }
  erb_record_unlock (r);
  if (w)
    r->backend->window_free (r->program->arena, w);
}
