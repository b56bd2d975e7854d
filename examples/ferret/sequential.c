/* SPDX-License-Identifier: MIT */
/* sequential.c - one query after the other in one loop: what all other ways must equal. */
#include "ferret.h"

void
run_sequential (const struct job *j)
{
  struct worker *w = worker_new (j->index);
  struct answer a;
  for (int k = 0; k < j->queries.count; k++)
    {
      load_picture (j->queries.name[k], &w->picture);
      answer_picture (j, w, &w->picture, &a);
      print_answer (j, k, &a);
    }
  worker_free (w);
}
