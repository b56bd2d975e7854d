/* SPDX-License-Identifier: MIT */
/* cost_model.c - estimates, for balance.c, of what each process needs and how much flows. */
#include "fiber/worker.h"
#include "fiber/cost_model.h"

static const int64_t turn = 20000;  /* ns */
static const double fading = 0.75;  /* of what was moved, from plan to plan */

/* Returns the number of bytes that a record has moved since it was made. */
static double
moved (const erbium_record *r)
{
  erbium_index to = erb_highest_index (r, ERB_WRITE); /* below 0 if no view has registered */
  return to > 0 && to != ERBIUM_NEVER ? (double) to * (double) r->size : r->moved_before;
}

/* Notes how many bytes each process has moved with the views that it has. */
static void
note_moved (erbium_program *p)
{
  for (struct erb_process *q = p->processes; q; q = q->next)
    q->moved = 0;
  for (const erbium_record *r = p->records; r; r = r->next)
    for (int side = 0; side < ERB_SIDES; side++)
      for (int id = 0; id < r->ids[side]; id++)
        {
          struct erb_process *q = erb_slot_owner (r, (enum erb_side) side, id);
          erbium_index i = erbium_load_relaxed (&r->slot[side][id].index);
          if (q && i > 0 && i != ERBIUM_NEVER)
            q->moved += (double) i * (double) r->size;
        }
}

ERB_WAKES int64_t
erb_balance_processes (erbium_program *p)
{
  erb_os->lock (&p->lock);
  int64_t n = p->alive;
  erb_os->unlock (&p->lock);
  return n;
}

int64_t
erb_balance_turn (erbium_program *p)
{
  return erb_balance_processes (p) * turn;
}

bool
erb_balance_knows_all (erbium_program *p)
{
  bool all = true;
  erb_os->lock (&p->lock);
  note_moved (p);
  for (const struct erb_process *q = p->processes; q; q = q->next)
    all = all && (!q->task->shares_threads || q->cost > 0 || q->moved > q->moved_from);
  erb_os->unlock (&p->lock);
  return all;
}

void
erb_balance_measure (erbium_program *p)
{
  erb_os->lock (&p->lock);
  note_moved (p);
  for (struct erb_process *q = p->processes; q; q = q->next)
    {
      q->moved_from = q->moved;
      erbium_store_relaxed (&q->ran, 0);
    }
  for (erbium_record *r = p->records; r; r = r->next)
    r->flow_from = erb_highest_index (r, ERB_WRITE);
  p->measured_from = erb_os->now ();
  erbium_store_relaxed (&p->measuring, 1); /* orders nothing: a switch may see it late */
  erb_os->unlock (&p->lock);
}

/* Notes a time per byte.  It is too long where the process met new pages or its thread lost the
 * processor, and too short where the process was running when measuring began or ended.  So the
 * median of the last three is used, or the lower one of two, since the first was measured when the
 * process began. */
static void
note_cost (struct erb_process *q, double cost)
{
  double before = q->costs[0], older = q->costs[1];
  double low = cost < before ? cost : before, high = cost < before ? before : cost;
  if (before == 0)
    q->cost = cost;
  else
    q->cost = older < low ? low : older < high ? older : high;
  q->costs[0] = cost;
  q->costs[1] = before;
}

/* Estimates what a process needs in the long run.  While measuring, one process may have worked off
 * what had piled up, and another may have had nothing to do: so the time per byte is measured, and
 * multiplied by all that the process has moved.  What it moved long ago counts for less. */
static void
estimate_one (struct erb_process *q)
{
  double ran = (double) erbium_load_relaxed (&q->ran), bytes = q->moved - q->moved_from;
  if (bytes > 0 && ran > 0)
    note_cost (q, ran / bytes);
  q->lately = q->lately * fading + (q->moved > q->moved_before ? q->moved - q->moved_before : 0);
  q->moved_before = q->moved;
  q->load = q->cost * q->lately;
}

/* The loads of the processes that move something add up to the time that they have run.  The load
 * of a process that moves nothing is the time that it has run. */
double
erb_estimate_costs (erbium_program *p, struct erb_process **row, int count)
{
  double ran = 0, sum = 0;
  note_moved (p);
  for (erbium_record *r = p->records; r; r = r->next)
    {
      double now = moved (r);
      r->lately = r->lately * fading + now - r->moved_before;
      r->moved_before = now;
    }
  for (int n = 0; n < count; n++)
    {
      struct erb_process *q = row[n];
      estimate_one (q);
      sum += q->load;
      ran += q->load > 0 ? (double) erbium_load_relaxed (&q->ran) : 0;
    }
  double scale = sum > 0 ? ran / sum : 0;
  for (int n = 0; n < count; n++)
    {
      struct erb_process *q = row[n];
      q->load = q->load > 0 ? q->load * scale : (double) erbium_load_relaxed (&q->ran);
    }
  return scale;
}

/* Returns the number of bytes that all records have moved since measuring began. */
double
erb_all_flow (const erbium_program *p)
{
  double sum = 0;
  for (const erbium_record *r = p->records; r; r = r->next)
    {
      erbium_index from = r->flow_from > 0 ? r->flow_from : 0,
                   to = erb_highest_index (r, ERB_WRITE);
      sum += to > from && to != ERBIUM_NEVER ? (double) (to - from) * (double) r->size : 0;
    }
  return sum;
}

double
erb_balance_flow (erbium_program *p)
{
  erbium_store_relaxed (&p->measuring, 0);
  erb_os->lock (&p->lock);
  double sum = erb_all_flow (p);
  erb_os->unlock (&p->lock);
  return sum;
}
