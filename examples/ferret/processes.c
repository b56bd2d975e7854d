/* SPDX-License-Identifier: MIT */
/* processes.c - queries shared by processes.
 *
 *   worker 0 --+
 *              +--(answers)--> caller
 *   worker 1 --+
 *
 * An element of `answers` is a query, by its number.  Each worker claims the next one and takes it
 * through the stages from load to rank on one processor: all that goes from one processor to
 * another is the answer.  The index of an element is its place in the output.
 */
#include "erbium.h"
#include "ferret.h"

enum { AHEAD = 16, BURST = 8 };  /* queries of a worker ahead of the output; written together */

process worker (const struct job *j, record struct answer answers, int k)
{
  view struct answer out = new_write_view (answers);
  struct worker *w = worker_new (j->index);
  register (out, k + 1);
  alloc (out, AHEAD * j->workers);
  for (int64_t i; (i = claim (out, 1)) < j->queries.count;)
    {
      commit (out, i); /* those before it are others' */
      stall (out, i + 1);
      load_picture (j->queries.name[i], &w->picture);
      answer_picture (j, w, &w->picture, &out[[i]]);
      commit (out, i + 1);
    }
  commit (out, j->queries.count);
  worker_free (w);
}

static int64_t
last_of_burst (const struct job *j, int64_t i)
{
  return i + BURST < j->queries.count ? i + BURST : j->queries.count;
}

void
run_processes (const struct job *j)
{
  record struct answer answers = new_record (j->workers, 1);
  view struct answer in = new_read_view (answers);
  register (in, 1);
  alloc (in, BURST);
  for (int k = 0; k < j->workers; k++)
    run worker (j, answers, k);
  for (int64_t i = 0, end; i < j->queries.count; release (in, i))
    for (end = update (in, last_of_burst (j, i)); i < end; i++)
      print_answer (j, (int) i, &in[[i]]);
  erbium_join_all (); /* workers have still to see that no query is left, and look at the job */
}
