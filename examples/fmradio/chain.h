/* SPDX-License-Identifier: MIT */
/* chain.h - all stages one after the other, a piece at a time, in one thread.
 *
 * Between two stages lies a window: the piece that is worked on and, before it,
 * what the next pieces will still look back to.  It is what a record gives, done
 * by hand: after each piece what is left is moved to the front.
 */
#ifndef CHAIN_H
#define CHAIN_H

#include "radio.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The elements [tl, hd) of a stream, `width` floats each. */
struct window { float *at; int64_t tl, hd; int width; };

struct chain
{
  const struct radio *radio;
  struct window frames, iq, mpx, cosine, sine, side, sum, difference, sound, equalised;
};

/* A chain for pieces of at most `piece` frames of the capture, which begins with the first
 * frame of the sound.  False: no memory. */
extern bool chain_begin (struct chain *, const struct radio *, int64_t piece);
extern void chain_end (struct chain *);
/* Forgets all, and goes on so that the next result is frame `first` of the sound. */
extern void chain_go_to (struct chain *, int64_t first);

/* The first of the capture's frames that the sound from frame `first` on needs, and how
 * many of them there must be for n frames of sound. */
extern int64_t chain_first_frame (const struct radio *, int64_t first);
extern int64_t chain_frames (const struct radio *, int64_t n);

/* Where the next frames have to be put, as floats.  Then the work on n of them, after
 * which [*tl, *hd) is new sound; the address of *tl, valid until more room is asked for. */
extern float *chain_room (struct chain *);
extern const struct stereo *chain_run (struct chain *, int64_t n, int64_t *tl, int64_t *hd);

#ifdef __cplusplus
}
#endif
#endif
