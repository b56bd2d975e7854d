/* SPDX-License-Identifier: MIT */
/* matrix_multiply.c - the product of two square matrices.
 *
 * The input has the elements of both, row by row, as 32-bit floating-point numbers; the output has
 * those of the product.  An element is always added up in the same order, so all versions give
 * the same bytes.
 */
#include <erbium/mapreduce.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workload.h"

struct product
{
  const struct run *r;
  size_t n;
  const float *a, *b;
  float *c;
};

enum
{
  ROWS = 8, COLUMNS = 256, /* of a block of the product, which is held in a cache */
  TASK = 64                /* rows of a task, for which the cache holds so many columns of b */
};

static void
generate (FILE *out, long n)
{
  uint64_t state = 6;
  for (long left = 2 * n * n; left > 0; left--)
    {
      float x = (float) (next_random (&state) % 2048) / 1024 - 1;
      fwrite (&x, sizeof x, 1, out);
    }
}

static struct product
product_of (const struct run *r)
{
  size_t n = (size_t) sqrt ((double) r->size / (2 * sizeof (float)));
  const float *a = (const float *) r->data;
  if (!n || r->size != 2 * n * n * sizeof (float))
    bad_input (r, "expected the elements of two square matrices");
  return (struct product) { .r = r, .n = n, .a = a, .b = a + n * n };
}

/* Computes the rows [from, end) of the product, to c: a block of ROWS times COLUMNS at a time. */
static void
multiply_rows (const struct product *p, size_t from, size_t end, float *restrict c)
{
  size_t n = p->n;
  for (size_t left = 0; left < n; left += COLUMNS)
    {
      size_t columns = n - left < COLUMNS ? n - left : COLUMNS;
      for (size_t top = from; top < end; top += ROWS)
        {
          size_t rows = end - top < ROWS ? end - top : ROWS;
          float block[ROWS][COLUMNS] = { 0 };
          for (size_t k = 0; k < n; k++)
            for (size_t i = 0; i < rows; i++)
              {
                float a = p->a[(top + i) * n + k];
                const float *b = p->b + k * n + left;
                for (size_t j = 0; j < columns; j++)
                  block[i][j] += a * b[j];
              }
          for (size_t i = 0; i < rows; i++)
            memcpy (c + (top - from + i) * n + left, block[i], columns * sizeof *c);
        }
    }
}

static void
sequential (struct run *r)
{
  struct product p = product_of (r);
  p.c = allocate (p.n * p.n, sizeof *p.c);
  multiply_rows (&p, 0, p.n, p.c);
  fwrite (p.c, sizeof *p.c, p.n * p.n, r->out);
  free (p.c);
}

/* ---- Threads ----------------------------------------------------------------------- */

static void
multiply_part (void *state, int thread)
{
  struct product *p = state;
  int all = threads_of (p->r);
  size_t from = part (p->n, thread, all), end = part (p->n, thread + 1, all);
  multiply_rows (p, from, end, p->c + from * p->n);
}

static void
threads (struct run *r)
{
  struct product p = product_of (r);
  p.c = allocate (p.n * p.n, sizeof *p.c);
  run_threads (r, multiply_part, &p);
  fwrite (p.c, sizeof *p.c, p.n * p.n, r->out);
  free (p.c);
}

/* ---- MapReduce: a task is some rows, its value their product ----------------------------------- */

/* The key is the number of the first row: in the order of bytes, the high one first. */
static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *product)
{
  const struct product *p = product;
  size_t from = (size_t) ((const float *) task->data - p->a) / p->n;
  unsigned char key[4] = { (unsigned char) (from >> 24), (unsigned char) (from >> 16),
                           (unsigned char) (from >> 8), (unsigned char) from };
  float *rows = allocate (TASK * p->n, sizeof *rows);
  multiply_rows (p, from, from + task->units, rows);
  erbium_emit_intermediate (to, key, rows, sizeof key);
  free (rows);
}

static void
print_rows (const void *key, size_t key_size, const void *rows, void *product)
{
  const struct product *p = product;
  const unsigned char *k = key;
  size_t from = (size_t) k[0] << 24 | (size_t) k[1] << 16 | (size_t) k[2] << 8 | k[3];
  (void) key_size;
  fwrite (rows, sizeof (float), (p->n - from < TASK ? p->n - from : TASK) * p->n, p->r->out);
}

static void
mapreduce (struct run *r)
{
  struct product p = product_of (r);
  struct erbium_map_reduce job = { .data = p.a, .units = p.n, .unit_size = p.n * sizeof *p.a,
                                   .task_units = TASK, .map = map, .context = &p,
                                   .value_size = TASK * p.n * sizeof *p.a,
                                   .output = print_rows, .output_state = &p };
  set_options (r, &job);
  job.reduce_workers = 1;
  erbium_map_reduce (&job, NULL);
}

const struct workload matrix_multiply = { "matrix_multiply", "rows", generate, sequential,
                                          threads, mapreduce };
