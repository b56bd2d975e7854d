/* SPDX-License-Identifier: MIT */
/* openmp.c - the same stream with OpenMP, in three ways.
 *
 *   ordered   a loop over bursts whose ends are ordered: each thread reads its burst,
 *             transforms it in its cache and writes it, in turn
 *   tasks     three tasks a burst, with what each depends on
 *   for       a batch is read, its vectors are shared among the threads, it is written
 */
#include <omp.h>
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

/* How many bursts there are is not known before, and an ordered loop cannot be left:
 * so a few hundred at a time.  The inner loop has the two ends of a burst, each of
 * which waits for the same end of the burst before. */
enum { STRETCH = 256 };

static void
ordered_stretch (const struct job *j, float *in, float *out, float *scratch, bool *ended)
{
  int64_t n = 0;
#pragma omp for ordered(2) schedule(static, 1)
  for (int b = 0; b < STRETCH; b++)
    for (int end = 0; end < 2; end++)
      {
#pragma omp ordered depend(sink : b - 1, end)
        if (end == 0)
          {
            n = *ended ? 0 : read_burst (j, in);
            *ended = n < j->burst;
          }
        else if (n)
          write_burst (j, out, n);
#pragma omp ordered depend(source)
        if (end == 0)
          transform (j->plan, 0, j->plan->passes, n, in, out, scratch);
      }
}

static void
run_ordered (const struct job *j)
{
  bool ended = false;
#pragma omp parallel num_threads(j->workers)
  {
    float *in = new_floats (floats_in_burst (j)), *out = new_floats (floats_in_burst (j));
    float *scratch = new_floats (2 * j->plan->points);
    while (!ended) /* the same for all: each stretch ends with a barrier */
      ordered_stretch (j, in, out, scratch, &ended);
    free (in);
    free (out);
    free (scratch);
  }
}

/* ---- tasks ------------------------------------------------------------------------ */

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

/* What `source` and `sink` are is of no interest, only that tasks depend on them. */
static void
make_tasks (const struct job *j, struct slot *slot, int slots, bool *ended)
{
  char source __attribute__ ((unused)), sink __attribute__ ((unused));
  bool over = false;
  for (int k = 0; !over; k = (k + 1) % slots)
    {
      struct slot *s = &slot[k];
#pragma omp task depend(inout : source) depend(inout : *s) firstprivate(s)
      read_slot (j, s, ended);
#pragma omp task depend(inout : *s) firstprivate(s)
      transform (j->plan, 0, j->plan->passes, s->n, s->in, s->out, s->scratch);
#pragma omp task depend(inout : sink) depend(inout : *s) firstprivate(s)
      write_burst (j, s->out, s->n);
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
