/* SPDX-License-Identifier: MIT */
/* signals.c - handlers and masks of a sealed program.
 *
 * The rules keep the handlers of the runtime reachable, and keep the program inside the filter.
 *
 * No handler of the program runs with the pass: the sixth argument by which the filter recognises
 * the runtime's own system calls.  A signal may arrive between such a system call and the next
 * instruction, which removes the pass from its register.  So the kernel knows only handlers of the
 * runtime.  Each of them removes the pass before it calls anything, such as the handler of the
 * program; the kernel restores the register when the handler returns.
 *
 * A system call that the filter stops while SIGSYS is blocked would kill the process, and so would
 * an rdtsc, which faults, while SIGSEGV is blocked.  So neither signal is ever blocked in the
 * kernel.  This file keeps the program's mask for both signals, and the signals that are pending
 * under it.  The program cannot handle SIGSYS.  Its handler for SIGSEGV is called for faults that
 * the runtime does not use.
 *
 * The end of a space depends on the schedule, so the program does not see the SIGCHLD of the
 * system: the kernel has neither a handler nor a mask for it, and discards it at once.
 */
#define _GNU_SOURCE
#include "seal/system_calls.h"

#ifdef __x86_64__

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

/* The layout of the kernel. */
struct action
{
  void *handler;
  uint64_t flags;
  void *restorer;
  uint64_t mask;
};

enum { MASK_BYTES = 8, SIGNALS = 64 };

#define BIT(number) (UINT64_C (1) << ((number) - 1))

static const uint64_t ours = BIT (SIGSYS) | BIT (SIGSEGV) | BIT (SIGCHLD);
static const uint64_t never = BIT (SIGKILL) | BIT (SIGSTOP); /* cannot be blocked */
static const uint64_t known_flags = UINT64_C (0x04000000) /* the restorer */ | SA_NOCLDSTOP
                                    | SA_NOCLDWAIT | SA_SIGINFO | SA_ONSTACK | SA_RESTART
                                    | SA_NODEFER | (uint32_t) SA_RESETHAND;

static struct action actions[SIGNALS + 1]; /* actions of the program */
static struct action for_faults;           /* the kernel's action for SIGSEGV */
static uint64_t held;                      /* signals of `ours' that the program has blocked */
static uint64_t waiting;                   /* those of them that are pending */

static bool
is_handler (const void *handler)
{
  return handler != (void *) SIG_DFL && handler != (void *) SIG_IGN;
}

/* ---- Signals to the process itself --------------------------------------------- */

/* Sends a signal to the process.  It is delivered when the calling handler of the runtime returns,
 * which unblocks it, so it interrupts the program. */
static long
send_self (long call, long number)
{
  const uint64_t all = ~UINT64_C (0);
  pid_t pid = (pid_t) erb_kernel_pass (SYS_getpid, 0, 0, 0, 0, 0);
  erb_kernel_pass (SYS_rt_sigprocmask, SIG_BLOCK, (long) &all, 0, MASK_BYTES, 0);
  if (call == SYS_kill)
    return erb_kernel_pass (SYS_kill, pid, number, 0, 0, 0);
  return erb_kernel_pass (SYS_tgkill, pid, pid, number, 0, 0);
}

/* Delivers pending signals that are no longer blocked.  SIGCHLD has no handler and is discarded. */
static void
send_waiting (void)
{
  uint64_t now = waiting & ~held;
  waiting &= held;
  if (now & BIT (SIGSEGV))
    send_self (SYS_tgkill, SIGSEGV);
  if (now & BIT (SIGSYS))
    send_self (SYS_tgkill, SIGSYS);
}

void
erb_seal_signals_begin (void)
{
  waiting = 0;
}

/* ---- Handlers --------------------------------------------------------------------------- */

static void
die_of (int number)
{
  struct action standard = { .handler = SIG_DFL };
  erb_kernel_pass (SYS_rt_sigaction, number, (long) &standard, 0, MASK_BYTES, 0);
}

/* Makes the sender of a signal the same in each run: the program itself, or 0 for another
 * process. */
static void
make_sender_same (siginfo_t *info)
{
  if (info->si_code > 0)
    return;
  bool own = info->si_pid == (pid_t) erb_kernel_pass (SYS_getpid, 0, 0, 0, 0, 0);
  info->si_pid = own ? (pid_t) erb_seal_getpid (NULL) : 0;
  info->si_uid = 1000;
}

/* Calls the handler of the program.  The kernel has applied the other flags of the action.  The
 * handler may change the mask that is in effect after its return. */
static void
call_handler (int number, siginfo_t *info, ucontext_t *u)
{
  const struct action a = actions[number];
  uint64_t *mask = (uint64_t *) &u->uc_sigmask;
  if (a.flags & (uint32_t) SA_RESETHAND)
    actions[number].handler = SIG_DFL;
  make_sender_same (info);
  *mask |= held;
  held |= (a.mask | (a.flags & SA_NODEFER ? 0 : BIT (number))) & ours;
  ((void (*) (int, siginfo_t *, void *)) a.handler) (number, info, u);
  held = *mask & ours;
  *mask &= ~ours;
  send_waiting ();
}

