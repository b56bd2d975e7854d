/* SPDX-License-Identifier: MIT */
/* output.h - what a child of a sealed program prints; nothing is done where none is sealed. */
#ifndef ERB_SEAL_OUTPUT_H
#define ERB_SEAL_OUTPUT_H

#include "event/event.h"
#include "seal/seal.h"

struct erb_seal_output
{
  int file[2];     /* of stdout and stderr, or -1 */
  off_t passed[2]; /* how much of them the parent has passed on */
};

/* Before the fork; false: it cannot be kept, errno says why. */
extern bool erb_seal_output_make (struct erb_seal_output *o);
/* In the child. */
extern void erb_seal_output_begin (const struct erb_seal_output *o);
/* In the parent: wait until all is written; what cannot be is a fault.  end: there is no more. */
extern void erb_seal_output_pass (struct erb_seal_output *o);
/* So much of each, or all that there is. */
extern void erb_seal_output_pass_to (struct erb_seal_output *o, const int64_t end[2]);
extern void erb_seal_output_end (struct erb_seal_output *o);
/* Whether all that is there has been passed on. */
extern bool erb_seal_output_is_passed (const struct erb_seal_output *o);

/* seal.c.  Checks that a program that asks to be sealed is. */
extern const struct erb_observer erb_seal_observer;

#endif
