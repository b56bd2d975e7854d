/* SPDX-License-Identifier: MIT */
/* stream.c - what transforms.er does not say: where vectors come from and go to.
 *
 * Linked with the plan, the ends and the main of examples/fft, in place of pipeline.c there.
 */
#include <stdio.h>
#include <stdlib.h>

#include "erbium.h"

#include "../../fft/burst.h"

/* As much as transforms.er has room for; it works on 8 points at a time. */
enum { LEAST = 64, MOST = 8192 };

const char version_name[] = "fft-er";
const char *const version_ways[] = { "row", NULL };

process transforms (int64_t points);

static struct job job;

/* ---- What transforms.er declares ----------------------------------------- */

int64_t
fft_burst (int64_t unused)
{
  (void) unused;
  return job.burst;
}

int64_t
fft_window (int64_t unused)
{
  (void) unused;
  return job.window;
}

int64_t
fft_read (float *to, int64_t unused)
{
  (void) unused;
  return read_burst (&job, to);
}

void
fft_write (float *from, int64_t vectors)
{
  write_burst (&job, from, vectors);
}

/* ---- The stream ---------------------------------------------------------- */

void
run_stream (const struct job *j)
{
  const struct plan *p = j->plan;
  job = *j;
  if (p->points < LEAST || p->points > MOST || p->inverse)
    {
      fprintf (stderr, "fft-er: %d to %d points, and not the inverse\n", LEAST, MOST);
      exit (2);
    }
  if (job.burst > MOST / p->points)
    job.burst = MOST / p->points;
  run transforms (p->points);
  erbium_join_all ();
}
