/* SPDX-License-Identifier: MIT */
/* row.c - a row of processes: a reader, some that transform, a writer.
 *
 *   reader --(vectors)--> stage --(blocks)--> ... stage --(vectors)--> writer
 *
 * Each stage does some of the passes.  With several rows, row k has the bursts k,
 * k + rows, k + 2 rows ... of the stream, so that nothing of a row's vectors is ever
 * needed by another: they stay on one processor, in its cache, from the reader to the
 * writer.
 *
 * But the stream has one beginning and one end, where bursts must be taken in order.
 * So readers take turns, and so do writers.  Element n of the record of turns says
 * that burst n has been read: whoever has burst n + 1 waits for it, and nothing else
 * goes from row to row.  The stream of turns ends before the first burst that is not
 * whole: no more reading then.  This is how something outside of records, a file, is
 * shared: by whoever has the turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "erbium.h"
#include "row.h"

/* ---- Turns --------------------------------------------------------------------- */

/* Of row k: the next is number n. */
struct turn
{
  view char before, mine;
  long n, rows;
};

struct turns
new_turns (int rows)
{
  return (struct turns) { new_record (rows, rows), new_record (rows, rows) };
}

static struct turn
join_turns (record char turns, int k, int rows)
{
  struct turn t = { new_read_view (turns), new_write_view (turns), k, rows };
  register (t.before, k + 1);
  register (t.mine, k + 1);
  alloc (t.before, rows);
  alloc (t.mine, 2 * rows);
  commit (t.mine, k);
  return t;
}

/* False: the stream is at its end. */
static bool
await_turn (struct turn *t)
{
  return t->n == 0 || update (t->before, t->n) == t->n;
}

static void
pass_turn (struct turn *t)
{
  release (t->before, t->n);
  stall (t->mine, t->n + 1);
  t->mine[[t->n]] = 1;
  t->n += t->rows;
  commit (t->mine, t->n); /* past those of the other rows */
}

/* ---- Processes ------------------------------------------------------------------ */

static long
floats_in_burst (const struct job *j)
{
  return 2L * j->plan->points * j->burst;
}

static view float
write_to (const struct job *j, record float r)
{
  view float v = new_write_view (r);
  register (v, 1);
  alloc (v, j->window * floats_in_burst (j));
  return v;
}

static view float
read_from (const struct job *j, record float r)
{
  view float v = new_read_view (r);
  register (v, 1);
  alloc (v, floats_in_burst (j));
  return v;
}

static int64_t
read_burst (const struct job *j, float *to)
{
  int64_t n;
  if (!j->ends.read_waits)
    return j->ends.read (j->ends.from, to, j->burst);
  erbium_blocking { n = j->ends.read (j->ends.from, to, j->burst); }
  return n;
}

static void
write_burst (const struct job *j, const float *from, int64_t n)
{
  if (!j->ends.write_waits)
    j->ends.write (j->ends.to, from, n);
  else
    erbium_blocking { j->ends.write (j->ends.to, from, n); }
}

process reader (const struct job *j, int k, record char turns, record float to)
{
  struct turn t = join_turns (turns, k, j->workers);
  view float v = write_to (j, to);
  long length = floats_in_burst (j), n = j->burst;
  for (long i = 0; n == j->burst; )
    {
      stall (v, i + length);
      if (!await_turn (&t))
        return;
      n = read_burst (j, &v[[i]]);
      if (n == j->burst)
        pass_turn (&t);
      i += 2L * j->plan->points * n;
      commit (v, i);
    }
}

process stage (const struct job *j, int group, record float from, record float to)
{
  const struct plan *p = j->plan;
  int first = group_begin (p, group, j->groups), end = group_begin (p, group + 1, j->groups);
  float *scratch = new_floats (2 * p->points);
  view float in = read_from (j, from), out = write_to (j, to);
  long length = floats_in_burst (j), hd;
  for (long i = 0; (hd = update (in, i + length)); i = hd)
    {
      stall (out, hd);
      transform (p, first, end, (hd - i) / (2 * p->points), &in[[i]], &out[[i]], scratch);
      commit (out, hd);
      release (in, hd);
    }
  free (scratch);
}

process writer (const struct job *j, int k, record char turns, record float from)
{
  struct turn t = join_turns (turns, k, j->workers);
  view float v = read_from (j, from);
  long length = floats_in_burst (j), hd;
  for (long i = 0; (hd = update (v, i + length)); i = hd)
    {
      if (!await_turn (&t))
        return;
      write_burst (j, &v[[i]], (hd - i) / (2 * j->plan->points));
      pass_turn (&t);
      release (v, hd);
    }
}

/* ---- Rows ------------------------------------------------------------------------- */

int
row_length (const struct job *j)
{
  return j->groups + 2;
}

void
run_in_row (const struct job *j, struct turns t, int n, int k, record float *from)
{
  if (n == j->groups + 1)
    {
      run writer (j, k, t.write, from[k]);
      return;
    }
  record float to = new_record (1, 1);
  if (n == 0)
    run reader (j, k, t.read, to);
  else
    run stage (j, n - 1, from[k], to);
  from[k] = to;
}

/* The user's choice, in the environment, goes before ours. */
static void
prefer (const char *name, const char *variable, const char *value)
{
  const char *chosen = getenv (variable);
  if (!chosen || !*chosen)
    erbium_set (name, value);
}

void
prefer_fibers (const struct job *j)
{
  char workers[16];
  long processors = sysconf (_SC_NPROCESSORS_ONLN);
  snprintf (workers, sizeof workers, "%ld", j->workers < processors ? j->workers : processors);
  prefer ("TASK", "ERBIUM_TASK", "fiber");
  prefer ("WORKERS", "ERBIUM_WORKERS", workers);
  prefer ("PLACE", "ERBIUM_PLACE", "spread");
  prefer ("PIN", "ERBIUM_PIN", "compact");
}
