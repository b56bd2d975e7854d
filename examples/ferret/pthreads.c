/* SPDX-License-Identifier: MIT */
/* pthreads.c - threads, and queues of pointers between the stages: ferret as PARSEC has it.
 *
 *   load --> segment x N --> extract x N --> vectorise x N --> rank x N --> output
 *
 * One thread loads, one writes, and N serve each stage between them (run_pthreads).  In run_merged
 * each of N threads takes the next query by an atomic counter, and does all from load to rank.  An
 * item is a query on its way; items come from a pool, where they return when they are written.  The
 * caller writes answers in order, and keeps those that are early.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pthreads.h"

struct item
{
  int number;
  struct picture picture;
  struct segments segments;
  struct signature signature;
  struct candidates candidates;
  struct answer answer;
};

enum { LOAD, SEGMENT, EXTRACT, VECTORISE, RANK, STAGES };

struct stages
{
  const struct job *job;
  struct queue to[STAGES], done, unused; /* to[k]: what waits for stage k */
  atomic_int next;                       /* query, of run_merged */
};

/* ---- Stages ------------------------------------------------------------------ */

static void *
load_all (void *args)
{
  struct stages *s = args;
  for (int k = 0; k < s->job->queries.count; k++)
    {
      struct item *i = queue_take (&s->unused);
      i->number = k;
      load_picture (s->job->queries.name[k], &i->picture);
      queue_put (&s->to[SEGMENT], i);
    }
  queue_close (&s->to[SEGMENT]);
  return NULL;
}

static void *
segment_some (void *args)
{
  struct stages *s = args;
  struct segmenter *own = segmenter_new ();
  for (struct item *i; (i = queue_take (&s->to[SEGMENT])); queue_put (&s->to[EXTRACT], i))
    segment_picture (own, &i->picture, &i->segments);
  queue_close (&s->to[EXTRACT]);
  segmenter_free (own);
  return NULL;
}

static void *
extract_some (void *args)
{
  struct stages *s = args;
  for (struct item *i; (i = queue_take (&s->to[EXTRACT])); queue_put (&s->to[VECTORISE], i))
    extract_features (&i->segments, &i->signature);
  queue_close (&s->to[VECTORISE]);
  return NULL;
}

static void *
vectorise_some (void *args)
{
  struct stages *s = args;
  struct votes own;
  votes_open (&own, s->job->index);
  for (struct item *i; (i = queue_take (&s->to[VECTORISE])); queue_put (&s->to[RANK], i))
    find_candidates (s->job->index, &own, &i->signature, &i->candidates);
  queue_close (&s->to[RANK]);
  votes_close (&own);
  return NULL;
}

static void *
rank_some (void *args)
{
  struct stages *s = args;
  for (struct item *i; (i = queue_take (&s->to[RANK])); queue_put (&s->done, i))
    rank_candidates (s->job->index, &i->signature, &i->candidates, s->job->top, &i->answer);
  queue_close (&s->done);
  return NULL;
}

static void *
answer_some (void *args)
{
  struct stages *s = args;
  struct worker *own = worker_new (s->job->index);
  for (struct item *i = queue_take (&s->unused);
       (i->number = atomic_fetch_add (&s->next, 1)) < s->job->queries.count;
       i = queue_take (&s->unused))
    {
      load_picture (s->job->queries.name[i->number], &own->picture);
      answer_picture (s->job, own, &own->picture, &i->answer);
      queue_put (&s->done, i);
    }
  queue_close (&s->done);
  worker_free (own);
  return NULL;
}

/* Items that are early wait in a ring: no more are on their way than it has places. */
static void
write_all (struct stages *s, int items)
{
  struct item *early[QUEUE_ROOM] = { NULL };
  int next = 0;
  for (struct item *i; (i = queue_take (&s->done));)
    for (early[i->number % items] = i; (i = early[next % items]); next++)
      {
        print_answer (s->job, next, &i->answer);
        early[next % items] = NULL;
        queue_put (&s->unused, i);
      }
}

/* ---- Threads ------------------------------------------------------------------ */

static pthread_t
start (void *(*stage) (void *), struct stages *s)
{
  pthread_t t;
  int error = pthread_create (&t, NULL, stage, s);
  if (error)
    fail (NULL, "no thread can be had (%s): take fewer workers (-w)", strerror (error));
  return t;
}

/* Each of so many functions in as many threads as there are workers; loader: another one, or NULL.
 * A thread that finds no more queries keeps an item. */
static void
run_stages (const struct job *j, void *(*loader) (void *), void *(*const stage[]) (void *),
            int stages)
{
  struct stages *s = allocate (sizeof *s);
  pthread_t thread[STAGES * MAX_WORKERS + 1];
  int items = 4 * j->workers < QUEUE_ROOM ? 4 * j->workers : QUEUE_ROOM, n = 0;
  struct item *all = allocate ((size_t) items * sizeof *all);
  s->job = j;
  leave = _exit; /* others go on until then */
  for (int k = SEGMENT; k < STAGES; k++)
    queue_open (&s->to[k], QUEUE_ROOM, k == SEGMENT ? 1 : j->workers);
  queue_open (&s->done, QUEUE_ROOM, j->workers);
  queue_open (&s->unused, QUEUE_ROOM, 1);
  for (int k = 0; k < items; k++)
    queue_put (&s->unused, &all[k]);
  if (loader)
    thread[n++] = start (loader, s);
  for (int k = 0; k < j->workers; k++)
    for (int f = 0; f < stages; f++)
      thread[n++] = start (stage[f], s);
  write_all (s, items);
  while (n)
    pthread_join (thread[--n], NULL);
  free (all);
  free (s);
}

void
run_pthreads (const struct job *j)
{
  run_stages (j, load_all, (void *(*const[]) (void *)) { segment_some, extract_some,
                                                         vectorise_some, rank_some }, 4);
}

void
run_merged (const struct job *j)
{
  run_stages (j, NULL, (void *(*const[]) (void *)) { answer_some }, 1);
}
