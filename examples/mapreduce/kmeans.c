/* SPDX-License-Identifier: MIT */
/* kmeans.c - groups points around means, until no mean changes.
 *
 * The input is a sequence of points of 8 coordinates, each a signed number of 16 bits.  The first
 * points are the first means.  A mean is a quotient of integers, so the result is exact.
 */
#include <erbium/mapreduce.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "workload.h"

enum { DIMENSIONS = 8, MEANS = 32, MOST_TURNS = 40 };

struct point
{
  int16_t x[DIMENSIONS];
};

struct sum
{
  int64_t x[DIMENSIONS], points;
};

struct means
{
  int32_t x[DIMENSIONS][MEANS]; /* all means of a coordinate side by side, for vectors */
};

static void
generate (FILE *out, long thousands)
{
  uint64_t state = 5;
  for (long n = 0; n < thousands * 1000; n++)
    {
      struct point p;
      uint64_t centre = next_random (&state) % MEANS;
      for (int d = 0; d < DIMENSIONS; d++)
        {
          uint64_t where = centre * 8 + (uint64_t) d, spread = next_random (&state) % 4096;
          p.x[d] = (int16_t) (next_random (&where) % 8192 + spread + next_random (&state) % 4096);
        }
      fwrite (&p, sizeof p, 1, out);
    }
}

static inline int
nearest (const struct means *m, const struct point *p)
{
  int32_t distance[MEANS] = { 0 };
  int best = 0;
  for (int d = 0; d < DIMENSIONS; d++)
    for (int k = 0; k < MEANS; k++)
      {
        int32_t apart = (m->x[d][k] - p->x[d]) >> 2; /* so that a sum of squares has 31 bits */
        distance[k] += apart * apart;
      }
  for (int k = 1; k < MEANS; k++)
    if (distance[k] < distance[best])
      best = k;
  return best;
}

static void
add_points (const struct means *m, const struct point *p, size_t count, struct sum *sums)
{
  for (const struct point *end = p + count; p < end; p++)
    {
      struct sum *s = &sums[nearest (m, p)];
      for (int d = 0; d < DIMENSIONS; d++)
        s->x[d] += p->x[d];
      s->points++;
    }
}

static inline void
add_sum (struct sum *to, const struct sum *from)
{
  for (int d = 0; d < DIMENSIONS; d++)
    to->x[d] += from->x[d];
  to->points += from->points;
}

/* Moves each mean to the middle of its points; returns whether one has moved. */
static bool
move (struct means *m, const struct sum *sums)
{
  bool moved = false;
  for (int k = 0; k < MEANS; k++)
    for (int d = 0; d < DIMENSIONS && sums[k].points; d++)
      {
        int32_t x = (int32_t) (sums[k].x[d] / sums[k].points);
        moved |= x != m->x[d][k];
        m->x[d][k] = x;
      }
  return moved;
}

static size_t
begin (const struct run *r, struct means *m)
{
  const struct point *p = (const struct point *) r->data;
  size_t count = r->size / sizeof *p;
  if (r->size % sizeof *p || count < MEANS)
    bad_input (r, "expected at least 32 points of 16 bytes");
  for (int k = 0; k < MEANS; k++)
    for (int d = 0; d < DIMENSIONS; d++)
      m->x[d][k] = p[k].x[d];
  return count;
}

static void
print (FILE *out, const struct means *m, int turns)
{
  fprintf (out, "%d turns\n", turns);
  for (int k = 0; k < MEANS; k++)
    for (int d = 0; d < DIMENSIONS; d++)
      fprintf (out, "%d%c", m->x[d][k], d < DIMENSIONS - 1 ? ' ' : '\n');
}

static void
sequential (struct run *r)
{
  struct means m;
  size_t count = begin (r, &m);
  int turns = 0;
  for (bool moved = true; moved && turns < MOST_TURNS; turns++)
    {
      struct sum sums[MEANS] = { 0 };
      add_points (&m, (const struct point *) r->data, count, sums);
      moved = move (&m, sums);
    }
  print (r->out, &m, turns);
}

/* ---- Threads, which live as long as the program ----------------------------------------- */

struct shared
{
  const struct run *r;
  struct means means;
  size_t count;
  int turns;
  bool moved;
  struct sum (*sums)[MEANS]; /* of each thread */
  pthread_barrier_t added, changed;
};

static void
work (void *state, int thread)
{
  struct shared *s = state;
  int all = threads_of (s->r);
  size_t from = part (s->count, thread, all), end = part (s->count, thread + 1, all);
  const struct point *p = (const struct point *) s->r->data;
  while (s->moved && s->turns < MOST_TURNS)
    {
      struct sum sums[MEANS] = { 0 };
      add_points (&s->means, p + from, end - from, sums);
      memcpy (s->sums[thread], sums, sizeof sums);
      if (pthread_barrier_wait (&s->added) == PTHREAD_BARRIER_SERIAL_THREAD)
        {
          for (int t = 1; t < all; t++)
            for (int k = 0; k < MEANS; k++)
              add_sum (&s->sums[0][k], &s->sums[t][k]);
          s->moved = move (&s->means, s->sums[0]);
          s->turns++;
        }
      pthread_barrier_wait (&s->changed);
    }
}

static void
threads (struct run *r)
{
  unsigned all = (unsigned) threads_of (r);
  struct shared s = { .r = r, .moved = true, .sums = allocate (all, sizeof *s.sums) };
  s.count = begin (r, &s.means);
  pthread_barrier_init (&s.added, NULL, all);
  pthread_barrier_init (&s.changed, NULL, all);
  run_threads (r, work, &s);
  print (r->out, &s.means, s.turns);
  pthread_barrier_destroy (&s.added);
  pthread_barrier_destroy (&s.changed);
  free (s.sums);
}

/* ---- MapReduce: a job for each turn -------------------------------------------------------- */

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *means)
{
  struct sum sums[MEANS] = { 0 };
  add_points (means, task->data, task->units, sums);
  for (unsigned char key = 0; key < MEANS; key++)
    if (sums[key].points)
      erbium_emit_intermediate (to, &key, &sums[key], sizeof key);
}

static void
combine (void *sum, const void *value)
{
  add_sum (sum, value);
}

static bool
turn (const struct run *r, struct means *m, size_t count)
{
  struct erbium_map_reduce job = { .data = r->data, .units = count,
                                   .unit_size = sizeof (struct point), .task_units = 1 << 11,
                                   .map = map, .context = m, .combine = combine,
                                   .value_size = sizeof (struct sum) };
  struct erbium_pairs found;
  struct sum sums[MEANS] = { 0 };
  set_options (r, &job);
  job.reduce_workers = 1;
  erbium_map_reduce (&job, &found);
  for (size_t n = 0; n < found.length; n++)
    sums[*(const unsigned char *) found.data[n].key] = *(const struct sum *) found.data[n].value;
  erbium_free_pairs (&found);
  return move (m, sums);
}

static void
mapreduce (struct run *r)
{
  struct means m;
  size_t count = begin (r, &m);
  int turns = 0;
  for (bool moved = true; moved && turns < MOST_TURNS; turns++)
    moved = turn (r, &m, count);
  print (r->out, &m, turns);
}

const struct workload kmeans = { "kmeans", "thousand points", generate, sequential, threads,
                                 mapreduce };
