/* SPDX-License-Identifier: MIT */
/* sequential.c - one loop.
 *
 * A burst at a time all the same: it stays in the cache, and the ends are asked less
 * often.
 */
#include <stdlib.h>

#include "fft.h"

const char version_name[] = "fft-sequential";
const char *const version_ways[] = { "loop", NULL };

void
run_stream (const struct job *j)
{
  const struct plan *p = j->plan;
  int64_t length = 2 * (int64_t) p->points * j->burst, n;
  float *in = new_floats (length), *out = new_floats (length), *scratch = new_floats (2 * p->points);
  do
    {
      n = j->ends.read (j->ends.from, in, j->burst);
      transform (p, 0, p->passes, n, in, out, scratch);
      j->ends.write (j->ends.to, out, n);
    }
  while (n == j->burst);
  free (in);
  free (out);
  free (scratch);
}
