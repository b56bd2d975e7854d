/* SPDX-License-Identifier: MIT */
/* receive.c - the receiver as a network of processes.
 *
 *                      +--(packets)--> to all behind
 *   source --+         |
 *            +--> synchronise
 *        (samples)
 *            +--> demodulator 0 --+            +--> decoder 0 --+
 *            |                    +--(steps)---+                +--(octets)--> deliverer
 *            +--> demodulator 1 --+            +--> decoder 1 --+
 *
 * Only finding a packet depends on what was before it.  The process that finds them
 * reads just the head of each, writes down what it found (its rate, its length, its
 * channel, and at which indices of the other records its soft bits and octets will
 * stand), and jumps to its end.  With that record, and nothing else, all processes
 * behind set themselves to each packet: that is how a mode changes here.
 *
 * Each worker claims the next packet.  It reads the samples of its packets in place and skips those
 * of others; it writes at the packet's indices, and commits past the results of others.  No process
 * distributes packets or collects results.
 *
 * Where there is no packet, that is said too, every now and then: or the workers, who
 * wait for the next one, would keep all samples since the last.
 */
#include <stdlib.h>
#include <string.h>

#include "erbium/ranks.h"
#include "wifi.h"

/* Horizons: how far processes may get ahead of each other. */
enum
{
  SAMPLES_AHEAD = 1 << 18,       /* more than the longest packet, 109280 */
  PACKETS_AHEAD = 256,
  LONG_PACKETS = 3               /* of each worker, in steps or octets */
};

static process
source (struct source from, record struct sample samples)
{
  struct feed feed = feed_of (from);
  view struct sample out = new_write_view (samples);
  register (out, 1);
  alloc (out, SAMPLES_AHEAD);
  for (int64_t tl = 0, n = SYNC_CHUNK; n == SYNC_CHUNK; tl += n)
    {
      stall (out, tl + SYNC_CHUNK);
      n = feed_read (&feed, &out[[tl]], SYNC_CHUNK);
      commit (out, tl + n);
    }
}

/* The last thing that it writes down is where the stream ends. */
static process
synchronise (record struct sample samples, record struct packet packets)
{
  struct sync s = { 0 };
  struct packet p;
  int64_t hd = 0, n, k = 0;
  view struct sample in = new_read_view (samples);
  view struct packet out = new_write_view (packets);
  register (in, 1);
  register (out, 1);
  alloc (in, SYNC_CHUNK);
  alloc (out, PACKETS_AHEAD);
  for (bool more = true; more; k++)
    {
      n = update (in, s.at + SYNC_CHUNK);
      hd = n > hd ? n : hd;
      more = hd - s.at >= SYNC_LOOK;
      if (more)
        sync_next (&s, &in[[s.at]], hd - s.at, &p);
      else
        p = (struct packet) { .rate = NO_PACKET, .end = hd - SYNC_LOOK };
      release (in, s.at);
      stall (out, k + 1);
      out[[k]] = p;
      commit (out, k + 1);
    }
}

/* Samples to soft bits.  Goes on as the samples come. */
static process
demodulator (int worker, int workers, record struct sample samples, record struct packet packets,
             record struct step steps)
{
  struct demodulator d;
  struct packet p;
  view struct sample in = new_read_view (samples);
  view struct packet order = new_read_view (packets);
  view struct step out = new_write_view (steps);
  register (in, 2 + worker);
  register (order, 1 + worker);
  register (out, 1 + worker);
  alloc (in, BATCH * SYMBOL);
  alloc (order, 1);
  alloc (out, LONG_PACKETS * (int64_t) workers * MOST_STEPS);
  for (int64_t k = 0, mine = claim (order, 1); update (order, k + 1); k++)
    {
      p = order[[k]];
      release (order, k + 1);
      if (p.rate != NO_PACKET && k == mine)
        {
          int64_t hd = 0, tl = p.begin;
          int data = rates[p.rate].data, first = 0, n = BATCH;
          release (in, p.begin);
          stall (out, p.steps_at + steps_of (&p));
          demodulator_start (&d, &p);
          for (; first < p.symbols && n == BATCH; first += n, tl += n * SYMBOL)
            {
              n = p.symbols - first < BATCH ? p.symbols - first : BATCH;
              hd = update (in, tl + n * SYMBOL);
              n = hd < tl + n * SYMBOL ? hd > tl ? (int) (hd - tl) / SYMBOL : 0 : n;
              if (n > 0)
                demodulate (&d, &out[[p.steps_at + first * data]], &in[[tl]], first, n);
              release (in, tl + n * SYMBOL);
            }
          if (first < p.symbols)
            demodulate_nothing (&out[[p.steps_at]], &p, first);
        }
      if (p.rate != NO_PACKET)
        commit (out, p.steps_at + steps_of (&p));
      release (in, p.end);
      if (k == mine)
        mine = claim (order, 1);
    }
}

