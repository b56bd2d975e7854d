/* SPDX-License-Identifier: MIT */
/* allowed_calls.c - writes the filter of sealed programs, and the names of system calls, as C.
 *
 * Runs during the build, so that programs do not need libseccomp.
 */
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
#include <linux/filter.h>

#include "core/core.h"

#define CALL(name) SCMP_SYS (name)

/* Calls whose results depend only on the program and its open files. */
static const int free_calls[] = {
  CALL (close),           CALL (munmap),      CALL (mprotect),
  CALL (mremap),          CALL (msync),       CALL (brk),
  CALL (rt_sigreturn),    CALL (sigaltstack), CALL (exit),
  CALL (exit_group),      CALL (sched_yield), CALL (futex),
  CALL (futex_waitv),     CALL (membarrier),  CALL (set_robust_list),
  CALL (get_robust_list), CALL (arch_prctl),  CALL (restart_syscall),
};

/* Calls that depend on the descriptor, their first argument.  On the descriptors of the runtime
 * they are unrestricted. */
static const int calls_on_files[] = {
  CALL (read), CALL (write), CALL (readv), CALL (writev), CALL (pread64), CALL (pwrite64),
  CALL (preadv), CALL (pwritev), CALL (ftruncate), CALL (fallocate), CALL (fsync), CALL (fdatasync),
  CALL (fadvise64), CALL (lseek), CALL (fcntl),
};

/* Calls that the handler and the runtime make past the filter, in addition to calls_on_files. */
static const int passed_calls[] = {
  CALL (openat), CALL (newfstatat), CALL (unlink), CALL (faccessat), CALL (getpid),
  CALL (getppid), CALL (gettid), CALL (tgkill), CALL (kill), CALL (rt_sigaction), CALL (wait4),
  CALL (waitid), CALL (prctl), CALL (memfd_create), CALL (clock_gettime), CALL (readlinkat),
  CALL (mkdirat), CALL (getcwd), CALL (prlimit64),
  CALL (dup2), CALL (dup), CALL (dup3), CALL (close_range), CALL (ppoll),
  CALL (rt_sigpending), CALL (rt_sigprocmask), CALL (rt_sigtimedwait), CALL (set_tid_address),
};

static void
check (int result, const char *what)
{
  if (result >= 0)
    return;
  fprintf (stderr, "make_filter: %s: %s\n", what, strerror (-result));
  exit (1);
}

static void
allow_past (scmp_filter_ctx f, int call)
{
  check (seccomp_rule_add (f, SCMP_ACT_ALLOW, call, 1, SCMP_A5 (SCMP_CMP_EQ, ERB_KERNEL_PASS)),
         "a passed call");
}

static void
add_rules (scmp_filter_ctx f)
{
  for (size_t n = 0; n < sizeof free_calls / sizeof *free_calls; n++)
    check (seccomp_rule_add (f, SCMP_ACT_ALLOW, free_calls[n], 0), "a free call");
  for (size_t n = 0; n < sizeof passed_calls / sizeof *passed_calls; n++)
    allow_past (f, passed_calls[n]);
  for (size_t n = 0; n < sizeof calls_on_files / sizeof *calls_on_files; n++)
    {
      allow_past (f, calls_on_files[n]);
      check (seccomp_rule_add (f, SCMP_ACT_ALLOW, calls_on_files[n], 1,
                               SCMP_A0 (SCMP_CMP_GE, ERB_SEALED_FILES)),
             "a call on a file");
    }
  /* Permits private anonymous memory, except where the result depends on the machine, and mappings
   * of the runtime's files, which spaces share. */
  check (seccomp_rule_add (f, SCMP_ACT_ALLOW, CALL (mmap), 1,
                           SCMP_A3 (SCMP_CMP_MASKED_EQ,
                                    MAP_TYPE | MAP_ANONYMOUS | MAP_LOCKED | MAP_HUGETLB,
                                    MAP_PRIVATE | MAP_ANONYMOUS)),
         "mmap");
  check (seccomp_rule_add (f, SCMP_ACT_ALLOW, CALL (mmap), 2,
                           SCMP_A3 (SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_ANONYMOUS, MAP_SHARED),
                           SCMP_A4 (SCMP_CMP_GE, ERB_SEALED_FILES)),
         "mmap");
  check (seccomp_rule_add (
           f, SCMP_ACT_ALLOW, CALL (mmap), 1,
           SCMP_A2 (SCMP_CMP_MASKED_EQ, (scmp_datum_t) 0xffffffff00000000, ERB_KERNEL_PASS_PROT)),
         "mmap");
  check (seccomp_rule_add (f, SCMP_ACT_ALLOW, CALL (madvise), 1, SCMP_A2 (SCMP_CMP_NE, MADV_FREE)),
         "madvise");
  /* Permits fork, which the C library calls with all signals blocked; seal.c refuses a fork of the
   * program. */
  check (seccomp_rule_add (f, SCMP_ACT_ALLOW, CALL (clone), 1, SCMP_A0 (SCMP_CMP_EQ, 0x1200011)),
         "fork");
}

static void
write_filter (scmp_filter_ctx f, FILE *to)
{
  struct sock_filter code;
  FILE *exported = tmpfile ();
  if (!exported)
    check (-EIO, "a file");
  check (seccomp_export_bpf (f, fileno (exported)), "export");
  rewind (exported);
  fputs ("static struct sock_filter filter[] = {\n", to);
  while (fread (&code, sizeof code, 1, exported) == 1)
    fprintf (to, "  { %#x, %d, %d, %#x },\n", code.code, code.jt, code.jf, code.k);
  fputs ("};\n", to);
}

static void
write_names (FILE *to)
{
  fputs ("static const char *const call_names[] = {\n", to);
  for (int n = 0; n < 512; n++)
    {
      char *name = seccomp_syscall_resolve_num_arch (SCMP_ARCH_X86_64, n);
      if (name)
        fprintf (to, "  [%d] = \"%s\",\n", n, name);
      free (name);
    }
  fputs ("};\n", to);
}

int
main (void)
{
  scmp_filter_ctx f = seccomp_init (SCMP_ACT_TRAP);
  if (!f)
    check (-ENOMEM, "a filter");
  /* The x32 and i386 calls also go to the handler. */
  check (seccomp_attr_set (f, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_TRAP), "calls of other machines");
  add_rules (f);
  puts ("/* Written by make_filter. */");
  write_filter (f, stdout);
  write_names (stdout);
  seccomp_release (f);
}
