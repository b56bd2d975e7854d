/* SPDX-License-Identifier: MIT */
/* engine.c - the thread of a rank that exchanges messages with others.
 *
 * It alone calls MPI.  It goes round: receives, handles what has arrived, looks what the slots of
 * its rank's views have to tell others, and sends.  If a round finds nothing for a while, it sleeps
 * on the bell of its rank, which others ring: ranks of its machine after they have sent something,
 * and threads of its own rank that publish an index, since it has entries in the queues of records
 * (stream.c), or that put a message into its queue.
 *
 *   engine:  asleep = 1, entries, heavy barrier, look again; sleep while rings = 0
 *   rank:    message to MPI, rings = 1, full barrier, read asleep
 *
 * It counts as a process that is awake, so a rank alone never takes a wait for others for a
 * deadlock of all.  A message that needs an earlier one is deferred; those that came later and
 * concern the same id wait behind it.
 */
#define _GNU_SOURCE
#include "rank/ranks.h"

#include <poll.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int erb_rank, erb_ranks;
struct erb_process **erb_rank_owner;

static const struct erb_link *mpi;
static erbium_program *spread;           /* the program that the ranks run */
static struct erb_lock state_lock = { ERB_UNLOCKED };
static struct erb_lock queue_lock = { ERB_UNLOCKED };

struct queued
{
  struct queued *next;
  struct erb_message *message;
  int to;
};

static struct queued *queue, **queue_end = &queue; /* to be sent */
static erbium_atomic32 queue_has;                  /* 1: there is a message */
static struct queued *held, **held_end = &held;    /* until rank 0 has what this one has printed */
static bool awaits_print;                          /* rank 0 has not answered yet */
static struct queued *arrived, **arrived_end = &arrived; /* to be handled, or deferred */

static struct erb_bell *own_bell;
static erbium_atomic32 begun, over, finishing, abort_status;
static erbium_atomic32 fault_of; /* 1 + the rank that has reported an error */
static bool moved;               /* a message has come since processes were last looked at */
static bool broken;              /* MPI cannot end as it should: a rank is gone */

static __thread bool on_engine __attribute__ ((tls_model ("initial-exec")));

bool
erb_on_engine (void)
{
  return on_engine;
}

bool
erb_is_spread (const erbium_program *p)
{
  return erb_ranks > 0 && p == spread;
}

void
erb_engine_lock (void)
{
  if (!on_engine)
    erb_os->lock (&state_lock);
}

void
erb_engine_unlock (void)
{
  if (!on_engine)
    erb_os->unlock (&state_lock);
}

/* ---- Bells --------------------------------------------------------------------------- */

static erbium_atomic32 *
rings (struct erb_bell *b)
{
  return (erbium_atomic32 *) &b->rings;
}

/* Rings, and wakes the engine if it sleeps.  The barrier is the second half of that in
 * wait_for_bell: either this thread sees `asleep', or the engine sees what precedes the ring. */
static void
ring (struct erb_bell *b)
{
  erbium_store_release (rings (b), 1); /* wait_for_bell */
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  if (__atomic_load_n (&b->asleep, __ATOMIC_RELAXED))
    erb_os->wake_shared (rings (b));
}

void
erb_engine_ring (void)
{
  if (own_bell)
    ring (own_bell);
}

static void
unpark (struct erb_process *p)
{
  (void) p;
  erbium_store_release (rings (own_bell), 1); /* wait_for_bell */
}

static void
finish_unpark (struct erb_process *p)
{
  (void) p;
  erb_os->wake_shared (rings (own_bell));
}

static void
take_unpark (struct erb_process *p)
{
  (void) p;
}

/* Of the engine, which waits in queues, and of the owners of shadows, which never wait. */
static const struct erb_task_model engine_model = {
  .name = "engine", .prose = "the engine of a rank", .unpark = unpark,
  .finish_unpark = finish_unpark, .take_unpark = take_unpark,
};

