/* SPDX-License-Identifier: MIT */
/* processes.c - workers that share the rows of each matrix, with records.
 *
 *            +--(part 0)--> worker 0 --(result 0)--+
 *            |               |    ^                |
 *            |            (down) (up)              |
 *  scatter --+               v    |                +--> gather
 *            +--(part 1)--> worker 1 --(result 1)--+
 *
 * A worker commits its first and its last row, which its neighbours need, computes the inner rows,
 * and then takes the neighbours' ones.  With private windows and communicators, these rows are
 * copied meanwhile, and so are the parts and the results.
 *
 * The reduction is a record of which each worker is a producer and a consumer: in each round, each
 * writes the largest change of its part.  It reads the changes of all workers in the next round,
 * after its inner rows; if the matrix has settled, it drops these rows.  So a worker waits for the
 * reduction, as for the rows of its neighbours, only if another worker is later than it takes to
 * compute the inner rows.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "erbium.h"
#include "kernel.h"
#include "masked/methods.h"

/* Rows or rounds in the window of a record: one is written while the other is read.  So readers
 * need no room beside that of the writer.  Of parts and results there is one: a part is used by the
 * first round only, and a result is made by the last one. */
enum { AHEAD = 2, NO_MORE = 1 };

struct network
{
  record double part[MAX_WORKERS], result[MAX_WORKERS];
  record double up[MAX_WORKERS], down[MAX_WORKERS]; /* the rows that this worker sends there */
  record double change;
};

static view double
reader (record double r, int id)
{
  view double v = new_read_view (r);
  register (v, id);
  alloc (v, NO_MORE);
  return v;
}

static view double
writer (record double r, int id, int64_t horizon)
{
  view double v = new_write_view (r);
  register (v, id);
  alloc (v, horizon);
  return v;
}

/* Waits for elements that must come. */
static void
await (view double v, int64_t end)
{
  if (update (v, end) < end)
    fail (NULL, "a process has ended too early");
}

/* Points of the part of worker k, and its place in the matrix. */
static int64_t
points (const struct job *j, int k)
{
  return (int64_t) (first_row (j, k + 1) - first_row (j, k)) * j->width;
}

static int64_t
place (const struct job *j, int k)
{
  return (int64_t) first_row (j, k) * j->width;
}

/* From one part to the next in their record.  As windows have such sizes, each part has the place
 * of the one before, and takes no more pages. */
static int64_t
stride (int64_t size)
{
  int64_t s = 1;
  while (s < size)
    s *= 2;
  return s;
}

/* ---- A worker ---------------------------------------------------------------------------- */

struct worker
{
  const struct job *j;
  int k, workers, rows, width;
  bool has_upper, has_lower;           /* neighbours */
  view double part, result, to_upper, from_upper, to_lower, from_lower, change_out, change_in;
  int64_t round;                       /* of all matrices */
  int64_t at;                          /* where the matrix is in part and result */
  int rounds;                          /* of this matrix, so far */
  double *own[2];                      /* the results of rounds in turn */
};

static void
open_worker (struct worker *w, const struct job *j, const struct network *n, int k)
{
  int64_t size = points (j, k), width = j->width;
  *w = (struct worker) { .j = j, .k = k, .workers = workers_of (j), .width = j->width };
  w->rows = (int) (size / width);
  w->has_upper = k > 0;
  w->has_lower = k + 1 < w->workers;
  w->part = reader (n->part[k], 1);
  w->result = writer (n->result[k], 1, size);
  if (w->has_upper)
    {
      w->to_upper = writer (n->up[k], 1, AHEAD * width);
      w->from_upper = reader (n->down[k - 1], 1);
    }
  if (w->has_lower)
    {
      w->to_lower = writer (n->down[k], 1, AHEAD * width);
      w->from_lower = reader (n->up[k + 1], 1);
    }
  w->change_out = writer (n->change, k + 1, AHEAD * w->workers);
  w->change_in = reader (n->change, k + 1);
  for (int i = 0; i < 2; i++)
    w->own[i] = new_items (j, 1);
}

/* The rows of the round before: at first in the record.  As the address of an element, the result
 * is valid until the next primitive. */
static const double *
rows_from (const struct worker *w)
{
  view double part = w->part;
  return w->rounds ? w->own[(w->rounds + 1) % 2] : &part[[w->at]];
}

/* The new rows: if no round can follow, they are made where the result has to be. */
static double *
rows_to (const struct worker *w)
{
  view double result = w->result;
  return w->rounds + 1 < w->j->rounds ? w->own[w->rounds % 2] : &result[[w->at]];
}

static void
send_row (const struct worker *w, view double out, int row)
{
  int64_t at = w->round * w->width;
  stall (out, at + w->width);
  memcpy (&out[[at]], rows_from (w) + row * w->width, sizeof (double) * (size_t) w->width);
  commit (out, at + w->width);
}

static void
send_borders (const struct worker *w)
{
  if (w->has_upper)
    send_row (w, w->to_upper, 0);
  if (w->has_lower)
    send_row (w, w->to_lower, w->rows - 1);
}

