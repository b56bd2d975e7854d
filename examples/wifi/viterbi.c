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
 * steps what was the least cost RENEW steps ago is taken off all: so nobody waits until
 * it is known.  The costs of a time lie within 6 * 28 of each other, and 8 bits hold that
 * with what 2 * RENEW steps of a path that is worth following add.
 *
 * The way back is a chain: the next word of decisions cannot be asked before the last
 * has answered.  So costs and decisions stand at the place of their state read backwards,
 * the newest bit highest: then the state before s is 2 s and the answer, of which a shift
 * takes the low six bits by itself, and the bits that leave at the top are the result.
 * Three operations a step.
 *
 * There are three loops forward, for AVX-512, AVX2 and any other.  They give the same
 * decisions.
 */
#include <string.h>
#if (defined __AVX512VBMI__ || defined __AVX2__) && !defined WIFI_PLAIN
#include <immintrin.h>
#endif

#include "wifi.h"

enum { ALL = 28, MIDDLE = ALL / 2, RENEW = 4, STATES = 64, START = 160 };

/* Which of the four costs of a step (outputs 00, 01, 10, 11 of A and B) is that of the
 * way from j to 2 j, at the place of 2 j; behind these, from j to 2 j + 1. */
static uint8_t outputs[STATES] __attribute__ ((aligned (64)));

/* The newest bit is the lowest: 133 and 171 octal are 1 + D^2 + D^3 + D^5 + D^6 and
 * 1 + D + D^2 + D^3 + D^6. */
