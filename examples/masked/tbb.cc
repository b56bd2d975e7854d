/* SPDX-License-Identifier: MIT */
/* tbb.cc - the farm as a pipeline of oneTBB: a token is a burst. */
#include <stdlib.h>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include "kernel.h"
#include "methods.h"

namespace tbb = oneapi::tbb;
using tbb::make_filter;
using mode = tbb::filter_mode;

enum { BUFFERS = 2 }; /* of a worker */

/* Tokens end in order, so the buffer of one that has ended is free. */
void
run_tbb (const job *j)
{
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, (size_t) j->workers);
  int count = BUFFERS * j->workers;
  char *buffers = (char *) new_bursts (j, (size_t) count);
  int64_t next = 0;
  auto place = [&] (int64_t n) { return buffers + (size_t) (n % count) * burst_size (j); };
  auto read = [&] (tbb::flow_control &control) {
    if (next == all_bursts (j))
      {
        control.stop ();
        return next;
      }
    read_burst (j, next, place (next));
    return next++;
  };
  auto work = [&] (int64_t n) {
    compute (j, burst_at (j, n).size, place (n), place (n));
    return n;
  };
  auto write = [&] (int64_t n) { write_burst (j, n, place (n)); };
  tbb::parallel_pipeline ((size_t) count,
                          make_filter<void, int64_t> (mode::serial_in_order, read)
                            & make_filter<int64_t, int64_t> (mode::parallel, work)
                            & make_filter<int64_t, void> (mode::serial_in_order, write));
  free (buffers);
}
