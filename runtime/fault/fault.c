/* SPDX-License-Identifier: MIT */
/* fault.c - errors that end the program: the message, and the order of the end.
 *
 * A message has the form that compilers use, so that editors find the place:
 *
 *   file:line: error: primitive: message, in process 'name'
 *   file:line: note: hint
 *
 * An error ends the program at once, with a status that depends on its kind: a stream that was used
 * wrongly has no correct output.  The buffer of stdout is written unless another thread holds
 * it.
 */
#define _GNU_SOURCE
#include "fault/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* ---- Faults ------------------------------------------------------------ */

/* Takes the lock of stderr, or gives up after a while: the thread that holds it may never release
 * it, and the reason for the end must be printed. */
static bool
take_stderr (void)
{
  const struct timespec moment = { .tv_nsec = 1000000 };
  enum { patience = 200 }; /* moments */
  for (int n = 0; n < patience; n++)
    {
      if (ftrylockfile (stderr) == 0)
        return true;
      nanosleep (&moment, NULL);
    }
  return false;
}

static void
put (const char *text, bool has_stderr)
{
  if (has_stderr)
    fputs (text, stderr);
  else if (write (fileno (stderr), text, strlen (text)) < 0)
    return; /* there is no way to report it */
}

erbium_atomic32 erb_faulted;
static __thread const struct erbium_fault *faulting; /* while this thread reports it */
static __thread bool second_fault; /* a second error has occurred during the report */
__thread struct erb_user_buffer erb_user_buffer __attribute__ ((tls_model ("initial-exec")));

/* These buffers do not come from malloc, since a signal handler reports accesses to pages.  The
 * first fault uses messages[0], a fault in the function of erbium_on_fault messages[1]. */
enum { LONGEST = 1 << 16 };
static char messages[2][LONGEST], text[2 * LONGEST];

/* Prints f, followed by `behind', in one write: other spaces may print at the same time. */
static void
print_fault (const struct erbium_fault *f, const char *behind, bool has_stderr)
{
  const char *where = f->where ? f->where : "erbium";
  int n = snprintf (text, sizeof text, "%s: error: %s%s%s%s%s%s\n", where,
                    f->primitive ? f->primitive : "", f->primitive ? ": " : "", f->message,
                    f->process ? ", in process '" : "", f->process ? f->process : "",
                    f->process ? "'" : "");
  if (f->hint && n >= 0 && (size_t) n < sizeof text)
    n += snprintf (text + n, sizeof text - (size_t) n, "%s: note: %s\n", where, f->hint);
  if (n >= 0 && (size_t) n < sizeof text)
    snprintf (text + n, sizeof text - (size_t) n, "%s", behind);
  put (n < 0 ? f->message : text, has_stderr);
}

/* Must not be inlined: a fiber may be on another thread after a switch, and must not reuse the
 * address of a thread-local variable. */
__attribute__ ((noinline)) bool
erb_faulting (void)
{
  return faulting != NULL;
}

void
erb_fault_of_handler (enum erb_primitive primitive, const char *where, const char *what)
{
  erb_fault (ERBIUM_EXIT_MISUSE, primitive, where, "print, clean up and return, or call exit",
             "the function of erbium_on_fault must not %s", what);
}

void
erb_wait_for_the_end (void)
{
  for (;;)
    pause ();
}

ERB_NORETURN static void
end_with (const struct erbium_fault *f, bool has_stderr)
{
  print_fault (f, "", has_stderr);
  erb_event_fault_printed (text, has_stderr);
  if (ftrylockfile (stdout) == 0)
    fflush (stdout);
  erb_event_fault_ends (f->kind);
  _exit (f->kind);
}

/* Reports a fault in the function of erbium_on_fault.  The status is that of the fault for which it
 * was called.  A third fault is not reported. */
ERB_NORETURN static void
fault_of_fault (const struct erbium_fault *second)
{
  const struct erbium_fault *first = faulting;
  bool has_stderr = take_stderr ();
  second_fault = true;
  print_fault (second,
               "erbium: note: this happened in the function given to erbium_on_fault, which was "
               "called for:\n",
               has_stderr);
  end_with (first, has_stderr);
}

ERB_NORETURN static void
fault (enum erbium_exit kind, const char *call, const char *process, const char *where,
       const char *hint, const char *format, va_list arguments)
{
  char *message = messages[erb_faulting ()];
  if (second_fault)
    _exit (faulting->kind);
  bool first = erbium_cas (&erb_faulted, 0, 1);
  if (!first && !erb_faulting ())
    erb_wait_for_the_end ();
  if (first)
    erb_event_fault_begins ();
  vsnprintf (message, LONGEST, format, arguments);
  struct erbium_fault f = { kind, where, call, process, message, hint };
  if (erb_faulting ())
    fault_of_fault (&f);
  faulting = &f;
  erb_event_fault_found (&f);
  end_with (&f, take_stderr ());
}

/* Returns the name of the calling process or of its space, or NULL if the caller is neither. */
static const char *
name_here (struct erb_text *t)
{
  const char *name;
  return erb_ask_caller_name (&name, t) ? name : NULL;
}

void
erb_fault (enum erbium_exit kind, enum erb_primitive primitive, const char *where,
           const char *hint, const char *format, ...)
{
  va_list arguments;
  struct erb_text space;
  va_start (arguments, format);
  fault (kind, primitive ? erb_primitive_name (primitive) : NULL,
         kind == ERBIUM_EXIT_DEADLOCK ? NULL : name_here (&space), where, hint, format, arguments);
}

void
erb_fault_in (enum erbium_exit kind, const char *call, const char *where, const char *hint,
              const char *format, ...)
{
  va_list arguments;
  struct erb_text space;
  va_start (arguments, format);
  fault (kind, call, name_here (&space), where, hint, format, arguments);
}

void
erb_fault_of_all (enum erbium_exit kind, const char *where, const char *hint, const char *format,
                  ...)
{
  va_list arguments;
  va_start (arguments, format);
  fault (kind, NULL, NULL, where, hint, format, arguments);
}

void
erb_warn (int verbose, int level, const char *where, const char *format, ...)
{
  static char line[LONGEST]; /* under the lock of stderr */
  va_list arguments;
  if (verbose < level)
    return;
  flockfile (stderr);
  int n = snprintf (line, LONGEST / 2, "%s: %s: ", where ? where : "erbium",
                    level > 1 ? "note" : "warning");
  size_t at = n < 0 ? 0 : n < LONGEST / 2 ? (size_t) n : LONGEST / 2 - 1;
  va_start (arguments, format);
  vsnprintf (line + at, sizeof line - 1 - at, format, arguments);
  va_end (arguments);
  strcat (line, "\n");
  fputs (line, stderr);
  funlockfile (stderr);
}
