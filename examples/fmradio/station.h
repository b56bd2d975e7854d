/* SPDX-License-Identifier: MIT */
/* station.h - a station to receive: what the examples and tests listen to.
 *
 *   music.c        what is played
 *   transmitter.c  from sound to frames
 *   broadcast.c    the command line
 */
#ifndef STATION_H
#define STATION_H

#include "fmradio.h"

/* ---- music.c ------------------------------------------------------------ */

/* Both have SOUND_RATE, and are zero before. */
extern void play_music (struct stereo *, int64_t n);
extern void play_tone (struct stereo *, int64_t n, double frequency, double left, double right);

/* ---- transmitter.c ------------------------------------------------------ */

struct station
{
  int64_t rate;          /* frames a second */
  enum format format;
  bool pilot;
  double emphasis;       /* seconds */
  double noise;          /* below the carrier, over the whole capture, dB; none if 0 */
};

/* Writes the capture.  Returns NULL or what went wrong. */
extern const char *transmit (const struct station *, const struct stereo *, int64_t n, FILE *to);

#endif
