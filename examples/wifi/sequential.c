/* SPDX-License-Identifier: MIT */
/* sequential.c - transmitter and receiver as one loop each.
 *
 * What the networks are measured against: the same kernels, and nothing else.
 */
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

struct received
receive_sequential (struct source from, struct sink to, int workers)
{
  struct finder *f = open_finder (from);
  struct step *steps = memory (MOST_STEPS * sizeof *steps);
  uint8_t *psdu = memory (MOST_OCTETS), *work = memory (DECODE_WORK);
  const struct sample *x;
  struct received r = { 0 };
  struct packet p;
  int64_t samples;
  (void) workers;
  while (next_packet (f, &p, &x, &samples))
    {
      demodulate_packet (steps, &p, x, samples);
      decode (psdu, &p, steps, work);
      deliver (&r, to, &p, psdu);
    }
  r.samples = close_finder (f);
  to.end (to.state);
  free (steps);
  free (psdu);
  free (work);
  return r;
}

struct sent
send_sequential (struct frames from, struct antenna to, struct sending how, int workers)
{
  struct frame *f = memory (sizeof *f);
  uint8_t *carriers = memory (MOST_SYMBOLS * DATA_CARRIERS), *work = memory (FRAME_WORK);
  struct sample *x = memory ((BATCH * SYMBOL + 1) * sizeof *x);
  struct sent r = { 0 };
  struct plan p = { 0 };
  (void) workers;
  for (; from.next (from.state, f); r.packets++, r.samples += p.samples, r.octets += p.octets)
    {
      plan_frame (&p, &how, f, r.packets);
      code_frame (carriers, f->psdu, f->octets, p.rate, p.seed, work);
      modulate_head (x, p.rate, p.octets);
      to.write (to.state, x, HEAD);
      x[0] = x[HEAD];
      for (int first = 0, n; first < p.symbols; first += n)
        {
          n = p.symbols - first < BATCH ? p.symbols - first : BATCH;
          modulate (x, carriers + first * DATA_CARRIERS, p.rate, first, n);
          to.write (to.state, x, n * SYMBOL);
          x[0] = x[n * SYMBOL];
        }
      to.write (to.state, x, 1);
      memset (x, 0, BATCH * SYMBOL * sizeof *x);
      for (int64_t gap = how.gap, n; gap > 0; gap -= n)
        {
          n = gap < BATCH * SYMBOL ? gap : BATCH * SYMBOL;
          to.write (to.state, x, n);
        }
    }
  to.end (to.state);
  free (f);
  free (carriers);
  free (work);
  free (x);
  return r;
}