/* Soft bits to octets. */
static process
decoder (int worker, int workers, record struct packet packets, record struct step steps,
         record uint8_t octets)
{
  struct packet p;
  uint8_t *work = memory (DECODE_WORK);
  view struct packet order = new_read_view (packets);
  view struct step in = new_read_view (steps);
  view uint8_t out = new_write_view (octets);
  register (order, 1 + workers + worker);
  register (in, 1 + worker);
  register (out, 1 + worker);
  alloc (order, 1);
  alloc (in, MOST_STEPS);
  alloc (out, LONG_PACKETS * (int64_t) workers * MOST_OCTETS);
  for (int64_t k = 0, mine = claim (order, 1, 1 + workers); update (order, k + 1); k++)
    {
      p = order[[k]];
      release (order, k + 1);
      if (p.rate != NO_PACKET)
        release (in, p.steps_at);
      if (p.rate != NO_PACKET && k == mine)
        {
          expect (update (in, p.steps_at + steps_of (&p)), p.steps_at + steps_of (&p));
          stall (out, p.octets_at + p.octets);
          decode (&out[[p.octets_at]], &p, &in[[p.steps_at]], work);
        }
      if (p.rate != NO_PACKET)
        {
          commit (out, p.octets_at + p.octets);
          release (in, p.steps_at + steps_of (&p));
        }
      if (k == mine)
        mine = claim (order, 1, 1 + workers);
    }
  free (work);
}

/* Both at once, for a receiver that is shared by packets alone. */
static process
whole (int worker, int workers, record struct sample samples, record struct packet packets,
       record uint8_t octets)
{
  struct packet p;
  struct step *steps = memory (MOST_STEPS * sizeof *steps);
  uint8_t *work = memory (DECODE_WORK);
  view struct sample in = new_read_view (samples);
  view struct packet order = new_read_view (packets);
  view uint8_t out = new_write_view (octets);
  register (in, 2 + worker);
  register (order, 1 + worker);
  register (out, 1 + worker);
  alloc (in, MOST_SYMBOLS * SYMBOL);
  alloc (order, 1);
  alloc (out, LONG_PACKETS * (int64_t) workers * MOST_OCTETS);
  for (int64_t k = 0, mine = claim (order, 1); update (order, k + 1); k++)
    {
      p = order[[k]];
      release (order, k + 1);
      if (p.rate != NO_PACKET && k == mine)
        {
          int64_t hd;
          release (in, p.begin);
          hd = update (in, p.begin + (int64_t) p.symbols * SYMBOL);
          stall (out, p.octets_at + p.octets);
          demodulate_packet (steps, &p, &in[[p.begin]], hd > p.begin ? hd - p.begin : 0);
          decode (&out[[p.octets_at]], &p, steps, work);
        }
      if (p.rate != NO_PACKET)
        commit (out, p.octets_at + p.octets);
      release (in, p.end);
      if (k == mine)
        mine = claim (order, 1);
    }
  free (steps);
  free (work);
}

static process
deliverer (int id, record struct packet packets, record uint8_t octets, struct sink to,
           record struct received results)
{
  struct received r = { 0 };
  struct packet p;
  view struct packet order = new_read_view (packets);
  view uint8_t in = new_read_view (octets);
  view struct received out = new_write_view (results);
  register (order, id);
  register (in, 1);
  register (out, 1);
  alloc (order, 1);
  alloc (in, MOST_OCTETS);
  alloc (out, 1);
  for (int64_t k = 0; update (order, k + 1); k++)
    {
      p = order[[k]];
      release (order, k + 1);
      r.samples = p.end;
      if (p.rate == NO_PACKET)
        continue;
      expect (update (in, p.octets_at + p.octets), p.octets_at + p.octets);
      deliver (&r, to, &p, &in[[p.octets_at]]);
      release (in, p.octets_at + p.octets);
    }
  to.end (to.state);
  stall (out, 1);
  out[[0]] = r;
  commit (out, 1);
}

static struct received
result_of (record struct received results)
{
  view struct received in = new_read_view (results);
  register (in, 1);
  alloc (in, 1);
  expect (update (in, 1), 1);
  struct received r = in[[0]];
  free_view (in, TERMINATE);
  return r;
}

/* As ranks of an MPI job (ERBIUM_TASK=rank), the ends stay where their files are open. */
static void
place_ends (void)
{
  erbium_place ("source", 0);
  erbium_place ("deliverer", 0);
}

/* Pipeline and work sharing: so many demodulators and as many decoders. */
struct received
receive_combined (struct source from, struct sink to, int workers)
{
  record struct sample samples = new_record (1, 1 + workers);
  record struct packet packets = new_record (1, 2 * workers + 1);
  record struct step steps = new_record (workers, workers);
  record uint8_t octets = new_record (workers, 1);
  record struct received results = new_record (1, 1);
  place_ends ();
  run source (from, samples);
  run synchronise (samples, packets);
  for (int k = 0; k < workers; k++)
    {
      run demodulator (k, workers, samples, packets, steps);
      run decoder (k, workers, packets, steps, octets);
    }
  run deliverer (2 * workers + 1, packets, octets, to, results);
  return result_of (results);
}

/* A pipeline of stages, and one process for each. */
struct received
receive_pipeline (struct source from, struct sink to, int workers)
{
  (void) workers;
  return receive_combined (from, to, 1);
}

/* Work sharing, and each packet from samples to octets in one process. */
struct received
receive_shared (struct source from, struct sink to, int workers)
{
  record struct sample samples = new_record (1, 1 + workers);
  record struct packet packets = new_record (1, workers + 1);
  record uint8_t octets = new_record (workers, 1);
  record struct received results = new_record (1, 1);
  place_ends ();
  run source (from, samples);
  run synchronise (samples, packets);
  for (int k = 0; k < workers; k++)
    run whole (k, workers, samples, packets, octets);
  run deliverer (workers + 1, packets, octets, to, results);
  return result_of (results);
}
