/* SPDX-License-Identifier: MIT */
/* combined.c - as many rows of processes as there are processors.
 *
 *        first stage --> ... last stage      row 0
 *   turn to read |                 | turn to write
 *                v                 v
 *        first stage --> ... last stage      row 1
 *
 * A row is a pipeline (row.c), and rows share the stream burst by burst.  On the
 * processor of a row its stages run one after the other over a burst that is in the
 * cache; between processors there is a turn a burst.  Small vectors make no
 * difference: the burst has so many more of them.
 *
 * Stages are started column by column, so that where each goes to the next processor
 * (ERBIUM_PLACE=spread, ERBIUM_PIN) a row comes to one.
 */
#include "erbium.h"
#include "row.h"

const char version_name[] = "fft";
const char *const version_ways[] = { "rows", NULL };

void
run_stream (const struct job *j)
{
  record float from[MOST_WORKERS];
  prefer_fibers (j);
  struct turns turns = new_turns (j->workers);
  for (int n = 0; n < j->groups; n++)
    for (int k = 0; k < j->workers; k++)
      run_in_row (j, turns, n, k, from);
  erbium_join_all ();
}