void
viterbi_init (void)
{
  for (int place = 0; place < STATES / 2; place++)
    {
      int state = 0; /* 2 j: also the last seven bits, if the oldest was 0 */
      for (int k = 0; k < 6; k++)
        state |= (place >> k & 1) << (5 - k);
      int a = __builtin_parity (state & 0x6d), b = __builtin_parity (state & 0x4f);
      outputs[place] = (uint8_t) (2 * a + b);
      outputs[place + 32] = 3 - outputs[place];
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

/* All 64 costs in one register.  j and j + 32 are neighbours there. */
static void
forward (uint64_t *decisions, const uint8_t *costs, int n)
{
  uint8_t low[64], high[64], first[64];
  for (int p = 0; p < 64; p++)
    {
      low[p] = (uint8_t) (2 * (p % 32));
      high[p] = (uint8_t) (2 * (p % 32) + 1);
      first[p] = p ? START : 0;
    }
  __m512i from_low = _mm512_loadu_si512 (low), from_high = _mm512_loadu_si512 (high);
  __m512i which = _mm512_load_si512 (outputs), least = _mm512_setzero_si512 ();
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
        {
          cost = _mm512_sub_epi8 (cost, least);
          least = least_of (cost);
        }
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

/* Even states in one register, odd ones in another; j and j + 32 are neighbours. */
static void
forward (uint64_t *decisions, const uint8_t *costs, int n)
{
  __m256i even = _mm256_set1_epi8 ((char) START), odd = even, all = _mm256_set1_epi8 (ALL);
  __m256i which = _mm256_load_si256 ((const __m256i *) outputs), least = _mm256_setzero_si256 ();
  __m256i byte = _mm256_set1_epi16 (255);
  even = _mm256_insert_epi8 (even, 0, 0);
  for (int t = 0; t < n; t++)
    {
      int four;
      memcpy (&four, costs + 4 * t, sizeof four);
      __m256i low = _mm256_packus_epi16 (_mm256_and_si256 (even, byte), _mm256_and_si256 (odd, byte));
      __m256i high = _mm256_packus_epi16 (_mm256_srli_epi16 (even, 8), _mm256_srli_epi16 (odd, 8));
      low = _mm256_permute4x64_epi64 (low, 0xd8);
      high = _mm256_permute4x64_epi64 (high, 0xd8);
      __m256i x = _mm256_shuffle_epi8 (_mm256_set1_epi32 (four), which), y = _mm256_sub_epi8 (all, x);
      __m256i one = _mm256_adds_epu8 (low, x), other = _mm256_adds_epu8 (high, y);
      __m256i one_odd = _mm256_adds_epu8 (low, y), other_odd = _mm256_adds_epu8 (high, x);
      even = _mm256_min_epu8 (one, other);
      odd = _mm256_min_epu8 (one_odd, other_odd);
      decisions[t] = was_less (other, one) | (uint64_t) was_less (other_odd, one_odd) << 32;
      if (t % RENEW == RENEW - 1)
        {
          even = _mm256_sub_epi8 (even, least);
          odd = _mm256_sub_epi8 (odd, least);
          least = least_of (even, odd);
        }
    }
}

#else

typedef uint8_t octets16 __attribute__ ((vector_size (16)));

static inline octets16
sum_of (octets16 a, octets16 b)
{
  octets16 sum = a + b;
  return sum | (octets16) (sum < a);
}

/* What the four costs of a step mean for 16 places. */
static inline octets16
choose (const uint8_t four[4], octets16 which)
{
  return ((octets16) (which == 0) & four[0]) | ((octets16) (which == 1) & four[1])
         | ((octets16) (which == 2) & four[2]) | ((octets16) (which == 3) & four[3]);
}

/* The lesser of two, and where it was the second. */
static inline octets16
lesser (octets16 one, octets16 other, octets16 *less)
{
  *less = (octets16) (other < one);
  return (other & *less) | (one & ~*less);
}

/* The lowest bit of each of 64 octets, in their order. */
static uint64_t
pack (const uint8_t octets[STATES])
{
  uint64_t bits = 0, eight;
  for (int k = 0; k < 8; k++)
    {
      memcpy (&eight, octets + 8 * k, sizeof eight);
      bits |= (eight * 0x0102040810204080u >> 56) << 8 * k;
    }
  return bits;
}

static uint8_t
least_of (const octets16 cost[4])
{
  uint8_t least = 255;
  for (int p = 0; p < STATES; p++)
    least = cost[p / 16][p % 16] < least ? cost[p / 16][p % 16] : least;
  return least;
}

/* Even states in the first two vectors, odd ones in the others; j and j + 32 are
 * neighbours. */
static void
forward (uint64_t *decisions, const uint8_t *costs, int n)
{
  const octets16 firsts = { 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30 };
  octets16 cost[4], which[2];
  uint8_t least = 0;
  memset (cost, START, sizeof cost);
  memcpy (which, outputs, sizeof which);
  cost[0][0] = 0;
  for (int t = 0; t < n; t++)
    {
      octets16 next[4], less[4];
      for (int half = 0; half < 2; half++)
        {
          octets16 low = __builtin_shuffle (cost[2 * half], cost[2 * half + 1], firsts);
          octets16 high = __builtin_shuffle (cost[2 * half], cost[2 * half + 1], firsts + 1);
          octets16 x = choose (costs + 4 * t, which[half]), y = ALL - x;
          next[half] = lesser (sum_of (low, x), sum_of (high, y), &less[half]);
          next[half + 2] = lesser (sum_of (low, y), sum_of (high, x), &less[half + 2]);
        }
      memcpy (cost, next, sizeof cost);
      for (int k = 0; k < 4; k++)
        less[k] &= 1;
      decisions[t] = pack ((const uint8_t *) less);
      if (t % RENEW == RENEW - 1)
        {
          for (int k = 0; k < 4; k++)
            cost[k] -= least;
          least = least_of (cost);
        }
    }
}

#endif

/* From state 0 back to the beginning. */
static void
back (uint8_t *to, const uint64_t *decisions, int n)
{
  uint64_t state = 0;
  for (int octet = (n - 1) / 8; octet >= 0; octet--)
    {
      int bits = n - 8 * octet < 8 ? n - 8 * octet : 8;
      for (int k = bits - 1; k >= 0; k--)
        state = 2 * state + (decisions[8 * octet + k] >> (state & 63) & 1);
      to[octet] = (uint8_t) (state >> 6 & ((1u << bits) - 1));
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
