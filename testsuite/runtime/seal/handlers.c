/* SPDX-License-Identifier: MIT */
/* A handler of the program sees the sealed world, whatever was interrupted: also a system call that the runtime made
 * past the filter (raise, kill, a warning that nobody reads).  It sees who has sent the signal: the program. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t
// RUN: %t unread
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <x86intrin.h>
#include "erbium/papers.h"
#include "test.h"

static pid_t self;
static volatile int calls, inner; /* raise is a leaf to the compiler */

static void
look (void)
{
  calls++;
  expect_equal (getpid (), self);
  expect (time (NULL) == 946684800 && __rdtsc () > 0);
  expect_equal (getuid (), 1000);
  expect_equal (open ("/proc/uptime", O_RDONLY), -1);
}

static void
on_plain (int number)
{
  (void) number;
  look ();
}

static void
on_informed (int number, siginfo_t *info, void *context)
{
  (void) context;
  look ();
  expect_equal (info->si_signo, number);
  expect (info->si_pid == self && info->si_uid == 1000);
  int number_within = inner;
  inner = 0;
  if (number_within)
    raise (number_within);
  look ();
}

static void
handle (int number, bool informed, bool masks)
{
  struct sigaction a = { .sa_handler = on_plain };
  if (informed)
    a = (struct sigaction) { .sa_sigaction = on_informed, .sa_flags = SA_SIGINFO };
  if (masks)
    sigfillset (&a.sa_mask);
  expect_equal (sigaction (number, &a, NULL), 0);
}

/* Of each kind of delivery; inner ones within a handler, or after one that blocks them. */
static void
handled (int number)
{
  struct sigaction now;
  for (int kind = 0; kind < 4; kind++)
    {
      calls = inner = 0;
      handle (number, kind & 1, kind & 2);
      handle (SIGUSR2, true, false);
      raise (number);
      kill (getpid (), number);
      kill (0, number);
      inner = number == SIGUSR2 ? 0 : SIGUSR2;
      syscall (SYS_tgkill, self, self, number);
      expect_equal (calls, number == SIGUSR2 ? 8 : kind & 1 ? 10 : 4);
    }
  expect_equal (sigaction (number, NULL, &now), 0);
  expect (now.sa_sigaction == on_informed && (now.sa_flags & SA_SIGINFO));
  signal (number, SIG_DFL);
  expect_equal (sigaction (number, NULL, &now), 0);
  expect (now.sa_handler == SIG_DFL);
}

/* Its stderr is a pipe that nobody reads. */
static void
start_unread (char **argv)
{
  int ends[2];
  expect_equal (pipe (ends), 0);
  close (ends[0]);
  dup2 (ends[1], 2);
  close (ends[1]);
  setenv ("ERBIUM_SEAL", "1", 1);
  execv ("/proc/self/exe", argv);
}

static int
unread (void)
{
  for (int kind = 0; kind < 4; kind++)
    {
      calls = 0;
      handle (SIGPIPE, kind & 1, kind & 2);
      expect_equal (socket (AF_INET, SOCK_STREAM, 0), -1);
      if (kind == 0 && calls == 0)
        return 1;
    }
  return 0;
}

int
main (int argc, char **argv)
{
  static const int numbers[] = { SIGUSR1, SIGUSR2, SIGSEGV, SIGPIPE, SIGTERM, SIGALRM, SIGIO, SIGFPE };
  if (argc > 1 && !getenv ("ERBIUM_SEAL"))
    start_unread (argv);
  space_alloc (0);
  self = getpid ();
  if (argc > 1)
    return unread ();
  for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
    handled (numbers[n]);
  handled (SIGRTMIN + 1);
  expect (signal (SIGKILL, on_plain) == SIG_ERR && errno == EINVAL);
}
