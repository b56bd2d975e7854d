/* SPDX-License-Identifier: MIT */
/* program.c - the 802.11a example in memory: --mode DIRECTION-ENGINE-MBIT[-TASK].
 *
 *   rx-combined-54         receives so many samples of packets of 1500 octets
 *   tx-openmp-6            sends them
 *   rx-combined-54-fiber   as fibers
 *
 * A few packets are made first, and received again and again: --items samples in all.
 * Each that is received is compared with what was sent, each sample that is sent with what
 * the sequential transmitter makes.  The sum is the number of packets.
 */
#include <stdbool.h>

#include "../common.h"
#ifdef WITH_ERBIUM
#include "erbium.h"
#endif
#include "wifi.h"

enum { PACKETS = 16, OCTETS = 1500, GAP = 320 };

struct work
{
  const struct bench_options *o;
  bool sends;
  char engine[32], task[32];
  int rate;
  struct frame frame[PACKETS];
  struct sample *air;        /* all packets, one after the other */
  int64_t stride, length;    /* samples of one, of all */
  int64_t at, packets;       /* of the source; of the sink */
};

static void
make_frames (struct work *w)
{
  uint64_t state = 1;
  for (int k = 0; k < PACKETS; k++)
    {
      struct frame *f = &w->frame[k];
      f->octets = OCTETS, f->rate = w->rate;
      for (int j = 0; j < OCTETS - FCS_OCTETS; j++)
        f->psdu[j] = (uint8_t) random_bits (&state);
      uint32_t fcs = fcs_of (f->psdu, OCTETS - FCS_OCTETS);
      for (int j = 0; j < FCS_OCTETS; j++)
        f->psdu[OCTETS - FCS_OCTETS + j] = (uint8_t) (fcs >> 8 * j);
    }
}

/* ---- What an engine is given --------------------------------------------------- */

/* Frames while there are samples left to send. */
static bool
next_frame (void *state, struct frame *to)
{
  struct work *w = state;
  if (w->at * w->stride >= w->o->items)
    return false;
  *to = w->frame[w->at++ % PACKETS];
  return true;
}

static void
compare_samples (void *state, const struct sample *from, int64_t n)
{
  struct work *w = state;
  for (int64_t m; n; n -= m, from += m)
    {
      m = w->length - w->at < n ? w->length - w->at : n;
      if (memcmp (from, w->air + w->at, (size_t) m * sizeof *from))
        bench_die (w->o, "samples differ from those of the sequential transmitter");
      w->at = (w->at + m) % w->length;
    }
}

static void
keep_samples (void *state, const struct sample *from, int64_t n)
{
  struct work *w = state;
  memcpy (w->air + w->at, from, (size_t) n * sizeof *from);
  w->at += n;
}

static int64_t
next_samples (void *state, struct sample *to, int64_t n)
{
  struct work *w = state;
  int64_t done = 0;
  n = w->o->items - w->packets < n ? w->o->items - w->packets : n;
  for (int64_t m; done < n; done += m)
    {
      m = w->length - w->at < n - done ? w->length - w->at : n - done;
      memcpy (to + done, w->air + w->at, (size_t) m * sizeof *to);
      w->at = (w->at + m) % w->length;
    }
  w->packets += done; /* of a source: samples given */
  return done;
}

static void
compare_packet (void *state, const struct packet *p, const uint8_t *psdu, bool good)
{
  struct work *w = state;
  const struct frame *f = &w->frame[w->packets++ % PACKETS];
  if (good && (p->octets != f->octets || memcmp (psdu, f->psdu, (size_t) p->octets)))
    bench_die (w->o, "a packet differs from what was sent");
}

static void
nothing (void *state)
{
  (void) state;
}

/* ---- The runs ------------------------------------------------------------------ */

/* The packets as the sequential transmitter makes them; for a receiver, with noise that
 * loses none. */
static void
make_air (struct work *w)
{
  static struct bench_options few;
  struct work sequential = *w;
  few = *w->o;
  w->stride = samples_of (w->rate, OCTETS) + GAP;
  w->length = PACKETS * w->stride;
  w->air = memory ((size_t) w->length * sizeof *w->air);
  few.items = w->length;
  sequential.o = &few, sequential.stride = w->stride, sequential.air = w->air, sequential.at = 0;
  struct work sink = sequential;
  send_sequential ((struct frames) { next_frame, &sequential },
                   (struct antenna) { keep_samples, nothing, nothing, &sink },
                   (struct sending) { .rate = -1, .seed = 93, .gap = GAP }, 1);
  if (!w->sends)
    through_air (w->air, w->length, &(struct air) { .snr = 35, .offset = 50000, .seed = 1 }, 0);
}

static uint32_t
run (struct work *w, const struct engine *e)
{
  struct work *sink = memory (sizeof *sink);
  uint32_t sum;
  *sink = *w;
  sink->at = sink->packets = w->at = w->packets = 0;
  if (w->sends)
    sum = (uint32_t) e->send ((struct frames) { next_frame, w },
                              (struct antenna) { compare_samples, nothing, nothing, sink },
                              (struct sending) { .rate = -1, .seed = 93, .gap = GAP },
                              (int) w->o->consumers).packets;
  else
    sum = (uint32_t) e->receive ((struct source) { next_samples, w },
                                 (struct sink) { compare_packet, nothing, sink }, (int) w->o->consumers).good;
  free (sink);
  return sum;
}

static void
read_mode (struct work *w)
{
  char direction[3] = "";
  int mbit = 0;
  if (sscanf (w->o->mode, "%2[rtx]-%31[a-z]-%d-%31[a-z]", direction, w->engine, &mbit, w->task) < 3
      || (strcmp (direction, "rx") && strcmp (direction, "tx")) || (w->rate = rate_of_mbit (mbit)) < 0
      || !find_engine (w->engine))
    bench_die (w->o, "--mode %s: expected rx or tx, an engine, a rate: rx-combined-54", w->o->mode);
  w->sends = direction[0] == 't';
}

int
main (int argc, char **argv)
{
  static struct work w;
  static struct bench_result r;
  struct bench_options o = bench_parse (argc, argv, "mode consumers");
  w.o = &o;
  read_mode (&w);
  bench_confine (&o);
#ifdef WITH_ERBIUM
  if (*w.task && erbium_set ("TASK", w.task))
    bench_unavailable (&o, "this task model is not built in");
#endif
  double start = bench_now ();
  make_frames (&w);
  make_air (&w);
  r.setup = bench_now () - start;
  start = bench_now ();
  r.sum = run (&w, find_engine (w.engine));
  r.seconds = bench_now () - start;
  r.ping_before = r.ping_after = -1;
  bench_print (&o, &r);
  return 0;
}
