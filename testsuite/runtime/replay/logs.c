/* SPDX-License-Identifier: MIT */
/* Folders and files that are no recordings, or damaged, or cut off; places where none can be
 * written: a message says which and why. */
// RUN: %build
// RUN: rm -rf %t.rec %t.empty %t.full && mkdir %t.empty && echo > %t.file
// RUN: env ERBIUM_RECORD=%t.rec %t 10
// RUN: %status 123 env ERBIUM_RECORD=%t.rec %t 10 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: erbium: error: ERBIUM_RECORD {{.*}}.rec: there is a recording in it already
// AGAIN-NEXT: erbium: note: name another folder, or remove this one
// RUN: %status 123 env ERBIUM_RECORD=%t.file/rec %t 10 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: erbium: error: ERBIUM_RECORD {{.*}}.file/rec: Not a directory
// NOWHERE-NEXT: erbium: note: name a folder that can be created
// RUN: %status 123 env ERBIUM_RECORD=%t.file %t 10 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: erbium: error: ERBIUM_RECORD {{.*}}.file: no file can be created there: Not a directory
// RUN: %status 119 sh -c 'ulimit -f 2000; ERBIUM_RECORD=%t.full exec %t 4000' 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: erbium: error: ERBIUM_RECORD: the log {{.*}}1-1.log cannot grow: File too large, in process 'space 0.1'
// FULL-NEXT: erbium: note: name a folder that can be written, with room for all that spaces read from each other
// RUN: %erbium-replay %t.full --space=0.1 2>&1 | FileCheck %s --check-prefix=ENDS
// ENDS: note: replay: the recording of space 0.1 ends here
// RUN: %status 1 %erbium-replay %t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: erbium-replay: error: {{.*}}.none cannot be read: No such file
// RUN: %status 1 %erbium-replay %t.empty 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: erbium-replay: error: there is no recording in {{.*}}.empty: a program of spaces writes one with ERBIUM_RECORD=
// RUN: %status 123 env ERBIUM_REPLAY=%t.rec %t 10 2>&1 | FileCheck %s --check-prefix=BY-HAND
// BY-HAND: erbium: error: ERBIUM_REPLAY {{.*}}.rec: ERBIUM_REPLAY_SPACE names no space
// BY-HAND-NEXT: erbium: note: let erbium-replay start the program
// RUN: %S/inputs/damage %erbium-replay %t.rec
#include "erbium/papers.h"
#include "test.h"

static int there, back;

static void *
answers (void *unused)
{
  char got[1000];
  while (chan_recv (there, got) != CHAN_END)
    chan_send (back, "", 1);
  return unused;
}

int
main (int argc, char **argv)
{
  char message[1000] = "";
  expect_equal (argc, 2);
  int child = space_alloc (0);
  there = chan_alloc_as (64 << 10, CHAN_EAGER);
  back = chan_alloc_as (4 << 10, CHAN_EAGER);
  chan_setcons (there, child);
  chan_setprod (back, child, true);
  space_start (child, answers, NULL);
  for (int n = 0; n < atoi (argv[1]); n++)
    {
      chan_send (there, message, sizeof message);
      chan_recv (back, message);
    }
  chan_close (there);
  space_join (child);
}
