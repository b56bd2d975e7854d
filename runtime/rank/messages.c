/* SPDX-License-Identifier: MIT */
/* messages.c - messages of a rank: those that are to be sent, and those that have arrived.
 *
 * Any thread puts messages into the queue; the engine sends them (engine.c).  A message that needs
 * an earlier one is deferred; those that came later and concern the same id wait behind it.  While
 * rank 0 does not have what this rank has printed, messages to others are held back.
 */
#include "rank/engine.h"

struct queued
{
  struct queued *next;
  struct erb_message *message;
  int to;
};

static struct erb_lock queue_lock = { ERB_UNLOCKED };
static struct queued *queue, **queue_end = &queue; /* to be sent */
static erbium_atomic32 queue_has;                  /* 1: there is a message */
static struct queued *held, **held_end = &held;    /* until rank 0 has what this one has printed */
static bool awaits_print;                          /* rank 0 has not answered yet */
static struct queued *arrived, **arrived_end = &arrived; /* to be handled, or deferred */
static bool moved; /* a message that concerns processes has been handled */

/* ---- From any thread ------------------------------------------------------------------ */

struct erb_message *
erb_message_new (enum erb_message_kind kind, size_t bytes)
{
  struct erb_message *m = malloc (sizeof *m + bytes);
  if (!m)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for a message to another rank");
  memset (m, 0, sizeof *m);
  m->kind = kind;
  m->from = erb_rank;
  m->bytes = bytes;
  return m;
}

void
erb_post (int to, struct erb_message *m)
{
  struct queued *q = erb_rank_memory (sizeof *q);
  q->message = m;
  q->to = to;
  erb_os->lock (&queue_lock);
  *queue_end = q;
  queue_end = &q->next;
  erbium_store_release (&queue_has, 1); /* erb_has_queued */
  erb_os->unlock (&queue_lock);
  if (!erb_on_engine ())
    erb_engine_ring ();
}

void
erb_post_to_members (const bool *members, int but, const struct erb_message *m)
{
  for (int q = 0; q < erb_ranks; q++)
    if (members[q] && q != erb_rank && q != but)
      {
        struct erb_message *copy = erb_message_new (m->kind, m->bytes);
        memcpy (copy, m, sizeof *m + m->bytes);
        erb_post (q, copy);
      }
}

void
erb_post_or_see (int to, struct erb_message *m, bool (*see_here) (const struct erb_message *m))
{
  if (to != erb_rank)
    {
      erb_post (to, m);
      return;
    }
  see_here (m);
  free (m);
}

/* The answer comes from another engine, which waits for no process, so a worker that is blocked
 * meanwhile delays nobody for long. */
struct erb_ticket
erb_request (int to, struct erb_message *m)
{
  struct erb_ticket t = { .a = 0 };
  erbium_store_relaxed (&t.done, 0);
  m->ticket = (int64_t) (intptr_t) &t;
  erb_post (to, m);
  while (!erbium_load_acquire (&t.done)) /* see_answer */
    erb_os->sleep (&t.done, 0, 100000000);
  return t;
}

void
erb_answer (int to, int64_t ticket, int64_t a, int64_t b)
{
  struct erb_message *m = erb_message_new (ERB_TO_ANSWER, 0);
  m->ticket = ticket;
  m->a = a;
  m->b = b;
  erb_post (to, m);
}

/* The thread that waits may go on, and leave the function with its ticket, as soon as `done' is
 * set. */
static void
see_answer (const struct erb_message *m)
{
  struct erb_ticket *t = (struct erb_ticket *) (intptr_t) m->ticket;
  t->a = m->a;
  t->b = m->b;
  erbium_store_release (&t->done, 1); /* erb_request */
  erb_os->wake (&t->done);
}

/* ---- What arrives ------------------------------------------------------------------------ */

/* Whether m is of the search for deadlocks, which changes nothing that processes see. */
static bool
only_asks (const struct erb_message *m)
{
  return m->kind == ERB_TO_STILL || m->kind == ERB_TO_PROBE || m->kind == ERB_TO_WAITS;
}

