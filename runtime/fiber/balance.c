/* SPDX-License-Identifier: MIT */
/* balance.c - which worker a process lives on.
 *
 * A process begins on the worker of the process that ran it, so a network is together at first: its
 * bursts stay in one cache, and nothing moves between caches.  When the monitor sees one worker
 * idle while another never is, the workers measure for a while what each process needs, and this
 * file looks for a better place for each.
 *
 * What is better.  With t(p) the time of a process and f(r) the bytes that a record has moved, a
 * worker is busy for the sum of its t, and for f(r) * remote_cost more for each record that
 * leaves or enters it; the worker that is busy longest decides.  So two processes that compute next
 * to nothing on much data stay together: what a second worker would save is less than the cost of
 * moving the data to its cache.
 *
 * How it is found.  Processes are put in the order in which they were started, in which neighbours
 * mostly are neighbours in the network.  The row is cut in two where the busier side has least to
 * do, then each side again, and so on: into as many pieces as there are workers, or fewer if that
 * is better.  The cost is linear in processes and records.
 *
 * The model knows nothing of other programs, of memory that is short, or of a network whose
 * processes wait for each other in turn.  So what has been moved is measured again; if less flows
 * than before, processes move back, and the next attempt comes later.  If all workers are idle so
 * much of the time that fewer would do, the network is gathered on that smaller number, and the
 * result is judged likewise.
 *
 * A process moves when it is next made ready, so between bursts, and by its own worker; what it
 * computes does not depend on that.
 */
#include "fiber/worker.h"
#include "fiber/cost_model.h"

static const double remote_cost = 1.0 / 16; /* ns a byte */
static const double worth = 0.93;             /* of the time before, at most: otherwise a move is
                                               * not worth it */
static const double room = 1.25;              /* times the work that is gathered on a worker */

struct plan
{
  struct erb_process **process; /* in the order in which they were started */
  double *load;                 /* ns; load[n]: of all processes before the nth */
  double *bytes_across;             /* [n]: bytes between those before the nth and the rest */
  int *cut;                     /* where the pieces begin; workers + 1 */
  int count;
  double scale; /* what was moved lately, times this, is what moves while measuring */
};

/* ---- The row ------------------------------------------------------------- */

static bool
can_move (const struct erb_process *p)
{
  return p->task->shares_threads && erb_worker_of (p);
}

static void
free_plan (struct plan *s)
{
  free (s->process);
  free (s->load);
  free (s->bytes_across);
  free (s->cut);
}

/* Puts the processes that can move in the order in which they were started.  The list has the
 * latest process first.  Each is asked only once whether it can move, since that changes while
 * processes begin. */
static void
put_in_a_row (const erbium_program *p, struct plan *s)
{
  for (struct erb_process *q = p->processes; q; q = q->next)
    if (can_move (q))
      s->process[s->count++] = q;
    else
      q->place = -1;
  for (int n = 0; n < s->count / 2; n++)
    {
      struct erb_process *q = s->process[n];
      s->process[n] = s->process[s->count - 1 - n];
      s->process[s->count - 1 - n] = q;
    }
  for (int n = 0; n < s->count; n++)
    s->process[n]->place = n;
}

static bool
collect (erbium_program *p, struct plan *s)
{
  int n = 0;
  for (const struct erb_process *q = p->processes; q; q = q->next)
    n++;
  *s = (struct plan) {
    .process = calloc ((size_t) n + 1, sizeof *s->process),
    .load = calloc ((size_t) n + 1, sizeof *s->load),
    .bytes_across = calloc ((size_t) n + 2, sizeof *s->bytes_across),
    .cut = calloc ((size_t) p->workers + 1, sizeof *s->cut)
  };
  if (!s->process || !s->load || !s->bytes_across || !s->cut)
    return false;
  put_in_a_row (p, s);
  s->scale = erb_estimate_costs (p, s->process, s->count);
  for (n = 0; n < s->count; n++)
    s->load[n + 1] = s->load[n] + s->process[n]->load;
  return true;
}

/* Returns the number of bytes that r moves in a time as long as that of measuring. */
static double
flow (const struct plan *s, const erbium_record *r)
{
  return r->lately * s->scale;
}

/* Returns whether a process has a place in the row.  One that has ended, or has begun since the
 * plan was made, has none. */
static bool
has_place (const struct plan *s, const struct erb_process *q)
{
  return q && q->place >= 0 && q->place < s->count && s->process[q->place] == q;
}

/* Stores the places of the first and the last process in the row that share r; returns false if
 * fewer than two do. */
static bool
extent (const struct plan *s, const erbium_record *r, int *first, int *last)
{
  *first = INT32_MAX;
  *last = -1;
  for (int side = 0; side < ERB_SIDES; side++)
    for (int id = 0; id < r->ids[side]; id++)
      {
        const struct erb_process *q = erb_slot_owner (r, (enum erb_side) side, id);
        if (!has_place (s, q))
          continue;
        *first = q->place < *first ? q->place : *first;
        *last = q->place > *last ? q->place : *last;
      }
  return *first < *last;
}

static void
measure_remote_cost (const erbium_program *p, struct plan *s)
{
  int first, last;
  for (const erbium_record *r = p->records; r; r = r->next)
    if (extent (s, r, &first, &last))
      {
        s->bytes_across[first + 1] += flow (s, r);
        s->bytes_across[last + 1] -= flow (s, r);
      }
  for (int n = 1; n <= s->count; n++)
    s->bytes_across[n] += s->bytes_across[n - 1];
}

/* ---- Cutting ----------------------------------------------------------- */

