/* SPDX-License-Identifier: MIT */
/* shared.c - processes that share the vectors: data-parallel only.
 *
 *                         +--> worker 0 --+
 *   reader --(vectors)----+               +--(transformed)--> writer
 *                         +--> worker 1 --+
 *
 * Workers read where the reader has written, and write side by side into one record.
 */
#include <stdlib.h>

#include "burst.h"

const char version_name[] = "fft-shared";
const char *const version_ways[] = { "workers", NULL };

/* Of each record: so many bursts for each worker. */
static long
horizon (const struct job *j)
{
  return floats_in_burst (j) * j->window * j->workers;
}

process reader (const struct job *j, record float vectors)
{
  view float v = new_write_view (vectors);
  register (v, 1);
  alloc (v, horizon (j));
  long length = floats_in_burst (j), n = j->burst;
  for (long i = 0; n == j->burst; )
    {
      stall (v, i + length);
      n = read_burst (j, &v[[i]]);
      i += 2L * j->plan->points * n;
      commit (v, i);
    }
}

/* Claims the next burst, and commits and releases past those of others, which it neither reads nor
 * writes.  The last burst may be short: the worker that has claimed it ends there, and the smallest
 * index at which a worker ends is the end of the stream. */
process worker (struct job between, int k, record float vectors, record float transformed)
{
  const struct job *j = &between;
  const struct plan *p = j->plan;
  float *scratch = new_floats (2 * p->points);
  long length = floats_in_burst (j);
  view float in = new_read_view (vectors), out = new_write_view (transformed);
  register (in, k + 1);
  register (out, k + 1);
  alloc (in, length * j->workers);
  alloc (out, horizon (j));
  for (;;)
    {
      long i = claim (in, length), hd;
      release (in, i);
      commit (out, i);
      hd = update (in, i + length);
      if (hd <= i)
        break;
      stall (out, hd);
      transform (p, 0, p->passes, (hd - i) / (2 * p->points), &in[[i]], &out[[i]], scratch);
      commit (out, hd);
      if (hd < i + length)
        break;
    }
  free (scratch);
}

process writer (const struct job *j, record float transformed)
{
  view float v = new_read_view (transformed);
  register (v, 1);
  alloc (v, floats_in_burst (j));
  long length = floats_in_burst (j), hd;
  for (long i = 0; (hd = update (v, i + length)); i = hd)
    {
      write_burst (j, &v[[i]], (hd - i) / (2 * j->plan->points));
      release (v, hd);
    }
}

void
run_stream (const struct job *j)
{
  record float vectors = new_record (1, j->workers);
  record float transformed = new_record (j->workers, 1);
  place_end ("reader");
  place_end ("writer");
  run reader (j, vectors);
  for (int k = 0; k < j->workers; k++)
    run worker (job_between (j), k, vectors, transformed);
  run writer (j, transformed);
  erbium_join_all ();
}
