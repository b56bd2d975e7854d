/* SPDX-License-Identifier: MIT */
/* tbb.cc - a pipeline of oneTBB.
 *
 * A token is a segment.  Filters: segments in order; cuts, by anybody; the one table, in order;
 * entries, by anybody; the archive in order.  So "before" means before in the input, and the table
 * needs no lock.
 */
#include <cstring>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include "dedup.h"

namespace tbb = oneapi::tbb;
using tbb::make_filter;
using mode = tbb::filter_mode;

namespace {

struct slot
{
  size_t length;
  int64_t from;
  struct cuts cuts;
  int64_t place[MAX_CUTS];
  uint8_t bytes[MAX_SEGMENT], packed[MAX_PACKED];
};

/* Of a thread. */
struct own
{
  struct deflater d;
  explicit own (const job *j) { deflater_open (j, &d); }
  own (const own &) = delete;
  ~own () { deflater_close (&d); }
};

struct pipeline
{
  const job *j;
  std::vector<slot> ring;
  tbb::enumerable_thread_specific<own> deflaters;
  struct table seen = {};
  struct tally tally;
  std::vector<uint8_t> behind; /* what was read beyond the last segment */
  size_t next = 0;
  int64_t at = 0;

  pipeline (const job *of, size_t tokens)
    : j (of), ring (tokens), deflaters ([of] { return own (of); }) {}

  /* Tokens end in order, so the place of one that has ended is free. */
  slot *read (tbb::flow_control &control)
  {
    slot *s = &ring[next++ % ring.size ()];
    size_t have = behind.size ();
    memcpy (s->bytes, behind.data (), have);
    have += read_input (j, s->bytes + have, MAX_SEGMENT - have);
    if (!have)
      {
        control.stop ();
        return nullptr;
      }
    s->length = segment_length (s->bytes, have);
    s->from = at;
    at += (int64_t) s->length;
    behind.assign (s->bytes + s->length, s->bytes + have);
    return s;
  }

  slot *cut (slot *s)
  {
    cut_segment (s->bytes, s->length, s->from, &s->cuts);
    return s;
  }

  slot *place (slot *s)
  {
    place_segment (j, &seen, &s->cuts, 0, 1, s->place);
    return s;
  }

  slot *pack (slot *s)
  {
    pack_placed (&deflaters.local ().d, s->bytes, &s->cuts, 0, 1, s->place, s->packed);
    return s;
  }

  void write (slot *s)
  {
    const uint8_t *entries[] = { s->packed };
    write_segment (j, &tally, &s->cuts, entries, 1);
  }
};

}

void
compress_tbb (const job *j)
{
  size_t tokens = (size_t) (4 * j->workers);
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, (size_t) j->workers);
  pipeline p (j, tokens);
  begin_archive (j, &p.tally);
  tbb::parallel_pipeline (
    tokens,
    make_filter<void, slot *> (mode::serial_in_order,
                               [&] (tbb::flow_control &c) { return p.read (c); })
      & make_filter<slot *, slot *> (mode::parallel, [&] (slot *s) { return p.cut (s); })
      & make_filter<slot *, slot *> (mode::serial_in_order, [&] (slot *s) { return p.place (s); })
      & make_filter<slot *, slot *> (mode::parallel, [&] (slot *s) { return p.pack (s); })
      & make_filter<slot *, void> (mode::serial_in_order, [&] (slot *s) { p.write (s); }));
  end_archive (j, &p.tally);
  table_free (&p.seen);
}
