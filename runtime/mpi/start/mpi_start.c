/* SPDX-License-Identifier: MIT */
/* mpi_start.c - the function that the C library calls to run main, and the start of the ranks.
 *
 * An MPI program begins in all ranks at its first line, and so do these, though the program is
 * loaded once: this library provides __libc_start_main, which the loader finds here before that of
 * the C library.  With DETMPI_RANKS=N, the function that it runs as main starts N ranks in their
 * home (home/), and main runs in each of them.
 *
 * Without DETMPI_RANKS the program is a job of one rank, without another process.  Ranks do not
 * pass the variable on to programs that they start, but say in DETMPI_RANK which rank they are: if
 * such a program calls MPI_Init, a program that runs it was given in its place.
 */
#define _GNU_SOURCE
#include "mpi/start/mpi_start.h"
#include "mpi/wire/mpi_wire.h"

#include <dlfcn.h>
#include <unistd.h>

static detmpi_main *program;

/* Starts the ranks and waits for their end.  Returns the exit status of the job. */
static int
run_job (int ranks, int argc, char **argv, char **environment)
{
  const struct detmpi_home *home = detmpi_find_home ();
  home->open (&(struct detmpi_program){ program, argc, argv, environment });
  for (int r = 0; r < ranks; r++)
    home->start (r, detmpi_output_make (r));
  return detmpi_watch (home);
}

/* ---- The beginning --------------------------------------------------------- */

/* Reads a number from 1 to most; reports an error of the variable otherwise. */
static int
number_of (const char *name, const char *text, int most)
{
  char *end;
  long n = strtol (text, &end, 10);
  if (!*text || *end || n < 1 || n > most)
    erb_fault_in (ERBIUM_EXIT_SETTING, NULL, NULL, NULL, "'%s' is '%s', expected 1 to %d", name,
                  text, most);
  return (int) n;
}

static int
run_program (int argc, char **argv, char **environment)
{
  const char *ranks = getenv ("DETMPI_RANKS"), *replay = getenv ("DETMPI_REPLAY");
  int n = ranks ? number_of ("DETMPI_RANKS", ranks, DETMPI_MOST_RANKS) : 1;
  bool alone = !ranks || replay;
  if ((ranks || replay) && !detmpi_is_job (argv))
    return program (argc, argv, environ);
  detmpi_started_by = ranks ? NULL : getenv ("DETMPI_RANK");
  detmpi_make_job (n);
  detmpi_make_wires ();
  unsetenv ("DETMPI_RANKS");
  detmpi_leave_script ();
  if (!alone)
    {
      int status = run_job (n, argc, argv, environment);
      fflush (NULL);
      _exit (status); /* the end of main would wait for ranks that were killed */
    }
  detmpi_become (detmpi_replayed_rank ());
  return program (argc, argv, environment);
}

typedef int start_function (detmpi_main *, int, char **, void (*) (void), void (*) (void),
                            void (*) (void), void *);

/* What the first instructions of each program call. */
__attribute__ ((visibility ("default"))) int
__libc_start_main (detmpi_main *run, int argc, char **argv, void (*init) (void),
                   void (*fini) (void), void (*rtld_fini) (void), void *stack_end)
{
  start_function *start = (start_function *) dlsym (RTLD_NEXT, "__libc_start_main");
  program = run;
  return start (run_program, argc, argv, init, fini, rtld_fini, stack_end);
}
