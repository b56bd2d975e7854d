/* SPDX-License-Identifier: MIT */
/* kill -9 of any space at any moment.  The files of spaces are compiled such that each of
 * their accesses to shared memory calls a function here (atomic.h, ERBIUM_MODEL), which
 * kills its process at the n-th of them; n goes up until the space comes to its end.  So
 * no moment depends on time.  After each death: whoever is above hears of it, all
 * below are dead, no slot of the table is lost, and the program goes on. */
// RUN: %cc -DERBIUM_MODEL -I%root/runtime -I%root/ir-spec %s %root/runtime/space/*.c -o %t %libs
// RUN: timeout 300 %t 2 | FileCheck %s
// CHECK: kills of 0.1: {{[1-9][0-9]+}}
// CHECK: kills of 0.1.1: {{[1-9][0-9]+}}
// CHECK: kills of 0.1.2: {{[1-9][0-9]+}}
// CHECK: kills of 0.1.1.1: {{[1-9][0-9]+}}
// CHECK: kills of 0: {{[1-9][0-9]+}}
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "test.h"
#include "erbium/papers.h"
#include "space/space.h"

/* ---- Steps ---------------------------------------------------------------- */

static struct { int killed, ended; } *shared;

static char me[64] = "0"; /* where in the tree, by the order of forks */
static int forks;         /* of this process, in this round */
static const char *victim = "none";
static long moment, steps;
static const char *last;

/* Looks that only repeat what was seen last are one step: so waiting is one. */
static void
step (const char *where)
{
  if (where == last || strcmp (me, victim) != 0)
    return;
  last = where;
  if (++steps != moment)
    return;
  shared->killed = 1;
  kill (getpid (), SIGKILL);
}

static void
before_fork (void)
{
  forks++;
}

static void
in_child (void)
{
  sprintf (me + strlen (me), ".%d", forks);
  forks = steps = 0;
  last = NULL;
  step ("fork"); /* before anything tells that it lives */
}

int64_t
erbium_model_load (const void *at, int size, int acquire, const char *where)
{
  (void) acquire;
  step (where);
  return size == 4 ? __atomic_load_n ((const int32_t *) at, __ATOMIC_SEQ_CST)
                   : __atomic_load_n ((const int64_t *) at, __ATOMIC_SEQ_CST);
}

void
erbium_model_store (void *at, int size, int64_t x, int release, const char *where)
{
  (void) release;
  step (where);
  if (size == 4)
    __atomic_store_n ((int32_t *) at, (int32_t) x, __ATOMIC_SEQ_CST);
  else
    __atomic_store_n ((int64_t *) at, x, __ATOMIC_SEQ_CST);
  if (strcmp (me, victim) == 0 && x == ERB_SPACE_ENDED && size == 4)
    shared->ended = 1;
}

int64_t
erbium_model_add (void *at, int size, int64_t x, const char *where)
{
  (void) size;
  step (where);
  return __atomic_add_fetch ((int64_t *) at, x, __ATOMIC_SEQ_CST);
}

int
erbium_model_cas (void *at, int size, int64_t from, int64_t to, const char *where)
{
  int32_t from32 = (int32_t) from;
  step (where);
  return size == 4 ? __atomic_compare_exchange_n ((int32_t *) at, &from32, (int32_t) to, 0,
                                                  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
                   : __atomic_compare_exchange_n ((int64_t *) at, &from, to, 0,
                                                  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void
erbium_model_barrier (int heavy, const char *where)
{
  (void) heavy, (void) where;
}

/* ---- The spaces ------------------------------------------------------------- */

static void *
leaf (void *unused)
{
  for (int turn = 0; turn < 2; turn++)
    space_ret ();
  return unused;
}

static void *
inner (void *unused)
{
  int child = space_alloc (3);
  space_start (child, leaf, NULL);
  space_ret ();
  space_sync (child, true);
  space_alloc (4); /* never started */
  space_join (child);
  return unused;
}

static void *
top (void *unused)
{
  int first = space_alloc (1), second = space_alloc (2);
  space_start (first, inner, NULL);
  space_start (second, leaf, NULL);
  space_sync (first, true);
  space_sync (second, true);
  space_join (second);
  space_join (first);
  return unused;
}

/* ---- What is looked at --------------------------------------------------------- */

/* Nobody is left who could hold the other end. */
static void
expect_all_dead (const int *life)
{
  char c;
  close (life[1]);
  alarm (60); /* a hang ends the test */
  expect_equal (read (life[0], &c, 1), 0);
  alarm (0);
  close (life[0]);
}

static void
expect_no_slot_lost (void)
{
  int taken = 0;
  for (int n = 0; n < ERB_SPACES; n++)
    taken += erb_space_table->slot[n].owner.raw != 0;
  expect_equal (taken, 1); /* the first space */
  expect_equal (erb_space_table->taken.raw <= 8, 1);
}

static void
new_round (long n)
{
  moment = n;
  forks = steps = 0;
  shared->killed = shared->ended = 0;
}

/* Kills the one at path at each of its steps: how many that are. */
static long
kill_below_main (const char *path)
{
  long n = 0;
  victim = path;
  do
    {
      int life[2], status;
      new_round (++n);
      expect_equal (pipe (life), 0);
      int child = space_alloc (1);
      space_start (child, top, NULL);
      int how = space_watch (child, false, &status);
      if (shared->killed && !shared->ended)
        expect_equal (how, SPACE_DIED);
      if (!shared->killed)
        expect_equal (how, SPACE_ENDED);
      if (how == SPACE_DIED && strcmp (path, "0.1") != 0)
        expect_equal (WEXITSTATUS (status), ERBIUM_EXIT_DEATH);
      expect_all_dead (life);
      expect_no_slot_lost ();
    }
  while (shared->killed);
  return n - 1;
}

/* The first space itself: the rest goes with it. */
static long
kill_main (void)
{
  long n = 0;
  do
    {
      int life[2], status;
      victim = "none";
      expect_equal (pipe (life), 0);
      pid_t pid = fork ();
      if (pid == 0)
        {
          strcpy (me, "0");
          victim = "0";
          new_round (n + 1);
          int child = space_alloc (1);
          space_start (child, top, NULL);
          space_join (child);
          exit (0);
        }
      expect_equal (waitpid (pid, &status, 0), pid);
      expect_equal (status, shared->killed ? SIGKILL : 0);
      expect_all_dead (life);
    }
  while (n++, shared->killed);
  return n - 1;
}

int
main (int argc, char **argv)
{
  static const char *const paths[] = { "0.1", "0.1.1", "0.1.2", "0.1.1.1" };
  long in[4] = { 0 }, in_main = 0;
  int rounds = argc > 1 ? atoi (argv[1]) : 1;
  shared = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_atfork (before_fork, NULL, in_child);
  if (!freopen ("/dev/null", "w", stderr)) /* each death is told; deaths.c looks at that */
    return 1;
  for (int n = 0; n < rounds; n++)
    in_main += kill_main ();
  for (int n = 0; n < rounds; n++)
    for (int k = 0; k < 4; k++)
      in[k] += kill_below_main (paths[k]);
  for (int k = 0; k < 4; k++)
    printf ("kills of %s: %ld\n", paths[k], in[k]);
  printf ("kills of 0: %ld\n", in_main);
}
