/* SPDX-License-Identifier: MIT */
/* tbb.cc - the farm as a pipeline of oneTBB: a token is an item. */
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
  char *buffers = (char *) new_items (j, (size_t) count);
  int64_t next = 0;
  auto read = [&] (tbb::flow_control &control) -> char * {
    if (next == j->items)
      {
        control.stop ();
        return nullptr;
      }
    char *item = buffers + (size_t) (next % count) * j->size;
    read_item (j, next++, item);
    return item;
  };
  auto work = [&] (char *item) {
    compute (j, item, item);
    return item;
  };
  tbb::parallel_pipeline ((size_t) count,
                          make_filter<void, char *> (mode::serial_in_order, read)
                            & make_filter<char *, char *> (mode::parallel, work)
                            & make_filter<char *, void> (mode::serial_in_order, [&] (char *item) {
                                write_item (j, item);
                              }));
  free (buffers);
}
