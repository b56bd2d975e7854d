/* SPDX-License-Identifier: MIT */
/* That the process will have heavy barriers is registered while it has one thread, or
 * else the kernel takes 5 to 10 ms for it. */
// RUN: %cc -D_GNU_SOURCE %s -o %t %libs
// RUN: env ERBIUM_TASK=thread %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 ERBIUM_PLACE=spread %timed %t
#include <dirent.h>
#include <dlfcn.h>
#include <linux/membarrier.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include "test.h"

static atomic_int registered, late;

static int
threads (void)
{
  DIR *d = opendir ("/proc/self/task");
  int n = 0;
  for (struct dirent *e; d && (e = readdir (d));)
    n += e->d_name[0] != '.';
  closedir (d);
  return n;
}

/* Reads six arguments, although fewer may have been passed. */
__attribute__ ((no_sanitize ("address"))) long
syscall (long number, ...)
{
  long a[6];
  va_list list;
  va_start (list, number);
  for (int n = 0; n < 6; n++)
    a[n] = va_arg (list, long);
  va_end (list);
  if (number == SYS_membarrier && a[0] == MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)
    {
      atomic_fetch_add (&registered, 1);
      atomic_fetch_add (&late, threads () > 1);
    }
  long (*next) (long, ...) = (long (*) (long, ...)) dlsym (RTLD_NEXT, "syscall");
  return next (number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  usleep (20000); /* the consumer sleeps, after a barrier */
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = 1;
  erbium_commit (v, 1);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (produce, r);
  expect_equal (erbium_update (v, 1), 1);
  expect_equal (atomic_load (&registered), 1);
  expect_equal (atomic_load (&late), 0);
}
