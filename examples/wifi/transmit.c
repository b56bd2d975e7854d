/* SPDX-License-Identifier: MIT */
/* transmit.c - the transmitter as a network of processes.
 *
 *   reader --+--(plans)--> to all behind
 *            |
 *            +--(octets)--> coder 0, 1, ... --(carriers)--> modulator 0, 1, ... --(samples)--> antenna
 *
 * The reader decides of each frame what must be known of it: its rate, its length, and at
 * which index of each record its octets, carriers and samples stand.  All else follows
 * from that.  Each worker claims the next frame.
 */
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

/* Horizons: how far processes may get ahead of each other. */
enum
{
  PLANS_AHEAD = 256,
  OCTETS_AHEAD = 16 * MOST_OCTETS,
  CARRIERS_AHEAD = 4 * MOST_SYMBOLS * DATA_CARRIERS,
  SAMPLES_AHEAD = 1 << 18,
  BURST = BATCH * SYMBOL
};

static process
reader (struct frames from, struct sending how, record struct plan plans, record uint8_t octets)
{
  struct frame *f = memory (sizeof *f);
  struct plan p = { 0 };
  view struct plan out = new_write_view (plans);
  view uint8_t psdu = new_write_view (octets);
  register (out, 1);
  register (psdu, 1);
  alloc (out, PLANS_AHEAD);
  alloc (psdu, OCTETS_AHEAD);
  for (int64_t k = 0; from.next (from.state, f); k++)
    {
      plan_frame (&p, &how, f, k);
      stall (psdu, p.octets_at + p.octets);
      memcpy (&psdu[[p.octets_at]], f->psdu, (size_t) p.octets);
      commit (psdu, p.octets_at + p.octets);
      stall (out, k + 1);
      out[[k]] = p;
      commit (out, k + 1);
    }
  free (f);
}

/* Octets to carriers. */
static process
coder (int worker, record struct plan plans, record uint8_t octets, record uint8_t carriers)
{
  uint8_t *work = memory (FRAME_WORK);
  view struct plan order = new_read_view (plans);
  view uint8_t in = new_read_view (octets);
  view uint8_t out = new_write_view (carriers);
  register (order, 1 + worker);
  register (in, 1 + worker);
  register (out, 1 + worker);
  alloc (order, 1);
  alloc (in, MOST_OCTETS);
  alloc (out, CARRIERS_AHEAD);
  for (int64_t k = 0, mine = claim (order, 1); update (order, k + 1); k++)
    {
      struct plan p = order[[k]];
      int64_t end = p.carriers_at + (int64_t) p.symbols * DATA_CARRIERS;
      release (order, k + 1);
      release (in, p.octets_at);
      if (k == mine)
        {
          expect (update (in, p.octets_at + p.octets), p.octets_at + p.octets);
          stall (out, end);
          code_frame (&out[[p.carriers_at]], &in[[p.octets_at]], p.octets, p.rate, p.seed, work);
        }
      commit (out, end);
      release (in, p.octets_at + p.octets);
      if (k == mine)
        mine = claim (order, 1);
    }
  free (work);
}

/* The silence behind a packet. */
static void
be_silent (view struct sample out, int64_t tl, int64_t hd)
{
  for (int64_t n; tl < hd; tl += n)
    {
      n = hd - tl < BURST ? hd - tl : BURST;
      stall (out, tl + n);
      memset (&out[[tl]], 0, (size_t) n * sizeof (struct sample));
      commit (out, tl + n);
    }
}

/* What is common to both kinds of workers: the head of a packet.  The sample that it
 * shares with the first symbol is not committed yet. */
static void
begin_packet (view struct sample out, const struct plan *p)
{
  stall (out, p->samples_at + HEAD + 1);
  modulate_head (&out[[p->samples_at]], p->rate, p->octets);
  commit (out, p->samples_at + HEAD);
}

/* Carriers to samples. */
static process
modulator (int worker, int workers, record struct plan plans, record uint8_t carriers,
           record struct sample samples)
{
  view struct plan order = new_read_view (plans);
  view uint8_t in = new_read_view (carriers);
  view struct sample out = new_write_view (samples);
  register (order, 1 + workers + worker);
  register (in, 1 + worker);
  register (out, 1 + worker);
  alloc (order, 1);
  alloc (in, MOST_SYMBOLS * DATA_CARRIERS);
  alloc (out, SAMPLES_AHEAD);
  for (int64_t k = 0, mine = claim (order, 1, 1 + workers); update (order, k + 1); k++)
    {
      struct plan p = order[[k]];
      int64_t end = p.carriers_at + (int64_t) p.symbols * DATA_CARRIERS;
      release (order, k + 1);
      release (in, p.carriers_at);
      if (k == mine)
        {
          commit (out, p.samples_at);
          begin_packet (out, &p);
          expect (update (in, end), end);
          for (int first = 0, n; first < p.symbols; first += n)
            {
              int64_t tl = p.samples_at + HEAD + (int64_t) first * SYMBOL, hd;
              n = p.symbols - first < BATCH ? p.symbols - first : BATCH;
              hd = tl + n * SYMBOL;
              stall (out, hd + 1);
              modulate (&out[[tl]], &in[[p.carriers_at + (int64_t) first * DATA_CARRIERS]], p.rate, first, n);
              commit (out, hd); /* the sample there is half of two symbols */
            }
          be_silent (out, p.samples_at + samples_of (p.rate, p.octets), p.samples_at + p.samples);
        }
      commit (out, p.samples_at + p.samples);
      release (in, end);
      if (k == mine)
        mine = claim (order, 1, 1 + workers);
    }
}