/* ---- Messages ------------------------------------------------------------------------- */

static void *
memory (size_t bytes)
{
  void *m = calloc (1, bytes);
  if (!m)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for a message to another rank");
  return m;
}

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
  struct queued *q = memory (sizeof *q);
  q->message = m;
  q->to = to;
  erb_os->lock (&queue_lock);
  *queue_end = q;
  queue_end = &q->next;
  erbium_store_release (&queue_has, 1); /* wait_for_bell */
  erb_os->unlock (&queue_lock);
  if (!on_engine)
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

int
erb_engine_backlog (void)
{
  return mpi->sending ();
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

/* Whether a rank that has ended its program is no reason for an error. */
static bool
is_ending (void)
{
  return erbium_load_acquire (&finishing) || erbium_load_acquire (&fault_of); /* see_fault */
}

/* Another rank has reported an error: this one ends. */
static void
see_fault (const struct erb_message *m)
{
  erbium_store_release (&fault_of, 1 + m->from); /* is_ending */
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
    case ERB_TO_FAULT: see_fault (m); return true;
    case ERB_TO_FINISH: erbium_store_release (&finishing, 1); return true; /* is_ending */
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
static bool
see_arrived (void)
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
  struct queued *q = memory (sizeof *q);
  q->message = block;
  (void) from;
  (void) size;
  *arrived_end = q;
  arrived_end = &q->next;
}

/* Reports that MPI has lost another rank. */
ERB_NORETURN ERB_COLD static void
lost (const char *what)
{
  broken = true;
  erb_fault_of_all (ERBIUM_EXIT_DEATH, NULL, "see what mpiexec, or its output of that rank, says",
                    "rank %d has lost the connection to another rank: %s fails", erb_rank, what);
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

static void
send (int to, struct erb_message *m)
{
  struct erb_bell *b = mpi->bell (to);
  if (!mpi->send (to, m, sizeof *m + m->bytes))
    lost ("MPI_Isend");
  if (b)
    ring (b);
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
      send (q->to, q->message);
      free (q);
    }
}

/* Sends what is queued; returns whether there was anything. */
static bool
send_queued (void)
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
      send (0, output);
      awaits_print = true;
    }
  send_list (all);
  return true;
}

/* ---- Ranks that die --------------------------------------------------------------------- */

enum { LOOK = 100000000, /* ns between two looks */ GRACE = 300 /* ms for a report to arrive */ };

static struct pollfd *lives; /* by rank: a descriptor of its process; -1: none */

/* Opens a descriptor for the process of each other rank of this machine. */
static void
watch_ranks (const int64_t *process)
{
  lives = memory ((size_t) erb_ranks * sizeof *lives);
  for (int q = 0; q < erb_ranks; q++)
    {
      bool here = q != erb_rank && mpi->bell (q);
      lives[q].fd = here ? (int) syscall (SYS_pidfd_open, (pid_t) process[q], 0) : -1;
      lives[q].events = POLLIN;
      if (lives[q].fd >= 0)
        lives[q].fd = erb_own_file (lives[q].fd);
    }
}

static void
receive (void)
{
  if (mpi->poll (put_arrived) < 0 && !is_ending ())
    lost ("a receive");
}

/* Reports a rank that has died, unless it has reported an error itself, or the program ends. */
static void
look_for_deaths (void)
{
  if (is_ending () || poll (lives, (nfds_t) erb_ranks, 0) <= 0)
    return;
  for (int n = 0; n < GRACE && !is_ending (); n++)
    {
      poll (NULL, 0, 1);
      receive ();
      erb_os->lock (&state_lock);
      see_arrived ();
      erb_os->unlock (&state_lock);
    }
  for (int q = 0; q < erb_ranks && !is_ending (); q++)
    if (lives[q].fd >= 0 && lives[q].revents && (broken = true))
      erb_fault_of_all (ERBIUM_EXIT_DEATH, NULL,
                        "see what mpiexec, or its output of that rank, says",
                        "rank %d has noticed that rank %d has died", erb_rank, q);
}

