/* SPDX-License-Identifier: MIT */
/* death.c - processes that die of a signal: their reports, and the stacks for signal handlers.
 *
 * A signal that kills is reported with the process that it hit.  Then it takes its course, so that
 * the exit status, the core file and the debugger show what one expects.  Reports use only write,
 * since the process may have died in malloc.
 *
 * These are the signals that a process causes itself.  Those that come from outside (SIGTERM,
 * SIGINT) hit the program and no process of it, and are not reported.
 */
#define _GNU_SOURCE
#include "task/task.h"

#include <dlfcn.h>
#include <features.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

static const struct { int number; const char *name; } deadly[] = {
  { SIGSEGV, "SIGSEGV, an access to memory that is not there" },
  { SIGBUS, "SIGBUS, an access to memory that is not available" },
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
print (const char *text)
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

/* Returns whether the access was close to the lowest address of the stack. */
static bool
stack_overflow (const struct erb_process *p, int number, const siginfo_t *info)
{
  const uintptr_t near = 128 << 10;
  uintptr_t at = (uintptr_t) info->si_addr, low = (uintptr_t) p->stack_end;
  return number == SIGSEGV && low && at < low + near && at > low - near;
}

/* Returns the primitive that accesses this address if a view is NULL, or NULL.  The fast path does
 * not test whether a view is NULL.  Each primitive first loads a field of its own, so the address
 * shows which one it was, if it was a view: another structure may have a field there. */
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
print_hex (uintptr_t x)
{
  char text[2 * sizeof x + 1], *at = text + sizeof text;
  *--at = 0;
  do
    *--at = "0123456789abcdef"[x % 16];
  while (x /= 16);
  print ("0x");
  print (at);
}

/* Returns the address of the instruction that a signal interrupted, or 0 if it is not known. */
static uintptr_t
instruction_of (const void *context)
{
  const mcontext_t *m = &((const ucontext_t *) context)->uc_mcontext;
#if defined __x86_64__
  return (uintptr_t) m->gregs[REG_RIP];
#elif defined __aarch64__
  return (uintptr_t) m->pc;
#else
  (void) m;
  return 0;
#endif
}

/* Returns the file that the dynamic linker has mapped at an address, and stores the offset of the
 * address in it; returns NULL if there is none, or if the system cannot tell without a lock. */
static const char *
file_that_is_linked (uintptr_t at, uintptr_t *offset)
{
#if __GLIBC_PREREQ (2, 35)
  struct dl_find_object found;
  if (_dl_find_object ((void *) at, &found) != 0)
    return NULL;
  const char *file = found.dlfo_link_map->l_name;
  *offset = at - found.dlfo_link_map->l_addr;
  return *file ? file : program_invocation_name;
#else
  (void) at;
  (void) offset;
  return NULL;
#endif
}

/* Returns the file that contains the instruction which a signal interrupted, and stores the offset
 * of the instruction in it; returns NULL if it is in no file. */
static const char *
file_of_instruction (const void *context, uintptr_t *offset)
{
  uintptr_t at = instruction_of (context);
  const char *file = NULL;
  if (at && !erb_ask_code_known (at, &file, offset))
    file = file_that_is_linked (at, offset);
  return file;
}

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

/* Prints how to find the line of the instruction that the signal interrupted, between two texts, on
 * systems that can tell its file without taking a lock. */
static void
print_line_hint (const char *before, const void *context, const char *behind)
{
  uintptr_t offset;
  const char *file = file_of_instruction (context, &offset);
  if (!file)
    return;
  print (before);
  print ("addr2line -ie ");
  print (file);
  print (" ");
  print_hex (offset);
  print (" names the line");
  print (behind);
}

static void
print_hint (const char *where, const void *context)
{
  print (where);
  print (": note: if it was a view, make it with new_read_view or new_write_view first");
  print_line_hint (" (", context, ")");
  print ("\n");
}

/* Whether an instruction of the process causes the signal. */
static bool
is_of_instruction (int number)
{
  return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL;
}

static void
report_death (const struct erb_process *p, int number, const siginfo_t *info, const void *context)
{
  const char *where = p->last_where ? p->last_where : "erbium";
  const char *use = use_of_null (number, info);
  print (where);
  print (": error: process '");
  print (p->name);
  print ("' died of ");
  print (stack_overflow (p, number, info)
         ? "stack overflow: give processes more with ERBIUM_STACK"
         : signal_name (number));
  if (use)
    {
      print (", as where ");
      print (use);
      print (" finds a view that is NULL");
    }
  if (p->last_where)
    {
      print ("; its last recorded primitive is ");
      print (erb_primitive_name (p->last));
      print (", here");
    }
  print ("\n");
  if (use)
    print_hint (where, context);
  else if (is_of_instruction (number))
    print_line_hint ("erbium: note: ", context, "\n");
}

/* Reports a thread that is not a process yet, if its first use of Erbium was wrong.  Nothing else
 * that it does concerns the runtime. */
static void
report_death_of_stranger (int number, const siginfo_t *info, const void *context)
{
  const char *use = use_of_null (number, info);
  if (!use)
    return;
  print ("erbium: error: a thread that is no process yet died of ");
  print (signal_name (number));
  print (", as where ");
  print (use);
  print (" finds a view that is NULL\n");
  print_hint ("erbium", context);
}

/* Returns whether the reader of the program's output has ended first (program | head): that is how
 * filters end. */
static bool
is_usual_end (int number)
{
  struct pollfd out = { .fd = STDOUT_FILENO };
  return number == SIGPIPE && poll (&out, 1, 0) == 1 && (out.revents & POLLERR);
}

/* Returns whether the access was in the buffer that the program has passed to a call.  The system
 * does not report the address if no memory can have it. */
static bool
is_in_user_buffer (const siginfo_t *info)
{
  intptr_t at = (intptr_t) erb_user_buffer.at, address = (intptr_t) info->si_addr;
  bool is_one = at >> 47 == 0 || at >> 47 == -1;
  return info->si_code == SI_KERNEL ? !is_one : (uintptr_t) (address - at) < erb_user_buffer.size;
}

/* Reports a call that was given an address where there is no memory. */
static void
check_user_buffer (int number, const siginfo_t *info, const void *context)
{
  const struct erb_user_buffer buffer = erb_user_buffer;
  if ((number != SIGSEGV && number != SIGBUS) || info->si_code <= 0 || !buffer.size
      || !is_in_user_buffer (info))
    return;
  erb_user_buffer.size = 0;
  erb_fault_in (ERBIUM_EXIT_MISUSE, buffer.call, buffer.where,
                "pass the address of memory of that size",
                "%s is %p, where %zu bytes should be: memory that cannot be %s", buffer.name,
                (const void *) buffer.at, buffer.size, erb_is_write (context) ? "written" : "read");
}

static void
on_deadly_signal (int number, siginfo_t *info, void *context)
{
  erb_ask_death_is_of_guest (number);
  check_user_buffer (number, info, context);
  const struct erb_process *p = erb_self_if_any ();
  bool report = !p || erb_faulting () || !erb_ask_death_claimed ();
  if (!p)
    report_death_of_stranger (number, info, context);
  else if (report && !is_usual_end (number))
    report_death (p, number, info, context);
  erb_event_death (p, number, signal_name (number), report);
  signal (number, SIG_DFL);
  raise (number);
}

/* Installs the handler for a signal, unless there is another handler already (a sanitizer's, the
 * program's). */
static void
handle_signal (int number)
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
    handle_signal (deadly[n].number);
}

/* The fast path may meet a view that is NULL before there is any program. */
__attribute__ ((constructor)) static void
watch_for_null (void)
{
  handle_signal (SIGSEGV);
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

extern void *__libc_stack_end __attribute__ ((weak)); /* of glibc: where main's stack begins */

/* Returns the lowest address of the stack of main if the caller is on it, or NULL.  The C library
 * would read the list of all mappings for that, which takes longer than the start of a thread. */
static void *
end_of_main_stack (void)
{
  uintptr_t here = (uintptr_t) __builtin_frame_address (0);
  uintptr_t top = &__libc_stack_end ? (uintptr_t) __libc_stack_end : 0;
  struct rlimit limit;
  bool limited = getrlimit (RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < top;
  return limited && here < top && here > top - limit.rlim_cur
         ? (void *) (top - limit.rlim_cur) : NULL;
}

/* The result is not known in a sealed program, where the C library must not look for it. */
void *
erb_stack_end (void)
{
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size;
  if (!erb_sealed && (low = end_of_main_stack ()))
    return low;
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
