/* SPDX-License-Identifier: MIT */
/* Handlers of SIGSEGV and masks with it are as the system has them, sealed or not, though rdtsc is a fault that the
 * runtime looks after: once only, blocked meanwhile or not, waiting where it was sent. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t
// RUN: env ERBIUM_SEAL=0 %t
// RUN: %sealed --status 139 %t once | FileCheck %s --check-prefix=ONCE --match-full-lines
// RUN: %status 139 env ERBIUM_SEAL=0 %t once | FileCheck %s --check-prefix=ONCE --match-full-lines
// ONCE: handled
// ONCE-NOT: handled
// RUN: %sealed --status 139 %t again | FileCheck %s --check-prefix=ONCE --match-full-lines
// RUN: %status 139 env ERBIUM_SEAL=0 %t again | FileCheck %s --check-prefix=ONCE --match-full-lines
// RUN: %sealed --status 139 %t blocked | FileCheck %s --check-prefix=NEVER --allow-empty
// RUN: %status 139 env ERBIUM_SEAL=0 %t blocked | FileCheck %s --check-prefix=NEVER --allow-empty
// NEVER-NOT: handled
// RUN: %sealed --status 139 %t ignored | FileCheck %s --check-prefix=NEVER --allow-empty
// RUN: %status 139 env ERBIUM_SEAL=0 %t ignored | FileCheck %s --check-prefix=NEVER --allow-empty
// RUN: %sealed --status 139 %t sent
// RUN: %status 139 env ERBIUM_SEAL=0 %t sent
// RUN: %sealed --status 159 %t call
// RUN: %status 159 env ERBIUM_SEAL=0 %t call
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <x86intrin.h>
#include "erbium/papers.h"
#include "test.h"

static int *volatile nowhere = (int *) 16;
static volatile int calls, deepest, depth; /* raise is a leaf to the compiler */
static sigjmp_buf back;
static sigset_t within; /* of the last */

static void
change_mask (int how, int number)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, number);
  expect_equal (sigprocmask (how, &set, NULL), 0);
}

static bool
is_blocked (int number)
{
  sigset_t set;
  expect_equal (sigprocmask (SIG_BLOCK, NULL, &set), 0);
  return sigismember (&set, number) == 1;
}

static bool
is_pending (int number)
{
  sigset_t set;
  expect_equal (sigpending (&set), 0);
  return sigismember (&set, number) == 1;
}

static void
handle (int number, void (*handler) (int), int flags)
{
  struct sigaction a = { .sa_handler = handler, .sa_flags = flags };
  expect_equal (sigaction (number, &a, NULL), 0);
}

static void
says (int number)
{
  (void) number;
  expect_equal (write (1, "handled\n", 8), 8);
}

static void
faults (int number)
{
  says (number);
  *nowhere = 1;
}

/* Sends itself to itself once. */
static void
counts (int number)
{
  sigprocmask (SIG_BLOCK, NULL, &within);
  expect (__rdtsc () > 0 && getpid () > 0);
  if (++depth > deepest)
    deepest = depth;
  if (calls++ == 0)
    raise (number);
  depth--;
}

static void
jumps (int number)
{
  (void) number;
  siglongjmp (back, 1);
}

/* Leaves the caller with other blocked signals. */
static void
changes (int number, siginfo_t *info, void *context)
{
  ucontext_t *u = context;
  (void) number, (void) info;
  calls++;
  sigaddset (&u->uc_sigmask, SIGSEGV);
  sigaddset (&u->uc_sigmask, SIGSYS);
  sigaddset (&u->uc_sigmask, SIGUSR2);
}

static void
nests (int flags, int depth_then)
{
  calls = deepest = 0;
  handle (SIGSEGV, counts, flags);
  raise (SIGSEGV);
  expect (calls == 2 && deepest == depth_then);
  expect_equal (sigismember (&within, SIGSEGV), depth_then == 1);
  expect (!is_blocked (SIGSEGV));
}

