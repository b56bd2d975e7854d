/* SPDX-License-Identifier: MIT */
/* openmp.c - the same stream with OpenMP, in three ways.
 *
 *   ordered   each thread has every so-manieth burst: reads it when it is its turn,
 *             transforms it in its cache, writes it when it is its turn
 *   tasks     three tasks a burst, with what each depends on
 *   for       a batch is read, its vectors are shared among the threads, it is written
 */
#include <omp.h>
#include <sched.h>
#include <stdlib.h>

#include "fft.h"

const char version_name[] = "fft-openmp";
const char *const version_ways[] = { "ordered", "tasks", "for", NULL };

static int64_t
floats_in_burst (const struct job *j)
{
  return 2 * (int64_t) j->plan->points * j->burst;
}

static int64_t
read_burst (const struct job *j, float *to)
{
  return j->ends.read (j->ends.from, to, j->burst);
}

static void
write_burst (const struct job *j, const float *from, int64_t n)
{
  j->ends.write (j->ends.to, from, n);
}

/* ---- ordered --------------------------------------------------------------------- */

/* The number of the burst whose turn it is.  An ordered loop of OpenMP 4.5 would do, but
 * its waits never yield, and it must know beforehand how many bursts there are. */
struct turn { _Alignas (128) long next; };

static void
await_turn (const struct turn *t, long n)
{
  for (long spin = 1, next;; spin++)
    {
#pragma omp atomic read acquire
      next = t->next;
      if (next == n)
        return;
      if (spin % 1024 == 0)
        sched_yield ();
    }
}

static void
pass_turn (struct turn *t, long n)
{
#pragma omp atomic write release
  t->next = n + 1;
}

struct ordered { struct turn read, write; bool ended; };

/* The bursts of one thread; `ended` belongs to whoever has the turn to read. */
static void
every_nth_burst (const struct job *j, struct ordered *o, float *in, float *out, float *scratch)
{
  for (long b = omp_get_thread_num ();; b += omp_get_num_threads ())
    {
      await_turn (&o->read, b);
      int64_t n = o->ended ? 0 : read_burst (j, in);
      o->ended = n < j->burst;
      pass_turn (&o->read, b);
      if (n == 0)
        return;
      transform (j->plan, 0, j->plan->passes, n, in, out, scratch);
      await_turn (&o->write, b);
      write_burst (j, out, n);
      pass_turn (&o->write, b);
    }
}

static void
run_ordered (const struct job *j)
{
  struct ordered o = { { 0 }, { 0 }, false };
#pragma omp parallel num_threads(j->workers)
  {
    float *in = new_floats (floats_in_burst (j)), *out = new_floats (floats_in_burst (j));
    float *scratch = new_floats (2 * j->plan->points);
    every_nth_burst (j, &o, in, out, scratch);
    free (in);
    free (out);
    free (scratch);
  }
}

/* ---- tasks ------------------------------------------------------------------------ */

enum { MADE_AHEAD = 16 }; /* rounds of slots for which tasks are made at a time */

/* A burst on its way. */
struct slot
{
  float *in, *out, *scratch;
  int64_t n;
};

static void
read_slot (const struct job *j, struct slot *s, bool *ended)
{
  s->n = *ended ? 0 : read_burst (j, s->in);
  if (s->n < j->burst)
    {
#pragma omp atomic write
      *ended = true;
    }
}

/* What `source` and `sink` are is of no interest, only that tasks depend on them.  Nobody
 * knows where the stream ends before it has been read there, and a thread that only
 * makes tasks need never stop: so it waits for all of them now and then. */
static void
make_tasks (const struct job *j, struct slot *slot, int slots, bool *ended)
{
  char source __attribute__ ((unused)), sink __attribute__ ((unused));
  bool over = false;
  for (long b = 0; !over; b++)
    {
      struct slot *s = &slot[b % slots];
#pragma omp task depend(inout : source) depend(inout : *s) firstprivate(s)
      read_slot (j, s, ended);
#pragma omp task depend(inout : *s) firstprivate(s)
      transform (j->plan, 0, j->plan->passes, s->n, s->in, s->out, s->scratch);
#pragma omp task depend(inout : sink) depend(inout : *s) firstprivate(s)
      write_burst (j, s->out, s->n);
      if (b % (MADE_AHEAD * slots) == MADE_AHEAD * slots - 1)
        {
#pragma omp taskwait
        }
#pragma omp atomic read
      over = *ended;
    }
#pragma omp taskwait
}

static void
run_tasks (const struct job *j)
{
  int slots = j->window * j->workers;
  struct slot slot[slots];
  bool ended = false;
  for (int k = 0; k < slots; k++)
    slot[k] = (struct slot) { new_floats (floats_in_burst (j)), new_floats (floats_in_burst (j)),
                              new_floats (2 * j->plan->points), 0 };
#pragma omp parallel num_threads(j->workers)
#pragma omp single
  make_tasks (j, slot, slots, &ended);
  for (int k = 0; k < slots; k++)
    {
      free (slot[k].in);
      free (slot[k].out);
      free (slot[k].scratch);
    }
}

/* ---- for --------------------------------------------------------------------------- */

/* A batch is what all records together have room for in our own versions: as many
 * bursts as the window for each thread. */
static void
run_for (const struct job *j)
{
  const struct plan *p = j->plan;
  int64_t vectors = (int64_t) j->burst * j->window * j->workers, length = 2 * p->points, n;
  float *in = new_floats (vectors * length), *out = new_floats (vectors * length);
  float *scratch = new_floats (length * j->workers);
  do
    {
      n = j->ends.read (j->ends.from, in, vectors);
#pragma omp parallel for num_threads(j->workers) schedule(static)
      for (int64_t k = 0; k < n; k++)
        transform (p, 0, p->passes, 1, in + k * length, out + k * length,
                   scratch + length * omp_get_thread_num ());
      j->ends.write (j->ends.to, out, n);
    }
  while (n == vectors);
  free (in);
  free (out);
  free (scratch);
}

void
run_stream (const struct job *j)
{
  void (*const way[]) (const struct job *) = { run_ordered, run_tasks, run_for };
  way[j->way] (j);
}
