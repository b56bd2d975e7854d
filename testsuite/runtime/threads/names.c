/* SPDX-License-Identifier: MIT */
/* Names of threads, which top, perf and gdb show: a thread or a space is named after its process, a
 * worker is `erbium/N', and the main thread keeps the name of the program. */
// UNSUPPORTED: sanitizer
// REQUIRES: x86_64
// RUN: %build
// RUN: env ERBIUM_TASK=thread %timed %t | FileCheck --check-prefixes=MAIN,OWN %s
// RUN: env ERBIUM_TASK=space %timed %t | FileCheck --check-prefixes=MAIN,OWN %s
// RUN: env ERBIUM_TASK=space ERBIUM_SEAL=1 %timed %t | FileCheck --check-prefixes=MAIN,OWN %s
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed %t | FileCheck --check-prefixes=MAIN,WORKER %s

// MAIN: main: names.c.tmp
// OWN: short_name: short_name{{$}}
// OWN: with_a_name_that_is_too_long: with_a_name_tha{{$}}
// OWN: renamed: renamed to caf{{$}}
// WORKER: short_name: erbium/{{[01]$}}
// WORKER: with_a_name_that_is_too_long: erbium/{{[01]$}}
// WORKER: renamed: erbium/{{[01]$}}
// WORKER: a thread: erbium/monitor
// MAIN: main: names.c.tmp
#include <dirent.h>
#include <erbium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Reads the name of a thread as ps and top do; returns whether it could. */
static int
read_comm (const char *thread, char name[32])
{
  char path[64];
  snprintf (path, sizeof path, "/proc/self/task/%.20s/comm", thread);
  FILE *file = fopen (path, "r");
  int good = file && fgets (name, 32, file);
  if (file)
    fclose (file);
  if (good)
    name[strcspn (name, "\n")] = 0;
  return good;
}

/* Prints the name of the calling thread.  A sealed program cannot read /proc. */
static void
print_own (const char *process)
{
  char thread[24], name[32] = "";
  snprintf (thread, sizeof thread, "%ld", syscall (SYS_gettid));
  if (!read_comm (thread, name))
    prctl (PR_GET_NAME, name);
  printf ("%s: %s\n", process, name);
}

static bool
is_there (const char *wanted)
{
  struct dirent *entry;
  char name[32];
  bool found = false;
  DIR *all = opendir ("/proc/self/task");
  while (all && !found && (entry = readdir (all)))
    found = read_comm (entry->d_name, name) && strcmp (name, wanted) == 0;
  if (all)
    closedir (all);
  return found;
}

/* Prints the name of the thread that looks after the workers, which has one soon after it has
 * started, and lives while a process does. */
static void
print_monitor (void)
{
  while (!is_there ("erbium/monitor"))
    usleep (1000);
  printf ("a thread: erbium/monitor\n");
}

ERBIUM_PROCESS (short_name, int);
void short_name (int unused)
{
  (void) unused;
  print_own ("short_name");
}

ERBIUM_PROCESS (with_a_name_that_is_too_long, int);
void with_a_name_that_is_too_long (int unused)
{
  (void) unused;
  print_own ("with_a_name_that_is_too_long");
}

ERBIUM_PROCESS (renamed, int);
void renamed (int unused)
{
  (void) unused;
  erbium_name_process ("renamed to caf\u00e9"); /* byte 15 is in the last character */
  print_own ("renamed");
  const char *task = getenv ("ERBIUM_TASK");
  if (task && strcmp (task, "fiber") == 0)
    print_monitor ();
}

int main (void)
{
  print_own ("main");
  ERBIUM_RUN (short_name, 0);
  erbium_join_all ();
  ERBIUM_RUN (with_a_name_that_is_too_long, 0);
  erbium_join_all ();
  ERBIUM_RUN (renamed, 0);
  erbium_join_all ();
  print_own ("main");
}