static double
relax_at_borders (const struct worker *w)
{
  const double *above = NULL, *below = NULL;
  view double upper = w->from_upper, lower = w->from_lower;
  int64_t at = w->round * w->width, end = at + w->width;
  if (w->has_upper)
    await (upper, end);
  if (w->has_lower)
    await (lower, end);
  if (w->has_upper)
    above = &upper[[at]];
  if (w->has_lower)
    below = &lower[[at]];
  double change = relax_borders (w->width, w->rows, above, rows_from (w), below, rows_to (w));
  if (w->has_upper)
    release (upper, end);
  if (w->has_lower)
    release (lower, end);
  return change;
}

static void
skip_borders (const struct worker *w)
{
  view double upper = w->from_upper, lower = w->from_lower;
  int64_t end = (w->round + 1) * w->width;
  if (w->has_upper)
    release (upper, end);
  if (w->has_lower)
    release (lower, end);
}

/* ---- The reduction ------------------------------------------------------------------------ */

/* Tells all workers the largest change of a point in this round. */
static void
tell_change (const struct worker *w, double change)
{
  view double out = w->change_out;
  int64_t at = w->round * w->workers, end = at + w->workers;
  stall (out, end);
  out[[at + w->k]] = change;
  commit (out, end);
}

/* Returns the largest change of a point in the round before. */
static double
largest_change (const struct worker *w)
{
  view double in = w->change_in;
  int64_t end = w->round * w->workers;
  double change = 0;
  await (in, end);
  for (int64_t i = end - w->workers; i < end; i++)
    change = fmax (change, in[[i]]);
  release (in, end);
  return change;
}

static bool
has_settled (const struct worker *w)
{
  return w->rounds > 0 && !goes_on (w->j, w->rounds, largest_change (w));
}

/* ---- A matrix ------------------------------------------------------------------------------ */

/* Returns false if the matrix had settled before this round.  Whether it has is asked only when the
 * inner rows are done: by then all workers have told their changes. */
static bool
relax_part (const struct worker *w)
{
  send_borders (w);
  double change = relax_inner (w->width, w->rows, rows_from (w), rows_to (w));
  if (has_settled (w))
    {
      skip_borders (w);
      return false;
    }
  tell_change (w, fmax (change, relax_at_borders (w)));
  return true;
}

static void
compute_matrix (struct worker *w, int64_t size)
{
  view double part = w->part, result = w->result;
  int64_t end = w->at + size;
  bool settled = false;
  await (part, end);
  for (w->rounds = 0; w->rounds < w->j->rounds && !settled; w->round++)
    {
      if (w->rounds + 1 == w->j->rounds)
        stall (result, end);
      settled = !relax_part (w);
      w->rounds += !settled;
      release (part, w->at + stride (size));
    }
  if (settled)
    {
      stall (result, end);
      memcpy (&result[[w->at]], w->own[(w->rounds + 1) % 2], sizeof (double) * (size_t) size);
    }
  w->at += stride (size);
  commit (result, w->at);
}

process worker (const struct job *j, const struct network *n, int k)
{
  struct worker w;
  open_worker (&w, j, n, k);
  for (int64_t i = 0; i < j->items; i++)
    compute_matrix (&w, points (j, k));
  free (w.own[0]);
  free (w.own[1]);
}

/* ---- Scatter and gather ------------------------------------------------------------------ */

process scatter (const struct job *j, const struct network *n)
{
  int workers = workers_of (j);
  view double out[MAX_WORKERS];
  for (int k = 0; k < workers; k++)
    out[k] = writer (n->part[k], 1, points (j, k));
  for (int64_t i = 0; i < j->items; i++)
    for (int k = 0; k < workers; k++)
      {
        const double *matrix = item_at (j, i);
        int64_t size = points (j, k), at = i * stride (size);
        stall (out[k], at + size);
        memcpy (&out[k][[at]], matrix + place (j, k), sizeof (double) * (size_t) size);
        commit (out[k], at + stride (size));
      }
}

process gather (const struct job *j, const struct network *n)
{
  int workers = workers_of (j);
  view double in[MAX_WORKERS];
  for (int k = 0; k < workers; k++)
    in[k] = reader (n->result[k], 1);
  for (int64_t i = 0; i < j->items; i++)
    for (int k = 0; k < workers; k++)
      {
        int64_t size = points (j, k), at = i * stride (size);
        await (in[k], at + size);
        write_part (j, &in[k][[at]], sizeof (double) * (size_t) size);
        release (in[k], at + stride (size));
      }
  flush_output (j);
}

void
run_shared (const struct job *j)
{
  struct network n;
  int workers = workers_of (j);
  n.change = new_record (workers, workers);
  for (int k = 0; k < workers; k++)
    {
      n.part[k] = new_record (1, 1);
      n.result[k] = new_record (1, 1);
      if (k > 0)
        n.up[k] = new_record (1, 1);
      if (k + 1 < workers)
        n.down[k] = new_record (1, 1);
    }
  for (int k = 0; k < workers; k++)
    run worker (j, &n, k);
  run scatter (j, &n);
  run gather (j, &n);
  erbium_join_all ();
}

void
run_private (const struct job *j)
{
  erbium_set ("WINDOWS", "private");
  run_shared (j);
}
