/* SPDX-License-Identifier: MIT */
/* A space that has died is replayed up to its death, and dies of the same; one that was killed, up to the
 * last that it did.  The list says of each how it ended. */
// RUN: %build
// RUN: rm -rf %t.segv %t.kill %t.partner
// RUN: env ERBIUM_RECORD=%t.segv %t segv > %t.out
// RUN: %erbium-replay %t.segv | FileCheck %s --check-prefix=SEGV
// SEGV: 1 0.1 5 dies {{[0-9]+}} 0 {{[0-9]+}} died of SIGSEGV
// RUN: %status 139 %erbium-replay %t.segv --space=1 | FileCheck %s --check-prefix=GOT
// GOT: 0.1: got one
// GOT: 0.1: got two
// ASKED: 0.1: asked in vain
// GOT-NOT: 0.1:
// RUN: env ERBIUM_RECORD=%t.kill %S/inputs/killed %t kill > %t.out
// RUN: %erbium-replay %t.kill | FileCheck %s --check-prefix=KILL
// KILL: 0 0 - main 0 {{[0-9]+}} {{[0-9]+}} returned
// KILL: 1 0.1 5 dies {{[0-9]+}} 0 {{[0-9]+}} died of SIGKILL
// RUN: %erbium-replay %t.kill --space=0.1 2> %t.err | FileCheck %s --check-prefixes=GOT,ASKED
// RUN: FileCheck %s --check-prefix=NOTE < %t.err
// NOTE: deaths.c:[[#@LINE+45]]: note: replay: the recording of space 0.1 ends here, at step {{[0-9]+}}: it was killed, or has died
// RUN: %erbium-replay %t.kill --space=0 | FileCheck %s --check-prefix=MAIN
// MAIN: 0: child has died of 9
// RUN: %status 119 env ERBIUM_RECORD=%t.partner %t partner > %t.out 2> %t.err
// RUN: %erbium-replay %t.partner | FileCheck %s --check-prefix=PARTNER
// PARTNER: 0 0 - main {{.*}} was killed, or ended with an error
// PARTNER: 1 0.1 5 dies {{[0-9]+}} 0 {{[0-9]+}} ended with an error (status 119)
// PARTNER: 2 0.2 6 leaves {{.*}} called exit (status 3)
// RUN: %status 119 %erbium-replay %t.partner --space=0.1 2> %t.again | FileCheck %s --check-prefixes=GOT,ASKED
// RUN: grep -F "in process 'space 0.1'" %t.err > %t.one
// RUN: grep -F "in process 'space 0.1'" %t.again | diff %t.one -
// RUN: %status 3 %erbium-replay %t.partner --space=0.2
// RUN: %status 119 %erbium-replay %t.partner --space=0 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: error: erbium_space_join: space 0.1 (gid 5, {{.*}}) has ended with an error (status 119)
#include <sys/wait.h>
#include "erbium/papers.h"
#include "test.h"

static int channel, silent;
static int *volatile nowhere;

static void
say (const char *what)
{
  printf ("%s: %s\n", space_path (), what);
  fflush (stdout);
}

static void *
dies (void *way)
{
  char text[8];
  for (int n = 0; n < 2; n++)
    {
      chan_recv (channel, text);
      say (n ? "got two" : "got one");
    }
  if (strcmp (way, "segv") == 0)
    *nowhere = 1;
  for (int n = 0; n < 1000; n++)
    expect (!chan_test (silent) || strcmp (way, "partner") == 0);
  say ("asked in vain");
  if (strcmp (way, "kill") == 0)
    printf ("kill %d\n", getpid ());
  fflush (stdout);
  chan_recv (silent, text); /* which never comes */
  return NULL;
}

static void *
leaves (void *unused)
{
  (void) unused;
  exit (3);
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  bool partner = strcmp (argv[1], "partner") == 0;
  int child = space_alloc (5), other = space_alloc (6), status;
  channel = chan_alloc ();
  silent = chan_alloc ();
  chan_setcons (channel, child);
  chan_setcons (silent, child);
  if (partner)
    chan_setprod (silent, other, false);
  chan_send (channel, "one", 4);
  chan_send (channel, "two", 4);
  space_start (child, dies, argv[1]);
  if (partner)
    {
      space_start (other, leaves, NULL);
      space_join (child);
    }
  expect_equal (space_watch (child, true, &status), SPACE_DIED);
  printf ("0: child has died of %d\n", WTERMSIG (status));
}
