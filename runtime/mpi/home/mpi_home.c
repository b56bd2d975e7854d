/* SPDX-License-Identifier: MIT */
/* mpi_home.c - the choice of a home, and the beginning and the end of a rank in it. */
#define _GNU_SOURCE
#include "mpi/home/mpi_home.h"

const struct detmpi_home *
detmpi_find_home (void)
{
  const char *home = getenv ("DETMPI_HOME");
  if (!home || !*home || strcmp (home, "space") == 0)
    return &detmpi_home_space;
  if (strcmp (home, "partition") != 0)
    erb_fault_in (ERBIUM_EXIT_SETTING, NULL, NULL,
                  "set it to 'space' (the default) or 'partition'", "'DETMPI_HOME' is '%s'", home);
  return &detmpi_home_partition;
}

void
detmpi_output_lost (int rank)
{
  fprintf (stderr, "erbium: error: cannot write the output of rank %d: %s\n", rank,
           strerror (errno));
}

/* Runs before what the runtime does at the end of a rank, and after the functions that the program
 * has registered in this rank.  Those of before main, and of libraries, come last: that of Fortran
 * writes its buffers. */
static void
rank_exits (int status, void *unused)
{
  (void) unused;
  if (erb_kernel_getpid () != erbium_load_relaxed (&detmpi_me ()->pid))
    return; /* a child that the rank has forked */
  if (fflush (stdout) && errno != EBADF) /* EBADF: the program has closed the file */
    {
      detmpi_output_lost (detmpi_self);
      status = status ? status : ERBIUM_EXIT_RESOURCE;
    }
  fflush (NULL);
  erbium_store_relaxed (&detmpi_me ()->status, status);
  erbium_store_release (&detmpi_me ()->ended, 1); /* acquired by the watcher */
  erbium_store_relaxed (&detmpi_job->news, detmpi_self + 1);
  erb_space_wake (&detmpi_job->news);
}

void
detmpi_rank_begins (int rank)
{
  detmpi_become (rank);
  on_exit (rank_exits, NULL);
}
