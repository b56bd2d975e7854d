/* SPDX-License-Identifier: MIT */
/* fault.c - what went wrong, where, and how to mend it.
 *
 * A message has the form that compilers use, so that editors find the place:
 *
 *   file:line: error: primitive: what, in process 'name'
 *   file:line: note: how to mend it
 *
 * A fault ends the program at once, with a status that tells its kind: a stream
 * that has been used wrongly has no right output.  What stands in stdout's
 * buffer is written if nobody holds it.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <features.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

const char *
erb_primitive_name (enum erb_primitive p)
{
  static const char *const names[] = {
    [ERB_NO_PRIMITIVE] = "", [ERB_give] = "erbium_give",
#define PRIMITIVE(name, signature, side, wait, effect, prose) [ERB_##name] = #name,
#include "primitives.def"
  };
  return names[p];
}

/* ---- Descriptions ------------------------------------------------------ */

const char *
erb_say_record (const erbium_record *r, struct erb_text *t)
{
  if (r->name)
    snprintf (t->s, sizeof t->s, "record '%s' (%s)", r->name, r->where);
  else
    snprintf (t->s, sizeof t->s, "record %lld (%s)", (long long) r->id, r->where);
  return t->s;
}

const char *
erb_say_view (const struct erb_view *v, struct erb_text *t)
{
  struct erb_text record;
  char id[32] = "unregistered";
  if (v->place)
    snprintf (id, sizeof id, "id %d", v->place);
  if (v->record->id == v->record_id)
    erb_say_record (v->record, &record);
  else
    snprintf (record.s, sizeof record.s, "record %lld (%.200s)", (long long) v->record_id,
              v->record_where);
  snprintf (t->s, sizeof t->s, "%s view %lld (%s) of %.200s",
            v->side == ERB_READ ? "read" : "write", (long long) v->id, id, record.s);
  return t->s;
}

/* ---- Faults ------------------------------------------------------------ */

static void
print_fault (const struct erbium_fault *f)
{
  const char *where = f->where ? f->where : "erbium";
  fprintf (stderr, "%s: error: %s%s%s", where, f->primitive ? f->primitive : "",
           f->primitive ? ": " : "", f->message);
  if (f->process)
    fprintf (stderr, ", in process '%s'", f->process);
  fputc ('\n', stderr);
  if (f->mend)
    fprintf (stderr, "%s: note: %s\n", where, f->mend);
}

static erbium_atomic32 faulted; /* one fault is told, the first */
static __thread const struct erbium_fault *faulting; /* while this thread tells it */

/* Not inline: a fiber may be on another thread after a switch. */
__attribute__ ((noinline)) bool
erb_faulting (void)
{
  return faulting != NULL;
}

void
erb_wait_for_the_end (void)
{
  for (;;)
    pause ();
}

ERB_NORETURN static void
end_with (const struct erbium_fault *f)
{
  erbium_program *program = erb_program_here ();
  print_fault (f);
  if (program)
    erb_stats_in_haste (program);
  if (ftrylockfile (stdout) == 0)
    fflush (stdout);
  _exit (f->kind);
}

/* The function of erbium_on_fault has made a fault of its own: that of which it was
 * told gives the status. */
ERB_NORETURN static void
fault_of_fault (const struct erbium_fault *second)
{
  const struct erbium_fault *first = faulting;
  faulting = NULL;
  print_fault (second);
  fputs ("erbium: note: this came of the function given to erbium_on_fault, which was called for:\n",
         stderr);
  end_with (first);
}

