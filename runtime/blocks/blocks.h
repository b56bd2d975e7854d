/* SPDX-License-Identifier: MIT */
/* blocks.h - ready-made processes (erbium/blocks.h), a library of its own.
 *
 * The idea: a block moves elements from input ends to output ends, and its burst is what is there.
 * It waits for as few elements as it can use, looks how many more there are, and handles them
 * together.  History is what a block does not release.
 *
 *   block_end.c       ends of records for blocks, errors
 *   file_blocks.c     files, pipes, sockets
 *   element_blocks.c  map, zip, split, join, decimate
 *   filter_blocks.c   finite and infinite impulse responses, resampling
 *   window_shape.c    windows, and filters designed with them
 *   fourier_block.c   transforms, by FFTW
 *   signal_blocks.c   demodulation, gain control, levels
 *
 * The library uses only what programs see of Erbium, erbium/burst.h.
 */
#ifndef ERB_BLOCKS_H
#define ERB_BLOCKS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default)
#include "erbium/blocks.h"
#pragma GCC visibility pop
#include "erbium/burst.h"

enum { ERB_BLOCK_BURST = 1024 }; /* elements that a block handles together at most */

/* An input: [at, at + n) are `old' elements that it has seen, and others. */
struct erb_block_in
{
  struct erbium_burst *end;
  const void *at;
  int64_t n, old;
};

/* Ends the program: "block: error: text". */
extern void erb_block_fail (enum erbium_exit status, const char *block, const char *format, ...)
  __attribute__ ((noreturn, cold, format (printf, 3, 4)));

/* Opens ends of the record, whatever its type; the horizon has room for two bursts and the
 * history. */
extern struct erb_block_in erb_block_read (const char *block, const void *record, int id,
                                           int64_t history);
extern struct erbium_burst *erb_block_write (const char *block, const void *record);

/* Releases all but the last `history' elements, then waits for `least' new ones, and takes more if
 * they are there, up to `most'.  Returns the number of new ones: less than least at the end. */
extern int64_t erb_block_next (struct erb_block_in *in, int64_t history, int64_t least,
                               int64_t most);
/* Waits for room for n elements. */
extern void *erb_block_room (struct erbium_burst *out, int64_t n);

/* Expects a number of at least 1. */
extern void erb_block_expect (const char *block, const char *what, int64_t n);

#endif
