/* SPDX-License-Identifier: MIT */
/* Whether spaces share a processor is told by where they ran, not by what each may run on: here each may run on
 * one alone, as in a program that pins them.  What was noted long ago counts no more. */
// UNSUPPORTED: thread
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#define _GNU_SOURCE
#include "test.h"
#include "erbium/papers.h"
#include "pages/page_access.h"

#include <sched.h>

enum { OTHER = 1, LOOKS = 256 };

static int64_t
bit_of (int processor)
{
  return (int64_t) ((uint64_t) 1 << (processor & 63));
}

static int
pin_here (void)
{
  cpu_set_t one;
  int here = sched_getcpu ();
  CPU_ZERO (&one);
  CPU_SET (here, &one);
  expect (here >= 0 && sched_setaffinity (0, sizeof one, &one) == 0);
  return here;
}

int
main (void)
{
  spmc_init (2);
  int here = pin_here ();
  erbium_store_relaxed (&erb_spmc.shared->processors, 0);
  erb_spmc_note_processor ();
  expect (erbium_load_relaxed (&erb_spmc.shared->processors) == bit_of (here));
  expect (erb_spmc_on_one_processor ());
  /* Another space has run elsewhere, and notes it no more. */
  erbium_store_relaxed (&erb_spmc.shared->processors, bit_of (here) | bit_of (here + OTHER));
  int apart = 0;
  while (apart < 2 * LOOKS && !erb_spmc_on_one_processor ())
    apart++;
  expect (apart > 0 && apart < LOOKS);
  expect (erb_spmc_on_one_processor ());
  return 0;
}
