/* SPDX-License-Identifier: MIT */
/* mpi_start.h - from the beginning of a program to ranks, and their end.
 *
 *   mpi_start.c    the function that the C library calls to run main
 *   mpi_script.c   shells that run a program of MPI
 *   mpi_watch.c    the process that watches the ranks: ends, deaths, deadlocks
 *   mpi_output.c   output of the ranks, in the order of ranks
 */
#ifndef ERB_MPI_START_H
#define ERB_MPI_START_H

#include "mpi/home/mpi_home.h"

/* Whether this program becomes the job, and not one that it runs, or that a shell has started. */
extern bool detmpi_is_job (char **argv);
/* The program has become the job: those that it starts are not in the script any more. */
extern void detmpi_leave_script (void);

/* The watcher: returns the exit status of the job when all ranks have ended, or one has failed. */
extern int detmpi_watch (const struct detmpi_home *home);

/* Output.  make is called before the rank starts: it returns the file of its stdout, or 0 for
 * that of the job.  pass is called by the watcher, once the rank has ended. */
extern int detmpi_output_make (int rank);
/* Returns whether all of it was written; otherwise says that it was not. */
extern bool detmpi_output_pass (int rank);

#endif
