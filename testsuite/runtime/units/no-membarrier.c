/* SPDX-License-Identifier: MIT */
/* os.c itself, where the kernel refuses membarrier (a sandbox): the barrier
 * that takes its place visits every processor that we may run on, and leaves the
 * affinity of the caller as it was. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %run %t
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "test.h"
#include "core/os.h"

static void
refuse_membarrier (void)
{
  struct sock_filter rules[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof rules / sizeof rules[0], rules };
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  expect_equal (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
  expect_equal (syscall (SYS_membarrier, 0, 0, 0), -1);
}

/* The C library's, and where the caller is then. */
static __thread cpu_set_t visited;

int
sched_setaffinity (pid_t task, size_t size, const cpu_set_t *set)
{
  long r = syscall (SYS_sched_setaffinity, task, size, set);
  if (r == 0 && CPU_COUNT_S (size, set) == 1)
    CPU_SET (sched_getcpu (), &visited);
  return r < 0 ? -1 : 0;
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), int);
void
produce (ERBIUM_RECORD (int) r, int n)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  for (int i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      erbium_commit (v, i + 1);
      if (i % 8 == 0)
        usleep (300);
    }
}

int
main (void)
{
  cpu_set_t before, after;
  refuse_membarrier ();
  expect_equal (sched_getaffinity (0, sizeof before, &before), 0);
  erb_os->heavy_barrier ();
  CPU_AND (&visited, &visited, &before);
  expect (CPU_EQUAL (&visited, &before));
  expect_equal (sched_getaffinity (0, sizeof after, &after), 0);
  expect (CPU_EQUAL (&before, &after));
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  int n = rounds (300), i = 0;
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  ERBIUM_RUN (produce, r, n);
  for (; erbium_update (v, i + 1) > i; i++)
    erbium_release (v, i + 1);
  expect_equal (i, n);
}
