/* SPDX-License-Identifier: MIT */
/* What a child prints is neither lost nor printed by itself: where it cannot be kept, for want of
 * open files, or not be written, the program ends with an error. */
// RUN: %build -D_GNU_SOURCE
// RUN: %status 122 env ERBIUM_SEAL=1 %t few 2>&1 | FileCheck %s --check-prefix=FILES
// FILES-NOT: child{{$}}
// FILES: output-lost.c:[[#@LINE+58]]: error: erbium_space_start: nothing to keep the output of child {{[0-9]+}} in: Too many open files
// FILES: note: join spaces before starting more, or let the system have more open files (fs.file-max)
// RUN: %status 122 env ERBIUM_SEAL=1 sh -c 'exec "$0" > /dev/full' %t 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: erbium: error: the output of a space cannot be passed on to stdout: No space left on device
// FULL: note: make room, or have it go elsewhere
// RUN: env ERBIUM_SEAL=1 %t much | wc -c | FileCheck %s --check-prefix=MUCH
// MUCH: {{^}}2000000{{$}}
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include "erbium/papers.h"
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

/* Past the filter, as the runtime does it (runtime/core/kernel.h): the runtime has 17 from 1024 on, some of which
 * it has taken already. */
static void
leave_few_files (void)
{
  struct rlimit files = { 1024 + 17, 1024 + 17 };
  expect_equal (syscall (SYS_prlimit64, 0, RLIMIT_NOFILE, &files, NULL, 0L, 0x457262536561L), 0);
}

/* The pipe is soon full, and says so; the program cannot do that to it. */
static void
make_stdout_not_wait (void)
{
  expect_equal (syscall (SYS_fcntl, STDOUT_FILENO, F_SETFL, O_WRONLY | O_NONBLOCK, 0L, 0x457262536561L), 0);
}

int
main (int argc, char **argv)
{
  int id[20];
  if (argc > 1 && strcmp (argv[1], "much") == 0)
    {
      make_stdout_not_wait ();
      space_start (id[0] = space_alloc (0), prints_much, NULL);
      return 0;
    }
  if (argc > 1)
    leave_few_files ();
  for (int n = 0; n < 20; n++)
    space_start (id[n] = space_alloc (n), child, NULL);
  for (int n = 0; n < 20; n++)
    space_join (id[n]);
}
