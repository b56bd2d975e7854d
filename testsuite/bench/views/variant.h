/* SPDX-License-Identifier: MIT */
/* variant.h - one kernel, compiled in one way.
 *
 * A short loop runs in one of several steady states of the processor, and the
 * instructions that precede the call decide in which: the same instructions of saxpy
 * take 155 ns after 30 nops and 174 ns without.  Which code is lucky is chance.  So
 * each variant is called in several ways, and the fastest counts for each. */
#ifndef VARIANT_H
#define VARIANT_H
#include <stdint.h>

/* Numbers of instructions before a call.  Coprime to the number of variants: so each has
 * each in each place of a round. */
#define APPROACHES(X)                                                          \
  X (0) X (2) X (4) X (7) X (9) X (12) X (15) X (19) X (25) X (31) X (40)
enum { APPROACH_COUNT = 11 };

struct variant
{
  void (*make) (void);                    /* its data */
  void (*times[APPROACH_COUNT]) (long n); /* n calls */
  uint64_t (*hash) (void);                /* of all results so far */
};
#endif
