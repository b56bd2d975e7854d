/* SPDX-License-Identifier: MIT */
/* demo.h - the parts of the demo.
 *
 *   tune.c      what there is to clean: a tune, with hum and noise
 *   filter.c    the filter, its kernel, the level of a stretch of sound
 *   wav.c       sound files
 *   sequence.c  the job as one loop after the other
 *   network.c   the job as a network of processes: the file to read
 *   spectrum.c  what is in a sound
 *   demo.c      runs both, compares, reports
 */
#ifndef DEMO_H
#define DEMO_H

#include <stdint.h>
#include <stdio.h>

enum
{
  RATE = 48000,      /* samples a second */
  TAPS = 1023,       /* of the filter; odd, so that its delay is whole */
  BLOCK = 4096,      /* samples that a worker takes at a time */
  WORKERS = 2,
  LEVEL = RATE / 10  /* samples that one level stands for */
};

struct level { float rms, peak; };

/* What a run of the job leaves behind, beside the sound file. */
struct result
{
  int64_t samples, levels;
  struct level *level;
};

/* ---- tune.c ------------------------------------------------------------ */

extern void make_tune (float *clean, int64_t n);
extern void add_dirt (float *sound, int64_t n);

/* ---- filter.c ---------------------------------------------------------- */

extern void design_filter (void);
/* n results from n + TAPS - 1 samples: result i is of samples i .. i + TAPS - 1. */
extern void filter (float *restrict to, const float *restrict from, int64_t n);
extern struct level level_of (const float *sound, int64_t n);

/* ---- wav.c ------------------------------------------------------------- */

/* All of them end the program with a message where something goes wrong. */
extern FILE *open_wav (const char *name);
extern FILE *create_wav (const char *name);
/* Up to n samples; fewer at the end of the file. */
extern int64_t read_samples (FILE *f, float *to, int64_t n);
extern void write_samples (FILE *f, const float *from, int64_t n);
extern void finish_wav (FILE *f, int64_t samples);

/* ---- sequence.c, network.c --------------------------------------------- */

extern struct result run_sequence (const char *from, const char *to);
extern struct result run_network (const char *from, const char *to);

/* ---- spectrum.c -------------------------------------------------------- */

enum { BINS = 4096 }; /* from 0 to RATE / 2 */

/* Mean power in each bin, in dB. */
extern void spectrum (const float *sound, int64_t n, double bin[BINS]);

#endif
