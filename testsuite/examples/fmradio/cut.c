// RUN: %cc -O1 -I%root/examples/fmradio %s %fm/filters.o %fm/kernels.o %fm/design.o %fm/capture.o %fm/sound.o -lm -o %t
// RUN: %t | FileCheck %s
// CHECK: {{^}}the same
/* SPDX-License-Identifier: MIT */
/* cut.c - however the work of a kernel is cut, each result is the same to the last bit.
 *
 * Each kernel works on a row of random numbers at once, then in pieces of random
 * lengths. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmradio.h"

enum { RESULTS = 5000, ROUNDS = 50 };

static struct radio radio;
static float input[1 << 18], second[1 << 18], third[1 << 18];
static float whole[4 * RESULTS], piece[4 * RESULTS];

/* Results [tl, hd) of a kernel, `width` floats each. */
typedef void kernel (float *to, int64_t tl, int64_t hd);

static void run_channel (float *to, int64_t tl, int64_t hd)
{
  decimate_frames (&radio.channel, to, input + 2 * first_of (&radio.channel.s, tl), hd - tl);
}
static void run_demodulate (float *to, int64_t tl, int64_t hd)
{
  demodulate (to, input + 2 * tl, hd - tl, radio.turn);
}
static void run_pilot (float *to, int64_t tl, int64_t hd)
{
  filter_run (&radio.pilot_cos, to, input + tl, tl, hd);
}
static void run_side (float *to, int64_t tl, int64_t hd)
{
  to_side (to, input + tl, second + tl, third + tl, hd - tl, false);
}
static void run_difference (float *to, int64_t tl, int64_t hd)
{
  filter_run (&radio.difference, to, input + first_of (&radio.difference.s, tl), tl, hd);
}
static void run_stereo (float *to, int64_t tl, int64_t hd)
{
  to_stereo ((struct stereo *) to, input + tl, second + tl, hd - tl);
}
static void run_equaliser (float *to, int64_t tl, int64_t hd)
{
  fir (&radio.equaliser, to, input + 2 * tl, hd - tl, 2);
}
static void run_u8 (float *to, int64_t tl, int64_t hd)
{
  frames_to_float (FORMAT_U8, to, (const unsigned char *) input + 2 * tl, hd - tl);
}

/* Has a memory: it begins at 0, or goes on. */
static void run_deemphasis (float *to, int64_t tl, int64_t hd)
{
  static struct deemphasis d;
  if (tl == 0)
    d = (struct deemphasis) { .design = emphasis_design (radio.deemphasis) };
  deemphasise (&d, (struct stereo *) to, (const struct stereo *) input + tl, hd - tl);
}

static int
look (const char *name, kernel *k, int width)
{
  k (whole, 0, RESULTS);
  for (int round = 0; round < ROUNDS; round++)
    {
      int64_t most = 1 << rand () % 11;
      for (int64_t tl = 0, hd; tl < RESULTS; tl = hd)
        {
          hd = tl + 1 + rand () % most;
          hd = hd < RESULTS ? hd : RESULTS;
          k (piece + tl * width, tl, hd);
        }
      for (int i = 0; i < RESULTS * width; i++)
        if (memcmp (&whole[i], &piece[i], sizeof *whole) != 0)
          {
            printf ("%s: result %d is %a, and %a in pieces\n", name, i / width, whole[i], piece[i]);
            return 1;
          }
    }
  return 0;
}

int
main (void)
{
  struct wishes w = { .rate = 3200000, .deemphasis = 50e-6, .gain = { 6, -3, 0, 1, 2, 3, 4, -60 } };
  const char *wrong = radio_design (&radio, &w);
  if (wrong)
    return puts (wrong), 1;
  for (size_t i = 0; i < sizeof input / sizeof *input; i++)
    {
      input[i] = (float) rand () / (float) RAND_MAX - 0.5f;
      second[i] = (float) rand () / (float) RAND_MAX - 0.5f;
      third[i] = (float) rand () / (float) RAND_MAX - 0.5f;
    }
  int bad = look ("channel", run_channel, 2) | look ("demodulate", run_demodulate, 1)
    | look ("pilot", run_pilot, 1) | look ("side", run_side, 1)
    | look ("difference", run_difference, 1) | look ("stereo", run_stereo, 2)
    | look ("equaliser", run_equaliser, 2) | look ("u8", run_u8, 2) | look ("de-emphasis", run_deemphasis, 2);
  radio_free (&radio);
  puts (bad ? "not the same" : "the same");
  return bad;
}
