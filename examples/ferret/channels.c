/* SPDX-License-Identifier: MIT */
/* channels.c - queries pass from space to space, as sumC restructures ferret (section 5.2).
 *
 *              +--> worker 0 --+
 *   loader  ---+               +--> caller
 *              +--> worker 1 --+
 *
 * The four middle stages are one station, and the queues become unicast channels that both sides
 * serve in turn (erbium/queue.h): so answers come in the order of the queries, and nobody needs
 * numbers.  A picture is made in the channel and read there.  Of each worker, some pictures are on
 * their way at a time: the caller tells the loader how many it has written.
 */
#include <erbium/queue.h>
#include <erbium/space.h>
#include <setjmp.h>
#include <stdlib.h>

#include "ferret.h"

enum { AHEAD = 8 };  /* pictures of a worker that wait */
enum { ROOM = 1 << 20, ANSWERS = 64 << 10 };  /* bytes of a generation */

struct network
{
  const struct job *job;
  struct erbium_queue *pictures, *answers;
  int written;               /* channel of the caller to the loader */
};

typedef void station (const struct network *n, int number);
struct child { const struct network *network; station *work; int number; };

static void
load_all (const struct network *n, int number)
{
  const struct job *j = n->job;
  (void) number;
  for (int k = 0; k < j->queries.count; k++)
    {
      if (k >= AHEAD * j->workers)
        erbium_chan_recv (n->written, NULL);
      struct picture *p = erbium_queue_room (n->pictures, 0, sizeof *p);
      load_picture (j->queries.name[k], p);
      erbium_queue_push (n->pictures, 0, offsetof (struct picture, rgb)
                                         + 3 * (size_t) p->width * (size_t) p->height);
    }
}

static void
answer_some (const struct network *n, int number)
{
  struct worker *w = worker_new (n->job->index);
  const struct picture *p;
  size_t size;
  while ((p = erbium_queue_take (n->pictures, number, &size)))
    {
      struct answer *a = erbium_queue_room (n->answers, number, sizeof *a);
      answer_picture (n->job, w, p, a);
      erbium_queue_push (n->answers, number,
                         offsetof (struct answer, hit) + (size_t) a->count * sizeof *a->hit);
    }
  worker_free (w);
}

/* A space that fails ends in good order, as at the end of its work: so the others end, too. */
static jmp_buf failed;

static void
leave_station (int status)
{
  longjmp (failed, status);
}

static void *
run_station (void *args)
{
  const struct child *c = args;
  leave = leave_station;
  if (!setjmp (failed))
    c->work (c->network, c->number);
  return NULL;
}

static void
connect (struct network *n, int loader, const int *worker)
{
  int self[] = { ERBIUM_QUEUE_SELF };
  n->pictures = erbium_queue_new (1, n->job->workers, ROOM, ERBIUM_CHAN_EAGER);
  n->answers = erbium_queue_new (n->job->workers, 1, ANSWERS, ERBIUM_CHAN_EAGER);
  n->written = erbium_chan_alloc_as (4096, ERBIUM_CHAN_EAGER);
  erbium_queue_give (n->pictures, &loader, worker);
  erbium_queue_give (n->answers, worker, self);
  erbium_chan_setcons (n->written, loader);
}

/* A space copies the memory of its parent when it starts. */
static void
start (int space, station *work, const struct network *n, int number)
{
  struct child c = { n, work, number };
  erbium_space_start (space, run_station, &c);
}

/* Returns false if there is an answer less than queries: a space has failed, and said why. */
static bool
write_all (const struct network *n)
{
  size_t size;
  for (int k = 0; k < n->job->queries.count; k++)
    {
      const struct answer *a = erbium_queue_take (n->answers, 0, &size);
      if (!a)
        return false;
      print_answer (n->job, k, a);
      erbium_chan_send (n->written, NULL, 0);
    }
  return true;
}

void
run_channels (const struct job *j)
{
  struct network n = { .job = j };
  int loader = erbium_space_alloc (0), worker[MAX_WORKERS];
  for (int k = 0; k < j->workers; k++)
    worker[k] = erbium_space_alloc (k + 1);
  connect (&n, loader, worker);
  start (loader, load_all, &n, 0);
  for (int k = 0; k < j->workers; k++)
    start (worker[k], answer_some, &n, k);
  bool complete = write_all (&n);
  erbium_space_join (loader);
  for (int k = 0; k < j->workers; k++)
    erbium_space_join (worker[k]);
  erbium_queue_free (n.pictures);
  erbium_queue_free (n.answers);
  if (!complete)
    exit (1);
}