static void
on_signal (int number, siginfo_t *info, void *context)
{
  erb_kernel_forget_pass ();
  if (is_handler (actions[number].handler))
    call_handler (number, info, context);
}

/* Handles a signal that was sent: it stays pending, is ignored, or kills.  Returns false if a
 * handler must be called. */
static bool
needs_no_handler (int number)
{
  const void *handler = actions[number].handler;
  if (held & BIT (number))
    waiting |= BIT (number);
  else if (handler == (void *) SIG_DFL)
    {
      die_of (number);
      send_self (SYS_tgkill, number);
    }
  return (held & BIT (number)) || !is_handler (handler);
}

/* Handles SIGSEGV.  A forbidden instruction, such as rdtsc, raises it from the kernel without an
 * address.  A fault occurs again by itself when the handler returns. */
static void
on_fault (int number, siginfo_t *info, void *context)
{
  erb_kernel_forget_pass ();
  if (info->si_code == SI_KERNEL && erb_seal_tsc (context))
    return;
  if (info->si_code <= 0 && needs_no_handler (number))
    return;
  if ((held & BIT (number)) || !is_handler (actions[number].handler))
    die_of (number);
  else
    call_handler (number, info, context);
}

void
erb_seal_take_sigsys (void)
{
  needs_no_handler (SIGSYS);
}

void
erb_seal_watch_faults (void)
{
  struct sigaction mine = { .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
  mine.sa_sigaction = on_fault;
  sigemptyset (&mine.sa_mask);
  sigaction (SIGSEGV, &mine, NULL);
  erb_kernel_pass (SYS_rt_sigaction, SIGSEGV, 0, (long) &for_faults, MASK_BYTES, 0);
}

/* ---- Actions ------------------------------------------------------------------------------ */

/* Installs the kernel's action for an action of the program. */
static long
install (int number)
{
  struct action a = number == SIGSEGV ? for_faults : actions[number];
  if (number != SIGSEGV && is_handler (a.handler))
    {
      a.handler = (void *) on_signal;
      a.flags |= SA_SIGINFO;
    }
  a.mask = actions[number].mask & ~ours;
  return number == SIGCHLD
           ? 0
           : erb_kernel_pass (SYS_rt_sigaction, number, (long) &a, 0, MASK_BYTES, 0);
}

static long
change (int number, struct action to)
{
  const struct action before = actions[number];
  if (number == SIGSYS)
    return -EINVAL;
  if (number == SIGCHLD && is_handler (to.handler))
    {
      erb_seal_warn (
        "a handler of", "SIGCHLD",
        ": when a space ends depends on the schedule; wait for it (erbium_space_join)");
      return -EPERM;
    }
  to.flags &= known_flags;
  to.mask &= ~never;
  actions[number] = to; /* first, because the handler may be called at once */
  long result = install (number);
  if (result != 0)
    actions[number] = before;
  else if (to.handler == (void *) SIG_IGN)
    waiting &= ~BIT (number);
  return result;
}

long
erb_seal_sigaction (const struct erb_seal_trap *t)
{
  const long *a = t->argument;
  int number = (int) a[0];
  const struct action *to = (const struct action *) a[1];
  if (a[3] != MASK_BYTES || number < 1 || number > SIGNALS)
    return -EINVAL;
  const struct action before = actions[number];
  long result = to ? change (number, *to) : 0;
  if (result == 0 && a[2])
    *(struct action *) a[2] = before;
  return result;
}

/* ---- Masks ---------------------------------------------------------------------------------- */

long
erb_seal_sigmask (const struct erb_seal_trap *t)
{
  const uint64_t *set = (const uint64_t *) t->argument[1], old = *t->mask | held;
  uint64_t *before = (uint64_t *) t->argument[2], now = old;
  if (t->argument[3] != MASK_BYTES)
    return -EINVAL;
  if (set && t->argument[0] == SIG_BLOCK)
    now |= *set & ~never;
  else if (set && t->argument[0] == SIG_UNBLOCK)
    now &= ~*set;
  else if (set && t->argument[0] == SIG_SETMASK)
    now = *set & ~never;
  else if (set)
    return -EINVAL;
  *t->mask = now & ~ours;
  held = now & ours;
  if (before)
    *before = old;
  send_waiting ();
  return 0;
}

long
erb_seal_sigpending (const struct erb_seal_trap *t)
{
  uint64_t *set = (uint64_t *) t->argument[0];
  long result = erb_kernel_pass (t->number, (long) set, t->argument[1], 0, 0, 0);
  if (result == 0 && t->argument[1] == MASK_BYTES)
    *set |= waiting;
  return result;
}

/* ---- Sending ------------------------------------------------------------------ */

/* Sends a signal to the space itself.  Signals to others are refused: their arrival would depend on
 * the schedule. */
static long
send (const struct erb_seal_trap *t, long number)
{
  if (t->argument[0] != erb_seal_getpid (t) && t->argument[0] != 0)
    {
      erb_seal_warn ("the system call", "kill", ": a sealed space can send signals to itself only");
      return -EPERM;
    }
  if (number == SIGCHLD)
    waiting |= held & BIT (SIGCHLD);
  return number == SIGCHLD ? 0 : send_self (t->number, number);
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
