/* SPDX-License-Identifier: MIT */
/* A space is killed between any two of its instructions: the test runs it step by step, and
 * the moment is a number of steps.  Whoever waits for it gets what it had sent, then an error
 * that names it or, if it had left, the end; nobody hangs; and all memory comes back.
 * (With ThreadSanitizer a step takes too many instructions.) */
// REQUIRES: x86_64
// UNSUPPORTED: thread
// RUN: %build
// RUN: %timed %t
#include "../spmc/steps.h"

enum { MESSAGES = 8, MOST = 5000 };

static const int kinds[] = { CHAN_EAGER, CHAN_LAZY };
static int *got; /* shared: messages that the receiver has seen */

static size_t
size_of (int n)
{
  return n % 4 == 3 ? MOST : (size_t) n * 100;
}

/* Made before anybody is stepped: to fill one takes a step a byte. */
static char messages[MESSAGES][MOST];

static void
send_all (void *with)
{
  int c = *(int *) with;
  for (int n = 0; n < MESSAGES; n++)
    chan_send (c, messages[n], size_of (n));
}

/* What a space has for itself goes with it. */
static void
send_and_make (void *with)
{
  int mine = chan_alloc_as (4096, CHAN_EAGER);
  chan_send (mine, with, 4);
  send_all (with);
}

static void
receive_all (void *with)
{
  static char buffer[MOST];
  int c = *(int *) with;
  size_t size;
  for (int n = 0; (size = chan_recv (c, buffer)) != CHAN_END; n++)
    {
      expect_equal (size, size_of (n));
      expect (size == 0 || buffer[0] == n + 1);
      expect (size == 0 || memcmp (buffer, buffer + 1, size - 1) == 0);
      *got = n + 1;
    }
}

/* ---- Steps ------------------------------------------------------------- */

/* A space that stands still before it is stepped: entered, or not yet, when nobody but its
 * parent can know that it has died. */
static pid_t
start_stepped (int space, void (*body) (void *), void *with, bool entered)
{
  pid_t child = fork ();
  expect (child >= 0);
  if (child == 0)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      if (entered)
        spmc_enter (space);
      raise (SIGSTOP);
      if (!entered)
        spmc_enter (space);
      body (with);
      spmc_leave ();
      _exit (0);
    }
  int status = status_of (child);
  expect (WIFSTOPPED (status));
  return child;
}

static void
expect_nothing_left (void)
{
  struct erbium_spmc_use use;
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
  expect_equal (use.frames, 0);
  expect_equal (use.bytes, 0);
}

/* ---- The one who is killed sends --------------------------------------- */

/* Receives in another process; returns its exit status. */
static int
receive_apart (pid_t receiver)
{
  int status = status_of (receiver);
  expect (WIFEXITED (status));
  return WEXITSTATUS (status);
}

/* told: the parent says spmc_died, or leaves it to those who wait to find out. */
static long
kill_sender (int kind, long after, bool told_of_it)
{
  bool ended;
  int c = chan_alloc_as (4096, kind);
  *got = 0;
  chan_setcons (c, 2);
  chan_setprod (c, 1, 0);
  pid_t sender = start_stepped (1, send_and_make, &c, !told_of_it);
  fflush (stdout);
  pid_t receiver = fork ();
  if (receiver == 0)
    {
      fclose (stderr);
      spmc_enter (2);
      receive_all (&c);
      spmc_leave ();
      _exit (0);
    }
  long steps = step (sender, after, &ended);
  if (!ended)
    {
      kill (sender, SIGKILL);
      status_of (sender);
      if (told_of_it)
        spmc_died (1, "of SIGKILL");
    }
  int status = receive_apart (receiver);
  expect (status == 0 ? *got == MESSAGES : status == ERBIUM_EXIT_DEATH);
  if (ended)
    expect_equal (status, 0);
  spmc_died (1, NULL);
  spmc_died (2, NULL);
  expect_nothing_left ();
  return steps;
}

/* ---- The one who is killed receives ------------------------------------ */

static long
kill_receiver (int kind, long after)
{
  bool ended;
  int c = chan_alloc_as (4096, kind);
  *got = 0;
  chan_setcons (c, 1);
  pid_t receiver = start_stepped (1, receive_all, &c, false);
  send_all (&c);
  chan_close (c);
  long steps = step (receiver, after, &ended);
  if (!ended)
    {
      kill (receiver, SIGKILL);
      status_of (receiver);
      spmc_died (1, "of SIGKILL");
    }
  else
    expect_equal (*got, MESSAGES);
  expect_nothing_left ();
  return steps;
}

int
main (void)
{
  uint64_t seed = (uint64_t) atoi (getenv ("TEST_SEED") ? getenv ("TEST_SEED") : "2");
  for (int n = 0; n < MESSAGES; n++)
    memset (messages[n], n + 1, MOST);
  spmc_init (3);
  got = shared_memory (sizeof *got);
  for (int k = 0; k < 2; k++)
    {
      long all = kill_sender (kinds[k], 1L << 40, true);
      for (int n = 0; n < rounds (4); n++)
        kill_sender (kinds[k], chance (&seed) % all, n % 2);
      all = kill_receiver (kinds[k], 1L << 40);
      for (int n = 0; n < rounds (4); n++)
        kill_receiver (kinds[k], chance (&seed) % all);
    }
}