/* Returns how long the worker of a piece is busy. */
static double
busy (const struct plan *s, int from, int to)
{
  double ends = (from > 0 ? s->bytes_across[from] : 0) + (to < s->count ? s->bytes_across[to] : 0);
  return from == to ? 0 : s->load[to] - s->load[from] + ends * remote_cost;
}

static double
longest (const struct plan *s, int pieces)
{
  double most = 0;
  for (int k = 0; k < pieces; k++)
    {
      double b = busy (s, s->cut[k], s->cut[k + 1]);
      most = b > most ? b : most;
    }
  return most;
}

/* Cuts [from, to) where the busier side has least to do, then each side likewise, until there are
 * `pieces' pieces, numbered from `first' on. */
static void
bisect (struct plan *s, int first, int pieces, int from, int to)
{
  const int left = pieces / 2;
  int best = from;
  double least = 0;
  if (pieces < 2)
    return;
  for (int n = from; n <= to; n++)
    {
      double ends = n > from && n < to ? s->bytes_across[n] * remote_cost : 0;
      double l = (s->load[n] - s->load[from]) / left;
      double r = (s->load[to] - s->load[n]) / (pieces - left);
      double most = (l > r ? l : r) + ends;
      if (n == from || most < least)
        {
          least = most;
          best = n;
        }
    }
  s->cut[first + left] = best;
  bisect (s, first, left, from, best);
  bisect (s, first + left, pieces - left, best, to);
}

/* Cuts the row into `pieces' pieces; the other workers get none.  Returns how long the busiest
 * worker is busy. */
static double
cut (struct plan *s, int workers, int pieces)
{
  s->cut[0] = 0;
  for (int k = pieces; k <= workers; k++)
    s->cut[k] = s->count;
  bisect (s, 0, pieces, 0, s->count);
  return longest (s, workers);
}

/* Returns how long the busiest worker is busy as processes are placed now, including the cost of
 * what crosses. */
static double
as_it_is (const erbium_program *p, const struct plan *s)
{
  double most = 0;
  for (int k = 0; k < p->workers; k++)
    {
      double sum = 0;
      for (int n = 0; n < s->count; n++)
        if (erb_worker_of (s->process[n]) == &p->worker[k])
          sum += s->process[n]->load;
      for (const erbium_record *r = p->records; r; r = r->next)
        {
          bool in = false, out = false;
          for (int side = 0; side < ERB_SIDES; side++)
            for (int id = 0; id < r->ids[side]; id++)
              {
                const struct erb_process *q = erb_slot_owner (r, (enum erb_side) side, id);
                if (has_place (s, q))
                  *(erb_worker_of (q) == &p->worker[k] ? &in : &out) = true;
              }
          sum += in && out ? flow (s, r) * remote_cost : 0;
        }
      most = sum > most ? sum : most;
    }
  return most;
}

/* ---- Moving ------------------------------------------------------------ */

/* Asks the workers to move the processes as planned.  Called under the program's lock. */
static void
move (const erbium_program *p, const struct plan *s)
{
  for (struct erb_process *q = p->processes; q; q = q->next)
    q->came_from = NULL; /* of an earlier plan */
  for (int k = 0; k < p->workers; k++)
    for (int n = s->cut[k]; n < s->cut[k + 1]; n++)
      {
        struct erb_process *q = s->process[n];
        q->came_from = erb_worker_home (q);
        erbium_store_release (&q->move_to, (int64_t) (intptr_t) &p->worker[k]); /* where_to */
      }
}

void
erb_balance_undo (erbium_program *p)
{
  erb_os->lock (&p->lock);
  for (struct erb_process *q = p->processes; q; q = q->next)
    if (q->came_from)
      erbium_store_release (&q->move_to, (int64_t) (intptr_t) q->came_from); /* where_to */
  erb_os->unlock (&p->lock);
}

/* Returns the best number of pieces, or 0 if none is worth it. */
static int
pieces_to_spread (const erbium_program *p, struct plan *s)
{
  double best = as_it_is (p, s) * worth;
  int pieces = 0;
  for (int k = 1; k <= p->workers; k++)
    {
      double then = cut (s, p->workers, k);
      if (then < best)
        {
          best = then;
          pieces = k;
        }
    }
  return pieces;
}

/* Returns the least number of pieces that have time for all that was done, or 0 if that is not
 * fewer than now. */
static int
pieces_to_gather (const erbium_program *p, const struct plan *s, double time)
{
  int used = 0, pieces = (int) (s->load[s->count] * room / time) + 1;
  for (int k = 0; k < p->workers; k++)
    for (int n = 0; n < s->count; n++)
      if (erb_worker_of (s->process[n]) == &p->worker[k])
        {
          used++;
          break;
        }
  return pieces < used ? pieces : 0;
}

bool
erb_balance (erbium_program *p, enum erb_plan plan, double *bytes)
{
  struct plan s;
  int pieces = 0;
  erbium_store_relaxed (&p->measuring, 0);
  erb_os->lock (&p->lock);
  *bytes = erb_all_flow (p);
  if (collect (p, &s))
    {
      measure_remote_cost (p, &s);
      pieces = plan == ERB_PLAN_GATHER
               ? pieces_to_gather (p, &s, (double) (erb_os->now () - p->measured_from))
               : pieces_to_spread (p, &s);
      if (pieces > 0)
        {
          cut (&s, p->workers, pieces);
          move (p, &s);
        }
    }
  erb_os->unlock (&p->lock);
  free_plan (&s);
  return pieces > 0;
}
