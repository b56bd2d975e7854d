/* SPDX-License-Identifier: MIT */
/* The task model that is chosen where nothing is said: threads while each process can
 * have a processor, fibers beyond; once, before the first begins.  One who runs processes
 * and never waits sees them begin all the same. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: taskset -c 0 %t threads 1
// RUN: taskset -c 0 %t fibers 2
// RUN: taskset -c 0 %t fibers 50
// RUN: taskset -c 0 %t later
// RUN: %t begins 1
// RUN: %t begins 30
// RUN: %t one-by-one
// RUN: taskset -c 0 %t after-each-other 30
// RUN: env ERBIUM_TASK=thread taskset -c 0 %t threads 50
// RUN: env ERBIUM_TASK=fiber %t fibers 1
// RUN: env ERBIUM_TASK=auto taskset -c 0 %t fibers 2
// RUN: %t many-programs
#define _GNU_SOURCE
#include "sync/sync.h"
#include "pass_on.h"

static atomic_int begun, over, on_workers, on_threads;

/* A fiber's thread was there before it, or serves others after it: it is known by its
 * stack, which is no thread's.  Who leaves it to the end has it for itself. */
static bool
is_fiber (void)
{
  pthread_attr_t a;
  void *low;
  size_t size;
  char here;
  expect_equal (pthread_getattr_np (pthread_self (), &a), 0);
  expect_equal (pthread_attr_getstack (&a, &low, &size), 0);
  pthread_attr_destroy (&a);
  return &here < (char *) low || &here >= (char *) low + size;
}

ERBIUM_PROCESS (look, int);
void
look (int wait)
{
  atomic_fetch_add (is_fiber () ? &on_workers : &on_threads, 1);
  atomic_fetch_add (&begun, 1);
  while (wait && !atomic_load (&over))
    sched_yield ();
}

static void
run_many (int n, int wait)
{
  for (int k = 0; k < n; k++)
    ERBIUM_RUN (look, wait);
}

/* Nothing of the runtime is called after run. */
static void
begins (int n)
{
  run_many (n, 0);
  while (atomic_load (&begun) < n)
    sched_yield ();
}

/* On one processor: the first is a thread, and lives on; the second is none. */
static void
later (void)
{
  run_many (1, 1);
  while (atomic_load (&begun) < 1)
    sched_yield ();
  expect_equal (atomic_load (&on_threads), 1);
  run_many (1, 0);
  while (atomic_load (&begun) < 2)
    sched_yield ();
  expect_equal (atomic_load (&on_workers), 1);
  atomic_store (&over, 1);
  erbium_join_all ();
}

/* Stages that are run one after the other, each when the last has passed something on:
 * threads first, fibers when there are too many. */
static void
one_by_one (void)
{
  enum { STAGES = 40 };
  ERBIUM_RECORD (int) r[STAGES + 1];
  r[0] = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_write_view (r[0]), out = NULL;
  erbium_register (in, 1);
  erbium_alloc (in, STAGES + 4);
  int sent = 0;
  for (int n = 0; n < STAGES; n++)
    {
      r[n + 1] = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, r[n], r[n + 1]);
      erbium_stall (in, sent + 1);
      ERBIUM_AT (in, sent) = sent;
      erbium_commit (in, ++sent);
      usleep (n % 4 == 0 ? 500 : 0);
    }
  out = erbium_new_read_view (r[STAGES]);
  erbium_register (out, 1);
  erbium_alloc (out, 4);
  for (int i = 0; i < sent; i++)
    {
      expect_equal (erbium_update (out, i + 1), i + 1);
      expect_equal (ERBIUM_AT (out, i), i + STAGES);
      erbium_release (out, i + 1);
    }
}

/* So many, all of whom are known before the first begins: for whoever sees to that by the clock
 * it stands still until the program ends. */
static erbium_program *program;

static int
sleep_of_starter (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  if (word != &program->starter_stop)
    return erb_os_linux.sleep (word, expected, timeout);
  while (erbium_load_acquire (word) == expected)
    erb_os_linux.sleep (word, expected, -1);
  return 0;
}

static void
at_once (int n, const char *what)
{
  static struct erb_os os;
  os = erb_os_linux;
  os.sleep = sleep_of_starter;
  program = erb_self ()->program;
  erb_os = &os;
  run_many (n, 0);
  erbium_join_all ();
  expect_equal (atomic_load (&on_workers), strcmp (what, "fibers") == 0 ? n : 0);
  expect_equal (atomic_load (&begun), n);
}

/* One process at a time, on one processor: threads, until there have been four with main. */
static void
after_each_other (int n)
{
  for (int k = 0; k < n; k++)
    {
      run_many (1, 0);
      erbium_join_all ();
    }
  expect_equal (atomic_load (&on_threads), 3);
  expect_equal (atomic_load (&on_workers), n - 3);
}

static void
many_programs (void)
{
  for (int k = 0; k < 20; k++)
    {
      erbium_program *p = erbium_program_new (), *before = erbium_program_enter (p);
      run_many (k % 5, 0);
      erbium_program_enter (before);
      erbium_program_free (p);
    }
  expect_equal (atomic_load (&begun), 40);
}

int
main (int argc, char **argv)
{
  int n = argc > 2 ? atoi (argv[2]) : 0;
  if (strcmp (argv[1], "begins") == 0)
    begins (n);
  else if (strcmp (argv[1], "later") == 0)
    later ();
  else if (strcmp (argv[1], "one-by-one") == 0)
    one_by_one ();
  else if (strcmp (argv[1], "after-each-other") == 0)
    after_each_other (n);
  else if (strcmp (argv[1], "many-programs") == 0)
    many_programs ();
  else
    at_once (n, argv[1]);
}
