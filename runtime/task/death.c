/* SPDX-License-Identifier: MIT */
/* death.c - processes that die of a signal: what is told of them, and the stacks on
 * which it is told.
 *
 * A signal that kills is told with the process that it hit; then it takes its
 * course, so that the exit status, the core and the debugger are those that one
 * expects.  Only write is used: the process may have died in malloc.
 *
 * These are the signals that a process brings upon itself.  Those that come from
 * outside (SIGTERM, SIGINT) hit the program, no process of it: whoever sent one
 * knows, and nothing is told.
 */
#define _GNU_SOURCE
#include "task/task.h"
#include "seal/seal.h"

#include <dlfcn.h>
#include <features.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

static const struct { int number; const char *name; } deadly[] = {
  { SIGSEGV, "SIGSEGV, an access to memory that is not there" },
  { SIGBUS, "SIGBUS, an access to memory that cannot be had" },
  { SIGFPE, "SIGFPE, an arithmetic error" },
  { SIGILL, "SIGILL, an illegal instruction" },
  { SIGABRT, "SIGABRT, a call of abort" },
  { SIGTRAP, "SIGTRAP, a trap" },
  { SIGSYS,  "SIGSYS, a system call that is not allowed" },
  { SIGXFSZ, "SIGXFSZ, a write beyond the largest size of a file (ulimit -f)" },
  { SIGPIPE, "SIGPIPE, a write where nobody reads any more" },
};

enum { DEADLY = sizeof deadly / sizeof deadly[0] };

static void
say (const char *text)
{
  ssize_t n = write (STDERR_FILENO, text, strlen (text));
  (void) n;
}

static const char *
signal_name (int number)
{
  for (int n = 0; n < DEADLY; n++)
    if (deadly[n].number == number)
      return deadly[n].name;
  return "a signal";
}

/* A store just below the lowest address of the stack. */
static bool
stack_overflow (const struct erb_process *p, int number, const siginfo_t *info)
{
  const uintptr_t near = 128 << 10;
  uintptr_t at = (uintptr_t) info->si_addr, low = (uintptr_t) p->stack_end;
  return number == SIGSEGV && low && at < low + near && at > low - near;
}

/* The near path does not look whether a view is NULL.  Each of its parts first
 * loads a field of its own, so the address that is not there tells which it was, if it
 * was a view: another structure may have a field there.  NULL: it was none. */
static const char *
use_of_null (int number, const siginfo_t *info)
{
  static const struct { size_t field; const char *use; } uses[] = {
    { offsetof (struct erbium_view, commit_slot), "commit or stall" },
    { offsetof (struct erbium_view, update_limit), "update" },
    { offsetof (struct erbium_view, release_slot), "release" },
    { offsetof (struct erbium_view, stall_limit), "stall" },
    { offsetof (struct erbium_view, watch), "an access to an element" },
    { offsetof (struct erbium_view, origin), "an access to an element" },
    { offsetof (struct erbium_view, bound), "an access to an element" },
  };
  for (size_t n = 0; n < sizeof uses / sizeof uses[0]; n++)
    if (number == SIGSEGV && (uintptr_t) info->si_addr == uses[n].field)
      return uses[n].use;
  return NULL;
}

static void
say_hex (uintptr_t x)
{
  char text[2 * sizeof x + 1], *at = text + sizeof text;
  *--at = 0;
  do
    *--at = "0123456789abcdef"[x % 16];
  while (x /= 16);
  say ("0x");
  say (at);
}

#if __GLIBC_PREREQ (2, 35) && (defined __x86_64__ || defined __aarch64__)
/* The instruction that a signal interrupted, as an offset in its file; NULL: it is in none. */
static const char *
file_of_instruction (const void *context, uintptr_t *offset)
{
  const mcontext_t *m = &((const ucontext_t *) context)->uc_mcontext;
# ifdef __x86_64__
  uintptr_t at = (uintptr_t) m->gregs[REG_RIP];
# else
  uintptr_t at = (uintptr_t) m->pc;
# endif
  struct dl_find_object found;
  if (_dl_find_object ((void *) at, &found) != 0)
    return NULL;
  const char *file = found.dlfo_link_map->l_name;
  *offset = at - found.dlfo_link_map->l_addr;
  return *file ? file : program_invocation_name;
}
#else
static const char *
file_of_instruction (const void *context, uintptr_t *offset)
{
  (void) context;
  (void) offset;
  return NULL;
}
#endif

const char *
erb_describe_instruction (const void *context, struct erb_text *t)
{
  uintptr_t offset;
  const char *file = file_of_instruction (context, &offset);
  t->s[0] = 0;
  if (file)
    snprintf (t->s, sizeof t->s, "addr2line -ie %s 0x%zx names the line", file, (size_t) offset);
  return t->s;
}

/* How to find the line of the instruction that died, where the system can tell
 * without taking a lock. */
static void
say_instruction (const void *context)
{
  uintptr_t offset;
  const char *file = file_of_instruction (context, &offset);
  if (!file)
    return;
  say (" (addr2line -ie ");
  say (file);
  say (" ");
  say_hex (offset);
  say (" names the line)");
}

