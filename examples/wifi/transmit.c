/* SPDX-License-Identifier: MIT */
/* transmit.c - the transmitter as a network of processes.
 *
 *   reader --+--(plans)--> to all behind
 *            |
 *            +--(octets)--> coder --(carriers)--> modulator --(samples)--> antenna
 *
 * The reader decides of each frame what must be known of it: its rate, its length, and at
 * which index of each record its octets, carriers and samples stand.  All else follows
 * from that.
 *
 * Where several share the work, each of them claims the next frame, and there is no antenna: who
 * has made the samples of a frame sends them when it is its turn, out of its own cache.
 *
 *   reader --+--(plans)--> to all behind
 *            |
 *            +--(octets)--> coder 0, 1, ... --(carriers)--> sender 0, 1, ...
 *                                               turn to send |  |  |
 */
#include <stdlib.h>
#include <string.h>

#include "erbium/ranks.h"
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

/* The head of a packet.  The sample that it shares with the first symbol is not committed yet. */
static void
begin_packet (view struct sample out, const struct plan *p)
{
  stall (out, p->samples_at + HEAD + 1);
  modulate_head (&out[[p->samples_at]], p->rate, p->octets);
  commit (out, p->samples_at + HEAD);
}

/* Carriers to samples. */
static process
modulator (record struct plan plans, record uint8_t carriers, record struct sample samples)
{
  view struct plan order = new_read_view (plans);
  view uint8_t in = new_read_view (carriers);
  view struct sample out = new_write_view (samples);
  register (order, 2);
  register (in, 1);
  register (out, 1);
  alloc (order, 1);
  alloc (in, MOST_SYMBOLS * DATA_CARRIERS);
  alloc (out, SAMPLES_AHEAD);
  for (int64_t k = 0; update (order, k + 1); k++)
    {
      struct plan p = order[[k]];
      int64_t end = p.carriers_at + (int64_t) p.symbols * DATA_CARRIERS;
      release (order, k + 1);
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
      /* If there is no silence, this is the half sample of the last symbol. */
      commit (out, p.samples_at + p.samples);
      release (in, end);
    }
}

/* ---- Sending in turns ---------------------------------------------------------- */

/* Element k of the record of turns says that packet k has been sent. */
struct outlet
{
  struct antenna to;
  view char before, mine;
  struct sample *x; /* of a packet */
  struct sent sent;
};

static struct outlet
open_outlet (struct antenna to, record char turns, int worker)
{
  struct outlet o = { .to = to, .before = new_read_view (turns), .mine = new_write_view (turns) };
  register (o.before, 1 + worker);
  register (o.mine, 1 + worker);
  alloc (o.before, 1);
  alloc (o.mine, PLANS_AHEAD);
  o.x = memory ((HEAD + MOST_SYMBOLS * SYMBOL + 1) * sizeof *o.x);
  return o;
}

static void
make_packet (struct sample *x, const struct plan *p, const uint8_t *carriers)
{
  modulate_head (x, p->rate, p->octets);
  for (int first = 0, n; first < p->symbols; first += n)
    {
      n = p->symbols - first < BATCH ? p->symbols - first : BATCH;
      modulate (x + HEAD + first * SYMBOL, carriers + first * DATA_CARRIERS, p->rate, first, n);
    }
}

/* Sends packet k, which has been made, and the silence behind it. */
static void
send_packet (struct outlet *o, int64_t k, const struct plan *p)
{
  static const struct sample silence[BURST];
  int64_t made = samples_of (p->rate, p->octets), left = p->samples - made;
  if (k > 0)
    expect (update (o->before, k), k);
  o->to.write (o->to.state, o->x, made);
  for (int64_t n; left > 0; left -= n)
    {
      n = left < BURST ? left : BURST;
      o->to.write (o->to.state, silence, n);
    }
  o->to.flush (o->to.state);
  stall (o->mine, k + 1);
  o->mine[[k]] = 1;
  o->sent.packets++;
  o->sent.octets += p->octets;
  o->sent.samples += p->samples;
}

/* Leaves packet k behind, whoever has sent it. */
static void
pass_packet (struct outlet *o, int64_t k)
{
  release (o->before, k);
  commit (o->mine, k + 1);
}

static void
close_outlet (struct outlet *o, int worker, int workers, record struct sent results)
{
  view struct sent out = new_write_view (results);
  register (out, 1 + worker);
  alloc (out, 1 + worker);
  commit (out, worker);
  stall (out, worker + 1);
  out[[worker]] = o->sent;
  commit (out, workers);
  free (o->x);
}

