/* SPDX-License-Identifier: MIT */
/* A program whose input has changed does not do what was recorded: its replay ends at the first event that
 * differs, which is named. */
// RUN: %build
// RUN: rm -rf %t.rec && echo 3 a > %t.input
// RUN: env ERBIUM_RECORD=%t.rec %t %t.input > %t.out
// RUN: %erbium-replay %t.rec --space=0.1 | FileCheck %s
// CHECK: 0.1: 3 messages of a
// RUN: echo 3 b > %t.input
// RUN: %status 118 %erbium-replay %t.rec --space=0.1 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: differs.c:[[#@LINE+33]]: error: erbium_chan_recv: the replay differs from the recording at event [[#]] of {{.*}}1-1.log: step [[#]]: it has published {{[0-9]+}} bytes in 1 calls, and other ones; recorded, step [[#]]: it has published
// OTHER-NEXT: note: replay with the program, the files and the input that were recorded, or record anew
// RUN: echo 4 a > %t.input
// RUN: %status 118 %erbium-replay %t.rec --space=0.1 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: differs.c:[[#@LINE+29]]: error: erbium_chan_recv: the replay differs from the recording at event [[#]] of {{.*}}1-1.log: step [[#]]: it has published {{[0-9]+}} bytes in 1 calls{{.*}}; recorded, step [[#]]: it ends, with status 0
// RUN: echo 2 a > %t.input
// RUN: %status 118 %erbium-replay %t.rec --space=0.1 2>&1 | FileCheck %s --check-prefix=FEWER
// FEWER: error: the end of a space: the replay differs from the recording at event [[#]] of {{.*}}1-1.log: step [[#]]: it {{.*}}; recorded, step [[#]]: it {{.*}}, in process 'space 0.1'
// RUN: %status 118 %erbium-replay %t.rec --space=0 2>&1 | FileCheck %s --check-prefix=MAIN
// MAIN: error: erbium_space_sync: the replay differs from the recording at event [[#]] of {{.*}}0-1.log: step [[#]]: it {{.*}}; recorded, step [[#]]: it {{.*}}, in process 'space 0'
// RUN: echo 3 a > %t.input
// RUN: %erbium-replay %t.rec --space=0.1 | FileCheck %s
#include "erbium/papers.h"
#include "test.h"

static int there, back, count;
static char word[16];

static void
read_input (const char *name)
{
  FILE *file = fopen (name, "r");
  expect (file && fscanf (file, "%d %15s", &count, word) == 2);
  fclose (file);
}

static void *
answers (void *unused)
{
  char got[16];
  for (int n = 0; n < count; n++)
    {
      chan_send (back, word, sizeof word);
      chan_recv (there, got);
    }
  printf ("%s: %d messages of %s\n", space_path (), count, word);
  return unused;
}

int
main (int argc, char **argv)
{
  char got[16];
  expect_equal (argc, 2);
  read_input (argv[1]);
  int child = space_alloc (0);
  there = chan_alloc ();
  back = chan_alloc ();
  chan_setcons (there, child);
  chan_setprod (back, child, true);
  space_start (child, answers, NULL);
  for (int n = 0; n < count; n++)
    {
      chan_recv (back, got);
      chan_send (there, "go", 3);
    }
  space_join (child);
}
