/* SPDX-License-Identifier: MIT */
/* on_signal.c - SIGUSR1 prints statistics.
 *
 * With STATS, a thread prints those of all programs that have the setting.  It also receives the
 * signal: the caller, and all threads that it starts, block it, so that no sleep of a process is
 * interrupted.
 *
 * A program without STATS should have no such thread.  There the handler prints, in the thread that
 * the system has chosen.  It may have interrupted anything, so it takes no lock that the thread
 * could hold (statistics.c, ERB_IN_HANDLER), and prints to a stream of its own, which exists before
 * and whose buffer is a variable.
 *
 * A program that handles or ignores the signal itself does so as before.
 */
#define _GNU_SOURCE
#include "observe/rows.h"

#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

/* ---- With STATS: a thread ---------------------------------------------- */

static sem_t asked;

static void
ask (int number)
{
  (void) number;
  sem_post (&asked);
}

static void
let_signal_in (int how)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  pthread_sigmask (how, &set, NULL);
}

static void
name_program (const erbium_program *p, bool only, FILE *to)
{
  struct erb_text t;
  if (!only)
    fprintf (to, "%s:\n", erb_describe_program (p, &t));
}

static void
print_program (erbium_program *p, bool only)
{
  if (!p->set.stats)
    return;
  FILE *to = erb_figures_stream ();
  if (p->set.stats != ERB_JSON) /* which has the name */
    name_program (p, only, to);
  erb_stats_print (p, to, ERB_AT_EASE);
}

static void *
print_when_asked (void *unused)
{
  (void) unused;
  erb_kernel_name_thread ("erbium/stats");
  let_signal_in (SIG_UNBLOCK);
  for (;;)
    if (sem_wait (&asked) == 0)
      erb_programs_each (print_program);
  return NULL;
}

/* ---- Without STATS: the handler ---------------------------------------- */

static FILE *stream;            /* of the handler */
static erbium_atomic32 prints;  /* 1: a thread is in the handler */
static bool has_thread;

static ssize_t
write_to_stderr (void *unused, const char *bytes, size_t size)
{
  (void) unused;
  ssize_t n = write (STDERR_FILENO, bytes, size);
  return n < 0 ? 0 : n;
}

static bool
make_stream (void)
{
  static char buffer[1 << 14];
  stream = fopencookie (NULL, "w", (cookie_io_functions_t) { .write = write_to_stderr });
  return stream && setvbuf (stream, buffer, _IOFBF, sizeof buffer) == 0;
}

static void
print_here (erbium_program *p, bool only)
{
  name_program (p, only, stream);
  erb_stats_print (p, stream, ERB_IN_HANDLER);
}

/* A child of fork has no processes; there the signal does what it does by default. */
static void
be_default (void)
{
  signal (SIGUSR1, SIG_DFL);
  raise (SIGUSR1);
}

static void
print_in_handler (int number)
{
  int error = errno;
  (void) number;
  if (erb_forked ())
    be_default ();
  else if (erbium_cas (&prints, 0, 1))
    {
      if (!erb_programs_each_if_free (print_here))
        fputs ("erbium: no statistics: a program begins or ends\n", stream);
      fflush (stream);
      erbium_store_release (&prints, 0); /* the compare-and-swap */
    }
  errno = error;
}

/* ---- Beginning --------------------------------------------------------- */

/* Whether the program leaves the signal to the runtime. */
static bool
is_free (void)
{
  struct sigaction now;
  return sigaction (SIGUSR1, NULL, &now) == 0
         && (now.sa_handler == SIG_DFL || now.sa_handler == print_in_handler);
}

static void
handle_by (void (*handler) (int))
{
  struct sigaction ours = { .sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK };
  sigemptyset (&ours.sa_mask);
  sigaction (SIGUSR1, &ours, NULL);
}

static void
listen_in_thread (void)
{
  pthread_t thread;
  if (!is_free ())
    return;
  sem_init (&asked, 0, 0);
  if (pthread_create (&thread, NULL, print_when_asked, NULL) != 0)
    return;
  pthread_detach (thread);
  has_thread = true;
  handle_by (ask);
  let_signal_in (SIG_BLOCK);
}

/* In a sealed program, signals are those of others (seal/signals.c). */
static void
listen_in_handler (void)
{
  if (!erb_sealed && is_free () && make_stream ())
    handle_by (print_in_handler);
}

static void
settings_changed (const erbium_program *p)
{
  static pthread_once_t of_thread = PTHREAD_ONCE_INIT, of_handler = PTHREAD_ONCE_INIT;
  if (p->set.stats)
    pthread_once (&of_thread, listen_in_thread);
  else if (!has_thread)
    pthread_once (&of_handler, listen_in_handler);
}

const struct erb_observer erb_on_signal_observer = { .settings_changed = settings_changed };
