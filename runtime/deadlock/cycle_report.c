/* SPDX-License-Identifier: MIT */
/* cycle_report.c - the text of a report: the waits of a cycle, and a hint.
 *
 * All of it is read under the program's lock while fibers are held, and every process in the cycle
 * sleeps, so the state stays as it was found.
 */
#include "deadlock/wait_graph.h"

#include <stdio.h>

/* The number distinguishes processes of one name. */
static void
print_process (const struct erb_process *p, FILE *to)
{
  bool unique = true;
  for (const struct erb_process *q = p->program->processes; q; q = q->next)
    unique = unique && (q == p || strcmp (q->name, p->name) != 0);
  fprintf (to, "process '%s'", p->name);
  if (!unique)
    fprintf (to, " (%lld)", (long long) p->id);
}

static bool
is_given (const struct erb_wait *w, int n)
{
  erb_record_lock (w->record);
  const struct erb_id_state *place = &w->record->id_state[w->side][n];
  bool given = place->state == ERB_HELD && !place->holder->owner;
  erb_record_unlock (w->record);
  return given;
}

/* A view has held the id, and has handed it over or given it up. */
static bool
is_left (const struct erb_wait *w, int n)
{
  const struct erbium_slot *s = &w->record->slot[w->side][n];
  return !erbium_load_relaxed (&s->owner) && erbium_load_acquire (&s->index) >= 0;
}

/* Prints slot n, for which w waits: its holder and its index. */
static void
print_slot (const struct erb_wait *w, int n, FILE *to)
{
  static const char *const index[] = { "release index", "commit index" };
  static const char *const who[] = { "read", "write" };
  struct erbium_slot *s = &w->record->slot[w->side][n];
  erbium_index at = erbium_load_acquire (&s->index);
  struct erb_process *q = (struct erb_process *) (intptr_t) erbium_load_relaxed (&s->owner);
  fprintf (to, "; ");
  if (q)
    {
      print_process (q, to);
      fprintf (to, " has %s %lld", index[w->side], (long long) at);
    }
  else if (is_given (w, n))
    fprintf (to, "%s id %d is of a view that was given and has not been passed on", who[w->side],
             n + 1);
  else
    fprintf (to, "nobody %s %s id %d", is_left (w, n) ? "has taken over" : "has registered",
             who[w->side], n + 1);
}

/* Prints the slots for which w waits, at most a few. */
static void
print_slots (const struct erb_wait *w, FILE *to)
{
  enum { few = 8 };
  const erbium_index need = erb_needed (w);
  int lag = 0;
  for (int n = 0; n < w->record->ids[w->side]; n++)
    if (erbium_load_acquire (&w->record->slot[w->side][n].index) < need && ++lag <= few)
      print_slot (w, n, to);
  if (lag > few)
    fprintf (to, "; and %d more", lag - few);
}

/* Prints the number of the process, too, with which the program joins it. */
static void
print_joined (const struct erb_wait *w, FILE *to)
{
  const struct erb_process *q = w->process->program->processes;
  while (q && q->id != w->end_of)
    q = q->next;
  fprintf (to, "waits in join for the end of ");
  if (!w->end_of)
    fputs ("all others", to);
  else
    fprintf (to, "process '%s' (%lld)", q ? q->name : "?", (long long) w->end_of);
}

/* Prints the runs that the process has claimed and not yet passed; no other process does their
 * work. */
static void
print_claimed (const struct erb_process *p, FILE *to)
{
  struct erb_text t;
  for (const struct erb_view *v = p->views; v; v = v->next)
    if (v->registered && erb_index (v) < v->run_end)
      fprintf (to, "; it has claimed [%lld, %lld) of %s", (long long) v->run_first,
               (long long) v->run_end, erb_describe_view (v, &t));
}

bool
erb_at_limit (const struct erb_wait *w)
{
  return w->view && erb_is_stall (w) && w->need > 0 && erb_lowest_index (w->record, ERB_READ) >= 0
         && !erb_can_grow (w);
}

