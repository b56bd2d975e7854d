/* SPDX-License-Identifier: MIT */
/* tbb.cc - the same stream with oneTBB, in two ways.
 *
 *   pipeline   parallel_pipeline: bursts are read in order, transformed by whoever has
 *              time, written in order; TBB takes a burst through all three on one core
 *   for        a batch is read, its vectors are shared by parallel_for, it is written
 */
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <cstdlib>
#include <memory>
#include <vector>

#include "fft.h"

const char version_name[] = "fft-tbb";
const char *const version_ways[] = { "pipeline", "for", nullptr };

namespace tbb = oneapi::tbb;

struct free_floats { void operator() (float *p) const { std::free (p); } };
using floats = std::unique_ptr<float, free_floats>;

/* A scratch vector for each thread. */
struct scratches
{
  int64_t length;
  tbb::enumerable_thread_specific<floats> own;
  explicit scratches (int64_t n) : length (n), own ([n] { return floats (new_floats (n)); }) {}
  float *get () { return own.local ().get (); }
};

/* A burst on its way. */
struct token
{
  floats in, out;
  int64_t n = 0;
  explicit token (int64_t length) : in (new_floats (length)), out (new_floats (length)) {}
};

static void
run_pipeline (const job *j)
{
  int64_t vector = 2 * static_cast<int64_t> (j->plan->points);
  std::vector<token> tokens;
  for (int k = 0; k < j->window * j->workers; k++)
    tokens.emplace_back (vector * j->burst);
  scratches scratch (vector);
  size_t next = 0; /* they come back in order */
  bool ended = false;
  auto read = [&] (tbb::flow_control &control) -> token *
  {
    token *t = &tokens[next];
    next = next + 1 == tokens.size () ? 0 : next + 1;
    if (!ended)
      t->n = j->ends.read (j->ends.from, t->in.get (), j->burst);
    if (ended || t->n == 0)
      control.stop ();
    ended = t->n < j->burst;
    return t;
  };
  auto work = [&] (token *t)
  {
    transform (j->plan, 0, j->plan->passes, t->n, t->in.get (), t->out.get (), scratch.get ());
    return t;
  };
  auto write = [&] (token *t) { j->ends.write (j->ends.to, t->out.get (), t->n); };
  tbb::parallel_pipeline (tokens.size (),
    tbb::make_filter<void, token *> (tbb::filter_mode::serial_in_order, read)
    & tbb::make_filter<token *, token *> (tbb::filter_mode::parallel, work)
    & tbb::make_filter<token *, void> (tbb::filter_mode::serial_in_order, write));
}

static void
run_for (const job *j)
{
  int64_t vectors = static_cast<int64_t> (j->burst) * j->window * j->workers, n;
  int64_t vector = 2 * static_cast<int64_t> (j->plan->points);
  token batch (vectors * vector);
  scratches scratch (vector);
  do
    {
      n = j->ends.read (j->ends.from, batch.in.get (), vectors);
      tbb::parallel_for (tbb::blocked_range<int64_t> (0, n), [&] (const tbb::blocked_range<int64_t> &r)
      {
        transform (j->plan, 0, j->plan->passes, r.end () - r.begin (),
                   batch.in.get () + r.begin () * vector, batch.out.get () + r.begin () * vector,
                   scratch.get ());
      });
      j->ends.write (j->ends.to, batch.out.get (), n);
    }
  while (n == vectors);
}

void
run_stream (const job *j)
{
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism,
                             static_cast<size_t> (j->workers));
  if (j->way == 0)
    run_pipeline (j);
  else
    run_for (j);
}
