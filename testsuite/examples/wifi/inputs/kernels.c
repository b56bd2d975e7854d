/* SPDX-License-Identifier: MIT */
/* kernels.c - the kernels against what the standard or plain arithmetic says. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "simd.h"

static uint64_t state = 1;

static void
transform (void)
{
  struct lanes2 x[CARRIERS], kept[CARRIERS], y[CARRIERS];
  double worst = 0;
  for (int k = 0; k < CARRIERS; k++)
    for (int s = 0; s < LANES; s++)
      {
        x[k].re[s] = (float) (random_bits (&state) >> 40) * 0x1p-24f - 0.5f;
        x[k].im[s] = (float) (random_bits (&state) >> 40) * 0x1p-24f - 0.5f;
      }
  memcpy (kept, x, sizeof kept);
  fft64 (y, x);
  for (int s = 0; s < LANES; s++)
    for (int k = 0; k < CARRIERS; k++)
      {
        double re = 0, im = 0;
        for (int n = 0; n < CARRIERS; n++)
          {
            double a = -2 * M_PI * n * k / CARRIERS;
            re += kept[n].re[s] * cos (a) - kept[n].im[s] * sin (a);
            im += kept[n].re[s] * sin (a) + kept[n].im[s] * cos (a);
          }
        worst = fmax (worst, hypot (re - y[k].re[s], im - y[k].im[s]));
      }
  printf ("transform: %s\n", worst < 1e-5 ? "as by its definition" : "wrong");
}

static void
check_sequence (void)
{
  uint8_t octets[64];
  bool right = fcs_of ((const uint8_t *) "123456789", 9) == 0xcbf43926u; /* CRC-32's check value */
  for (int n = 0; n < 64; n++)
    {
      uint32_t c = 0xffffffffu;
      octets[n] = (uint8_t) random_bits (&state);
      for (int k = 0; k < n; k++)
        {
          c ^= octets[k];
          for (int b = 0; b < 8; b++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        }
      right = right && fcs_of (octets, n) == ~c;
    }
  printf ("check sequence: %s\n", right ? "right" : "wrong");
}

/* 17.3.5.4: the sequence of the all-ones state begins so. */
static void
scrambler (void)
{
  static const char begins[] = "00001110111100101100100100000010001001100010111010110110";
  bool right = true, whole = true;
  uint8_t bits[2 + 200], psdu[200];
  for (int k = 0; begins[k]; k++)
    right = right && scrambling[127][k] == begins[k] - '0';
  for (int seed = 1; seed < 128; seed++)
    {
      for (int k = 0; k < 202; k++)
        for (int b = bits[k] = 0; b < 8; b++)
          bits[k] |= (uint8_t) (scrambling[seed][(8 * k + b) % 127] << b);
      descramble (psdu, bits, 200);
      for (int k = 0; k < 200; k++)
        whole = whole && psdu[k] == 0;
    }
  printf ("scrambler: %s, %s\n", right ? "as in the standard" : "wrong", whole ? "and off again" : "but stays");
}

/* Every output that is sent goes to one place, and to one only. */
static void
order (void)
{
  bool right = true;
  for (int r = 0; r < RATES; r++)
    {
      uint8_t seen[432] = { 0 };
      for (int k = 0; k < rates[r].coded; k++)
        seen[orders[r].source[k]]++;
      for (int k = 0; k < 2 * rates[r].data; k++)
        right = right && seen[k] <= 1;
      right = right && rates[r].coded * rates[r].numerator == rates[r].data * rates[r].denominator;
    }
  printf ("order: %s\n", right ? "each bit once" : "wrong");
}

/* The same recursion, as plain as can be, with costs that never overflow. */
static void
plain_viterbi (uint8_t *bits, const struct step *s, int n)
{
  static int cost[64], next[64];
  static uint8_t from[MOST_STEPS][64];
  for (int k = 0; k < 64; k++)
    cost[k] = k ? 1 << 20 : 0;
  for (int t = 0; t < n; t++, memcpy (cost, next, sizeof cost))
    for (int k = 0; k < 64; k++)
      for (int high = 0; high < 2; high++)
        {
          int window = (k >> 1 | high << 5) << 1 | (k & 1);
          int a = __builtin_parity (window & 0x6d), b = __builtin_parity (window & 0x4f);
          int c = cost[window >> 1] + (a ? -s[t].a : s[t].a) + (b ? -s[t].b : s[t].b);
          if (!high || c < next[k])
            next[k] = c, from[t][k] = (uint8_t) (window >> 1);
        }
  for (int t = n - 1, k = 0; t >= 0; k = from[t--][k])
    bits[t] = k & 1;
}

/* Codes bits, adds noise, decodes. */
static void
decoder (void)
{
  enum { N = 3000 };
  static uint8_t bits[64 + N], coded[2 * N], octets[N / 8 + 8], want[N];
  static struct step steps[N];
  uint8_t *work = memory (VITERBI_WORK), *b = bits + 64;
  int wrong = 0, differ = 0;
  uint32_t all = 0;
  for (int noise = 0; noise <= 12; noise++)
    {
      for (int k = 0; k < N; k++)
        b[k] = k < N - 6 ? random_bits (&state) >> 60 & 1 : 0;
      encode (coded, b, N);
      for (int k = 0; k < N; k++)
        {
          int n1 = (int) (random_bits (&state) % (2 * noise + 1)) - noise;
          int n2 = (int) (random_bits (&state) % (2 * noise + 1)) - noise;
          int level = noise ? 4 : 7; /* without noise the best path costs nothing */
          int x = (coded[2 * k] ? level : -level) + n1, y = (coded[2 * k + 1] ? level : -level) + n2;
          steps[k] = (struct step) { (int8_t) (x > 7 ? 7 : x < -7 ? -7 : x), (int8_t) (y > 7 ? 7 : y < -7 ? -7 : y) };
          if (noise && k % 3 == 1)
            steps[k].b = 0;
          if (noise && k % 3 == 2)
            steps[k].a = 0;
        }
      viterbi (octets, steps, N, work);
      plain_viterbi (want, steps, N);
      for (int k = 0; k < N; k++)
        {
          int got = octets[k / 8] >> k % 8 & 1;
          wrong += noise <= 4 && got != b[k];
          differ += got != want[k];
          all = all * 31 + (uint32_t) got;
        }
    }
  printf ("decoder: %d wrong, %d of %d bits other than by a plain one, sum %08x\n", wrong, differ, 13 * N, all);
  free (work);
}

int
main (void)
{
  transform ();
  check_sequence ();
  scrambler ();
  order ();
  decoder ();
}