/* ---- The thread --------------------------------------------------------------------------- */

static int64_t spin;           /* ns without work before it sleeps */
static int64_t longest_sleep;  /* ns */

static bool
has_work (void)
{
  return erbium_load_acquire (&queue_has) || erb_streams_can_move (); /* erb_post */
}

static void
wait_for_bell (int64_t most)
{
  __atomic_store_n (&own_bell->asleep, 1, __ATOMIC_RELAXED);
  erb_os->lock (&state_lock);
  erb_streams_await ();
  erb_os->unlock (&state_lock);
  __atomic_thread_fence (__ATOMIC_SEQ_CST); /* ring */
  erb_heavy_barrier (spread);
  erb_os->lock (&state_lock);
  bool works = has_work ();
  erb_os->unlock (&state_lock);
  receive ();
  const int64_t soon = 50000; /* ns: MPI has to move on what it sends */
  most = most < longest_sleep ? most : longest_sleep;
  if (!works && !arrived && !erbium_load_acquire (&abort_status)) /* fault_ends */
    erb_os->sleep_shared (rings (own_bell), 0, mpi->sending () ? soon : most);
  __atomic_store_n (&own_bell->asleep, 0, __ATOMIC_RELAXED);
  erbium_store_relaxed (rings (own_bell), 0);
  __atomic_thread_fence (__ATOMIC_SEQ_CST); /* what precedes a ring is seen in the next round */
  erb_os->lock (&state_lock);
  erb_streams_leave ();
  erb_os->unlock (&state_lock);
}

/* One round; returns whether there was anything to do. */
static bool
go_round (int64_t now)
{
  receive ();
  erb_os->lock (&state_lock);
  bool any = arrived && see_arrived ();
  bool streams = erb_streams_move ();
  moved |= streams;
  erb_answer_joiners ();
  erb_search_begin (now);
  erb_os->unlock (&state_lock);
  erb_search_end ();
  return send_queued () || any || streams;
}

/* Before a sleep: tells rank 0 if the processes sleep, too.  Returns for how long it may sleep. */
static int64_t
look_for_sleepers (int64_t now)
{
  erb_os->lock (&state_lock);
  int64_t most = erb_waits_look (now, moved);
  moved = false;
  erb_os->unlock (&state_lock);
  return most;
}

/* Sees what arrives while MPI ends: only output still matters. */
static void
see_at_end (int from, void *block, size_t size)
{
  const struct erb_message *m = block;
  (void) from;
  (void) size;
  if (m->kind == ERB_TO_PRINT)
    erb_see_output (m);
  free (block);
}

/* Tells the others that this rank has reported an error. */
static void
tell_fault (void)
{
  struct erb_message *output = erb_output_message ();
  if (output)
    send (0, output);
  for (int q = 0; q < erb_ranks; q++)
    if (q != erb_rank)
      send (q, erb_message_new (ERB_TO_FAULT, 0));
}

/* Waits for a moment until the other ranks of this machine have ended. */
static void
await_others (void)
{
  for (int q = 0; q < erb_ranks; q++)
    if (lives[q].fd >= 0)
      poll (&lives[q], 1, GRACE);
}

/* ns for which a rank waits for others in MPI: after an error, and at the end. */
static const int64_t fault_limit = 4000000000, end_limit = 60000000000;

/* Ends this rank after an error of its own.  All ranks end MPI together, and the others before this
 * one: as soon as a rank ends with a status, mpiexec kills those that are left, and its own status
 * may then be that of a killed one.  If a rank is gone, they cannot end MPI. */
static void
abort_job (int status)
{
  if (broken)
    mpi->abort (status);
  tell_fault ();
  if (!mpi->end (see_at_end, fault_limit))
    mpi->abort (status);
  await_others ();
  _exit (status);
}

