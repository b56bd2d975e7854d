/* SPDX-License-Identifier: MIT */
/* Other programs run as partitions: with constructors, destructors, functions of atexit, options,
 * threads, thread-local variables, environment, heap and streams of their own. */
// UNSUPPORTED: sanitizer
// RUN: %cc %S/inputs/guest.c -o %t.guest
// RUN: %cc %S/inputs/pool.c -o %t.pool
// RUN: %cc %s -o %t -L%out -Wl,-rpath,%out -lerbium
// RUN: env GIVEN=inherited %timed %t %t.guest %t.pool > %t.out && FileCheck %s < %t.out
#include <sys/wait.h>

#include "test.h"

#include "erbium/partition.h"

ERBIUM_PARTITION_TLS (64);

static int
spawn (const char *file, char **environment, const char *a, const char *b, const char *c)
{
  char *const words[] = { "guest", (char *) a, (char *) b, (char *) c, NULL };
  int id = erbium_partition_spawn (file, words, environment, NULL);
  if (id < 0)
    printf ("refused: %s\n", erbium_partition_refusal ());
  return id;
}

static void
join (const char *what, int id)
{
  int status = erbium_partition_join (id);
  if (WIFSIGNALED (status))
    printf ("%s: signal %d\n", what, WTERMSIG (status));
  else
    printf ("%s: status %d\n", what, WEXITSTATUS (status));
  fflush (stdout);
}

static void
kill_it (const char *what, int id)
{
  usleep (20000);
  expect (erbium_partition_kill (id));
  join (what, id);
}

/* The threads of a guest end with it, whatever they wait for. */
static void
end_pools (const char *file)
{
  // CHECK: condition: status 4
  join ("condition", spawn (file, NULL, "condition", NULL, NULL));
  // CHECK-NEXT: barrier: status 4
  join ("barrier", spawn (file, NULL, "barrier", NULL, NULL));
  // CHECK-NEXT: signals: status 4
  join ("signals", spawn (file, NULL, "signals", NULL, NULL));
  // CHECK-NEXT: join: signal 9
  kill_it ("join", spawn (file, NULL, "join", NULL, NULL));
  // CHECK-NEXT: pipe: signal 9
  kill_it ("pipe", spawn (file, NULL, "pipe", NULL, NULL));
  // A program may be started without a name:
  // CHECK-NEXT: no name: status 4
  join ("no name", erbium_partition_spawn (file, (char *[]){ NULL }, NULL, NULL));
}

int
main (int count, char **argument)
{
  expect_equal (count, 3);
  const char *file = argument[1];
  char *given[] = { "GIVEN=own", NULL };
  end_pools (argument[2]);
  // CHECK-NEXT: main: count 109, own 4, verbose 2, word, inherited, 0
  // CHECK-NEXT: at exit: word
  // CHECK-NEXT: destructor: 109, word
  // CHECK-NEXT: exit: status 7
  join ("exit", spawn (file, NULL, "word", "-vn7", "-v"));
  // A new image has new variables, also where one has ended:
  // CHECK-NEXT: main: count 109, own 4, verbose 0, no word, own, 0
  // CHECK-NEXT: at exit: no word
  // CHECK-NEXT: destructor: 109, no word
  // CHECK-NEXT: again: status 0
  join ("again", spawn (file, given, NULL, NULL, NULL));
  // A guest that is killed has not written its buffers; one that calls _exit neither:
  // CHECK-NEXT: segv: signal 11
  join ("segv", spawn (file, NULL, "--how=segv", NULL, NULL));
  // CHECK-NEXT: abort: signal 6
  join ("abort", spawn (file, NULL, "--how=abort", NULL, NULL));
  // CHECK-NEXT: another thread: signal 6
  join ("another thread", spawn (file, NULL, "--how", "thread", NULL));
  // CHECK-NEXT: at once: status 9
  join ("at once", spawn (file, NULL, "--how=at-once", NULL, NULL));
  // CHECK-NEXT: computes: signal 9
  kill_it ("computes", spawn (file, NULL, "--how=computes", NULL, NULL));
  // CHECK-NEXT: allocates: signal 9
  kill_it ("allocates", spawn (file, NULL, "--how=allocates", NULL, NULL));
  // CHECK-NEXT: sleeps: signal 9
  kill_it ("sleeps", spawn (file, NULL, "--how=sleeps", NULL, NULL));
  // CHECK-NEXT: refused: /none: No such file or directory
  expect_equal (spawn ("/none", NULL, NULL, NULL, NULL), -1);
  // The program's own things are still there:
  // CHECK-NEXT: inherited, optind 1
  printf ("%s, optind %d\n", getenv ("GIVEN"), optind);
}
