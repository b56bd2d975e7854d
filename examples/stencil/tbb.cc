/* SPDX-License-Identifier: MIT */
/* tbb.cc - a parallel_reduce of oneTBB over the rows of a matrix. */
#include <stdlib.h>

#include <algorithm>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_reduce.h>

#include "kernel.h"
#include "masked/methods.h"

namespace tbb = oneapi::tbb;
using rows = tbb::blocked_range<long>;

static double
relax_rows (const job *j, const rows &r, const double *from, double *to)
{
  long w = j->width;
  return relax (j->width, (int) r.size (), r.begin () > 0 ? from + (r.begin () - 1) * w : nullptr,
                from + r.begin () * w, r.end () < j->height ? from + r.end () * w : nullptr,
                to + r.begin () * w);
}

void
run_tbb (const job *j)
{
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, (size_t) j->workers);
  double *now = (double *) new_items (j, 1), *next = (double *) new_items (j, 1), change;
  tbb::affinity_partitioner partitioner; /* rows stay with the thread that has them in its cache */
  for (int64_t i = 0; i < j->items; i++)
    {
      int rounds = 0;
      read_item (j, i, now);
      do
        {
          change = tbb::parallel_reduce (
            rows (0, j->height), 0.0,
            [&] (const rows &r, double most) {
              return std::max (most, relax_rows (j, r, now, next));
            },
            [] (double a, double b) { return std::max (a, b); }, partitioner);
          swap (&now, &next);
        }
      while (goes_on (j, ++rounds, change));
      write_item (j, now);
    }
  free (now);
  free (next);
}
