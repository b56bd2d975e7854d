/* SPDX-License-Identifier: MIT */
/* radio.h - a receiver for stereo FM, without its plumbing.
 *
 *   design.c    which rates, which filters: struct radio
 *   filters.c, kernels.c   the arithmetic, each kernel compiled once
 *
 * All versions of the receiver (sequential.c, pipeline.c, ...) differ in how the
 * samples travel between the same kernels.  A kernel computes each result by
 * itself, in an order of operations that depends on nothing but the result's
 * index: so the sound is the same to the last bit, however the work is cut.
 *
 *   frames --channel--> iq --demodulate--> mpx --+--------------- sum ---------+
 *                                                +--pilot cos--+               +--> sound
 *                                                +--pilot sin--+--> side --difference
 *                                                +-------------+
 *
 * frames  of the capture, I and Q, `rate` a second
 * iq      the channel alone, decimated
 * mpx     what the station sends: L+R, the pilot at 19 kHz, L-R around 38 kHz
 * side    mpx times a carrier of 38 kHz, which the pilot gives: L-R around 0
 * sound   left and right, SOUND_RATE a second; then the equaliser
 */
#ifndef RADIO_H
#define RADIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define restrict __restrict
extern "C" {
#endif

enum
{
  SOUND_RATE = 48000,
  LEAST_RATE = 200000, MOST_RATE = 20000000,
  BLOCK = 2048,        /* mpx samples that are worked on at a time */
  BANDS = 8            /* of the equaliser */
};

struct stereo { float left, right; };

/* One stage: its result m is of `taps` inputs, from skip + m * down / up on. */
struct stage { int64_t skip, down, up, taps; };

/* The first input of result m. */
static inline int64_t
first_of (const struct stage *s, int64_t m)
{
  return s->skip + m * s->down / s->up;
}

/* How many results n inputs allow. */
static inline int64_t
results_of (const struct stage *s, int64_t n)
{
  int64_t last = n - s->skip - s->taps + 1;
  return last <= 0 ? 0 : (last * s->up + s->down - 1) / s->down;
}

struct filter
{
  const char *name;
  struct stage s;
  float *tap;          /* of each phase (s.up of them) s.taps, one after the other */
};

struct radio
{
  int64_t rate;        /* of the capture, frames a second */
  struct filter channel, pilot_cos, pilot_sin, sum, difference, equaliser;
  struct stage demodulate, side;
  float turn;          /* mpx of one radian from sample to sample */
  bool mono;
  double deemphasis;   /* seconds */
  int64_t before, after; /* frames of silence around a capture, so that the
                            sound begins and ends with it */
};

/* What the user may choose. */
struct wishes
{
  int64_t rate;
  bool mono;
  double deemphasis;           /* seconds */
  double gain[BANDS];          /* of the equaliser, dB */
};

/* ---- design.c ---------------------------------------------------------- */

/* Returns NULL, or why there can be no such radio. */
extern const char *radio_design (struct radio *, const struct wishes *);
extern void radio_free (struct radio *);
/* Of its taps, in memory. */
extern size_t filter_bytes (const struct filter *);

/* The taps of a low pass: cut and transition in parts of the rate at which they
 * stand; the stop band is `stop` dB down. */
extern int low_pass_taps (double transition, double stop);
extern void low_pass (double *tap, int taps, double cut, double stop);

/* A filter that makes `up` results of `down` inputs; cut in parts of the input's rate. */
extern bool resampler_design (struct filter *, int64_t up, int64_t down, int taps, double cut,
                              double gain);

/* Where, in inputs from the first, result 0 of a resampler lies. */
extern double resampler_middle (const struct stage *);

/* De-emphasis: y = p * (y before) + b0 * x + b1 * (x before). */
struct emphasis { float p, b0, b1; };
extern struct emphasis emphasis_design (double seconds);

/* ---- filters.c, kernels.c ---------------------------------------------- */

/* Results [tl, hd) of each; `from` is at the first input of result tl, `to` at tl. */
extern void fir (const struct filter *, float *restrict to, const float *restrict from, int64_t n,
                 int channels);
extern void resample (const struct filter *, float *restrict to, const float *restrict from,
                      int64_t tl, int64_t hd);
/* Whichever of the two it is. */
extern void filter_run (const struct filter *, float *restrict to, const float *restrict from,
                        int64_t tl, int64_t hd);
/* Frames are pairs; a result is one, too. */
extern void decimate_frames (const struct filter *, float *restrict to, const float *restrict from,
                             int64_t n);

extern void demodulate (float *restrict to, const float *restrict iq, int64_t n, float turn);
extern void to_side (float *restrict to, const float *restrict mpx, const float *restrict cosine,
                     const float *restrict sine, int64_t n, bool mono);
extern void to_stereo (struct stereo *restrict to, const float *restrict sum,
                       const float *restrict difference, int64_t n);

struct deemphasis
{
  struct emphasis design;
  struct stereo in, out;         /* the last ones */
};
extern void deemphasise (struct deemphasis *, struct stereo *restrict to,
                         const struct stereo *restrict from, int64_t n);

#ifdef __cplusplus
}
#endif
#endif
