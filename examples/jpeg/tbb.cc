/* SPDX-License-Identifier: MIT */
/* tbb.cc - rows shared by a pipeline of oneTBB: what shared.c is measured against.
 *
 * A token is a row.  Stages: blocks in order; samples, by anybody; in order again, since
 * pixels want the rows above and below; pixels, by anybody; the file in order.
 */
#include <cstdlib>
#include <vector>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include "jpeg.h"

namespace tbb = oneapi::tbb;

namespace {

struct slot
{
  struct block *blocks;
  uint8_t *samples, *pixels, *scratch;
  interval_decoder own;
};

struct job
{
  decoder *d;
  output *o;
  const frame *f;
  intervals i;
  std::vector<slot> ring;
  int next = 0;

  slot &of (int row) { return ring[(size_t) (row + 2) % ring.size ()]; }

  int take (tbb::flow_control &control)
  {
    if (next > f->rows)
      {
        control.stop ();
        return -1;
      }
    if (!i.at && next < f->rows)
      next_row (d, of (next).blocks);
    return next++;
  }

  int transform (int row)
  {
    slot &s = of (row);
    if (row == f->rows)
      return row;
    if (i.at)
      decode_intervals (d, &i, &s.own, row, s.blocks);
    idct_row (f, s.samples, s.blocks);
    return row;
  }

  /* Of the row above. */
  int show (int row)
  {
    slot &s = of (row - 1);
    if (row)
      lines_of_row (f, row - 1, of (row - 2).samples, s.samples, of (row).samples, s.pixels, s.scratch);
    return row;
  }

  void write (int row)
  {
    if (row)
      write_output (o, of (row - 1).pixels,
                    (size_t) lines_in (f, row - 1) * (size_t) f->width * (size_t) f->channels);
  }
};

template <class T> T *
room (decoder *d, size_t n)
{
  return static_cast<T *> (allocate (d, n * sizeof (T)));
}

slot
new_slot (decoder *d, bool intervals)
{
  const frame *f = &d->frame;
  slot s = { room<struct block> (d, (size_t) f->row_blocks), room<uint8_t> (d, f->row_samples),
             room<uint8_t> (d, (size_t) f->width * (size_t) f->channels * (size_t) f->lines),
             room<uint8_t> (d, scratch_size (f)), { d->scan, nullptr } };
  s.own.scan.interval = 0;
  for (long &n : s.own.scan.warned)
    n = 0;
  if (intervals)
    s.own.clean = room<uint8_t> (d, d->size + PADDING);
  return s;
}

void
free_slot (decoder *d, slot &s)
{
  for (int k = 0; k < WARNINGS; k++)
    d->scan.warned[k] += s.own.scan.warned[k];
  for (void *p : { (void *) s.blocks, (void *) s.samples, (void *) s.pixels, (void *) s.scratch, (void *) s.own.clean })
    free (p);
}

}

void
run_tbb (decoder *d, output *o, const how *h)
{
  using tbb::filter_mode;
  job j = { d, o, &d->frame, { nullptr, 0, 0 }, {}, 0 };
  size_t tokens = (size_t) (4 * h->workers);
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, (size_t) h->workers);
  find_intervals (d, &j.i, 1);
  for (size_t k = 0; k < tokens + 3; k++)
    j.ring.push_back (new_slot (d, j.i.at != nullptr));
  tbb::parallel_pipeline (
    tokens,
    tbb::make_filter<void, int> (filter_mode::serial_in_order, [&] (tbb::flow_control &c) { return j.take (c); })
      & tbb::make_filter<int, int> (filter_mode::parallel, [&] (int row) { return j.transform (row); })
      & tbb::make_filter<int, int> (filter_mode::serial_in_order, [] (int row) { return row; })
      & tbb::make_filter<int, int> (filter_mode::parallel, [&] (int row) { return j.show (row); })
      & tbb::make_filter<int, void> (filter_mode::serial_in_order, [&] (int row) { j.write (row); }));
  for (slot &s : j.ring)
    free_slot (d, s);
  free (j.i.at);
}
