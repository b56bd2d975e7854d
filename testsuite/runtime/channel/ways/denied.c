/* SPDX-License-Identifier: MIT */
/* Where the system denies the copies between processes, to the sender, to the receiver or to both, for want of
 * rights or of memory, messages come through the pages. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "ways.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { SENDER = 1, RECEIVER = 2 };

static int error;

static void
deny (void)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 2, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned) error),
  };
  struct sock_fprog program = { sizeof code / sizeof *code, code };
  expect (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  expect (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

/* In a program of its own. */
static bool
through_pages_if (int whom, int with)
{
  struct ways_pair pair = { 0, whom & RECEIVER ? deny : NULL, whom & SENDER ? deny : NULL };
  error = with;
  fflush (stdout);
  pid_t program = fork ();
  if (program == 0)
    _exit (through_pages (pair) ? 17 : 18);
  int status = status_of (program);
  expect (WIFEXITED (status) && (WEXITSTATUS (status) == 17 || WEXITSTATUS (status) == 18));
  return WEXITSTATUS (status) == 17;
}

int
main (void)
{
  erb_chan_only_way = ERB_CHAN_DIRECT;
  erb_chan_patience = INT64_C (10000000000);
  expect (!through_pages_if (0, 0));
  for (int whom = SENDER; whom <= (SENDER | RECEIVER); whom++)
    {
      expect (through_pages_if (whom, EPERM));
      expect (through_pages_if (whom, ENOMEM));
    }
  return 0;
}
