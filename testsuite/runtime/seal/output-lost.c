/* SPDX-License-Identifier: MIT */
/* What a child prints is neither lost nor printed by itself: where it cannot be kept, for want of
 * open files, or not be written, the program ends with an error. */
// RUN: %build
// RUN: %status 122 env ERBIUM_SEAL=1 sh -c 'ulimit -n 20; exec "$0"' %t 2>&1 | FileCheck %s --check-prefix=FILES
// FILES-NOT: child{{$}}
// FILES: output-lost.c:[[#@LINE+38]]: error: space_start: nothing to keep the output of child {{[0-9]+}} in: Too many open files
// FILES: note: raise the limit on open files (ulimit -n), or join spaces before starting more
// RUN: %status 122 env ERBIUM_SEAL=1 sh -c 'exec "$0" > /dev/full' %t 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: erbium: error: what a space has printed cannot be passed on to stdout: No space left on device
// FULL: note: make room, or have it go elsewhere
// RUN: env ERBIUM_SEAL=1 %t much | wc -c | FileCheck %s --check-prefix=MUCH
// MUCH: {{^}}2000000{{$}}
#include <fcntl.h>
#include "erbium/space.h"
#include "test.h"

static void *
child (void *unused)
{
  puts ("child");
  return unused;
}

static void *
prints_much (void *unused)
{
  for (int n = 0; n < 2000000 / 4; n++)
    fputs ("much", stdout);
  return unused;
}

int
main (int argc, char **argv)
{
  int id[20];
  (void) argv;
  if (argc > 1)
    {
      fcntl (STDOUT_FILENO, F_SETFL, O_WRONLY | O_NONBLOCK); /* a pipe that is soon full */
      space_start (id[0] = space_alloc (0), prints_much, NULL);
      return 0;
    }
  for (int n = 0; n < 20; n++)
    space_start (id[n] = space_alloc (n), child, NULL);
  for (int n = 0; n < 20; n++)
    space_join (id[n]);
}
