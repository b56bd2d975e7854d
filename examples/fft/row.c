/* SPDX-License-Identifier: MIT */
/* row.c - a row of processes: stages, each with some of the passes.
 *
 *   file --> first stage --(blocks)--> middle stage ... --(blocks)--> last stage --> file
 *   file --> only stage --> file
 *
 * The first reads, the last writes.  With several rows, row k has the bursts k,
 * k + rows, k + 2 rows ... of the stream, so that nothing of a row's vectors is ever
 * needed by another: they stay on one processor, in its cache, from one end to the
 * other.
 *
 * But the stream has one beginning and one end, where bursts must be taken in order.
 * So the first stages take turns, and so do the last.  Element n of a record of turns
 * says that burst n has been read: whoever has burst n + 1 waits for it, and nothing
 * else goes from row to row.  The stream of turns ends before the first burst that is
 * not whole: no more reading then.  This is how something outside of records, a file,
 * is shared: by whoever has the turn.
 *
 * Processes that only read and only write, with a record between each of them and the
 * passes, cost a tenth more: two more hand-overs a burst, and two more buffers in the
 * cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "burst.h"
#include "row.h"

/* ---- Turns --------------------------------------------------------------------- */

/* Room for many turns, of which a few are ever live: so nobody has to look often whether
 * the others have let go of theirs. */
enum { TURNS = 1024 };

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
  alloc (t.mine, TURNS * rows);
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

/* Reads, and does the first passes. */
process first_stage (const struct job *j, int k, record char turns, record float to)
{
  const struct plan *p = j->plan;
  struct turn t = join_turns (turns, k, j->workers);
  view float out = write_to (j, to);
  float *in = new_floats (floats_in_burst (j)), *scratch = new_floats (2 * p->points);
  int64_t n = j->burst;
  for (long i = 0, hd; n == j->burst && await_turn (&t); i = hd)
    {
      n = read_burst (j, in);
      if (n == j->burst)
        pass_turn (&t);
      if (n == 0)
        break;
      hd = i + 2L * p->points * n;
      stall (out, hd);
      transform (p, 0, group_begin (p, 1, j->groups), n, in, &out[[i]], scratch);
      commit (out, hd);
    }
  free (in);
  free (scratch);
}

process middle_stage (struct job j, int group, record float from, record float to)
{
  const struct plan *p = j.plan;
  int first = group_begin (p, group, j.groups), end = group_begin (p, group + 1, j.groups);
  float *scratch = new_floats (2 * p->points);
  view float in = read_from (&j, from), out = write_to (&j, to);
  long length = floats_in_burst (&j), hd;
  for (long i = 0; (hd = update (in, i + length)); i = hd)
    {
      stall (out, hd);
      transform (p, first, end, (hd - i) / (2 * p->points), &in[[i]], &out[[i]], scratch);
      commit (out, hd);
      release (in, hd);
    }
  free (scratch);
}

/* Does the last passes, and writes. */
process last_stage (const struct job *j, int k, record char turns, record float from)
{
  const struct plan *p = j->plan;
  struct turn t = join_turns (turns, k, j->workers);
  view float in = read_from (j, from);
  float *out = new_floats (floats_in_burst (j)), *scratch = new_floats (2 * p->points);
  long length = floats_in_burst (j), hd, n;
  for (long i = 0; (hd = update (in, i + length)); i = hd)
    {
      n = (hd - i) / (2 * p->points);
      transform (p, group_begin (p, j->groups - 1, j->groups), p->passes, n, &in[[i]], out, scratch);
      release (in, hd);
      if (!await_turn (&t))
        break;
      write_burst (j, out, n);
      pass_turn (&t);
    }
  free (out);
  free (scratch);
}

/* A row of one process: nothing is handed over in it. */
process only_stage (const struct job *j, int k, struct turns turns)
{
  const struct plan *p = j->plan;
  struct turn read = join_turns (turns.read, k, j->workers), write = join_turns (turns.write, k, j->workers);
  float *in = new_floats (floats_in_burst (j)), *out = new_floats (floats_in_burst (j));
  float *scratch = new_floats (2 * p->points);
  int64_t n = j->burst;
  while (n == j->burst && await_turn (&read))
    {
      n = read_burst (j, in);
      if (n == j->burst)
        pass_turn (&read);
      if (n == 0)
        break;
      transform (p, 0, p->passes, n, in, out, scratch);
      if (!await_turn (&write))
        break;
      write_burst (j, out, n);
      pass_turn (&write);
    }
  free (in);
  free (out);
  free (scratch);
}

/* ---- Rows ------------------------------------------------------------------------- */

void
run_in_row (const struct job *j, struct turns t, int n, int k, record float *from)
{
  record float to = 0;
  if (n < j->groups - 1)
    to = new_record (1, 1);
  place_end (j->groups == 1 ? "only_stage" : n == 0 ? "first_stage" : "last_stage");
  if (j->groups == 1)
    run only_stage (j, k, t);
  else if (n == 0)
    run first_stage (j, k, t.read, to);
  else if (n < j->groups - 1)
    run middle_stage (job_between (j), n, from[k], to);
  else
    run last_stage (j, k, t.write, from[k]);
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
  char workers[32];
  long processors = sysconf (_SC_NPROCESSORS_ONLN);
  snprintf (workers, sizeof workers, "%ld", j->workers < processors ? j->workers : processors);
  prefer ("TASK", "ERBIUM_TASK", "fiber");
  prefer ("WORKERS", "ERBIUM_WORKERS", workers);
  prefer ("PLACE", "ERBIUM_PLACE", "spread");
  prefer ("PIN", "ERBIUM_PIN", "compact");
}
