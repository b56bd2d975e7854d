/* SPDX-License-Identifier: MIT */
/* burst.h - a burst from and to the ends of the stream, for processes.
 *
 * A process that waits for somebody outside says so: the others of its thread, where
 * processes share threads, go on meanwhile.  That costs a wake-up, so not for files.
 */
#ifndef FFT_BURST_H
#define FFT_BURST_H

#include "erbium.h"
#include "erbium/ranks.h"
#include "fft.h"

static inline long
floats_in_burst (const struct job *j)
{
  return 2L * j->plan->points * j->burst;
}

/* A job for processes between the ends.  As ranks of an MPI job (ERBIUM_TASK=rank), they have copies
 * of the plan; the ends stay where the files are open (place_end). */
static inline struct job
job_between (const struct job *j)
{
  struct job between = *j;
  const struct plan *p = j->plan;
  between.ends = (struct ends) { 0 };
  erbium_carry (p, sizeof *p, ERBIUM_POINTERS);
  for (int n = 0; n < p->passes; n++)
    erbium_carry (p->pass[n].twiddles, 2 * sizeof (float) * (size_t) p->points, ERBIUM_PLAIN);
  return between;
}

static inline void
place_end (const char *process)
{
  erbium_place (process, 0);
}

static inline int64_t
read_burst (const struct job *j, float *to)
{
  int64_t n;
  if (!j->ends.read_waits)
    return j->ends.read (j->ends.from, to, j->burst);
  erbium_blocking { n = j->ends.read (j->ends.from, to, j->burst); }
  return n;
}

static inline void
write_burst (const struct job *j, const float *from, int64_t n)
{
  if (!j->ends.write_waits)
    j->ends.write (j->ends.to, from, n);
  else
    erbium_blocking { j->ends.write (j->ends.to, from, n); }
}

#endif