/* Both at once, for a transmitter that is shared by frames alone. */
static process
whole (int worker, record struct plan plans, record uint8_t octets,
       record struct sample samples)
{
  uint8_t *carriers = memory (MOST_SYMBOLS * DATA_CARRIERS), *work = memory (FRAME_WORK);
  view struct plan order = new_read_view (plans);
  view uint8_t in = new_read_view (octets);
  view struct sample out = new_write_view (samples);
  register (order, 1 + worker);
  register (in, 1 + worker);
  register (out, 1 + worker);
  alloc (order, 1);
  alloc (in, MOST_OCTETS);
  alloc (out, SAMPLES_AHEAD);
  for (int64_t k = 0, mine = claim (order, 1); update (order, k + 1); k++)
    {
      struct plan p = order[[k]];
      release (order, k + 1);
      release (in, p.octets_at);
      if (k == mine)
        {
          commit (out, p.samples_at);
          expect (update (in, p.octets_at + p.octets), p.octets_at + p.octets);
          code_frame (carriers, &in[[p.octets_at]], p.octets, p.rate, p.seed, work);
          begin_packet (out, &p);
          for (int first = 0, n; first < p.symbols; first += n)
            {
              int64_t tl = p.samples_at + HEAD + (int64_t) first * SYMBOL, hd;
              n = p.symbols - first < BATCH ? p.symbols - first : BATCH;
              hd = tl + n * SYMBOL;
              stall (out, hd + 1);
              modulate (&out[[tl]], carriers + first * DATA_CARRIERS, p.rate, first, n);
              commit (out, hd); /* the sample there is half of two symbols */
            }
          be_silent (out, p.samples_at + samples_of (p.rate, p.octets), p.samples_at + p.samples);
        }
      commit (out, p.samples_at + p.samples);
      release (in, p.octets_at + p.octets);
      if (k == mine)
        mine = claim (order, 1);
    }
  free (carriers);
  free (work);
}

static process
antenna (int id, record struct sample samples, record struct plan plans, struct antenna to,
         record struct sent results)
{
  struct sent r = { 0 };
  view struct sample in = new_read_view (samples);
  view struct plan order = new_read_view (plans);
  view struct sent out = new_write_view (results);
  register (in, 1);
  register (order, id);
  register (out, 1);
  alloc (in, BURST);
  alloc (order, 1);
  alloc (out, 1);
  for (; update (order, r.packets + 1); r.packets++)
    {
      struct plan p = order[[r.packets]];
      release (order, r.packets + 1);
      r.octets += p.octets;
      for (int64_t tl = p.samples_at, hd; r.samples < p.samples_at + p.samples; r.samples = tl = hd)
        {
          int64_t left = p.samples_at + p.samples - tl;
          hd = update (in, tl + (left < BURST ? left : BURST));
          to.write (to.state, &in[[tl]], hd - tl);
          release (in, hd);
        }
    }
  to.end (to.state);
  stall (out, 1);
  out[[0]] = r;
  commit (out, 1);
}

static struct sent
result_of (record struct sent results)
{
  view struct sent in = new_read_view (results);
  register (in, 1);
  alloc (in, 1);
  expect (update (in, 1), 1);
  struct sent r = in[[0]];
  free_view (in, TERMINATE);
  return r;
}

/* Pipeline and work sharing: so many coders and as many modulators. */
struct sent
send_combined (struct frames from, struct antenna to, struct sending how, int workers)
{
  record struct plan plans = new_record (1, 2 * workers + 1);
  record uint8_t octets = new_record (1, workers), carriers = new_record (workers, workers);
  record struct sample samples = new_record (workers, 1);
  record struct sent results = new_record (1, 1);
  run reader (from, how, plans, octets);
  for (int k = 0; k < workers; k++)
    {
      run coder (k, plans, octets, carriers);
      run modulator (k, workers, plans, carriers, samples);
    }
  run antenna (2 * workers + 1, samples, plans, to, results);
  return result_of (results);
}

/* A pipeline of stages, and one process for each. */
struct sent
send_pipeline (struct frames from, struct antenna to, struct sending how, int workers)
{
  (void) workers;
  return send_combined (from, to, how, 1);
}

/* Work sharing, and each frame from octets to samples in one process. */
struct sent
send_shared (struct frames from, struct antenna to, struct sending how, int workers)
{
  record struct plan plans = new_record (1, workers + 1);
  record uint8_t octets = new_record (1, workers);
  record struct sample samples = new_record (workers, 1);
  record struct sent results = new_record (1, 1);
  run reader (from, how, plans, octets);
  for (int k = 0; k < workers; k++)
    run whole (k, plans, octets, samples);
  run antenna (workers + 1, samples, plans, to, results);
  return result_of (results);
}