void
erb_engine_refuse (void)
{
  bool ended = mpi->end (see_at_end, fault_limit);
  if (!ended)
    mpi->abort (ERBIUM_EXIT_SETTING);
  if (erb_rank == 0)
    await_others ();
  _exit (erb_rank == 0 ? ERBIUM_EXIT_SETTING : EXIT_SUCCESS);
}

/* Ends this rank after an error of another one. */
ERB_NORETURN static void
follow_fault (void)
{
  struct erb_message *output = erb_output_message ();
  if (output)
    send (0, output);
  if (!mpi->end (see_at_end, fault_limit))
    mpi->abort (ERBIUM_EXIT_DEATH);
  fflush (stdout);
  _exit (EXIT_SUCCESS);
}

static void
work (void)
{
  int64_t since = erb_os->now (), looked = since;
  while (!is_ending ())
    {
      int32_t status = erbium_load_acquire (&abort_status); /* fault_ends */
      if (status)
        abort_job (status);
      int64_t now = erb_os->now ();
      if (go_round (now))
        since = now;
      else if (now - since > spin)
        {
          wait_for_bell (look_for_sleepers (now));
          since = erb_os->now ();
        }
      else
        erb_os->yield ();
      if (now - looked > LOOK)
        {
          look_for_deaths ();
          looked = now;
        }
    }
}

struct introduction { uint64_t build; int64_t process; };

/* Refuses to go on with other builds: addresses and structures in messages would mean something
 * else there. */
static void
agree (uint64_t build)
{
  struct introduction mine = { build, getpid () };
  struct introduction *all = memory ((size_t) erb_ranks * sizeof *all);
  int64_t *process = memory ((size_t) erb_ranks * sizeof *process);
  mpi->exchange (&mine, sizeof mine, all);
  for (int q = 0; q < erb_ranks; q++)
    {
      process[q] = all[q].process;
      if (all[q].build != all[0].build && erb_rank == 0)
        {
          erb_process_set_self (NULL);
          fprintf (stderr, "erbium: error: rank %d runs another build of the program or of its "
                   "libraries than rank 0\nerbium: hint: install the same files on all machines\n",
                   q);
          mpi->abort (ERBIUM_EXIT_SETTING);
        }
    }
  watch_ranks (process);
  free (all);
  free (process);
}

static void
make_owners (void)
{
  erb_rank_owner = memory ((size_t) erb_ranks * sizeof *erb_rank_owner);
  for (int q = 0; q < erb_ranks; q++)
    {
      struct erb_process *p = aligned_alloc (2 * ERBIUM_LINE, (sizeof *p + 255) / 256 * 256);
      char name[32];
      if (!p)
        memory (SIZE_MAX / 2);
      memset (p, 0, sizeof *p);
      snprintf (name, sizeof name, "rank %d", q);
      p->name = strdup (name);
      p->program = spread;
      p->task = &engine_model;
      p->id = -1 - q;
      erb_rank_owner[q] = p;
    }
}

/* Puts the engine into the list of the program, where it counts as awake. */
static void
enter_program (void)
{
  struct erb_process *p = erb_rank_owner[erb_rank];
  erb_os->lock (&spread->lock);
  p->next = spread->processes;
  if (p->next)
    p->next->previous = p;
  spread->processes = p;
  erbium_add (&spread->awake, 1);
  erb_os->unlock (&spread->lock);
}

static void
leave_program (void)
{
  struct erb_process *p = erb_rank_owner[erb_rank];
  erb_os->lock (&spread->lock);
  *(p->previous ? &p->previous->next : &spread->processes) = p->next;
  if (p->next)
    p->next->previous = p->previous;
  erb_os->unlock (&spread->lock);
}

