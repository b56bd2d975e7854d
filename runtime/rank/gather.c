/* SPDX-License-Identifier: MIT */
/* gather.c - the statistics of all ranks, printed by rank 0.
 *
 * At the end of the program the engine of each other rank writes the tables of its rank to memory
 * and sends them.  Messages of one rank arrive in order, and MPI ends after the last, so rank 0 has
 * all tables when it prints.
 */
#include "rank/ranks.h"

#include <stdio.h>

static char **text_of; /* by rank, on rank 0 */

void
erb_statistics_send (void)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  char *text = NULL;
  size_t size = 0;
  FILE *to = program->set.stats && erb_rank > 0 ? open_memstream (&text, &size) : NULL;
  if (!to)
    return;
  erb_event_statistics_wanted (program, to);
  fclose (to);
  struct erb_message *m = erb_message_new (ERB_TO_STATISTICS, size + 1);
  memcpy (m->more, text, size + 1);
  free (text);
  erb_post (0, m);
}

void
erb_see_statistics (const struct erb_message *m)
{
  if (!text_of)
    text_of = calloc ((size_t) erb_ranks, sizeof *text_of);
  if (text_of)
    text_of[m->from] = strdup (m->more);
}

/* Rank 0 prints for all; the others have sent theirs. */
bool
erb_rank_statistics_due (erbium_program *program)
{
  if (!erb_is_spread (program))
    return false;
  for (int q = 0; q < erb_ranks && erb_rank == 0; q++)
    {
      fprintf (stderr, "rank %d:\n", q);
      if (q == 0)
        erb_event_statistics_wanted (program, stderr);
      else
        fputs (text_of && text_of[q] ? text_of[q] : "erbium: no statistics of this rank\n", stderr);
    }
  return true;
}
