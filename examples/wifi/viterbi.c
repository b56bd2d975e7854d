/* SPDX-License-Identifier: MIT */
/* viterbi.c - the decoder of the convolutional code, K = 7, generators 133 and 171.
 *
 * A state is the last six bits, the newest lowest, so that 2 j and 2 j + 1 follow
 * upon j and j + 32.  Both generators have their first and last bit set: if x is what
 * the received step costs on the way from j to 2 j, then it costs the same from j + 32
 * to 2 j + 1, and all - x on the other two ways.  So one step is
 *
 *   cost'[2 j]     = min (cost[j] + x[j],       cost[j + 32] + all - x[j])
 *   cost'[2 j + 1] = min (cost[j] + all - x[j], cost[j + 32] + x[j])
 *
 * of 64 costs of 8 bits, and which of the two was less is one of 64 bits for the way
 * back.  A step costs 0 to 28 by its two soft bits; sums saturate, and every RENEW
 * steps the least cost is taken off all.  The best states of any time lie within
 * 6 * 28 of each other, and 8 bits hold that with what RENEW steps of a good path add.
 *
 * Bit order of a word of decisions: state 2 j at j, 2 j + 1 at 32 + j.  That order
 * falls out of both of the loops below; a third, in plain C, is for other machines.
 * All three give the same decisions.
 */
#include <string.h>
#if (defined __AVX512VBMI__ || defined __AVX2__) && !defined WIFI_PLAIN
#include <immintrin.h>
#endif

#include "wifi.h"

enum { ALL = 28, MIDDLE = ALL / 2, RENEW = 8, STATES = 64, START = 160 };

/* Which of the four costs of a step (outputs 00, 01, 10, 11 of A and B) is that of the
 * way from j to 2 j. */
static uint8_t outputs[STATES / 2] __attribute__ ((aligned (64)));
static uint8_t outputs_of_all[STATES] __attribute__ ((aligned (64)));

/* The newest bit is the lowest: 133 and 171 octal are 1 + D^2 + D^3 + D^5 + D^6 and
 * 1 + D + D^2 + D^3 + D^6. */
void
viterbi_init (void)
{
  for (int j = 0; j < STATES / 2; j++)
    {
      int window = 2 * j; /* the six bits before, moved up by the new one, a 0 */
      int a = __builtin_parity (window & 0x6d), b = __builtin_parity (window & 0x4f);
      outputs[j] = (uint8_t) (2 * a + b);
    }
  for (int j = 0; j < STATES / 2; j++)
    {
      outputs_of_all[j] = outputs[j];
      outputs_of_all[32 + j] = 3 - outputs[j];
    }
}

/* What the outputs 00, 01, 10 and 11 would cost. */
static void
step_costs (uint8_t *restrict to, const struct step *restrict s, int n)
{
  for (int t = 0; t < n; t++)
    {
      to[4 * t] = (uint8_t) (MIDDLE + s[t].a + s[t].b);
      to[4 * t + 1] = (uint8_t) (MIDDLE + s[t].a - s[t].b);
      to[4 * t + 2] = (uint8_t) (MIDDLE - s[t].a + s[t].b);
      to[4 * t + 3] = (uint8_t) (MIDDLE - s[t].a - s[t].b);
    }
}

#if defined __AVX512VBMI__ && !defined WIFI_PLAIN

static inline __m512i
least_of (__m512i cost)
{
  __m256i m = _mm256_min_epu8 (_mm512_castsi512_si256 (cost), _mm512_extracti64x4_epi64 (cost, 1));
  __m128i n = _mm_min_epu8 (_mm256_castsi256_si128 (m), _mm256_extracti128_si256 (m, 1));
  n = _mm_minpos_epu16 (_mm_min_epu8 (n, _mm_srli_epi16 (n, 8)));
  return _mm512_broadcastb_epi8 (n);
}

/* All 64 costs in one register, in the order of the decisions: even states first. */
static void
forward (uint64_t *decisions, const uint8_t *costs, int n)
{
  uint8_t low[64], high[64], first[64];
  for (int p = 0; p < 64; p++) /* the state j is at j / 2, or 32 further if it is odd */
    {
      int j = p % 32;
      low[p] = (uint8_t) (j / 2 + j % 2 * 32);
      high[p] = (uint8_t) (low[p] + 16);
      first[p] = START;
    }
  first[0] = 0;
  __m512i from_low = _mm512_loadu_si512 (low), from_high = _mm512_loadu_si512 (high);
  __m512i which = _mm512_load_si512 (outputs_of_all);
  __m512i all = _mm512_set1_epi8 (ALL), cost = _mm512_loadu_si512 (first);
  for (int t = 0; t < n; t++)
    {
      uint32_t four;
      memcpy (&four, costs + 4 * t, sizeof four);
      __m512i x = _mm512_shuffle_epi8 (_mm512_set1_epi32 ((int) four), which);
      __m512i one = _mm512_adds_epu8 (_mm512_permutexvar_epi8 (from_low, cost), x);
      __m512i other = _mm512_adds_epu8 (_mm512_permutexvar_epi8 (from_high, cost), _mm512_sub_epi8 (all, x));
      cost = _mm512_min_epu8 (one, other);
      decisions[t] = _mm512_cmplt_epu8_mask (other, one);
      if (t % RENEW == RENEW - 1)
        cost = _mm512_sub_epi8 (cost, least_of (cost));
    }
}

