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
 * deadlock of all.  Messages are in messages.c, errors and deaths in ends.c.
 */
#include "rank/engine.h"
#include "warden/warden.h"

#include <stdio.h>
#include <unistd.h>

int erb_rank, erb_ranks;
struct erb_process **erb_rank_owner;

const struct erb_link *erb_mpi;
struct erb_lock erb_engine_state = { ERB_UNLOCKED };

static erbium_program *spread; /* the program that the ranks run */
static struct erb_bell *own_bell;
static erbium_atomic32 begun, over;

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
    erb_os->lock (&erb_engine_state);
}

void
erb_engine_unlock (void)
{
  if (!on_engine)
    erb_os->unlock (&erb_engine_state);
}

/* ---- Bells --------------------------------------------------------------------------- */

static erbium_atomic32 *
rings (struct erb_bell *b)
{
  return (erbium_atomic32 *) &b->rings;
}

/* The barrier is the second half of that in wait_for_bell: either this thread sees `asleep', or the
 * engine sees what precedes the ring. */
void
erb_bell_ring (struct erb_bell *b)
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
    erb_bell_ring (own_bell);
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
  .name = "engine", .prose = "the engine of a rank", .stands_in = true, .unpark = unpark,
  .finish_unpark = finish_unpark, .take_unpark = take_unpark,
};

/* ---- The thread --------------------------------------------------------------------------- */

void *
erb_rank_memory (size_t bytes)
{
  void *m = calloc (1, bytes);
  if (!m)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for a message to another rank");
  return m;
}

int
erb_engine_backlog (void)
{
  return erb_mpi->sending ();
}

enum { LOOK = 100000000 }; /* ns between two looks for ranks that have died */

static int64_t spin;          /* ns without work before it sleeps */
static int64_t longest_sleep; /* ns */
static bool moved;            /* elements have been sent since processes were last looked at */

static bool
has_work (void)
{
  return erb_has_queued () || erb_streams_can_move ();
}

static void
wait_for_bell (int64_t most)
{
  __atomic_store_n (&own_bell->asleep, 1, __ATOMIC_RELAXED);
  erb_os->lock (&erb_engine_state);
  erb_streams_await ();
  erb_os->unlock (&erb_engine_state);
  __atomic_thread_fence (__ATOMIC_SEQ_CST); /* ring */
  erb_heavy_barrier (spread);
  erb_os->lock (&erb_engine_state);
  bool works = has_work ();
  erb_os->unlock (&erb_engine_state);
  erb_receive ();
  const int64_t soon = 50000; /* ns: MPI has to move on what it sends */
  most = most < longest_sleep ? most : longest_sleep;
  if (!works && !erb_has_arrived () && !erb_is_faulty ())
    erb_os->sleep_shared (rings (own_bell), 0, erb_mpi->sending () ? soon : most);
  __atomic_store_n (&own_bell->asleep, 0, __ATOMIC_RELAXED);
  erbium_store_relaxed (rings (own_bell), 0);
  __atomic_thread_fence (__ATOMIC_SEQ_CST); /* what precedes a ring is seen in the next round */
  erb_os->lock (&erb_engine_state);
  erb_streams_leave ();
  erb_os->unlock (&erb_engine_state);
}

/* One round; returns whether there was anything to do. */
static bool
go_round (int64_t now)
{
  erb_receive ();
  erb_os->lock (&erb_engine_state);
  bool any = erb_see_arrived ();
  bool streams = erb_streams_move ();
  moved |= streams;
  erb_answer_joiners ();
  erb_search_begin (now);
  erb_os->unlock (&erb_engine_state);
  erb_search_end ();
  return erb_send_queued () || any || streams;
}

/* Before a sleep: tells rank 0 if the processes sleep, too.  Returns for how long it may sleep. */
static int64_t
look_for_sleepers (int64_t now)
{
  erb_os->lock (&erb_engine_state);
  int64_t most = erb_waits_look (now, erb_messages_moved () | moved);
  moved = false;
  erb_os->unlock (&erb_engine_state);
  return most;
}

static void
work (void)
{
  int64_t since = erb_os->now (), looked = since;
  while (!erb_is_ending ())
    {
      erb_end_if_faulty ();
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
          erb_look_for_deaths ();
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
  struct introduction *all = erb_rank_memory ((size_t) erb_ranks * sizeof *all);
  int64_t *process = erb_rank_memory ((size_t) erb_ranks * sizeof *process);
  erb_mpi->exchange (&mine, sizeof mine, all);
  for (int q = 0; q < erb_ranks; q++)
    {
      process[q] = all[q].process;
      if (all[q].build != all[0].build && erb_rank == 0)
        {
          erb_process_set_self (NULL);
          fprintf (stderr, "erbium: error: rank %d runs another build of the program or of its "
                   "libraries than rank 0\nerbium: note: install the same files on all machines\n",
                   q);
          erb_mpi->abort (ERBIUM_EXIT_SETTING);
        }
    }
  erb_watch_ranks (process);
  free (all);
  free (process);
}

static void
make_owners (void)
{
  erb_rank_owner = erb_rank_memory ((size_t) erb_ranks * sizeof *erb_rank_owner);
  for (int q = 0; q < erb_ranks; q++)
    {
      struct erb_process *p = aligned_alloc (2 * ERBIUM_LINE, (sizeof *p + 255) / 256 * 256);
      char name[32];
      if (!p)
        erb_rank_memory (SIZE_MAX / 2);
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
    here += erb_mpi->bell (q) != NULL;
  spin = 2 * here > processors ? 5000 : spread->set.spin;
  longest_sleep = here == erb_ranks ? 20000000 : 200000;
}

static void *
serve (void *build)
{
  on_engine = true;
  erb_kernel_name_thread ("erbium/rank");
  const char *error = erb_mpi->begin (&erb_rank, &erb_ranks);
  if (error)
    {
      fprintf (stderr, "erbium: error: ERBIUM_TASK=rank: %s\n", error);
      _Exit (ERBIUM_EXIT_RESOURCE);
    }
  erb_warden_tell (ERB_WARDEN_BEGUN);
  own_bell = erb_mpi->bell (erb_rank);
  make_owners ();
  agree (*(uint64_t *) build);
  enter_program ();
  choose_times ();
  erb_placement_begin ();
  erb_output_begin ();
  erbium_store_release (&begun, 1); /* erb_engine_begin */
  erb_os->wake (&begun);
  work ();
  erb_end_mpi ();
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
  erb_mpi = link;
  spread = erb_program_default ();
  spread->warned = true; /* rank 0 tells of processes that never go on (wait_search.c) */
  if (spread->set.windows != ERB_WINDOWS_SHARED)
    {
      fprintf (stderr, "erbium: error: ERBIUM_WINDOWS=private cannot be used with "
               "ERBIUM_TASK=rank\nerbium: note: do not set it: between ranks, elements are copied "
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
  erb_see_finish ();
  erb_engine_ring ();
  await_end ();
}
