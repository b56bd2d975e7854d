/* SPDX-License-Identifier: MIT */
/* sync.c - where a packet begins, and how far its carrier is off.
 *
 * Three steps.  The short training sequence repeats after 16 samples, so while it
 * lasts the samples agree with those 16 later, whatever the channel (Schmidl and Cox);
 * this is looked at every 16 samples.  The angle between them is the frequency offset,
 * coarsely.  The long training sequence repeats after 64 samples: of all places where
 * the samples do, the one that looks most like the sequence is taken, for an echo may
 * be stronger than the first path, a little before it.  The angle over 64 samples then is
 * the fine offset.
 *
 * Which places are looked at depends on the stream alone, not on how it is cut into
 * calls: a call looks at all places from which it sees SYNC_LOOK samples.
 */
#include <math.h>

#include "simd.h"

enum
{
  GROUP = 16,             /* samples that are added up at once */
  WINDOW = 4 * GROUP,     /* samples that must agree with those 16 later */
  SEARCH = 288,           /* where the long sequence may begin, behind a find */
  EARLY = 4,              /* samples that a symbol is taken before its best place */
  ECHOES = 12             /* how much later than the first path the strongest may be */
};

struct lag { float re, im, power; };

/* Of 16 samples and those `lag` later: their products, and their power. */
static inline struct lag
compare_group (const struct sample *x, int lag)
{
  four straight = { 0 }, crossed = { 0 }, power = { 0 };
  for (int k = 0; k < GROUP; k += 2)
    {
      four a, b;
      memcpy (&a, x + k, sizeof a);
      memcpy (&b, x + k + lag, sizeof b);
      straight += a * b;
      crossed += __builtin_shuffle (a, (four_int) { 1, 0, 3, 2 }) * b;
      power += a * a + b * b;
    }
  return (struct lag) { straight[0] + straight[1] + straight[2] + straight[3],
                        crossed[1] + crossed[3] - crossed[0] - crossed[2],
                        (power[0] + power[1] + power[2] + power[3]) / 2 };
}

static struct lag
compare (const struct sample *x, int n, int lag)
{
  struct lag sum = { 0, 0, 0 };
  for (int k = 0; k < n; k += GROUP)
    {
      struct lag g = compare_group (x + k, lag);
      sum.re += g.re, sum.im += g.im, sum.power += g.power;
    }
  return sum;
}

/* How much they agree, 0 to 1; of noise alone about 1/n. */
static float
agreement (struct lag s)
{
  return s.power > 0 ? (s.re * s.re + s.im * s.im) / (s.power * s.power) : 0;
}

/* Noise alone reaches it once in some million places. */
static const float enough = 0.25f;

/* The first place from x on where the samples agree, or `places`; at multiples of
 * GROUP. */
static int64_t
find_short (const struct sample *x, int64_t places)
{
  struct lag last[4] = { { 0, 0, 0 } };
  for (int64_t g = 0; g < places + WINDOW - GROUP; g += GROUP)
    {
      struct lag sum = { 0, 0, 0 };
      last[g / GROUP % 4] = compare_group (x + g, 16);
      if (g < WINDOW - GROUP)
        continue;
      for (int k = 1; k <= 4; k++) /* in the order of time, wherever the call began */
        {
          const struct lag *l = &last[(g / GROUP + k) % 4];
          sum.re += l->re, sum.im += l->im, sum.power += l->power;
        }
      if (agreement (sum) > enough)
        return g - (WINDOW - GROUP);
    }
  return places;
}

/* ---- The long sequence --------------------------------------------------------- */

/* Turns n samples by `turn` each, backwards. */
static void
take_off (struct sample *to, const struct sample *x, int n, float turn)
{
  for (int k = 0; k < n; k++)
    {
      float c = cosf (turn * (float) k), s = sinf (turn * (float) k);
      to[k] = (struct sample) { x[k].re * c + x[k].im * s, x[k].im * c - x[k].re * s };
    }
}

enum { PLACES = SEARCH + CARRIERS }; /* where 64 samples are compared with the sequence */

