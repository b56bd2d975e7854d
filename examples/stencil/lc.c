/* SPDX-License-Identifier: MIT */
/* lc.c - the same workers with channels of LC (listing 5.2 of the thesis).
 *
 * They are processes of the system.  A worker delegates the sends of its first and last row, of
 * the rounds, and of its result; without a communicator, LCsend copies.  Worker 0 reduces the
 * changes of all, and sends the largest one to all.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "masked/lc_processes.h"
#include "masked/methods.h"

struct network
{
  Channel part[MAX_WORKERS], result[MAX_WORKERS];
  Channel up[MAX_WORKERS], down[MAX_WORKERS]; /* the rows that this worker sends there */
  Channel change[MAX_WORKERS], largest[MAX_WORKERS]; /* to worker 0, and back */
};

/* ---- A worker ---------------------------------------------------------------------------- */

struct worker
{
  const struct job *j;
  const struct network *n;
  int k, workers, rows, width;
  Communicator kp;
  double *own[3]; /* one is being sent as a result */
};

static Delegation
send_row (const struct worker *w, Channel to, const double *row)
{
  return to ? LCsend (w->kp, to, (const char *) row) : (Delegation) { NULL, 0 };
}

static const double *
row_from (Channel from)
{
  return from ? (const double *) LCreceive (from) : NULL;
}

static void
take_larger (void *most, const void *message, size_t size)
{
  double change;
  memcpy (&change, message, size);
  *(double *) most = fmax (*(double *) most, change);
}

static double
reduce (const struct worker *w, double change)
{
  const struct network *n = w->n;
  if (w->workers == 1)
    return change;
  if (w->k > 0)
    {
      LCssend (n->change[w->k], (char *) &change);
      return *(const double *) LCreceive (n->largest[w->k]);
    }
  LCreduce (n->change + 1, w->workers - 1, take_larger, &change);
  LCbroadcast (NULL, n->largest + 1, w->workers - 1, (char *) &change);
  return change;
}

/* A round.  The rows of neighbours are used where they were received. */
static double
relax_part (const struct worker *w, const double *from, double *to)
{
  const struct network *n = w->n;
  bool has_upper = w->k > 0, has_lower = w->k + 1 < w->workers;
  Delegation sent[2] = {
    send_row (w, has_upper ? n->up[w->k] : NULL, from),
    send_row (w, has_lower ? n->down[w->k] : NULL, from + (w->rows - 1) * w->width)
  };
  double change = relax_inner (w->width, w->rows, from, to);
  const double *above = row_from (has_upper ? n->down[w->k - 1] : NULL);
  const double *below = row_from (has_lower ? n->up[w->k + 1] : NULL);
  change = fmax (change, relax_borders (w->width, w->rows, above, from, below, to));
  LCwait (sent[0]);
  LCwait (sent[1]);
  return reduce (w, change);
}

static void
work (struct worker *w)
{
  const double *from;
  int next = 0, sending = 2; /* of own: the next to be written, and a result that is being sent */
  Delegation sent = { NULL, 0 };
  while ((from = (const double *) LCreceive (w->n->part[w->k])))
    {
      for (int rounds = 1; goes_on (w->j, rounds, relax_part (w, from, w->own[next])); rounds++)
        {
          from = w->own[next];
          next = 3 - next - sending;
        }
      LCwait (sent);
      sent = LCsend (w->kp, w->n->result[w->k], (char *) w->own[next]);
      int free = sending;
      sending = next;
      next = free;
    }
  finalizeCommunicator (w->kp);
  LCclose (w->n->result[w->k]);
}

static void
be_worker (const struct job *j, const struct network *n, int k, bool masked)
{
  struct worker w = { .j = j, .n = n, .k = k, .workers = workers_of (j), .width = j->width };
  w.rows = first_row (j, k + 1) - first_row (j, k);
  for (int i = 0; i < 3; i++)
    w.own[i] = new_items (j, 1);
  w.kp = become_worker (j, k, masked);
  work (&w);
}

/* ---- Scatter and gather ------------------------------------------------------------------ */

static void
scatter (const struct job *j, const struct network *n)
{
  go_to_other_place (j);
  for (int64_t i = 0; i < j->items; i++)
    LCscatter (NULL, n->part, workers_of (j), item_at (j, i));
  for (int k = 0; k < workers_of (j); k++)
    LCclose (n->part[k]);
}

static void
gather (const struct job *j, const struct network *n)
{
  char *matrix = new_items (j, 1);
  go_to_other_place (j);
  for (int64_t i = 0; i < j->items; i++)
    {
      if (!LCgather (n->result, workers_of (j), matrix))
        fail (NULL, "a worker has ended too early");
      write_item (j, matrix);
    }
  free (matrix);
}

static void
open_network (const struct job *j, struct network *n)
{
  size_t row = sizeof (double) * (size_t) j->width;
  for (int k = 0; k < workers_of (j); k++)
    {
      size_t part = row * (size_t) (first_row (j, k + 1) - first_row (j, k));
      n->part[k] = new_channel (part);
      n->result[k] = new_channel (part);
      n->up[k] = new_channel (row);
      n->down[k] = new_channel (row);
      n->change[k] = new_channel (sizeof (double));
      n->largest[k] = new_channel (sizeof (double));
    }
}

static void
run_network (const struct job *j, bool masked)
{
  struct network n;
  open_network (j, &n);
  for (int k = 0; k < workers_of (j); k++)
    if (begin_process ())
      {
        be_worker (j, &n, k, masked);
        end_process ();
      }
  if (begin_process ())
    {
      scatter (j, &n);
      end_process ();
    }
  gather (j, &n);
  wait_for_processes ();
}

void
run_lc (const struct job *j)
{
  run_network (j, false);
}

void
run_lc_masked (const struct job *j)
{
  run_network (j, true);
}
