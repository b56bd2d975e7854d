/* SPDX-License-Identifier: MIT */
/* burst.h - a burst from and to the ends of the stream, for processes.
 *
 * A process that waits for somebody outside says so: the others of its thread, where
 * processes share threads, go on meanwhile.  That costs a wake-up, so not for files.
 */
#ifndef FFT_BURST_H
#define FFT_BURST_H

#include "erbium.h"
#include "fft.h"

static inline long
floats_in_burst (const struct job *j)
{
  return 2L * j->plan->points * j->burst;
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
