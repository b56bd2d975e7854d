/* SPDX-License-Identifier: MIT */
/* A process of a network of spaces is killed at any moment, many times: the program always ends,
 * with the status that says so and one message that names the process, or with the right output
 * where it was done before; and nothing of it is left, neither a process nor a file. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: %timed %t 60 | FileCheck %s
// CHECK: {{^[1-9][0-9]*}} killed: each ended with its name or was done
// CHECK-NEXT: nothing left
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include "../pass_on.h"

enum { LENGTH = 3000, STAGES = 3 };

ERBIUM_PROCESS (numbers, ERBIUM_RECORD (int));
void
numbers (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  for (int i = 0; i < LENGTH; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

/* The network; its exit status is 0 where all has come. */
static int
network (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1), next;
  ERBIUM_RUN (numbers, r);
  for (int n = 0; n < STAGES; n++, r = next)
    {
      next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, r, next);
    }
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  int i = 0;
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  for (; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i + STAGES);
      erbium_release (v, i + 1);
    }
  expect_equal (i, LENGTH);
  return 0;
}

/* The children of a process of the system, as far as they fit. */
static int
children (pid_t of, pid_t *found, int most)
{
  char name[64];
  int n = 0, one;
  snprintf (name, sizeof name, "/proc/%d/task/%d/children", (int) of, (int) of);
  FILE *file = fopen (name, "r");
  while (file && n < most && fscanf (file, "%d", &one) == 1)
    found[n++] = one;
  if (file)
    fclose (file);
  return n;
}

/* What it has printed is at the end of a pipe that is open as long as one of its processes is. */
static void
expect_told (int from, int status)
{
  char text[4096];
  size_t n = 0;
  ssize_t got;
  while (n < sizeof text - 1 && (got = read (from, text + n, sizeof text - 1 - n)) > 0)
    n += (size_t) got;
  text[n] = 0;
  const char *first = strstr (text, "error: ");
  bool done = WIFEXITED (status) && WEXITSTATUS (status) == 0 && n == 0;
  bool told = WIFEXITED (status) && WEXITSTATUS (status) == ERBIUM_EXIT_DEATH && first
              && strstr (first, "SIGKILL") && !strstr (first + 1, "error: ")
              && (strstr (first, "'pass_on'") || strstr (first, "'numbers'")
                  || strstr (first, "a process that had ended"));
  if (!done && !told)
    {
      fprintf (stderr, "status %x, and it says:\n%s", (unsigned) status, text);
      exit (1);
    }
}

static void
kill_one (const char *self, uint64_t *random)
{
  pid_t found[STAGES + 1], pid;
  int status, pipes[2], n = 0;
  expect (pipe2 (pipes, O_CLOEXEC) == 0);
  if ((pid = fork ()) == 0)
    {
      setenv ("ERBIUM_TASK", "space", 1);
      dup2 (pipes[1], STDERR_FILENO);
      execl (self, self, "network", (char *) NULL);
      _exit (1);
    }
  close (pipes[1]);
  uint32_t wanted = 1 + chance (random) % (STAGES + 1);
  for (int tries = 0; tries < 1000 && n < (int) wanted; tries++)
    {
      n = children (pid, found, STAGES + 1);
      usleep (chance (random) % 100);
    }
  usleep (chance (random) % 3000);
  if (n > 0)
    kill (found[chance (random) % (uint32_t) n], SIGKILL);
  expect_equal (waitpid (pid, &status, 0), pid);
  expect_told (pipes[0], status);
  close (pipes[0]);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "network") == 0)
    return network ();
  int rounds_to_go = rounds (argc > 1 ? atoi (argv[1]) : 60);
  uint64_t random = 5;
  pid_t left;
  prctl (PR_SET_CHILD_SUBREAPER, 1); /* what is left would be ours */
  for (int n = 0; n < rounds_to_go; n++)
    kill_one (argv[0], &random);
  printf ("%d killed: each ended with its name or was done\n", rounds_to_go);
  while ((left = waitpid (-1, NULL, 0)) > 0) /* they die with their parents; the pipe said that they have */
    ;
  puts (left < 0 && errno == ECHILD ? "nothing left" : "something left");
}