#elif defined __AVX2__ && !defined WIFI_PLAIN

static inline __m256i
least_of (__m256i low, __m256i high)
{
  __m256i m = _mm256_min_epu8 (low, high);
  __m128i n = _mm_min_epu8 (_mm256_castsi256_si128 (m), _mm256_extracti128_si256 (m, 1));
  n = _mm_minpos_epu16 (_mm_min_epu8 (n, _mm_srli_epi16 (n, 8)));
  return _mm256_broadcastb_epi8 (n);
}

/* A bit for each state whose other way was less. */
static inline uint32_t
was_less (__m256i other, __m256i one)
{
  return ~(uint32_t) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (_mm256_min_epu8 (one, other), one));
}

/* States 0 to 31 and 32 to 63 in two registers. */
static void
forward (uint64_t *decisions, const uint8_t *costs, int n)
{
  __m256i low = _mm256_set1_epi8 ((char) START), high = low, all = _mm256_set1_epi8 (ALL);
  __m256i which = _mm256_load_si256 ((const __m256i *) outputs);
  low = _mm256_insert_epi8 (low, 0, 0);
  for (int t = 0; t < n; t++)
    {
      int four;
      memcpy (&four, costs + 4 * t, sizeof four);
      __m256i x = _mm256_shuffle_epi8 (_mm256_set1_epi32 (four), which), y = _mm256_sub_epi8 (all, x);
      __m256i one = _mm256_adds_epu8 (low, x), other = _mm256_adds_epu8 (high, y);
      __m256i one_odd = _mm256_adds_epu8 (low, y), other_odd = _mm256_adds_epu8 (high, x);
      __m256i even = _mm256_min_epu8 (one, other), odd = _mm256_min_epu8 (one_odd, other_odd);
      __m256i a = _mm256_unpacklo_epi8 (even, odd), b = _mm256_unpackhi_epi8 (even, odd);
      decisions[t] = was_less (other, one) | (uint64_t) was_less (other_odd, one_odd) << 32;
      low = _mm256_permute2x128_si256 (a, b, 0x20);
      high = _mm256_permute2x128_si256 (a, b, 0x31);
      if (t % RENEW == RENEW - 1)
        {
          __m256i least = least_of (low, high);
          low = _mm256_sub_epi8 (low, least);
          high = _mm256_sub_epi8 (high, least);
        }
    }
}

#else

static inline uint8_t
sum_of (int a, int b)
{
  return (uint8_t) (a + b > 255 ? 255 : a + b);
}

static void
take_least_off (uint8_t cost[STATES])
{
  uint8_t least = 255;
  for (int s = 0; s < STATES; s++)
    least = cost[s] < least ? cost[s] : least;
  for (int s = 0; s < STATES; s++)
    cost[s] = (uint8_t) (cost[s] - least);
}

static void
forward (uint64_t *decisions, const uint8_t *costs, int n)
{
  uint8_t cost[STATES], next[STATES];
  memset (cost, START, sizeof cost);
  cost[0] = 0;
  for (int t = 0; t < n; t++)
    {
      uint64_t less = 0;
      for (int j = 0; j < 32; j++)
        {
          int x = costs[4 * t + outputs[j]];
          uint8_t one = sum_of (cost[j], x), other = sum_of (cost[j + 32], ALL - x);
          uint8_t one_odd = sum_of (cost[j], ALL - x), other_odd = sum_of (cost[j + 32], x);
          next[2 * j] = other < one ? other : one;
          next[2 * j + 1] = other_odd < one_odd ? other_odd : one_odd;
          less |= (uint64_t) (other < one) << j | (uint64_t) (other_odd < one_odd) << (32 + j);
        }
      decisions[t] = less;
      memcpy (cost, next, sizeof cost);
      if (t % RENEW == RENEW - 1)
        take_least_off (cost);
    }
}

#endif

/* From state 0 back to the beginning.  The state before s is s / 2, or 32 more. */
static void
back (uint8_t *to, const uint64_t *decisions, int n)
{
  uint64_t state = 0;
  for (int octet = (n - 1) / 8; octet >= 0; octet--)
    {
      unsigned bits = 0;
      int top = n - 8 * octet < 8 ? n - 8 * octet : 8;
      for (int k = top - 1; k >= 0; k--)
        {
          uint64_t place = state >> 1 | (state & 1) << 5;
          bits |= (unsigned) (state & 1) << k;
          state = state >> 1 | (decisions[8 * octet + k] >> place & 1) << 5;
        }
      to[octet] = (uint8_t) bits;
    }
}

void
viterbi (uint8_t *to, const struct step *steps, int n, void *work)
{
  uint64_t *decisions = work;
  uint8_t *costs = (uint8_t *) (decisions + n);
  step_costs (costs, steps, n);
  forward (decisions, costs, n);
  back (to, decisions, n);
}
