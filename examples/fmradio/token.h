/* SPDX-License-Identifier: MIT */
/* token.h - a stretch of the capture that is worked on by itself, for openmp.c and tbb.cc.
 *
 * Tasks that come and go have no history to look back to.  So a token brings its own:
 * the frames before its first, as many as all filters together look back to, which
 * the token before has had, too, and on which the work is done twice.
 */
#ifndef TOKEN_H
#define TOKEN_H

#include "chain.h"
#include "fmradio.h"

#ifdef __cplusplus
extern "C" {
#endif

struct token
{
  int64_t first, frames, count; /* of the sound; of the capture; of the sound, afterwards */
  unsigned char *raw;
  struct stereo *sound;
  struct chain chain;
};

/* Deals out tokens; one at a time. */
struct dealer
{
  const struct radio *radio;
  struct capture *capture;
  int64_t sound;                /* frames of sound in a token */
  int64_t next;                 /* first frame of the next one */
  unsigned char *overlap;
  int64_t overlapping;          /* frames */
  bool ended;
};

/* End the program with a message where there is no memory. */
extern void dealer_begin (struct dealer *, const struct radio *, struct capture *);
extern void dealer_end (struct dealer *);
extern void token_begin (struct token *, const struct dealer *);
extern void token_end (struct token *);

/* False where nothing is left. */
extern bool token_read (struct token *, struct dealer *);
extern void token_work (struct token *, const struct dealer *);

#ifdef __cplusplus
}
#endif
#endif