static void
say_mend (const char *where, const void *context)
{
  say (where);
  say (": note: if it was a view, make it with new_read_view or new_write_view first");
  say_instruction (context);
  say ("\n");
}

static void
say_death (const struct erb_process *p, int number, const siginfo_t *info, const void *context)
{
  const char *where = p->last_where ? p->last_where : "erbium";
  const char *use = use_of_null (number, info);
  say (where);
  say (": error: process '");
  say (p->name);
  say ("' died of ");
  say (stack_overflow (p, number, info)
         ? "stack overflow: give processes more with ERBIUM_STACK"
         : signal_name (number));
  if (use)
    {
      say (", as where ");
      say (use);
      say (" finds a view that is NULL");
    }
  if (p->last_where)
    {
      say ("; it was last seen in ");
      say (erb_primitive_name (p->last));
      say (", here");
    }
  say ("\n");
  if (use)
    say_mend (where, context);
}

/* The first thing that a thread does with Erbium may be wrong already.  What else it does
 * is none of ours. */
static void
say_death_of_stranger (int number, const siginfo_t *info, const void *context)
{
  const char *use = use_of_null (number, info);
  if (!use)
    return;
  say ("erbium: error: a thread that is no process yet died of ");
  say (signal_name (number));
  say (", as where ");
  say (use);
  say (" finds a view that is NULL\n");
  say_mend ("erbium", context);
}

/* Whoever has read what the program prints has enough of it (program | head): that is
 * how filters end. */
static bool
is_usual_end (int number)
{
  struct pollfd out = { .fd = STDOUT_FILENO };
  return number == SIGPIPE && poll (&out, 1, 0) == 1 && (out.revents & POLLERR);
}

/* Of an address that no memory can have the system does not say which it was. */
static bool
is_in_lent (const siginfo_t *info)
{
  intptr_t at = (intptr_t) erb_user_buffer.at, address = (intptr_t) info->si_addr;
  bool is_one = at >> 47 == 0 || at >> 47 == -1;
  return info->si_code == SI_KERNEL ? !is_one : (uintptr_t) (address - at) < erb_user_buffer.size;
}

/* A call was given an address that is none of memory. */
static void
look_at_lent (int number, const siginfo_t *info, const void *context)
{
  const struct erb_user_buffer lent = erb_user_buffer;
  if ((number != SIGSEGV && number != SIGBUS) || info->si_code <= 0 || !lent.size || !is_in_lent (info))
    return;
  erb_user_buffer.size = 0;
  erb_fault_in (ERBIUM_EXIT_MISUSE, lent.call, lent.where, "pass the address of memory of that size",
                "%s is %p, where %zu bytes should be: memory that cannot be %s", lent.name, (const void *) lent.at,
                lent.size, erb_is_write (context) ? "written" : "read");
}

static void
on_deadly_signal (int number, siginfo_t *info, void *context)
{
  look_at_lent (number, info, context);
  const struct erb_process *p = erb_self_if_any ();
  bool tell = !p || erb_faulting () || !erb_ask_death_claimed ();
  if (!p)
    say_death_of_stranger (number, info, context);
  else if (tell && !is_usual_end (number))
    say_death (p, number, info, context);
  erb_event_death (p, number, signal_name (number), tell);
  signal (number, SIG_DFL);
  raise (number);
}

/* Handlers that are there already (a sanitizer's, the program's) stay. */
static void
watch_signal (int number)
{
  struct sigaction now, ours = { .sa_flags = SA_ONSTACK | SA_SIGINFO };
  ours.sa_sigaction = on_deadly_signal;
  sigemptyset (&ours.sa_mask);
  if (sigaction (number, NULL, &now) == 0 && now.sa_handler == SIG_DFL
      && !(now.sa_flags & SA_SIGINFO))
    sigaction (number, &ours, NULL);
}

void
erb_watch_signals (void)
{
  for (int n = 0; n < DEADLY; n++)
    watch_signal (deadly[n].number);
}

/* The near path may meet a view that is NULL before there is any program. */
__attribute__ ((constructor)) static void
watch_for_null (void)
{
  watch_signal (SIGSEGV);
}

/* A stack for the handler, since the process's own may be what overflowed. */
enum { SIGNAL_STACK = 32 << 10 };

void *
erb_signal_stack (void)
{
  stack_t now, ours = { .ss_size = SIGNAL_STACK };
  if (sigaltstack (NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE))
    return NULL;
  ours.ss_sp = malloc (SIGNAL_STACK);
  if (ours.ss_sp)
    sigaltstack (&ours, NULL);
  return ours.ss_sp;
}

/* The lowest address of the calling thread's stack; NULL: not known, as in a sealed program, where
 * the C library may not look for it. */
void *
erb_stack_end (void)
{
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size;
  if (erb_sealed || pthread_getattr_np (pthread_self (), &attributes) != 0)
    return NULL;
  pthread_attr_getstack (&attributes, &low, &size);
  pthread_attr_destroy (&attributes);
  return low;
}

void
erb_signal_stack_free (void *stack)
{
  stack_t none = { .ss_flags = SS_DISABLE };
  if (!stack)
    return;
  sigaltstack (&none, NULL);
  free (stack);
}
