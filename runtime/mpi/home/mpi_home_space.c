/* SPDX-License-Identifier: MIT */
/* mpi_home_space.c - ranks as spaces: each is a process, forked before main.  So ranks have equal
 * addresses, and what constructors have done. */
#define _GNU_SOURCE
#include "mpi/home/mpi_home.h"

#include <signal.h>
#include <unistd.h>

static struct detmpi_program program;
static int child[DETMPI_MOST_RANKS]; /* the id of the space of a rank */
static int file[DETMPI_MOST_RANKS];  /* for its output, or 0 */

static void *
run_rank (void *number)
{
  int rank = *(int *) number;
  char text[16];
  snprintf (text, sizeof text, "%d", rank);
  setenv ("DETMPI_RANK", text, 1);
  if (file[rank])
    {
      fflush (stdout);
      dup2 (file[rank], STDOUT_FILENO);
    }
  if (rank > 0 && freopen ("/dev/null", "r", stdin) == NULL)
    fclose (stdin);
  detmpi_rank_begins (rank);
  erb_space_is_program ();
  exit (program.run (program.argc, program.argv, program.environment));
}

static void
space_open (const struct detmpi_program *of_job)
{
  program = *of_job;
  erb_space_of_processes ("detmpiexec", NULL);
}

static void
space_start (int rank, int output)
{
  child[rank] = (erbium_space_alloc) (rank, "detmpiexec");
  file[rank] = output;
  (erbium_space_start) (child[rank], run_rank, &rank, "detmpiexec");
}

static int
space_wait (const int *ranks, int count, int32_t news, int64_t ns)
{
  erb_space peer[DETMPI_MOST_RANKS];
  for (int n = 0; n < count; n++)
    peer[n] = erb_space_find_child (child[ranks[n]], "detmpiexec", NULL)->space;
  struct erb_space_wait w = { &detmpi_job->news, news, peer, count, ns, NULL };
  int how = erb_space_wait (&w);
  return how >= 0 ? ranks[how] : how == ERB_SPACE_LATE ? DETMPI_LATE : DETMPI_NEWS;
}

static int
space_collect (int rank)
{
  int status = 0;
  (erbium_space_watch) (child[rank], false, &status, "detmpiexec");
  return status;
}

static void
space_end (int rank)
{
  int status;
  pid_t pid = erbium_load_relaxed (&detmpi_job->rank[rank].pid);
  if (!pid)
    return;
  if (!erbium_load_acquire (&detmpi_job->rank[rank].ended))
    kill (pid, SIGKILL);
  erb_kernel_wait (pid, &status);
}

const struct detmpi_home detmpi_home_space
  = { space_open, space_start, space_wait, space_collect, space_end };
