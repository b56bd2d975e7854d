/* SPDX-License-Identifier: MIT */
/* partners.c - which processes share data with a process.
 *
 * Partners are the processes at the other side of those records through which a process moves much
 * of its data.  They belong on one worker, as far as there is other work for the rest.  They are
 * found by the slots of the records, which any thread may read.  The views of a process only the
 * thread of its worker may follow.
 */
#include "fiber/partners.h"
#include "fiber/move_cost.h"

enum
{
  PARTNERS = 8,    /* of a view, that are looked at */
  MANY_VIEWS = 16, /* of a process, that are looked at */
  SMALL = 16       /* the part of its data below which a record does not bind a process */
};

/* The least number of bytes that a view of p has moved if its record binds p to a partner.  Beside
 * a stream of blocks, a record that only says whose turn it is does not. */
static uint64_t
binding_bytes (const struct erb_process *p)
{
  uint64_t most = 0;
  int n = 0;
  for (const struct erb_view *v = p->views; v && n < MANY_VIEWS; v = v->next, n++)
    {
      uint64_t bytes = erb_move_bytes_of (v);
      most = bytes > most ? bytes : most;
    }
  return most / SMALL;
}

/* A walk over the partners of a process; some may come twice. */
struct walk
{
  const struct erb_process *process;
  uint64_t least;            /* bytes that a binding record has moved */
  const struct erb_view *view;
  int views;                 /* seen */
  int slot;                  /* the next one, of the other side of that view's record */
};

static struct walk
walk_from (const struct erb_process *p)
{
  return (struct walk) { .process = p, .least = binding_bytes (p), .view = p->views };
}

/* The slot with the next partner, or NULL at the end. */
static struct erbium_slot *
next_slot (struct walk *k)
{
  for (; k->view && k->views < MANY_VIEWS; k->view = k->view->next, k->views++, k->slot = 0)
    {
      const struct erb_view *v = k->view;
      if (erb_move_bytes_of (v) >= k->least && k->slot < v->record->ids[!v->side]
          && k->slot < PARTNERS)
        return &v->record->slot[!v->side][k->slot++];
    }
  return NULL;
}

/* The next partner that is a fiber with a home, or NULL at the end. */
static ERB_WAKES struct erb_process *
next_partner (struct walk *k)
{
  struct erbium_slot *s;
  while ((s = next_slot (k)))
    {
      struct erb_process *q = (struct erb_process *) (intptr_t) erbium_load_acquire (&s->owner);
      if (q && q != k->process && erb_worker_of (q))
        return q;
    }
  return NULL;
}

ERB_WAKES struct erb_process *
erb_partner_of (const struct erb_process *p, const struct erb_worker *w)
{
  struct walk k = walk_from (p);
  struct erb_process *found = NULL, *q;
  while ((q = next_partner (&k)))
    {
      found = q;
      if (erb_worker_of (q) == w)
        break;
    }
  return found;
}

ERB_WAKES struct erb_worker *
erb_worker_of_partner (const struct erb_process *p, const struct erb_worker *w)
{
  const struct erb_process *q = erb_partner_of (p, w);
  return q ? erb_worker_of (q) : NULL;
}

ERB_WAKES struct erb_process *
erb_partner_elsewhere (const struct erb_process *p, const struct erb_worker *w)
{
  struct walk k = walk_from (p);
  struct erb_process *q;
  while ((q = next_partner (&k)) && erb_worker_of (q) == w)
    ;
  return q;
}

static bool
has_member (const struct erb_group *g, const struct erb_process *p)
{
  for (int n = 0; n < g->count; n++)
    if (g->member[n] == p)
      return true;
  return false;
}

ERB_WAKES bool
erb_group_of (struct erb_process *p, const struct erb_worker *w, int64_t trial,
              struct erb_group *g)
{
  g->count = 0;
  g->member[g->count++] = p;
  for (int n = 0; n < g->count; n++)
    {
      struct walk k = walk_from (g->member[n]);
      struct erb_process *q;
      while ((q = next_partner (&k)))
        if (erb_worker_of (q) == w && (trial == 0 || q->trial == trial) && !has_member (g, q))
          {
            if (g->count == ERB_GROUP)
              return false;
            g->member[g->count++] = q;
          }
    }
  return true;
}