void
erb_fault (enum erbium_exit kind, enum erb_primitive primitive, const char *where,
           const char *mend, const char *format, ...)
{
  struct erb_process *self = erb_self_if_any ();
  erbium_program *program = erb_program_here ();
  char *message;
  va_list arguments;
  if (!erbium_cas (&faulted, 0, 1) && !erb_faulting ())
    erb_wait_for_the_end ();
  va_start (arguments, format);
  if (vasprintf (&message, format, arguments) < 0)
    message = "no memory to say what";
  va_end (arguments);
  struct erbium_fault f = {
    kind, where, primitive ? erb_primitive_name (primitive) : NULL,
    self && kind != ERBIUM_EXIT_DEADLOCK ? self->name : NULL, message, mend
  };
  if (erb_faulting ())
    fault_of_fault (&f);
  faulting = &f;
  if (program && program->see_fault)
    program->see_fault (&f);
  end_with (&f);
}

void
erb_warn (const erbium_program *program, int level, const char *where, const char *format, ...)
{
  va_list arguments;
  if (program->set.verbose < level)
    return;
  flockfile (stderr);
  fprintf (stderr, "%s: %s: ", where ? where : "erbium", level > 1 ? "note" : "warning");
  va_start (arguments, format);
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fputc ('\n', stderr);
  funlockfile (stderr);
}

void
erbium_on_fault (void (*see) (const struct erbium_fault *))
{
  erb_self ()->program->see_fault = see;
}

/* ---- Processes that die ------------------------------------------------ */

/* A signal that kills is told with the process that it hit; then it takes its
 * course, so that the exit status, the core and the debugger are those that one
 * expects.  Only write is used: the process may have died in malloc.
 *
 * These are the signals that a process brings upon itself.  Those that come from
 * outside (SIGTERM, SIGINT) hit the program, no process of it: whoever sent one
 * knows, and nothing is told. */

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
 * loads a field of its own, so the address that is not there tells which it was;
 * or NULL. */
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

/* How to find the line of the instruction that died, where the system can tell
 * without taking a lock. */
static void
say_instruction (const void *context)
{
#if __GLIBC_PREREQ (2, 35) && (defined __x86_64__ || defined __aarch64__)
  const mcontext_t *m = &((const ucontext_t *) context)->uc_mcontext;
# ifdef __x86_64__
  uintptr_t at = (uintptr_t) m->gregs[REG_RIP];
# else
  uintptr_t at = (uintptr_t) m->pc;
# endif
  struct dl_find_object found;
  if (_dl_find_object ((void *) at, &found) != 0)
    return;
  const char *file = found.dlfo_link_map->l_name;
  say (" (addr2line -ie ");
  say (*file ? file : program_invocation_name);
  say (" ");
  say_hex (at - found.dlfo_link_map->l_addr);
  say (" names the line)");
#else
  (void) context;
#endif
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
      say (", where ");
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
  if (!use)
    return;
  say (where);
  say (": note: make the view with new_read_view or new_write_view first");
  say_instruction (context);
  say ("\n");
}

/* Whoever has read what the program prints has enough of it (program | head): that is
 * how filters end. */
static bool
is_usual_end (int number)
{
  struct pollfd out = { .fd = STDOUT_FILENO };
  return number == SIGPIPE && poll (&out, 1, 0) == 1 && (out.revents & POLLERR);
}

static void
on_deadly_signal (int number, siginfo_t *info, void *context)
{
  const struct erb_process *p = erb_self_if_any ();
  if (p && !is_usual_end (number))
    say_death (p, number, info, context);
  signal (number, SIG_DFL);
  raise (number);
}

/* Handlers that are there already (a sanitizer's, the program's) stay. */
void
erb_watch_signals (void)
{
  for (int n = 0; n < DEADLY; n++)
    {
      struct sigaction now, ours = { .sa_flags = SA_ONSTACK | SA_SIGINFO };
      ours.sa_sigaction = on_deadly_signal;
      sigemptyset (&ours.sa_mask);
      if (sigaction (deadly[n].number, NULL, &now) == 0 && now.sa_handler == SIG_DFL
          && !(now.sa_flags & SA_SIGINFO))
        sigaction (deadly[n].number, &ours, NULL);
    }
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

/* The lowest address of the calling thread's stack. */
void *
erb_stack_end (void)
{
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size;
  if (pthread_getattr_np (pthread_self (), &attributes) != 0)
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