/* Carriers to samples, and out. */
static process
sender (int worker, int workers, record struct plan plans, record uint8_t carriers,
        struct antenna to, record char turns, record struct sent results)
{
  struct outlet o = open_outlet (to, turns, worker);
  view struct plan order = new_read_view (plans);
  view uint8_t in = new_read_view (carriers);
  register (order, 1 + workers + worker);
  register (in, 1 + worker);
  alloc (order, 1);
  alloc (in, MOST_SYMBOLS * DATA_CARRIERS);
  for (int64_t k = 0, mine = claim (order, 1, 1 + workers); update (order, k + 1); k++)
    {
      struct plan p = order[[k]];
      int64_t end = p.carriers_at + (int64_t) p.symbols * DATA_CARRIERS;
      release (order, k + 1);
      release (in, p.carriers_at);
      if (k == mine)
        {
          expect (update (in, end), end);
          make_packet (o.x, &p, &in[[p.carriers_at]]);
          release (in, end);
          send_packet (&o, k, &p);
          mine = claim (order, 1, 1 + workers);
        }
      else
        release (in, end);
      pass_packet (&o, k);
    }
  close_outlet (&o, worker, workers, results);
}

/* Octets to samples, and out. */
static process
whole (int worker, int workers, record struct plan plans, record uint8_t octets, struct antenna to,
       record char turns, record struct sent results)
{
  uint8_t *carriers = memory (MOST_SYMBOLS * DATA_CARRIERS), *work = memory (FRAME_WORK);
  struct outlet o = open_outlet (to, turns, worker);
  view struct plan order = new_read_view (plans);
  view uint8_t in = new_read_view (octets);
  register (order, 1 + worker);
  register (in, 1 + worker);
  alloc (order, 1);
  alloc (in, MOST_OCTETS);
  for (int64_t k = 0, mine = claim (order, 1); update (order, k + 1); k++)
    {
      struct plan p = order[[k]];
      release (order, k + 1);
      release (in, p.octets_at);
      if (k == mine)
        {
          expect (update (in, p.octets_at + p.octets), p.octets_at + p.octets);
          code_frame (carriers, &in[[p.octets_at]], p.octets, p.rate, p.seed, work);
          make_packet (o.x, &p, carriers);
          send_packet (&o, k, &p);
          mine = claim (order, 1);
        }
      release (in, p.octets_at + p.octets);
      pass_packet (&o, k);
    }
  close_outlet (&o, worker, workers, results);
  free (carriers);
  free (work);
}

/* ---- The networks -------------------------------------------------------------- */

static process
antenna (record struct sample samples, record struct plan plans, struct antenna to,
         record struct sent results)
{
  struct sent r = { 0 };
  view struct sample in = new_read_view (samples);
  view struct plan order = new_read_view (plans);
  view struct sent out = new_write_view (results);
  register (in, 1);
  register (order, 3);
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

/* Those of so many processes. */
static struct sent
sum_of (record struct sent results, int workers)
{
  struct sent all = { 0 };
  view struct sent in = new_read_view (results);
  register (in, 1);
  alloc (in, workers);
  expect (update (in, workers), workers);
  for (int k = 0; k < workers; k++)
    {
      struct sent r = in[[k]];
      all.packets += r.packets;
      all.octets += r.octets;
      all.samples += r.samples;
    }
  free_view (in, TERMINATE);
  return all;
}

/* As ranks of an MPI job (ERBIUM_TASK=rank), the ends stay where their files are open. */
static void
place_ends (void)
{
  static const char *const ends[] = { "reader", "antenna", "sender", "whole" };
  for (unsigned k = 0; k < sizeof ends / sizeof *ends; k++)
    erbium_place (ends[k], 0);
}

/* A process for each stage. */
struct sent
send_pipeline (struct frames from, struct antenna to, struct sending how, int workers)
{
  (void) workers;
  record struct plan plans = new_record (1, 3);
  record uint8_t octets = new_record (1, 1), carriers = new_record (1, 1);
  record struct sample samples = new_record (1, 1);
  record struct sent results = new_record (1, 1);
  place_ends ();
  run reader (from, how, plans, octets);
  run coder (0, plans, octets, carriers);
  run modulator (plans, carriers, samples);
  run antenna (samples, plans, to, results);
  return sum_of (results, 1);
}

/* Pipeline and work sharing: so many coders and as many senders. */
struct sent
send_combined (struct frames from, struct antenna to, struct sending how, int workers)
{
  if (workers == 1)
    return send_pipeline (from, to, how, 1);
  record struct plan plans = new_record (1, 2 * workers);
  record uint8_t octets = new_record (1, workers), carriers = new_record (workers, workers);
  record char turns = new_record (workers, workers);
  record struct sent results = new_record (workers, 1);
  place_ends ();
  run reader (from, how, plans, octets);
  for (int k = 0; k < workers; k++)
    {
      run coder (k, plans, octets, carriers);
      run sender (k, workers, plans, carriers, to, turns, results);
    }
  struct sent r = sum_of (results, workers);
  to.end (to.state);
  return r;
}

/* Work sharing, and each frame from octets to samples in one process. */
struct sent
send_shared (struct frames from, struct antenna to, struct sending how, int workers)
{
  record struct plan plans = new_record (1, workers);
  record uint8_t octets = new_record (1, workers);
  record char turns = new_record (workers, workers);
  record struct sent results = new_record (workers, 1);
  place_ends ();
  run reader (from, how, plans, octets);
  for (int k = 0; k < workers; k++)
    run whole (k, workers, plans, octets, to, turns, results);
  struct sent r = sum_of (results, workers);
  to.end (to.state);
  return r;
}
