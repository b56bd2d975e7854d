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

#include "mpi/base/mpi_base.h"

typedef int detmpi_main (int argc, char **argv, char **environment);

/* Whether this program becomes the job, and not one that it runs, or that a shell has started. */
extern bool detmpi_is_job (char **argv);
/* The program has become the job: those that it starts are not in the script any more. */
extern void detmpi_leave_script (void);

/* Starts the ranks and waits for their end.  Returns the exit status of the job. */
extern int detmpi_run_job (int ranks, detmpi_main *run, int argc, char **argv, char **environment);
/* The watcher: returns the exit status of the job when all ranks have ended, or one has failed.
 * child[r] is the id of the space of rank r. */
extern int detmpi_watch (const int *child);

/* Output.  make is called before the ranks start; begin in rank r; pass, once rank r has ended, in
 * the watcher. */
extern void detmpi_output_make (int rank);
extern void detmpi_output_begin (int rank);
/* Returns whether all of it was written; otherwise says that it was not. */
extern bool detmpi_output_pass (int rank);
/* Says that output of a rank could not be written, because of errno. */
extern void detmpi_output_lost (int rank);

#endif
