/* SPDX-License-Identifier: MIT */
/* Process ids are those of a path, users and the machine always the same: its memory, processors and load
 * too, as the C library tells of them, and what the system leaves behind the environment. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include "erbium/papers.h"
#include "test.h"

static pid_t of_first;

static void *
child (void *unused)
{
  expect_equal (getppid (), of_first);
  expect (getpid () != of_first && getpid () == gettid ());
  expect_equal (syscall (SYS_set_tid_address, &of_first), getpid ());
  printf ("child %d\n", getpid ());
  return unused;
}

static void machine_as_the_c_library_tells (void);

int
main (void)
{
  struct utsname machine;
  struct rlimit limit;
  cpu_set_t set;
  of_first = getpid ();
  // CHECK: {{[0-9]+}} 1 1000 1000
  printf ("%d %d %d %d\n", getpid (), getppid (), getuid (), getegid ());
  // CHECK: 1000 1000 1000 1000 0
  printf ("%lu %lu %lu %lu %lu\n", getauxval (AT_UID), getauxval (AT_EUID), getauxval (AT_GID), getauxval (AT_EGID),
          getauxval (AT_SECURE));
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
  machine_as_the_c_library_tells ();
}

/* What each of these would say on the stack, were it refused, is not the same in two runs. */
static void
machine_as_the_c_library_tells (void)
{
  struct sysinfo info;
  struct rusage use;
  struct tms times_of;
  double load[3] = { 1, 2, 3 };
  expect_equal (sysinfo (&info), 0);
  // CHECK: 8589934592 4294967296 1 0 0
  printf ("%llu %llu %d %lu %ld\n", (unsigned long long) info.totalram * info.mem_unit,
          (unsigned long long) info.freeram * info.mem_unit, info.procs, info.loads[0], info.uptime);
  // CHECK: 2097152 1048576
  printf ("%ld %ld\n", sysconf (_SC_PHYS_PAGES), sysconf (_SC_AVPHYS_PAGES));
  fflush (stdout);
  // CHECK: 1 1 {{3 0 0 0|-1 1 2 3}}
  printf ("%ld %ld %d", sysconf (_SC_NPROCESSORS_ONLN), sysconf (_SC_NPROCESSORS_CONF), getloadavg (load, 3));
  printf (" %g %g %g\n", load[0], load[1], load[2]);
  expect_equal (getrusage (RUSAGE_SELF, &use), 0);
  clock_t ticks = times (&times_of);
  // CHECK: 0 0 {{0.0000[0-9]+}} 0 0
  printf ("%ld %ld %ld.%06ld %ld %ld\n", use.ru_maxrss, use.ru_minflt, (long) use.ru_utime.tv_sec,
          (long) use.ru_utime.tv_usec, (long) ticks, (long) times_of.tms_cutime);
  expect (!fopen ("/proc/meminfo", "r"));
  fflush (stdout);
}
