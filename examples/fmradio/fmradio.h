/* SPDX-License-Identifier: MIT */
/* fmradio.h - what comes in, what goes out, and what lies between.
 *
 *   capture.c   frames of I and Q out of a file
 *   sound.c     de-emphasis, 16 bits, a WAV file
 *   receive     between the two: one of
 *                 sequential.c   a loop
 *                 combined.c     processes, those that work hard shared by workers
 *                 pipeline.c     a process for each stage
 *                 data.c         workers that are all alike
 *                 openmp.c, tbb.cc, original.c: to compare with
 *   main.c      the command line
 */
#ifndef FMRADIO_H
#define FMRADIO_H

#include <stddef.h>
#include <stdio.h>

#include "radio.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- capture.c ---------------------------------------------------------- */

enum format { FORMAT_F32, FORMAT_S16, FORMAT_U8, FORMATS };

struct capture
{
  const char *name;
  enum format format;
  int file;                      /* or -1: memory, again and again */
  const unsigned char *memory;
  int64_t length, at;            /* frames in memory; how many of them were read */
  int64_t left;                  /* frames still to come; unknown in a file: as many as can be */
  int64_t before, after;         /* silent frames still to come */
  bool may_wait;                 /* a pipe, a device */
};

/* The place of a format's name, or FORMATS. */
extern enum format format_named (const char *name);
extern int64_t frame_bytes (enum format);

/* "-" is stdin.  Ends the program with a message where there is no such file. */
extern void capture_open (struct capture *, const char *name, enum format, const struct radio *);
extern void capture_close (struct capture *);
/* Is this the capture, under whatever name?  Writing to it would begin by emptying it. */
extern bool capture_is (const struct capture *, const char *name);
/* Up to n frames, silence included; fewer at the end only. */
extern int64_t capture_read (struct capture *, void *to, int64_t n);
/* To I and Q as floats, about -1 to 1. */
extern void frames_to_float (enum format, float *restrict to, const void *from, int64_t n);

/* ---- sound.c ------------------------------------------------------------ */

struct sound
{
  const char *name;
  FILE *file;                    /* or NULL: nothing is written, or no more */
  int64_t header;                /* where it stands in the file; -1: it stays as it is */
  int channels;
  struct deemphasis emphasis;
  int64_t frames;
  int64_t differing;             /* frames whose left is not their right */
  uint32_t sum;                  /* of all samples */
};

extern void sound_begin (struct sound *, const struct radio *);
extern void sound_create (struct sound *, const char *name, const struct radio *);
extern void sound_write (struct sound *, const struct stereo *, int64_t n);
/* In the process that has written.  Once more does nothing. */
extern void sound_close (struct sound *);

/* ---- The receiver ------------------------------------------------------- */

/* Reads the capture to its end; networks close the sound, too.  `workers`: for each part of the
 * work that is shared. */
extern void receive (const struct radio *, struct capture *, struct sound *, int workers);
extern const char receiver_name[];

#ifdef __cplusplus
}
#endif
#endif
