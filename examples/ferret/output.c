/* SPDX-License-Identifier: MIT */
/* output.c - the answer as text; the stages between load and output, for a worker. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ferret.h"

/* A distance as a part of the largest one. */
void
print_answer (const struct job *j, int query, const struct answer *a)
{
  bool good = fprintf (j->out, "%s\n", j->queries.name[query]) > 0;
  for (int k = 0; k < a->count && good; k++)
    good = fprintf (j->out, "  %8.6f %s\n",
                    (double) a->hit[k].distance / ((double) WHOLE * FARTHEST),
                    j->index->names + j->index->name_at[a->hit[k].picture]) > 0;
  if (!good)
    fail (j->out_name, "cannot be written (%s)", strerror (errno));
}

struct worker *
worker_new (const struct index *x)
{
  struct worker *w = allocate (sizeof *w);
  w->segmenter = segmenter_new ();
  votes_open (&w->votes, x);
  return w;
}

void
worker_free (struct worker *w)
{
  segmenter_free (w->segmenter);
  votes_close (&w->votes);
  free (w);
}

void
answer_picture (const struct job *j, struct worker *w, const struct picture *p, struct answer *to)
{
  struct signature s;
  struct candidates c;
  segment_picture (w->segmenter, p, &w->segments);
  extract_features (&w->segments, &s);
  find_candidates (j->index, &w->votes, &s, &c);
  rank_candidates (j->index, &s, &c, j->top, to);
}