static void
print_wait (const struct erb_wait *w, FILE *to)
{
  struct erb_text t;
  fprintf (to, "\n  %s: ", w->where);
  print_process (w->process, to);
  fputc (' ', to);
  if (!w->view)
    print_joined (w, to);
  else
    {
      fprintf (to, "waits in %s of %s for ", erb_primitive_name (w->primitive),
               erb_describe_view (w->view, &t));
      if (w->need <= 0)
        fprintf (to, "all its readers to register");
      else
        fprintf (to, "%s %lld of all its %s", erb_is_stall (w) ? "release index" : "commit index",
                 (long long) w->need, erb_is_stall (w) ? "readers" : "producers");
      print_slots (w, to);
      if (erb_at_limit (w))
        fprintf (to, "; its horizon is %lld and cannot grow as far as that takes: %lld at most",
                 (long long) w->view->horizon, (long long) (ERB_LARGEST_HORIZON / w->record->size));
    }
  print_claimed (w->process, to);
}

char *
erb_describe_cycle (const struct erb_cycle *c)
{
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream (&text, &size);
  for (int n = 0; n < c->length && n < ERB_CYCLE_KEPT; n++)
    print_wait (c->wait[n], to);
  if (c->length > ERB_CYCLE_KEPT)
    fprintf (to, "\n  ... and %d more", c->length - ERB_CYCLE_KEPT);
  fclose (to);
  return text;
}

/* ---- The hint ------------------------------------------------------------------ */

/* Whether `is' holds for an id for which w waits. */
static bool
waits_for (const struct erb_wait *w, bool (*is) (const struct erb_wait *w, int n))
{
  const erbium_index need = w->view ? erb_needed (w) : 0;
  for (int n = 0; w->view && n < w->record->ids[w->side]; n++)
    if (erbium_load_acquire (&w->record->slot[w->side][n].index) < need && is (w, n))
      return true;
  return false;
}

static bool
waits_for_given (const struct erb_wait *w)
{
  return waits_for (w, is_given);
}

static bool
waits_for_left_id (const struct erb_wait *w)
{
  return waits_for (w, is_left);
}

/* Whether `is' holds for a wait of c that is kept. */
static bool
has_wait (const struct erb_cycle *c, bool (*is) (const struct erb_wait *w))
{
  for (int n = 0; n < c->length && n < ERB_CYCLE_KEPT; n++)
    if (is (c->wait[n]))
      return true;
  return false;
}

/* Whether the view that holds id n, for whose release w waits, has updated the elements that it
 * would have to release. */
static bool
keeps_elements (const struct erb_wait *w, int n)
{
  erb_record_lock (w->record);
  const struct erb_id_state *place = &w->record->id_state[w->side][n];
  bool keeps = w->side == ERB_READ && place->state == ERB_HELD
               && place->holder->seen >= erb_needed (w);
  erb_record_unlock (w->record);
  return keeps;
}

static bool
waits_for_release (const struct erb_wait *w)
{
  return waits_for (w, keeps_elements);
}

bool
erb_cycle_at_limit (const struct erb_cycle *c)
{
  return has_wait (c, erb_at_limit);
}

static bool
is_no_join (const struct erb_wait *w)
{
  return w->view != NULL;
}

const char *
erb_cycle_hint (const struct erb_cycle *c, bool cyclic)
{
  if (c->small && has_wait (c, waits_for_release))
    return "release elements after their last use, make a horizon larger, or leave ERBIUM_GROW on";
  if (c->small)
    return "make a horizon larger, or leave ERBIUM_GROW on";
  if (!cyclic && has_wait (c, waits_for_given))
    return "run the process that the view was given for";
  if (cyclic && has_wait (c, waits_for_release))
    return "a reader must release elements after their last use";
  if (cyclic && erb_cycle_at_limit (c))
    return "commit what the others wait for before writing so far ahead of them";
  if (!cyclic && has_wait (c, waits_for_left_id))
    return "register another view for the id, or free its last one with ERBIUM_TERMINATE";
  if (!cyclic)
    return "new_record says how many ids must register: run the processes that are missing; a "
           "thread that the program has made counts from its first call";
  if (!has_wait (c, is_no_join))
    return c->length == 1 ? "a process cannot join itself"
                          : "each joins the next: one must end without waiting for the others";
  return c->length == 1 ? "it waits for itself: commit before updating what this commits"
                        : "each waits for the next: one must commit before it updates";
}
