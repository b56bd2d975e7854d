/* SPDX-License-Identifier: MIT */
/* pipeline.c - the passes of a vector by processes behind each other: one row. */
#include "erbium.h"
#include "row.h"

const char version_name[] = "fft-pipeline";
const char *const version_ways[] = { "row", NULL };

void
run_stream (const struct job *given)
{
  struct job j = *given;
  record float from[1];
  j.workers = 1;
  struct turns turns = new_turns (1);
  for (int n = 0; n < j.groups; n++)
    run_in_row (&j, turns, n, 0, from);
  erbium_join_all ();
}