/* Handles m; returns false if it must be deferred. */
static bool
see (const struct erb_message *m)
{
  erb_process_set_self (erb_rank_owner[m->from]);
  switch ((enum erb_message_kind) m->kind)
    {
    case ERB_TO_RECORD: return erb_see_record (m);
    case ERB_TO_JOIN_RECORD: return erb_see_join_record (m);
    case ERB_TO_ID: return erb_see_id (m);
    case ERB_TO_GIVE_UP: return erb_see_give_up (m);
    case ERB_TO_REGISTER: return erb_see_register (m);
    case ERB_TO_CLAIM: return erb_see_claim (m);
    case ERB_TO_STREAM: return erb_see_stream (m);
    case ERB_TO_RELEASED: return erb_see_released (m);
    case ERB_TO_RUN: return erb_see_run (m);
    case ERB_TO_START: return erb_see_start (m);
    case ERB_TO_ENDED: return erb_see_ended (m);
    case ERB_TO_AWAIT: return erb_see_await (m);
    case ERB_TO_PRINT:
      erb_see_output (m);
      erb_post (m->from, erb_message_new (ERB_TO_PRINTED, 0));
      return true;
    case ERB_TO_PRINTED: awaits_print = false; return true;
    case ERB_TO_GRANTED:
      erb_see_granted (m);
      see_answer (m);
      return true;
    case ERB_TO_ANSWER: see_answer (m); return true;
    case ERB_TO_STILL: return erb_see_still (m);
    case ERB_TO_PROBE: return erb_see_probe (m);
    case ERB_TO_WAITS: return erb_see_waits (m);
    case ERB_TO_GROW: return erb_see_grow (m);
    case ERB_TO_FAULT: erb_see_fault (m); return true;
    case ERB_TO_STATISTICS: erb_see_statistics (m); return true;
    case ERB_TO_FINISH: erb_see_finish (); return true;
    }
  return true;
}

static bool
concerns_id (const struct erb_message *m)
{
  return m->kind == ERB_TO_ID || m->kind == ERB_TO_GIVE_UP || m->kind == ERB_TO_REGISTER;
}

/* Whether m must not overtake d, which is deferred. */
static bool
is_behind (const struct erb_message *m, const struct erb_message *d)
{
  if (m->key.home != d->key.home || m->key.number != d->key.number)
    return false;
  if (m->kind == ERB_TO_STREAM)
    return d->kind == ERB_TO_STREAM;
  return concerns_id (m) && concerns_id (d) && m->side == d->side && m->id == d->id;
}

/* Whether one of the messages before `at', all of which are deferred, keeps m back. */
static bool
is_kept_back (const struct erb_message *m, struct queued *const *at)
{
  for (struct queued **d = &arrived; d != at; d = &(*d)->next)
    if (is_behind (m, (*d)->message))
      return true;
  return false;
}

/* Handles what has arrived, as far as possible.  Returns whether anything was handled. */
bool
erb_see_arrived (void)
{
  bool any = false;
  for (bool again = true; again;)
    {
      again = false;
      for (struct queued **at = &arrived, *q; (q = *at);)
        if (is_kept_back (q->message, at) || !see (q->message))
          at = &q->next;
        else
          {
            moved |= !only_asks (q->message);
            *at = q->next;
            if (!*at)
              arrived_end = at;
            free (q->message);
            free (q);
            again = arrived != NULL;
            any = true;
          }
    }
  return any;
}

static void
put_arrived (int from, void *block, size_t size)
{
  struct queued *q = erb_rank_memory (sizeof *q);
  q->message = block;
  (void) from;
  (void) size;
  *arrived_end = q;
  arrived_end = &q->next;
}

void
erb_receive (void)
{
  if (erb_mpi->poll (put_arrived) < 0 && !erb_is_ending ())
    erb_rank_lost ("a receive");
}

bool
erb_has_arrived (void)
{
  return arrived != NULL;
}

bool
erb_messages_moved (void)
{
  bool any = moved;
  moved = false;
  return any;
}

/* ---- What is sent ------------------------------------------------------------------------- */

bool
erb_has_queued (void)
{
  return erbium_load_acquire (&queue_has) != 0; /* erb_post */
}

static struct queued *
take_queue (void)
{
  erb_os->lock (&queue_lock);
  struct queued *all = queue;
  queue = NULL;
  queue_end = &queue;
  erbium_store_relaxed (&queue_has, 0);
  erb_os->unlock (&queue_lock);
  return all;
}

void
erb_send_now (int to, struct erb_message *m)
{
  struct erb_bell *b = erb_mpi->bell (to);
  if (!erb_mpi->send (to, m, sizeof *m + m->bytes))
    erb_rank_lost ("MPI_Isend");
  if (b)
    erb_bell_ring (b);
}

/* Sends the messages of a list, or holds them back. */
static void
send_list (struct queued *all)
{
  for (struct queued *q = all, *next; q; q = next)
    {
      next = q->next;
      if (awaits_print && q->to != 0)
        {
          q->next = NULL;
          *held_end = q;
          held_end = &q->next;
          continue;
        }
      erb_send_now (q->to, q->message);
      free (q);
    }
}

/* Sends what is queued; returns whether there was anything. */
bool
erb_send_queued (void)
{
  struct queued *all = take_queue (), *before = awaits_print ? NULL : held;
  if (!all && !before)
    return false;
  if (before)
    {
      held = NULL;
      held_end = &held;
      send_list (before);
    }
  struct erb_message *output = all ? erb_output_message () : NULL;
  if (output)
    {
      erb_send_now (0, output);
      awaits_print = true;
    }
  send_list (all);
  return true;
}
