/* SPDX-License-Identifier: MIT */
/* Where the kernel refuses membarrier and also the change of affinity that takes its place, the
 * program ends with a message at the first heavy barrier: without one, wake-ups are missed. */
// UNSUPPORTED: sanitizer
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %exits 122 %t | FileCheck %s
// CHECK: error: the system allows neither membarrier nor sched_setaffinity
// CHECK: note: allow membarrier in the sandbox
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
refuse_barriers (void)
{
  struct sock_filter rules[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 1, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof rules / sizeof rules[0], rules };
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  expect_equal (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

int
main (void)
{
  refuse_barriers ();
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  (void) r;
  erb_os->heavy_barrier ();
  return 0;
}