/* What is sent waits. */
static void
waits (void)
{
  handle (SIGSEGV, counts, 0);
  change_mask (SIG_BLOCK, SIGSEGV);
  calls = 1;
  raise (SIGSEGV);
  expect (calls == 1 && is_blocked (SIGSEGV) && is_pending (SIGSEGV));
  change_mask (SIG_UNBLOCK, SIGSEGV);
  expect (calls == 2 && !is_blocked (SIGSEGV) && !is_pending (SIGSEGV));
  change_mask (SIG_BLOCK, SIGSEGV);
  raise (SIGSEGV);
  handle (SIGSEGV, SIG_IGN, 0);
  handle (SIGSEGV, counts, 0);
  change_mask (SIG_UNBLOCK, SIGSEGV);
  expect_equal (calls, 2); /* what is ignored waits no longer */
}

static void
masks (void)
{
  struct sigaction a = { .sa_handler = counts }, other = { .sa_flags = SA_SIGINFO };
  sigaddset (&a.sa_mask, SIGUSR1);
  sigaction (SIGSEGV, &a, NULL);
  raise (SIGSEGV);
  expect (sigismember (&within, SIGUSR1) == 1 && !is_blocked (SIGUSR1));
  sigaddset (&a.sa_mask, SIGSEGV);
  sigaction (SIGUSR1, &a, NULL);
  raise (SIGUSR1);
  expect (sigismember (&within, SIGSEGV) == 1 && !is_blocked (SIGSEGV));
  change_mask (SIG_BLOCK, SIGSEGV);
  raise (SIGUSR1);
  expect (sigismember (&within, SIGSEGV) == 1 && is_blocked (SIGSEGV));
  change_mask (SIG_UNBLOCK, SIGSEGV);
  other.sa_sigaction = changes;
  sigaction (SIGUSR1, &other, NULL);
  calls = 0;
  raise (SIGUSR1);
  expect (calls == 1 && is_blocked (SIGSEGV) && is_blocked (SIGSYS) && is_blocked (SIGUSR2));
  expect (getpid () > 0 && __rdtsc () > 0);
  raise (SIGSYS);
  expect (is_pending (SIGSYS) && getpid () > 0);
  change_mask (SIG_UNBLOCK, SIGSEGV);
  change_mask (SIG_UNBLOCK, SIGUSR2);
}

static void
resets (void)
{
  struct sigaction now;
  static const int numbers[] = { SIGSEGV, SIGUSR1 };
  for (int n = 0; n < 2; n++)
    {
      handle (numbers[n], counts, SA_RESETHAND);
      calls = 1;
      raise (numbers[n]);
      expect_equal (sigaction (numbers[n], NULL, &now), 0);
      expect (calls == 2 && now.sa_handler == SIG_DFL && (now.sa_flags & SA_RESETHAND));
    }
  handle (SIGSEGV, SIG_IGN, 0);
  raise (SIGSEGV);
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  space_alloc (0);
  handle (SIGSEGV, says, strcmp (what, "once") == 0 ? SA_RESETHAND : 0);
  if (strcmp (what, "again") == 0)
    handle (SIGSEGV, faults, 0);
  if (strcmp (what, "blocked") == 0)
    change_mask (SIG_BLOCK, SIGSEGV);
  if (strcmp (what, "ignored") == 0)
    handle (SIGSEGV, SIG_IGN, 0);
  if (strcmp (what, "sent") == 0)
    {
      handle (SIGSEGV, SIG_DFL, 0);
      raise (SIGSEGV);
    }
  if (strcmp (what, "call") == 0)
    {
      signal (SIGSYS, SIG_DFL); /* the runtime's, where it is not sealed; refused otherwise */
      raise (SIGSYS);
    }
  if (*what)
    *nowhere = 1;
  nests (0, 1);
  nests (SA_NODEFER, 2);
  waits ();
  resets ();
  for (volatile int n = 0; n < 3; n++) /* volatile: it is used after a jump */
    {
      handle (SIGSEGV, jumps, 0);
      if (sigsetjmp (back, 1) == 0)
        *nowhere = 1;
      expect (!is_blocked (SIGSEGV));
    }
  masks ();
}
