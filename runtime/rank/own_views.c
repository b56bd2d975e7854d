/* SPDX-License-Identifier: MIT */
/* own_views.c - what processes of this rank do to ids of records that other ranks know, too. */
#include "rank/shared.h"

void
erb_view_leaves (struct erb_shared_record *s, struct erb_view *v, int to)
{
  int id = v->registered;
  if (!id)
    {
      erb_end_shadow (v, false);
      return;
    }
  struct erb_id_place *p = &s->place[v->side][id - 1];
  erb_view_own (v, erb_rank_owner[to]);
  p->shadow = v;
  erb_place_id (s, v->side, id, to, erb_index (v));
  if (s->key.home != erb_rank)
    erb_post ((int) s->key.home, erb_id_message (s, ERB_TO_GIVE_UP, v->side, id, ERB_NOW_HELD, to,
                                             erb_index (v), v->horizon));
  else
    {
      struct erb_message *m
        = erb_id_message (s, ERB_TO_ID, v->side, id, ERB_NOW_HELD, to, erb_index (v), v->horizon);
      erb_post_to_members (s->member, to, m);
      free (m);
    }
}

/* Whether the caller, a process of this rank, changes ids of a record that others know. */
static struct erb_shared_record *
shared_of (const struct erb_view *v)
{
  return erb_on_engine () ? NULL : v->record->shared;
}

ERB_NORETURN ERB_COLD static void
goes_on_elsewhere (const struct erb_view *v, int rank, const char *where)
{
  struct erb_text t;
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
             "let both producers run on one rank: pass the view itself",
             "%s cannot go on on rank %d: elements of its record were committed on rank %d",
             erb_describe_view (v, &t), erb_rank, rank);
}

ERB_NORETURN ERB_COLD static void
is_one_of_several (const struct erb_view *v, int id, int rank, const char *where)
{
  struct erb_text t;
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
             "pass the record to the process when it is run: then it runs there",
             "%s cannot take id %d on rank %d: its record has several producers, which run on "
             "rank %d", erb_describe_view (v, &t), id, erb_rank, rank);
}

bool
erb_rank_takes_id (struct erb_view *v, int id, erbium_index *at, const char *where)
{
  struct erb_shared_record *s = shared_of (v);
  if (erb_on_engine () && erb_engine_begins_at >= 0)
    {
      *at = erb_engine_begins_at;
      return true;
    }
  if (!s)
    return false;
  erb_engine_lock ();
  int last = s->place[v->side][id - 1].rank, source = s->source;
  erb_engine_unlock ();
  bool several = v->record->ids[ERB_WRITE] > 1;
  if (v->side == ERB_WRITE && several && source != erb_rank)
    is_one_of_several (v, id, source, where);
  if (s->key.home == erb_rank)
    {
      erb_engine_lock ();
      erbium_index from;
      int change = erb_standing (s, v->side, id - 1, &from);
      erb_engine_unlock ();
      if (v->side == ERB_WRITE && change == ERB_NOW_VACANT && from > 0 && last != erb_rank)
        goes_on_elsewhere (v, last, where);
      return false;
    }
  struct erb_message *m
    = erb_id_message (s, ERB_TO_REGISTER, v->side, id, ERB_NOW_HELD, erb_rank, 0, v->horizon);
  struct erb_ticket t = erb_request ((int) s->key.home, m);
  if (t.a == ERB_ID_ELSEWHERE)
    goes_on_elsewhere (v, (int) t.b, where);
  if (t.a == ERB_ID_REFUSED)
    return false; /* by now this rank knows which view holds it: view.c reports that */
  *at = t.b;
  return true;
}

void
erb_rank_id_taken (struct erb_view *v)
{
  struct erb_shared_record *s = shared_of (v);
  if (!s)
    return;
  erb_engine_lock ();
  erb_place_id (s, v->side, v->registered, erb_rank, erb_index (v));
  if (s->key.home == erb_rank)
    {
      struct erb_message *m
        = erb_id_message (s, ERB_TO_ID, v->side, v->registered, ERB_NOW_HELD, erb_rank, erb_index
                          (v), v->horizon);
      erb_post_to_members (s->member, -1, m);
      free (m);
    }
  erb_engine_unlock ();
  erb_engine_ring ();
}

/* For a handover this returns when the home knows of it, so that a process which learns of the
 * handover finds the id free. */
void
erb_rank_id_given_up (struct erb_view *v, int id, bool ended)
{
  struct erb_shared_record *s = shared_of (v);
  if (!s)
    return;
  enum erb_change change = ended ? ERB_NOW_ENDED : ERB_NOW_VACANT;
  erbium_index at = v->record->id_state[v->side][id - 1].terminal;
  erb_engine_lock ();
  bool home = s->key.home == erb_rank;
  struct erb_message *m
    = erb_id_message (s, home ? ERB_TO_ID : ERB_TO_GIVE_UP, v->side, id, change, erb_rank, at,
                      v->horizon);
  if (ended && v->side == ERB_READ)
    erb_displace_id (s, v->side, id);
  if (home)
    {
      erb_post_to_members (s->member, -1, m);
      free (m);
    }
  erb_engine_unlock ();
  if (home)
    return;
  if (ended)
    erb_post ((int) s->key.home, m);
  else
    erb_request ((int) s->key.home, m);
}

void
erb_rank_claimed (struct erb_view *v, erbium_index count, erbium_index *first, const char *where)
{
  struct erb_shared_record *s = shared_of (v);
  (void) where;
  if (!s || s->key.home == erb_rank)
    return;
  struct erb_message *m
    = erb_id_message (s, ERB_TO_CLAIM, v->side, v->group, ERB_NOW_HELD, erb_rank, count, 0);
  *first = erb_request ((int) s->key.home, m).a;
}

/* Lets a reader wait for elements that come again.  Reports an observer on a rank to which none are
 * sent. */
bool
erb_rank_update (struct erb_view *v, erbium_index i, erbium_index *to, bool *ends,
                 const char *where)
{
  struct erb_shared_record *s = shared_of (v);
  struct erb_text t;
  (void) i;
  (void) to;
  (void) ends;
  if (v->slot && s)
    erb_await_again (s, erb_index (v));
  if (v->slot || !s)
    return false;
  erb_engine_lock ();
  bool blind = s->source != erb_rank && s->readers[erb_rank] == 0;
  erb_engine_unlock ();
  if (blind)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_update, where,
               "let it run where the producers or a registered reader run",
               "%s is an observer on rank %d, to which no elements are sent",
               erb_describe_view (v, &t), erb_rank);
  return false;
}