/* How much 64 samples from each place look like it. */
static void
match_long (float to[PLACES], const struct sample *x)
{
  float r[PLACES + CARRIERS], i[PLACES + CARRIERS];
  for (int k = 0; k < PLACES + CARRIERS; k++)
    r[k] = x[k].re, i[k] = x[k].im;
  for (int p = 0; p < PLACES; p += LANES)
    {
      struct lanes2 sum = { { 0 }, { 0 } };
      for (int k = 0; k < CARRIERS; k++)
        {
          lanes re, im;
          memcpy (&re, r + p + k, sizeof re);
          memcpy (&im, i + p + k, sizeof im);
          sum.re += re * long_training[k].re + im * long_training[k].im;
          sum.im += im * long_training[k].re - re * long_training[k].im;
        }
      sum.re = sum.re * sum.re + sum.im * sum.im;
      memcpy (to + p, &sum.re, sizeof sum.re);
    }
}

/* Is `best`, of all places the most like the long sequence, that sequence?  Where the search
 * ends before it, the best may be the short sequence, which repeats after 64 samples too, but
 * after 16 as well; or half a symbol of guard, which looks like less than what follows it.  Both
 * long symbols look alike, whatever the channel. */
static bool
is_long (const struct sample *x, int best, const float match[PLACES])
{
  float itself = agreement (compare (x + best, CARRIERS, CARRIERS));
  float shorter = agreement (compare (x + best, CARRIERS, 16));
  return itself >= enough && shorter < itself / 2 && match[best + CARRIERS] < 2 * match[best];
}

/* Where the first of the two long symbols begins, or -1. */
static int
find_long (const struct sample *x)
{
  float match[PLACES];
  int best = 0;
  match_long (match, x);
  for (int p = 0; p < SEARCH; p++)
    if (match[p] + match[p + CARRIERS] > match[best] + match[best + CARRIERS])
      best = p;
  if (!is_long (x, best, match))
    return -1;
  for (int p = best > ECHOES ? best - ECHOES : 0; p < best; p++)
    if (match[p] + match[p + CARRIERS] > 0.25f * (match[best] + match[best + CARRIERS]))
      return p;
  return best;
}

/* Radians a sample, from what `lag` samples turn by. */
static float
angle_over (const struct sample *x, int n, int lag)
{
  struct lag s = compare (x, n, lag);
  return atan2f (s.im, s.re) / (float) lag;
}

/* Is the offset that of the short sequence which ends before the long one, as far as it can tell?  A
 * find too early has taken it of something else, and a symbol that turns by once more or less
 * looks the same. */
static bool
is_turn_of (float turn, const struct sample *x, int at)
{
  enum { BEFORE = 2 * GUARD + WINDOW + 16 };
  if (at < BEFORE)
    return true; /* the find was in the sequence */
  float off = remainderf (turn - angle_over (x + at - BEFORE, WINDOW, 16), (float) (2 * M_PI / 16));
  return fabsf (off) < (float) (M_PI / CARRIERS);
}

/* Is there a packet, of which find_short found x?  Sets all of *p but what is counted
 * through the stream; p->start, begin and end count from x. */
static bool
find_packet (struct packet *p, const struct sample *x)
{
  struct sample y[SEARCH + 3 * CARRIERS];
  float turn = angle_over (x + WINDOW / 2, WINDOW, 16);
  take_off (y, x, SEARCH + 3 * CARRIERS, turn);
  int at = find_long (y);
  if (at < 2 * GUARD)
    return false;
  turn += angle_over (y + at, CARRIERS, CARRIERS);
  if (!is_turn_of (turn, x, at) || !read_head (p, x + at - EARLY, turn))
    return false;
  p->start = at - 192;
  p->begin = at - EARLY + 2 * CARRIERS + SYMBOL;
  p->end = p->begin + (int64_t) SYMBOL * p->symbols;
  return true;
}

/* Steps over a multiple of GROUP, or over a packet. */
void
sync_next (struct sync *s, const struct sample *x, int64_t n, struct packet *p)
{
  int64_t places = (n - SYNC_LOOK) / GROUP * GROUP + GROUP, found = find_short (x, places);
  p->rate = NO_PACKET;
  if (found == places)
    s->at += places;
  else if (!find_packet (p, x + found))
    {
      p->rate = NO_PACKET;
      s->at += found + WINDOW;
    }
  else
    {
      p->start += s->at + found;
      p->begin += s->at + found;
      p->steps_at = s->steps;
      p->octets_at = s->octets;
      s->steps += steps_of (p);
      s->octets += p->octets;
      s->at = p->end += s->at + found;
    }
  p->end = s->at;
}