static void
choose_times (void)
{
  int here = 0, processors = erb_processors ();
  for (int q = 0; q < erb_ranks; q++)
    here += mpi->bell (q) != NULL;
  spin = 2 * here > processors ? 5000 : spread->set.spin;
  longest_sleep = here == erb_ranks ? 20000000 : 200000;
}

static void *
serve (void *build)
{
  on_engine = true;
  erb_kernel_name_thread ("erbium/rank");
  const char *error = mpi->begin (&erb_rank, &erb_ranks);
  if (error)
    {
      fprintf (stderr, "erbium: error: ERBIUM_TASK=rank: %s\n", error);
      _Exit (ERBIUM_EXIT_RESOURCE);
    }
  own_bell = mpi->bell (erb_rank);
  make_owners ();
  agree (*(uint64_t *) build);
  enter_program ();
  choose_times ();
  erb_placement_begin ();
  erb_output_begin ();
  erbium_store_release (&begun, 1); /* erb_engine_begin */
  erb_os->wake (&begun);
  work ();
  if (erbium_load_acquire (&fault_of)) /* see_fault */
    follow_fault ();
  send_queued ();
  if (!mpi->end (see_at_end, end_limit))
    {
      broken = true;
      erb_fault_of_all (ERBIUM_EXIT_DEATH, NULL, "see what mpiexec says of them",
                        "rank %d has ended, and others have not within %d s", erb_rank,
                        (int) (end_limit / 1000000000));
    }
  erb_output_end ();
  leave_program ();
  erbium_store_release (&over, 1); /* erb_engine_serve, erb_engine_finish */
  erb_os->wake (&over);
  return NULL;
}

void
erb_engine_begin (const struct erb_link *link)
{
  static uint64_t build;
  pthread_t thread;
  mpi = link;
  spread = erb_program_default ();
  spread->warned = true; /* rank 0 tells of processes that never go on (wait_search.c) */
  if (spread->set.windows != ERB_WINDOWS_SHARED)
    {
      fprintf (stderr, "erbium: error: ERBIUM_WINDOWS=private cannot be used with "
               "ERBIUM_TASK=rank\nerbium: hint: do not set it: between ranks, elements are copied "
               "in any case\n");
      _Exit (ERBIUM_EXIT_SETTING);
    }
  build = erb_images_begin ();
  int error = pthread_create (&thread, NULL, serve, &build);
  if (error)
    {
      fprintf (stderr, "erbium: error: ERBIUM_TASK=rank: no thread: %s\n", strerror (error));
      _Exit (ERBIUM_EXIT_RESOURCE);
    }
  pthread_detach (thread);
  while (!erbium_load_acquire (&begun)) /* serve */
    erb_os->sleep (&begun, 0, -1);
}

static void
await_end (void)
{
  while (!erbium_load_acquire (&over)) /* serve */
    erb_os->sleep (&over, 0, -1);
}

void
erb_engine_serve (void)
{
  await_end ();
}

/* ---- The end ------------------------------------------------------------------------------- */

bool
erb_engine_is_over (void)
{
  return erbium_load_acquire (&over) != 0; /* serve */
}

/* Rank 0 has joined all processes at the end of main. */
void
erb_engine_finish (void)
{
  for (int q = 1; q < erb_ranks; q++)
    erb_post (q, erb_message_new (ERB_TO_FINISH, 0));
  erbium_store_release (&finishing, 1); /* work */
  erb_engine_ring ();
  await_end ();
}

/* A thread of this rank has reported an error.  The engine ends the process, with the status, once
 * all ranks know; if that does not happen soon, the caller does. */
void
erb_engine_abort (int status)
{
  if (!erb_ranks || erb_engine_is_over ())
    return;
  fflush (stdout); /* the caller has locked it */
  if (on_engine)
    abort_job (status);
  erbium_store_release (&abort_status, status); /* work */
  erb_engine_ring ();
  poll (NULL, 0, 20000);
}
