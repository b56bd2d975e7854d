// SPDX-License-Identifier: MIT
// tbb.cc - the same job with oneTBB: parallel_pipeline, a token a packet.
//
// Packets are found in order, received in parallel, delivered in order.
#include <oneapi/tbb.h>

#include <cstdlib>
#include <memory>

#include "wifi.h"

namespace tbb = oneapi::tbb;

namespace
{

enum { TOKENS_A_WORKER = 8 };

struct slots
{
  explicit slots (int count) : n (count), at (make_slots (count)) {}
  ~slots () { free_slots (at, n); }
  // No more than n are on their way, and they leave in order.
  slot *next () { return &at[turn++ % n]; }
  int n;
  int64_t turn = 0;
  slot *at;
};

// One for each thread, made when it first needs it.
struct scratches
{
  scratch *mine () { return local.local ().get (); }
  struct free_it { void operator() (scratch *s) const { std::free (s); } };
  using pointer = std::unique_ptr<scratch, free_it>;
  tbb::enumerable_thread_specific<pointer> local {
    [] { return pointer (static_cast<scratch *> (memory (sizeof (scratch)))); }
  };
};

template <typename Find, typename Work, typename Deliver>
void
pipeline (int workers, Find find, Work work, Deliver deliver_it)
{
  tbb::global_control limit (tbb::global_control::max_allowed_parallelism, static_cast<size_t> (workers));
  slots all (TOKENS_A_WORKER * workers);
  scratches scratch;
  tbb::parallel_pipeline (
    static_cast<size_t> (all.n),
    tbb::make_filter<void, slot *> (tbb::filter_mode::serial_in_order,
                                    [&] (tbb::flow_control &flow) -> slot * {
                                      slot *s = all.next ();
                                      if (find (s))
                                        return s;
                                      flow.stop ();
                                      return nullptr;
                                    })
      & tbb::make_filter<slot *, slot *> (tbb::filter_mode::parallel,
                                          [&] (slot *s) {
                                            work (s, scratch.mine ());
                                            return s;
                                          })
      & tbb::make_filter<slot *, void> (tbb::filter_mode::serial_in_order, deliver_it));
}

}

struct received
receive_tbb (struct source from, struct sink to, int workers)
{
  finder *f = open_finder (from);
  received r {};
  pipeline (workers, [&] (slot *s) { return slot_find (s, f); }, slot_receive,
            [&] (slot *s) { deliver (&r, to, &s->packet, s->psdu); });
  r.samples = close_finder (f);
  to.end (to.state);
  return r;
}

struct sent
send_tbb (struct frames from, struct antenna to, struct sending how, int workers)
{
  sent r {};
  plan last {};
  pipeline (workers,
            [&] (slot *s) {
              if (!slot_plan (s, &last, from, &how, r.packets))
                return false;
              r.packets++, r.octets += last.octets, r.samples += last.samples;
              return true;
            },
            slot_send, [&] (slot *s) { to.write (to.state, s->x, s->samples); });
  to.end (to.state);
  return r;
}
