/* SPDX-License-Identifier: MIT */
/* pca.c - the means and covariances of variables: the first step of an analysis of principal
 * components.
 *
 * The input is a matrix of 32-bit integers: its number of rows, its number of columns, and its
 * elements.  A row has the values of one variable.  The output has the means and the covariances of
 * all pairs of rows, computed from exact sums.
 */
#include <erbium/mapreduce.h>

#include <stdlib.h>
#include <string.h>

#include "workload.h"

struct matrix
{
  const struct run *r;
  size_t rows, columns;
  const int32_t *x;
  const int64_t **sums; /* of each row: its own, then of x y with each row from this one on */
};

enum { COLUMNS = 1000, LARGEST = 1 << 15 };

static void
generate (FILE *out, long rows)
{
  uint64_t state = 7;
  int32_t head[2] = { (int32_t) rows, COLUMNS };
  fwrite (head, sizeof head, 1, out);
  for (long n = rows * COLUMNS; n > 0; n--)
    {
      int32_t x = (int32_t) (next_random (&state) % 1000);
      fwrite (&x, sizeof x, 1, out);
    }
}

static struct matrix
matrix_of (const struct run *r)
{
  struct matrix m = { .r = r };
  const int32_t *head = (const int32_t *) r->data;
  if (r->size < 2 * sizeof *head || head[0] < 1 || head[1] < 2
      || r->size != (2 + (size_t) head[0] * (size_t) head[1]) * sizeof *head)
    bad_input (r, "expected the numbers of rows and columns, and the elements");
  m.rows = (size_t) head[0];
  m.columns = (size_t) head[1];
  m.x = head + 2;
  for (size_t n = 0; n < m.rows * m.columns; n++)
    if (m.x[n] < -LARGEST || m.x[n] > LARGEST)
      bad_input (r, "expected elements of at most 32768");
  m.sums = allocate (m.rows, sizeof *m.sums);
  return m;
}

static int64_t
sum_row (const struct matrix *m, size_t i)
{
  int64_t sum = 0;
  for (size_t n = 0; n < m->columns; n++)
    sum += m->x[i * m->columns + n];
  return sum;
}

/* How many sums a row has. */
static size_t
sums_of (const struct matrix *m, size_t i)
{
  return 1 + m->rows - i;
}

static void
compute_row (const struct matrix *m, size_t i, int64_t *sums)
{
  *sums++ = sum_row (m, i);
  const int32_t *x = m->x + i * m->columns;
  for (size_t j = i; j < m->rows; j++)
    {
      const int32_t *y = m->x + j * m->columns;
      int64_t sum = 0;
      for (size_t n = 0; n < m->columns; n++)
        sum += (int64_t) x[n] * y[n];
      *sums++ = sum;
    }
}

static void
print (const struct matrix *m)
{
  double n = (double) m->columns;
  for (size_t i = 0; i < m->rows; i++)
    fprintf (m->r->out, "mean %zu %.6f\n", i, (double) m->sums[i][0] / n);
  for (size_t i = 0; i < m->rows; i++)
    for (size_t j = i; j < m->rows; j++)
      {
        double xy = (double) m->sums[i][1 + j - i];
        double both = (double) m->sums[i][0] * (double) m->sums[j][0];
        double covariance = (xy - both / n) / (n - 1);
        fwrite (&covariance, sizeof covariance, 1, m->r->out);
      }
}

/* Computes and keeps one row. */
static void
keep_row (struct matrix *m, size_t i)
{
  int64_t *sums = allocate (sums_of (m, i), sizeof *sums);
  compute_row (m, i, sums);
  m->sums[i] = sums;
}

static void
print_and_free (struct matrix *m)
{
  print (m);
  for (size_t i = 0; i < m->rows; i++)
    free ((void *) m->sums[i]);
  free (m->sums);
}

static void
sequential (struct run *r)
{
  struct matrix m = matrix_of (r);
  for (size_t i = 0; i < m.rows; i++)
    keep_row (&m, i);
  print_and_free (&m);
}

/* ---- Threads: rows are dealt in turns, since the first ones have more products -------------- */

static void
compute_rows (void *matrix, int thread)
{
  struct matrix *m = matrix;
  for (size_t i = (size_t) thread; i < m->rows; i += (size_t) threads_of (m->r))
    keep_row (m, i);
}

static void
threads (struct run *r)
{
  struct matrix m = matrix_of (r);
  run_threads (r, compute_rows, &m);
  print_and_free (&m);
}

/* ---- MapReduce: a task is two rows, one from each end, so all tasks are of one size ---------- */

struct input
{
  const struct matrix *m;
  size_t next;
};

static bool
split (struct erbium_map_task *task, void *state)
{
  struct input *in = state;
  if (in->next >= (in->m->rows + 1) / 2)
    return false;
  *task = (struct erbium_map_task) { NULL, in->next++ };
  return true;
}

/* The sums of the two rows of a task. */
static size_t
sums_of_task (const struct matrix *m)
{
  return sums_of (m, 0) + sums_of (m, m->rows - 1);
}

/* The key is the number of the first row, high byte first. */
static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *matrix)
{
  const struct matrix *m = matrix;
  size_t first = task->units, last = m->rows - 1 - first;
  unsigned char key[4] = { (unsigned char) (first >> 24), (unsigned char) (first >> 16),
                           (unsigned char) (first >> 8), (unsigned char) first };
  int64_t *sums = allocate (sums_of_task (m), sizeof *sums);
  compute_row (m, first, sums);
  if (last != first)
    compute_row (m, last, sums + sums_of (m, first));
  erbium_emit_intermediate (to, key, sums, sizeof key);
  free (sums);
}

static void
mapreduce (struct run *r)
{
  struct matrix m = matrix_of (r);
  struct input in = { &m, 0 };
  struct erbium_map_reduce job = { .splitter = split, .state = &in, .map = map, .context = &m,
                                   .value_size = sums_of_task (&m) * sizeof (int64_t) };
  struct erbium_pairs found;
  set_options (r, &job);
  job.reduce_workers = 1;
  erbium_map_reduce (&job, &found);
  for (size_t i = 0; i < found.length; i++)
    {
      m.sums[i] = found.data[i].value;
      m.sums[m.rows - 1 - i] = i == m.rows - 1 - i ? m.sums[i] : m.sums[i] + sums_of (&m, i);
    }
  print (&m);
  erbium_free_pairs (&found);
  free (m.sums);
}

const struct workload pca = { "pca", "rows of 1000 columns", generate, sequential, threads,
                              mapreduce };
