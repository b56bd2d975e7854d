/* SPDX-License-Identifier: MIT */
/* Process ids are those of a path, users and the machine always the same. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <errno.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include "erbium/space.h"
#include "test.h"

static pid_t of_first;

static void *
child (void *unused)
{
  expect_equal (getppid (), of_first);
  expect (getpid () != of_first && getpid () == gettid ());
  printf ("child %d\n", getpid ());
  return unused;
}

int
main (void)
{
  struct utsname machine;
  struct rlimit limit;
  cpu_set_t set;
  of_first = getpid ();
  // CHECK: {{[0-9]+}} 1 1000 1000
  printf ("%d %d %d %d\n", getpid (), getppid (), getuid (), getegid ());
  for (int n = 0; n < 2; n++)
    {
      int id = space_alloc (n);
      space_start (id, child, NULL);
      space_join (id);
    }
  // CHECK: child [[ONE:[0-9]+]]
  // CHECK-NOT: child [[ONE]]
  // CHECK: sealed x86_64
  uname (&machine);
  printf ("%s %s\n", machine.nodename, machine.machine);
  sched_getaffinity (0, sizeof set, &set);
  getrlimit (RLIMIT_STACK, &limit);
  // CHECK: 0 1 8388608
  printf ("%d %d %ld\n", sched_getcpu (), CPU_COUNT (&set), (long) limit.rlim_cur);
  fflush (stdout);
  struct sysinfo info;
  // CHECK: erbium: warning: sealed: the system call 'sysinfo' is refused: {{.*}}
  expect_equal (sysinfo (&info), -1);
  expect_equal (errno, EPERM);
}
