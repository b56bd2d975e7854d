/* SPDX-License-Identifier: MIT */
/* rates.c - the eight rates, and how coded bits lie on the carriers.
 *
 * Puncturing and interleaving are permutations that depend on the rate alone.  They
 * are composed here, once, into one table a rate, from the encoder's output straight
 * to a bit of a carrier: so the transmitter moves each bit once, and the receiver
 * writes each soft bit where the decoder will want it.
 */
#include "wifi.h"

const struct rate rates[RATES] = {
  { 6, 0xb, 1, 48, 24, 1, 2 },    { 9, 0xf, 1, 48, 36, 3, 4 },   { 12, 0xa, 2, 96, 48, 1, 2 },
  { 18, 0xe, 2, 96, 72, 3, 4 },   { 24, 0x9, 4, 192, 96, 1, 2 }, { 36, 0xd, 4, 192, 144, 3, 4 },
  { 48, 0x8, 6, 288, 192, 2, 3 }, { 54, 0xc, 6, 288, 216, 3, 4 },
};

struct order orders[RATES];

int
rate_of_mbit (int mbit)
{
  for (int r = 0; r < RATES; r++)
    if (rates[r].mbit == mbit)
      return r;
  return -1;
}

int
rate_of_code (int code)
{
  for (int r = 0; r < RATES; r++)
    if (rates[r].code == code)
      return r;
  return -1;
}

int
symbols_of (int rate, int octets)
{
  return (packet_data_bits (octets) + rates[rate].data - 1) / rates[rate].data;
}

int
packet_data_bits (int octets)
{
  return SERVICE_BITS + 8 * octets + TAIL_BITS;
}

int64_t
steps_of (const struct packet *p)
{
  return (int64_t) p->symbols * rates[p->rate].data;
}

/* Is the encoder's output k sent?  Section 17.3.5.6: of 3/4 every six lose B2 and
 * A3, of 2/3 every four lose B2. */
static bool
is_sent (const struct rate *r, int k)
{
  return !(r->denominator == 4 && (k % 6 == 3 || k % 6 == 4))
         && !(r->denominator == 3 && k % 4 == 3);
}

/* Where the coded bit k of a symbol stands after both permutations (17.3.5.6,
 * equations 15 and 16 of the edition of 1999). */
static int
interleaved (const struct rate *r, int k)
{
  int s = r->bits > 2 ? r->bits / 2 : 1;
  int i = r->coded / 16 * (k % 16) + k / 16;
  return s * (i / s) + (i + r->coded - 16 * i / r->coded) % s;
}

void
rates_init (void)
{
  for (int n = 0; n < RATES; n++)
    for (int output = 0, k = 0; output < 2 * rates[n].data; output++)
      if (is_sent (&rates[n], output))
        orders[n].source[interleaved (&rates[n], k++)] = (uint16_t) output;
}
