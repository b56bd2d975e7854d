/* SPDX-License-Identifier: MIT */
/* bits.c - a frame as bits on carriers: scrambler, convolutional code, order; and
 * the frame check sequence.
 *
 * Bits stand one in a byte, so that the code is a sum of shifted arrays, which the
 * compiler vectorises.
 */
#include <string.h>

#include "wifi.h"

uint8_t scrambling[128][3 * 127];
uint8_t scrambling_octets[127][127];
static uint8_t phase_of[128];             /* by the first seven bits, first lowest */
static uint32_t fcs_table[8][256];

/* x^7 + x^4 + 1 (17.3.5.4).  seed: X1 is its lowest bit. */
static void
make_scrambling (uint8_t *to, int seed)
{
  for (int t = 0; t < 3 * 127; t++)
    {
      int bit = (seed >> 6 ^ seed >> 3) & 1;
      seed = (seed << 1 & 127) | bit;
      to[t] = (uint8_t) bit;
    }
}

/* Each sequence is a part of any other: octets at each of its 127 phases. */
static void
make_scrambling_octets (void)
{
  const uint8_t *s = scrambling[127];
  for (int phase = 0; phase < 127; phase++)
    {
      int seven = 0;
      for (int k = 0; k < 7; k++)
        seven |= s[phase + k] << k;
      phase_of[seven] = (uint8_t) phase;
      for (int n = 0; n < 127; n++)
        for (int k = 0; k < 8; k++)
          scrambling_octets[phase][n] |= (uint8_t) (s[(phase + 8 * n + k) % 127] << k);
    }
}

const uint8_t *
scrambling_after (int first_seven)
{
  return scrambling_octets[phase_of[first_seven]];
}

static void
make_fcs_table (void)
{
  for (uint32_t n = 0; n < 256; n++)
    {
      uint32_t c = n;
      for (int k = 0; k < 8; k++)
        c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
      fcs_table[0][n] = c;
    }
  for (int j = 1; j < 8; j++)
    for (int n = 0; n < 256; n++)
      fcs_table[j][n] = fcs_table[j - 1][n] >> 8 ^ fcs_table[0][fcs_table[j - 1][n] & 255];
}

void
bits_init (void)
{
  for (int seed = 1; seed < 128; seed++)
    make_scrambling (scrambling[seed], seed);
  memset (scrambling_octets, 0, sizeof scrambling_octets);
  make_scrambling_octets ();
  make_fcs_table ();
}

/* ---- Frame check sequence ------------------------------------------------------ */

static uint32_t
fcs_step (uint32_t c, uint8_t octet)
{
  return c >> 8 ^ fcs_table[0][(c ^ octet) & 255];
}

/* Eight octets at a time, each through the table of its distance from the end. */
uint32_t
fcs_of (const uint8_t *octets, int n)
{
  uint32_t c = 0xffffffffu;
  for (; n >= 8; n -= 8, octets += 8)
    {
      uint32_t next = 0;
      for (int k = 0; k < 8; k++)
        next ^= fcs_table[7 - k][octets[k] ^ (k < 4 ? c >> 8 * k & 255 : 0)];
      c = next;
    }
  while (n-- > 0)
    c = fcs_step (c, *octets++);
  return ~c;
}

bool
fcs_good (const uint8_t *octets, int n)
{
  uint32_t want = 0;
  if (n < FCS_OCTETS)
    return false;
  for (int k = 0; k < FCS_OCTETS; k++)
    want |= (uint32_t) octets[n - FCS_OCTETS + k] << 8 * k;
  return fcs_of (octets, n - FCS_OCTETS) == want;
}

/* ---- From octets to carriers --------------------------------------------------- */

static void
unpack (uint8_t *to, const uint8_t *from, int octets)
{
  for (int n = 0; n < octets; n++)
    {
      /* The bit k of the octet, alone in the byte k; then 1 where it is set. */
      uint64_t spread = 0x0101010101010101u * from[n] & 0x8040201008040201u;
      spread = (spread + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
      memcpy (to + 8 * n, &spread, 8);
    }
}

void
frame_bits (uint8_t *to, const uint8_t *psdu, int octets, int rate, int seed)
{
  const uint8_t *s = scrambling[seed];
  int n = symbols_of (rate, octets) * rates[rate].data, tail = SERVICE_BITS + 8 * octets;
  memset (to, 0, SERVICE_BITS);
  unpack (to + SERVICE_BITS, psdu, octets);
  memset (to + tail, 0, (size_t) (n - tail));
  for (int t = 0; t < n; t += 127)
    for (int k = 0; k < 127; k++) /* past n too: there is room */
      to[t + k] ^= s[k];
  memset (to + tail, 0, TAIL_BITS);
}

/* Generators 133 and 171, octal (17.3.5.5). */
void
encode (uint8_t *restrict to, const uint8_t *restrict bits, int n)
{
  for (int t = 0; t < n; t++)
    {
      const uint8_t *b = bits + t;
      to[2 * t] = b[0] ^ b[-2] ^ b[-3] ^ b[-5] ^ b[-6];
      to[2 * t + 1] = b[0] ^ b[-1] ^ b[-2] ^ b[-3] ^ b[-6];
    }
}

/* One symbol's outputs to its carriers.  The first bit of a carrier is the highest
 * of the byte: a byte is a number of the constellation's tables. */
#define PLACE(bits)                                                           \
  static void                                                                 \
  place_##bits (uint8_t *restrict to, const uint8_t *restrict from,           \
                const uint16_t *restrict source)                              \
  {                                                                           \
    for (int c = 0; c < DATA_CARRIERS; c++)                                   \
      {                                                                       \
        int value = 0;                                                        \
        for (int b = 0; b < bits; b++)                                        \
          value = value << 1 | from[source[c * bits + b]];                    \
        to[c] = (uint8_t) value;                                              \
      }                                                                       \
  }
PLACE (1)
PLACE (2)
PLACE (4)
PLACE (6)

static void
place (uint8_t *to, const uint8_t *from, int rate)
{
  const uint16_t *source = orders[rate].source;
  switch (rates[rate].bits)
    {
    case 1: place_1 (to, from, source); break;
    case 2: place_2 (to, from, source); break;
    case 4: place_4 (to, from, source); break;
    default: place_6 (to, from, source); break;
    }
}

void
code_frame (uint8_t *carriers, const uint8_t *psdu, int octets, int rate, int seed, uint8_t *work)
{
  int data = rates[rate].data, symbols = symbols_of (rate, octets);
  uint8_t *bits = work + 64, *coded = work + MOST_STEPS + 512;
  memset (work, 0, 64);
  frame_bits (bits, psdu, octets, rate, seed);
  encode (coded, bits, symbols * data);
  for (int s = 0; s < symbols; s++)
    place (carriers + s * DATA_CARRIERS, coded + 2 * s * data, rate);
}

/* RATE, a reserved 0, LENGTH lowest bit first, even parity, six zeros (17.3.4);
 * not scrambled. */
void
code_signal (uint8_t *carriers, int rate, int octets)
{
  uint8_t bits[64 + 24] = { 0 }, coded[48], *b = bits + 64;
  int parity = 0;
  for (int k = 0; k < 4; k++)
    b[k] = rates[rate].code >> k & 1;
  for (int k = 0; k < 12; k++)
    b[5 + k] = octets >> k & 1;
  for (int k = 0; k < 17; k++)
    parity ^= b[k];
  b[17] = (uint8_t) parity;
  encode (coded, b, 24);
  place (carriers, coded, rate_of_mbit (6));
}
