/* SPDX-License-Identifier: MIT */
/* All clocks, by system call and by the vDSO, are one logical clock: a microsecond a look. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include "erbium/papers.h"
#include "test.h"

int
main (void)
{
  struct timespec t;
  struct timeval v;
  struct rusage use;
  struct tms ticks;
  space_alloc (0);
  // CHECK: 946684800.000002000
  clock_gettime (CLOCK_REALTIME, &t);
  printf ("%ld.%09ld\n", t.tv_sec, t.tv_nsec);
  // CHECK-NEXT: 0.000003000
  clock_gettime (CLOCK_MONOTONIC, &t);
  printf ("%ld.%09ld\n", t.tv_sec, t.tv_nsec);
  // CHECK-NEXT: 0.000004000
  syscall (SYS_clock_gettime, CLOCK_BOOTTIME, &t);
  printf ("%ld.%09ld\n", t.tv_sec, t.tv_nsec);
  // CHECK-NEXT: 0.000005000
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  printf ("%ld.%09ld\n", t.tv_sec, t.tv_nsec);
  // CHECK-NEXT: 946684800.000006
  gettimeofday (&v, NULL);
  printf ("%ld.%06ld\n", v.tv_sec, v.tv_usec);
  // CHECK-NEXT: 946684800 Sat Jan  1 00:00:00 2000
  time_t now = time (NULL);
  printf ("%ld %s", now, asctime (gmtime (&now)));
  // CHECK-NEXT: 8 0 9
  printf ("%ld ", (long) clock ());
  getrusage (RUSAGE_SELF, &use);
  printf ("%ld %ld\n", use.ru_maxrss, use.ru_utime.tv_usec);
  // CHECK-NEXT: 0 0.000001000
  clock_getres (CLOCK_MONOTONIC, &t);
  printf ("%ld %ld.%09ld\n", (long) times (&ticks), t.tv_sec, t.tv_nsec);
}
