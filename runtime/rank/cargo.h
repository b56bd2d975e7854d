/* SPDX-License-Identifier: MIT */
/* cargo.h - what goes with a process to another rank, for arguments.c and copies.c: its arguments,
 * and memory that the program has declared for that. */
#ifndef ERB_RANK_CARGO_H
#define ERB_RANK_CARGO_H

#include "carry/carry.h"
#include "rank/ranks.h"

enum erb_word_kind { ERB_NUMBER, ERB_VIEW, ERB_RECORD, ERB_PLACE, ERB_COPY, ERB_POINTER };

struct erb_word
{
  enum erb_word_kind is;
  const struct erb_view *view;
  erbium_record *record;
  struct erb_place place; /* of a copy: number of the block, and offset there */
};

/* The blocks; number 0 is the arguments. */
struct erb_cargo
{
  const struct erb_process *process;
  int count, room;
  struct erb_carried *block;
};

/* ---- copies.c ------------------------------------------------------------------- */

extern struct erb_cargo erb_cargo_begin (const struct erb_process *p);
/* Returns the number of the block, which is added if it is new. */
extern int erb_cargo_add (struct erb_cargo *c, const struct erb_carried *block);
/* Writes all blocks, and which words of the arguments and of the other blocks are addresses. */
extern void erb_put_cargo (struct erb_bytes *b, const struct erb_cargo *c,
                           const struct erb_bytes *arguments, const struct erb_bytes *blocks);
/* Makes the copies, unless the rank has them, and returns the arguments, which the caller frees;
 * view: by number.  Under the engine's lock. */
extern char *erb_take_cargo (struct erb_bytes *b, int from, struct erb_view *const *view,
                             size_t *size);

#endif
