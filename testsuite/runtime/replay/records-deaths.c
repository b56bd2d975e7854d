/* SPDX-License-Identifier: MIT */
/* A process that is a space, and makes an error, dies of a signal or is killed while it waits, does so in its replay.
 * One whose input has changed commits other indices, or asks for others: that ends its replay. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: rm -rf %t.error %t.segv %t.kill %t.rec
// RUN: %status 120 env ERBIUM_TASK=space ERBIUM_RECORD=%t.error %t error > %t.out 2>&1
// RUN: FileCheck %s --check-prefixes=GOT,ERROR < %t.out
// RUN: %erbium-replay %t.error | FileCheck %s --check-prefix=LIST
// LIST: 2 0.p2 - dies {{.*}} was killed, or ended with an error
// RUN: %status 120 %erbium-replay %t.error --space=0.p2 > %t.out 2>&1
// RUN: FileCheck %s --check-prefixes=GOT,ERROR < %t.out
// GOT: got 10, 45
// ERROR: records-deaths.c:[[#@LINE+51]]: error: register: {{.*}}, in process 'dies'
// RUN: %status 119 env ERBIUM_TASK=space ERBIUM_RECORD=%t.kill %t kill 2> %t.err
// RUN: %erbium-replay %t.kill --space=0.p2 2> %t.err | FileCheck %s --check-prefix=GOT
// RUN: FileCheck %s --check-prefix=NOTE < %t.err
// NOTE: records-deaths.c:{{[0-9]+}}: note: replay: the recording of space 0.p2 ends here, at step {{[0-9]+}}: it was killed, or has died
// RUN: %erbium-replay %t.kill --space=0 2>&1 | FileCheck %s --check-prefix=JOIN
// JOIN-NOT: joined
// JOIN: note: replay: the recording of space 0 ends here
// RUN: rm -rf %t.exit && %status 7 env ERBIUM_TASK=space ERBIUM_RECORD=%t.exit %t exit > %t.out
// RUN: %status 7 %erbium-replay %t.exit --space=0.p2 | FileCheck %s --check-prefix=GOT
// RUN: %erbium-replay %t.exit --space=0 2>&1 | FileCheck %s --check-prefix=JOIN
// RUN: env ERBIUM_TASK=space ERBIUM_RECORD=%t.rec N=30 %t none | FileCheck %s --check-prefix=NONE
// NONE: joined
// RUN: %erbium-replay %t.rec --space=0.p1 && %erbium-replay %t.rec --space=0 && %erbium-replay %t.rec --space=0.p2
// RUN: %status 118 %erbium-replay %t.rec --space=0.p1 -- env N=20 2>&1 | FileCheck %s --check-prefix=FEWER
// FEWER: the replay differs from the recording at event {{[0-9]+}} of {{.*}}: it ends; recorded, {{.*}}: it has published 120 bytes in 30 calls
// RUN: %status 118 %erbium-replay %t.rec --space=0.p2 -- env BURST=2 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: the replay differs from the recording at event {{[0-9]+}} of {{.*}}: {{it ends; recorded, .*: it has published 40 bytes in 10 calls|step [0-9]+: it updates its view 1 to ([2468]|10); recorded, step [0-9]+: it (sees elements of its view|has published [0-9]+ bytes in [0-9]+ calls)}}
#include <signal.h>
#include "test.h"

static const char *how;

static int
number (const char *variable, int otherwise)
{
  const char *value = getenv (variable);
  return value ? atoi (value) : otherwise;
}

ERBIUM_PROCESS (dies, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
dies (ERBIUM_RECORD (int) r, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r), w = erbium_new_write_view (to);
  int sum = 0, burst = number ("BURST", 1);
  erbium_register (v, 1);
  erbium_register (w, 1);
  erbium_alloc (v, 10);
  erbium_alloc (w, 10);
  for (int i = 0; i < 10; i += burst)
    {
      expect_equal (erbium_update (v, i + burst), i + burst);
      for (int k = i; k < i + burst; k++)
        sum += ERBIUM_AT (v, k);
      erbium_stall (w, i + 1);
      erbium_commit (w, i + 1);
    }
  printf ("got 10, %d\n", sum);
  fflush (stdout);
  if (strcmp (how, "error") == 0)
    erbium_register (v, 1); /* here */
  if (strcmp (how, "exit") == 0)
    exit (7);
  if (strcmp (how, "kill") == 0)
    {
      erbium_stall (w, 11);
      erbium_commit (w, 11);
      erbium_update (v, 50);
    }
}

ERBIUM_PROCESS (counts, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
counts (ERBIUM_RECORD (int) r, ERBIUM_RECORD (int) back)
{
  ERBIUM_VIEW (int) w = erbium_new_write_view (r), v = erbium_new_read_view (back);
  erbium_register (v, 1);
  erbium_alloc (v, 20);
  erbium_register (w, 1);
  erbium_alloc (w, 100);
  for (int i = 0; i < number ("N", 30); i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = i;
      erbium_commit (w, i + 1);
    }
  if (strcmp (how, "kill") == 0 && erbium_update (v, 11) == 11)
    raise (SIGKILL);
}

int
main (int argc, char **argv)
{
  expect (argc == 2);
  how = argv[1];
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1), back = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (counts, r, back);
  ERBIUM_RUN (dies, r, back);
  erbium_join_all ();
  puts ("joined");
}
