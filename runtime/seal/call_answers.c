/* SPDX-License-Identifier: MIT */
/* call_answers.c - the system calls that the filter stops: the table of their handlers. */
#define _GNU_SOURCE
#include "seal/system_calls.h"

#ifdef __x86_64__

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "seal_filter.inc"

enum { NUMBERS = 512, X32 = 0x40000000 /* bit in the number of an x32 call */ };

/* Refuses all other calls with EPERM and a warning. */
static erb_seal_answer *const answers[NUMBERS] = {
  [SYS_clock_gettime] = erb_seal_clock_gettime,
  [SYS_gettimeofday] = erb_seal_gettimeofday,
  [SYS_time] = erb_seal_time,
  [SYS_clock_getres] = erb_seal_clock_getres,
  [SYS_times] = erb_seal_times,
  [SYS_nanosleep] = erb_seal_sleep,
  [SYS_clock_nanosleep] = erb_seal_clock_sleep,
  [SYS_getrusage] = erb_seal_getrusage,
  [SYS_open] = erb_seal_open,
  [SYS_openat] = erb_seal_openat,
  [SYS_creat] = erb_seal_creat,
  [SYS_stat] = erb_seal_stat,
  [SYS_lstat] = erb_seal_stat,
  [SYS_fstat] = erb_seal_fstat,
  [SYS_newfstatat] = erb_seal_statat,
  [SYS_access] = erb_seal_access,
  [SYS_faccessat] = erb_seal_accessat,
  [SYS_faccessat2] = erb_seal_accessat,
  [SYS_unlink] = erb_seal_unlink,
  [SYS_read] = erb_seal_read,
  [SYS_readv] = erb_seal_readv,
  [SYS_write] = erb_seal_write,
  [SYS_writev] = erb_seal_writev,
  [SYS_pread64] = erb_seal_at,
  [SYS_pwrite64] = erb_seal_at,
  [SYS_preadv] = erb_seal_at,
  [SYS_pwritev] = erb_seal_at,
  [SYS_fadvise64] = erb_seal_place,
  [SYS_lseek] = erb_seal_lseek,
  [SYS_fsync] = erb_seal_whole_file,
  [SYS_fdatasync] = erb_seal_whole_file,
  [SYS_ftruncate] = erb_seal_whole_file,
  [SYS_fallocate] = erb_seal_allocate,
  [SYS_ioctl] = erb_seal_ioctl,
  [SYS_dup] = erb_seal_dup,
  [SYS_dup2] = erb_seal_dup,
  [SYS_dup3] = erb_seal_dup,
  [SYS_close_range] = erb_seal_close_range,
  [SYS_flock] = erb_seal_lock,
  [SYS_fcntl] = erb_seal_fcntl,
  [SYS_getpid] = erb_seal_getpid,
  [SYS_gettid] = erb_seal_getpid,
  [SYS_getppid] = erb_seal_getppid,
  [SYS_getpgrp] = erb_seal_getpid,
  [SYS_getsid] = erb_seal_getpid,
  [SYS_getpgid] = erb_seal_getpid,
  [SYS_getuid] = erb_seal_user,
  [SYS_geteuid] = erb_seal_user,
  [SYS_getgid] = erb_seal_user,
  [SYS_getegid] = erb_seal_user,
  [SYS_uname] = erb_seal_uname,
  [SYS_getrandom] = erb_seal_getrandom,
  [SYS_sched_getaffinity] = erb_seal_affinity,
  [SYS_getcpu] = erb_seal_getcpu,
  [SYS_sysinfo] = erb_seal_sysinfo,
  [SYS_prlimit64] = erb_seal_prlimit,
  [SYS_prctl] = erb_seal_prctl,
  [SYS_mmap] = erb_seal_map,
  [SYS_memfd_create] = erb_seal_memfd,
  [SYS_madvise] = erb_seal_advise,
  [SYS_rt_sigaction] = erb_seal_sigaction,
  [SYS_rt_sigprocmask] = erb_seal_sigmask,
  [SYS_rt_sigpending] = erb_seal_sigpending,
  [SYS_set_tid_address] = erb_seal_set_tid_address,
  [SYS_kill] = erb_seal_kill,
  [SYS_tgkill] = erb_seal_tgkill,
};

/* ---- Warnings ----------------------------------------------------------------- */

static void
put (char *line, size_t room, const char *text)
{
  size_t n = strlen (line), more = strlen (text);
  if (more > room - 1 - n)
    more = room - 1 - n;
  memcpy (line + n, text, more);
  line[n + more] = 0;
}

static int warnings; /* warnings of this space so far */

void
erb_seal_warnings_begin (void)
{
  warnings = 0;
}

void
erb_seal_warn (const char *what, const char *text, const char *advice)
{
  char line[512] = "erbium: warning: sealed: ";
  if (++warnings > 20)
    return;
  put (line, sizeof line - 1, what);
  put (line, sizeof line - 1, " '");
  put (line, sizeof line - 1, text);
  put (line, sizeof line - 1, "' is refused");
  put (line, sizeof line - 1, advice);
  strcat (line, "\n");
  erb_kernel_pass (SYS_write, 2, (long) line, (long) strlen (line), 0, 0);
}

static const char *
name_of (long number)
{
  const char *name = number >= 0 && number < NUMBERS ? call_names[number] : NULL;
  return name ? name : "of unknown number";
}

static long
refuse (const struct erb_seal_trap *t)
{
  bool x32 = t->number >= X32;
  erb_seal_warn (x32 ? "the system call of x32" : "the system call",
                 name_of (x32 ? t->number - X32 : t->number),
                 ": its effect depends on more than the program and its declared input");
  return -EPERM;
}

/* The system calls of i386 have other numbers. */
static long
refuse_other_machine (void)
{
  erb_seal_warn ("the system call", "of i386", ": call it as x86-64 does");
  return -EPERM;
}

/* ---- The handler ------------------------------------------------------------- */

static long
answer (const struct erb_seal_trap *t)
{
  erb_seal_answer *a = t->number >= 0 && t->number < NUMBERS ? answers[t->number] : NULL;
  return a ? a (t) : refuse (t);
}

static const int from_filter = 1; /* SYS_SECCOMP of the kernel's headers */

static void
on_call (int signal, siginfo_t *info, void *context)
{
  erb_kernel_forget_pass ();
  ucontext_t *u = context;
  greg_t *r = u->uc_mcontext.gregs;
  struct erb_seal_trap t = {
    info->si_syscall,
    { r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9] },
    (uint64_t *) &u->uc_sigmask
  };
  (void) signal;
  if (info->si_code == from_filter)
    r[REG_RAX] = info->si_arch == AUDIT_ARCH_X86_64 ? answer (&t) : refuse_other_machine ();
  else
    erb_seal_take_sigsys ();
}

/* Installs the filter for this process and its children. */
void
erb_seal_watch_calls (void)
{
  struct sigaction ours = { .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  ours.sa_sigaction = on_call;
  sigemptyset (&ours.sa_mask);
  sigaction (SIGSYS, &ours, NULL);
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0)
    erb_sealed = true;
}

#endif
