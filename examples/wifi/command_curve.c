/* SPDX-License-Identifier: MIT */
/* command_curve.c - wifi curve: how many packets are lost at which noise.
 *
 * Each packet has its own draw of echoes, phase and noise, with noise before and
 * behind it, and goes through the receiver in a stream of such.  What comes back with a
 * good check sequence is not lost: one in four thousand million garbled ones has that too.
 */
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

enum { LEAD = 400 };    /* samples of noise before and behind */

struct trial
{
  int rate, octets;
  int64_t packets, sent;
  struct air air;
  struct sample *x;             /* one packet, with what is around it */
  int64_t length, given;
  uint8_t *carriers, *work;
};

static void
make_psdu (uint8_t *to, int octets, uint64_t number)
{
  uint64_t state = number;
  for (int k = 0; k < octets - FCS_OCTETS; k++)
    to[k] = k < 4 ? (uint8_t) (number >> 8 * k) : (uint8_t) (random_bits (&state) >> 32);
  uint32_t fcs = fcs_of (to, octets - FCS_OCTETS);
  for (int k = 0; k < FCS_OCTETS; k++)
    to[octets - FCS_OCTETS + k] = (uint8_t) (fcs >> 8 * k);
}

static void
make_packet (struct trial *t)
{
  uint8_t psdu[MOST_OCTETS];
  struct sample *x = t->x + LEAD;
  memset (t->x, 0, (size_t) t->length * sizeof *t->x);
  make_psdu (psdu, t->octets, (uint64_t) t->sent);
  code_frame (t->carriers, psdu, t->octets, t->rate, (int) (1 + t->sent % 127), t->work);
  modulate_head (x, t->rate, t->octets);
  for (int first = 0, n, all = symbols_of (t->rate, t->octets); first < all; first += n)
    {
      n = all - first < BATCH ? all - first : BATCH;
      modulate (x + HEAD + first * SYMBOL, t->carriers + first * DATA_CARRIERS, t->rate, first, n);
    }
  through_air (t->x, t->length, &t->air, (uint64_t) t->sent);
}

static int64_t
next_samples (void *state, struct sample *to, int64_t n)
{
  struct trial *t = state;
  int64_t done = 0, m;
  for (; done < n; done += m, t->given += m)
    {
      if (t->given == t->length)
        {
          if (t->sent == t->packets)
            break;
          make_packet (t);
          t->sent++;
          t->given = 0;
        }
      m = n - done < t->length - t->given ? n - done : t->length - t->given;
      memcpy (to + done, t->x + t->given, (size_t) m * sizeof *to);
    }
  return done;
}

/* The receiver counts good packets itself. */
static void
take_packet (void *state, const struct packet *p, const uint8_t *psdu, bool good)
{
  (void) state, (void) p, (void) psdu, (void) good;
}

static void
end_trial (void *state)
{
  (void) state;
}

static double
lost (const struct options *o, int rate, double snr)
{
  struct trial t = { .rate = rate, .octets = o->octets, .packets = o->packets, .air = o->air };
  t.air.snr = snr;
  t.air.seed = o->air.seed * 1000003 + (uint64_t) rate * 1009 + (uint64_t) (int64_t) (snr * 100);
  t.length = t.given = samples_of (rate, o->octets) + 2 * LEAD;
  t.x = memory ((size_t) t.length * sizeof *t.x);
  t.carriers = memory (MOST_SYMBOLS * DATA_CARRIERS);
  t.work = memory (FRAME_WORK);
  struct received r = o->engine->receive ((struct source) { next_samples, &t },
                                          (struct sink) { take_packet, end_trial, &t }, o->workers);
  free (t.x);
  free (t.carriers);
  free (t.work);
  return 1 - (double) r.good / (double) o->packets;
}

void
command_curve (int count, char **argument)
{
  struct options o = read_options (count, argument, "ewrsckpNlR");
  if (o.input)
    fail ("curve takes no input");
  if (!o.rates)
    o.rates = (1u << RATES) - 1;
  puts ("# Mbit/s  SNR/dB  packets lost, of 1");
  for (int rate = 0; rate < RATES; rate++)
    for (int k = 0; o.rates >> rate & 1 && o.from + k * o.step <= o.to + 1e-9; k++)
      {
        double snr = o.from + k * o.step;
        printf ("%d %g %.4f\n", rates[rate].mbit, snr, lost (&o, rate, snr));
        close_output (stdout, "stdout");
      }
}
