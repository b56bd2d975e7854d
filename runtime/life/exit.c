/* SPDX-License-Identifier: MIT */
/* exit.c - a process calls exit while main waits for it, in exit too.
 *
 * From release 2.41 on, the C library lets one thread at a time call exit, and any other waits for
 * ever.  If that one is main, it waits for the processes to end (lifetime.c), and the process that
 * calls exit never does.  So the program calls this function instead.  It hands its status to main,
 * whose wait then ends, and which calls exit again, as the thread that is in exit may.
 *
 *   process: status, asked (under the lock of main's program), wakes main
 *   main:    reads asked (under that lock), sleeps; asked, exit (status)
 *
 * A program that is linked statically has the exit of the C library.
 */
#define _GNU_SOURCE
#include "life/life.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <stdlib.h>

static erbium_atomic32 claimed; /* 1: a process has called exit; others that do so wait */
static int status_of_process;

/* Whether a second thread that calls exit waits. */
static bool
only_one_may_exit (void)
{
  return strverscmp (gnu_get_libc_version (), "2.41") >= 0;
}

static void
ask_main (erbium_program *p, bool only)
{
  (void) only;
  erb_os->lock (&p->lock);
  p->exit_asked = true;
  erb_wake_joiners (p, 0);
  erb_os->unlock (&p->lock);
}

/* Returns whether a process has asked main to end p, and which status it wants. */
bool
erb_exit_asked (erbium_program *p, int *status)
{
  erb_os->lock (&p->lock);
  bool asked = p->exit_asked;
  erb_os->unlock (&p->lock);
  *status = asked ? status_of_process : 0;
  return asked;
}

ERBIUM_API void exit (int status) __attribute__ ((noreturn, weak));

void
exit (int status)
{
  static void (*real_exit) (int) __attribute__ ((noreturn));
  struct erb_process *self = erb_self_if_any ();
  if (self && self->entry.start && !erb_forked () && erb_life_is_here () && only_one_may_exit ()
      && erbium_cas (&claimed, 0, 1))
    {
      status_of_process = status; /* published by the lock */
      erb_programs_each (ask_main);
    }
  *(void **) &real_exit = dlsym (RTLD_NEXT, "exit");
  if (real_exit)
    real_exit (status);
  _Exit (status);
}
