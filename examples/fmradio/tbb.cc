/* SPDX-License-Identifier: MIT */
/* tbb.cc - the receiver as oneTBB's parallel_pipeline: read in order, work in any, write in
 * order. */
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <vector>

#include "token.h"

namespace tbb = oneapi::tbb;

extern "C" const char receiver_name[] = "oneTBB";

static const int tokens_a_worker = 3;

void
receive (const struct radio *r, struct capture *in, struct sound *out, int workers)
{
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, (size_t) workers);
  const size_t tokens = (size_t) (tokens_a_worker * workers);
  std::vector<token> all (tokens);
  dealer d;
  size_t next = 0;
  dealer_begin (&d, r, in);
  for (token &t : all)
    token_begin (&t, &d);
  tbb::parallel_pipeline (
    tokens,
    tbb::make_filter<void, token *> (tbb::filter_mode::serial_in_order,
      [&] (tbb::flow_control &control) -> token *
      {
        token *t = &all[next++ % tokens]; /* in order, so it is free again */
        if (token_read (t, &d))
          return t;
        control.stop ();
        return nullptr;
      })
    & tbb::make_filter<token *, token *> (tbb::filter_mode::parallel,
      [&] (token *t)
      {
        token_work (t, &d);
        return t;
      })
    & tbb::make_filter<token *, void> (tbb::filter_mode::serial_in_order,
      [&] (token *t) { sound_write (out, t->sound, t->count); }));
  for (token &t : all)
    token_end (&t);
  dealer_end (&d);
}
