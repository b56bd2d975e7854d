/* SPDX-License-Identifier: MIT */
/* While a message goes from buffer to buffer, one side is killed: between any two of its instructions, since
 * it runs step by step, or at any moment within the copy of a huge message.  A receiver gets what was sent, whole,
 * then an error that names the death; a sender goes on; and all memory comes back.
 * (With ThreadSanitizer a step takes too many instructions.) */
// REQUIRES: x86_64
// UNSUPPORTED: thread
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "../../spmc/steps.h"
#include "ways.h"

enum { MESSAGES = 3, HUGE = 24 << 20 };
enum { STEPPED = 1, OTHER, SPACES };

static unsigned char sent[MESSAGES][HUGE], buffer[HUGE];
static size_t size; /* of each message */
static int *got;    /* shared: messages that the receiver has seen */

static void
send_all (void *with)
{
  int c = *(int *) with;
  for (int n = 0; n < MESSAGES; n++)
    chan_send (c, sent[n], size);
}

static void
receive_all (void *with)
{
  int c = *(int *) with;
  for (int n = 0; n < MESSAGES; n++)
    {
      size_t is = chan_recv (c, buffer);
      if (is == CHAN_END)
        _exit (99);
      expect_equal (is, size);
      expect (memcmp (buffer, sent[n], size) == 0);
      *got = n + 1;
    }
}

/* Enters when it goes on. */
static pid_t
start_waiting (int space, void (*body) (void *), void *with, bool traced)
{
  pid_t child = fork ();
  expect (child >= 0);
  if (child > 0)
    return child;
  if (traced)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      raise (SIGSTOP);
    }
  else
    fclose (stderr);
  spmc_enter (space);
  body (with);
  spmc_leave ();
  _exit (0);
}

static void
expect_nothing_left (void)
{
  struct erbium_spmc_use use;
  spmc_died (STEPPED, NULL);
  spmc_died (OTHER, NULL);
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
  expect_equal (use.frames, 0);
  expect_equal (use.bytes, 0);
}

/* Ends the process after so many steps, or, if it is not traced, microseconds.  Returns the steps. */
static long
end_after (pid_t child, bool traced, long after, bool *ended)
{
  long steps = 0;
  *ended = false;
  if (traced)
    {
      expect (WIFSTOPPED (status_of (child)));
      steps = step (child, after, ended);
    }
  else
    usleep ((useconds_t) after);
  if (!*ended)
    {
      kill (child, SIGKILL);
      *ended = status_of (child) == 0;
      spmc_died (STEPPED, "of SIGKILL");
    }
  return steps;
}

/* Kills one side; returns how many steps it has taken. */
static long
kill_one (bool sender, bool traced, long after)
{
  bool ended;
  int c = chan_alloc_as (64 << 10, CHAN_EAGER);
  *got = 0;
  fflush (stdout);
  chan_setcons (c, sender ? OTHER : STEPPED);
  chan_setprod (c, sender ? STEPPED : OTHER, false);
  pid_t killed = start_waiting (STEPPED, sender ? send_all : receive_all, &c, traced);
  pid_t other = start_waiting (OTHER, sender ? receive_all : send_all, &c, false);
  long steps = end_after (killed, traced, after, &ended);
  int status = status_of (other);
  expect (WIFEXITED (status));
  status = WEXITSTATUS (status);
  if (!sender || ended)
    expect_equal (status, 0);
  else
    expect (status == 0 ? *got == MESSAGES : status == ERBIUM_EXIT_DEATH);
  if (ended)
    expect_equal (*got, MESSAGES);
  expect_nothing_left ();
  return steps;
}

static void
fill_all (size_t of)
{
  size = of;
  for (int n = 0; n < MESSAGES; n++)
    for (size_t at = 0; at < of; at++)
      sent[n][at] = byte_of (n, at);
}

int
main (void)
{
  uint64_t seed = (uint64_t) atoi (getenv ("TEST_SEED") ? getenv ("TEST_SEED") : "2");
  erb_chan_only_way = ERB_CHAN_DIRECT;
  erb_chan_patience = 50000000;
  spmc_init (SPACES);
  got = shared_memory (sizeof *got);
  for (int sender = 0; sender < 2; sender++)
    {
      fill_all (ERB_CHAN_LONG);
      long all = kill_one (sender, true, 1L << 40);
      for (int n = 0; n < rounds (16); n++)
        kill_one (sender, true, chance (&seed) % all);
      fill_all (HUGE);
      for (int n = 0; n < rounds (16); n++)
        kill_one (sender, false, chance (&seed) % 30000);
    }
  return 0;
}
