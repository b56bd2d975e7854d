/* SPDX-License-Identifier: MIT */
/* measure.h - how good is it?
 *
 *   measure.c   level, distortion, separation, delay
 *   spectrum.c  what is in a signal
 *   judge.c     the command line: measures, and fails where a bound is passed
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>

/* A WAV file; a missing right channel is the left one. */
struct recording { int64_t frames; int channels; float *left, *right; };

/* Ends the program with a message if that is no WAV file of 16 bits. */
extern struct recording load_recording (const char *name);
extern void free_recording (struct recording *);

/* A tone in a channel: its level, and all else beside it (THD+N), in dB. */
struct tone { double level, rest; };
extern struct tone measure_tone (const float *, int64_t n, double frequency);

/* By how many samples `x` comes later than `reference`, and how far below what it has
 * of the reference the rest is, in dB. */
struct match { double delay, rest; };
extern struct match measure_delay (const float *x, const float *reference, int64_t n);

enum { BINS = 4096 };

/* Mean power in each bin, in dB: of a real signal from 0 to half its rate, of pairs (I, Q)
 * from minus half their rate to half of it. */
extern void spectrum (const float *, int64_t n, double bin[BINS]);
extern void spectrum_of_pairs (const float *, int64_t n, double bin[BINS]);

#endif
