/* SPDX-License-Identifier: MIT */
/* tbb.cc - a pipeline of oneTBB: what processes.c is measured against.
 *
 * A token is a query.  run_tbb has a filter for each stage: load and output serial and in order, as
 * E. Reed, N. Chen, R. Johnson have it ("Expressing Pipeline Parallelism Using TBB Constructs",
 * SPLASH 2011 workshops).  In run_tbb_merged the serial filter gives numbers only, and one parallel
 * filter does all from load to rank.  A thread keeps its memory from token to token.
 */
#include <unistd.h>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include "ferret.h"

namespace tbb = oneapi::tbb;
using tbb::make_filter;
using mode = tbb::filter_mode;

namespace {

struct item
{
  int number;
  struct picture picture;
  struct segments segments;
  struct signature signature;
  struct candidates candidates;
  struct answer answer;
};

struct own
{
  struct worker *w;
  explicit own (const struct index *x) : w (worker_new (x)) {}
  own (const own &) = delete;
  ~own () { worker_free (w); }
};

struct pipeline
{
  const job *j;
  size_t tokens;
  std::vector<item> ring;
  tbb::enumerable_thread_specific<own> workers;
  int next = 0;

  explicit pipeline (const job *of)
    : j (of), tokens ((size_t) (4 * of->workers)), ring (tokens),
      workers ([of] { return own (of->index); }) {}

  /* Tokens end in order, so the place of one that has ended is free. */
  item *take (tbb::flow_control &control)
  {
    if (next == j->queries.count)
      {
        control.stop ();
        return nullptr;
      }
    item *i = &ring[(size_t) next % tokens];
    i->number = next++;
    return i;
  }

  item *load (item *i)
  {
    if (i)
      load_picture (j->queries.name[i->number], &i->picture);
    return i;
  }

  item *segment (item *i)
  {
    segment_picture (workers.local ().w->segmenter, &i->picture, &i->segments);
    return i;
  }

  item *extract (item *i)
  {
    extract_features (&i->segments, &i->signature);
    return i;
  }

  item *vectorise (item *i)
  {
    find_candidates (j->index, &workers.local ().w->votes, &i->signature, &i->candidates);
    return i;
  }

  item *rank (item *i)
  {
    rank_candidates (j->index, &i->signature, &i->candidates, j->top, &i->answer);
    return i;
  }

  item *all (item *i)
  {
    worker *w = workers.local ().w;
    load_picture (j->queries.name[i->number], &w->picture);
    answer_picture (j, w, &w->picture, &i->answer);
    return i;
  }

  void write (item *i) { print_answer (j, i->number, &i->answer); }
};

}

void
run_tbb (const job *j)
{
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, (size_t) j->workers);
  leave = _exit; /* others go on until then */
  pipeline p (j);
  tbb::parallel_pipeline (
    p.tokens,
    make_filter<void, item *> (mode::serial_in_order,
                               [&] (tbb::flow_control &c) { return p.load (p.take (c)); })
      & make_filter<item *, item *> (mode::parallel, [&] (item *i) { return p.segment (i); })
      & make_filter<item *, item *> (mode::parallel, [&] (item *i) { return p.extract (i); })
      & make_filter<item *, item *> (mode::parallel, [&] (item *i) { return p.vectorise (i); })
      & make_filter<item *, item *> (mode::parallel, [&] (item *i) { return p.rank (i); })
      & make_filter<item *, void> (mode::serial_in_order, [&] (item *i) { p.write (i); }));
}

void
run_tbb_merged (const job *j)
{
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, (size_t) j->workers);
  leave = _exit; /* others go on until then */
  pipeline p (j);
  tbb::parallel_pipeline (
    p.tokens,
    make_filter<void, item *> (mode::serial_in_order,
                               [&] (tbb::flow_control &c) { return p.take (c); })
      & make_filter<item *, item *> (mode::parallel, [&] (item *i) { return p.all (i); })
      & make_filter<item *, void> (mode::serial_in_order, [&] (item *i) { p.write (i); }));
}
