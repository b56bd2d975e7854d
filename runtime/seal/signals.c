/* SPDX-License-Identifier: MIT */
/* signals.c - handlers and masks of a sealed program, such that none locks ours out.
 *
 * A system call that the filter stops while SIGSYS is blocked would kill the process,
 * and so would rdtsc, which faults, while SIGSEGV is.  So neither can be blocked; SIGSYS
 * cannot be handled by the program, and a handler of its own for SIGSEGV is called for
 * what ours has no use for.
 */
#define _GNU_SOURCE
#include "seal.h"

#ifdef __x86_64__

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>

/* As the kernel has it. */
struct action
{
  void *handler;
  uint64_t flags;
  void *restorer;
  uint64_t mask;
};

enum { MASK_BYTES = 8 };

static const uint64_t ours = UINT64_C (1) << (SIGSYS - 1) | UINT64_C (1) << (SIGSEGV - 1);
static struct action on_segv; /* the program's */

/* ---- SIGSEGV ------------------------------------------------------------------------ */

static void
die_of (int number)
{
  struct action standard = { .handler = SIG_DFL };
  erb_seal_call (SYS_rt_sigaction, number, (long) &standard, 0, MASK_BYTES, 0);
}

/* An instruction that is forbidden, as rdtsc is then, comes from the kernel without an
 * address.  A signal that was sent comes again by itself only if it is sent again. */
static void
on_fault (int number, siginfo_t *info, void *context)
{
  if (info->si_code == SI_KERNEL && erb_seal_tsc (context))
    return;
  if (on_segv.handler == SIG_DFL || on_segv.handler == SIG_IGN)
    {
      die_of (number);
      if (info->si_code <= 0)
        raise (number);
    }
  else if (on_segv.flags & SA_SIGINFO)
    ((void (*) (int, siginfo_t *, void *)) on_segv.handler) (number, info, context);
  else
    ((void (*) (int)) on_segv.handler) (number);
}

void
erb_seal_watch_faults (void)
{
  struct sigaction now, mine = { .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
  mine.sa_sigaction = on_fault;
  sigemptyset (&mine.sa_mask);
  sigaction (SIGSEGV, NULL, &now);
  on_segv = (struct action) { .handler = (void *) now.sa_sigaction, .flags = (uint64_t) now.sa_flags };
  sigaction (SIGSEGV, &mine, NULL);
}

/* ---- System calls ---------------------------------------------------------------------- */

static long
change_segv (const struct action *to, struct action *before)
{
  if (before)
    *before = on_segv;
  if (to)
    on_segv = *to;
  return 0;
}

long
erb_seal_sigaction (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  const struct action *to = (const struct action *) a[1];
  struct action changed;
  if (a[0] == SIGSEGV)
    return change_segv (to, (struct action *) a[2]);
  if (a[0] == SIGSYS && to)
    return -EINVAL;
  if (!to)
    return erb_seal_call (t->number, a[0], 0, a[2], a[3], 0);
  changed = *to;
  changed.mask &= ~ours;
  return erb_seal_call (t->number, a[0], (long) &changed, a[2], a[3], 0);
}

long
erb_seal_sigmask (const struct erb_seal_trap *t)
{
  const uint64_t *set = (const uint64_t *) t->argument[1], old = *t->mask;
  uint64_t *before = (uint64_t *) t->argument[2];
  if (set && t->argument[0] == SIG_BLOCK)
    *t->mask |= *set;
  else if (set && t->argument[0] == SIG_UNBLOCK)
    *t->mask &= ~*set;
  else if (set && t->argument[0] == SIG_SETMASK)
    *t->mask = *set;
  else if (set)
    return -EINVAL;
  *t->mask &= ~ours;
  if (before)
    *before = old;
  return 0;
}

/* To itself only: when another space gets a signal depends on the schedule. */
static long
send (const struct erb_seal_trap *t, long number)
{
  pid_t pid = (pid_t) erb_seal_call (SYS_getpid, 0, 0, 0, 0, 0);
  if (t->argument[0] != erb_seal_getpid (t) && t->argument[0] != 0)
    {
      erb_seal_say ("the system call", "kill", ": a sealed space can send signals to itself only");
      return -EPERM;
    }
  return erb_seal_call (SYS_tgkill, pid, pid, number, 0, 0);
}

long
erb_seal_kill (const struct erb_seal_trap *t)
{
  return send (t, t->argument[1]);
}

long
erb_seal_tgkill (const struct erb_seal_trap *t)
{
  return send (t, t->argument[2]);
}

#endif
