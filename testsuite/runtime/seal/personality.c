/* SPDX-License-Identifier: MIT */
/* Where the system refuses to leave addresses as they are, as the filters of containers do, the program cannot be
 * sealed, and says so. */
// RUN: %build
// RUN: %status 123 %t 2>&1 | FileCheck %s
// CHECK-NOT: runs
// CHECK: erbium: error: the program cannot be sealed: addresses cannot be made the same: personality is refused
// CHECK-NEXT: erbium: note: permit it to call personality (containers: another seccomp profile), or run it unsealed
// CHECK-NOT: runs
#include <errno.h>
#include <stddef.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "erbium/papers.h"
#include "test.h"

static void
refuse_personality (void)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof code / sizeof *code, code };
  expect_equal (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  expect_equal (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0), 0);
}

int
main (int argc, char **argv)
{
  (void) argc;
  if (getenv ("ERBIUM_SEAL"))
    {
      space_alloc (0);
      puts ("runs");
      return 0;
    }
  refuse_personality ();
  setenv ("ERBIUM_SEAL", "1", 1);
  execv ("/proc/self/exe", argv);
}
