/* SPDX-License-Identifier: MIT */
/* mpi_home.h - the home of the ranks of a job: what a rank is for the system (DETMPI_HOME).
 *
 *   mpi_home.c            the choice, and what a rank does at its beginning and its end
 *   mpi_home_space.c      a rank is a space, a process of its own
 *   mpi_home_partition.c  a rank is a partition: a thread with a copy of the program and of its
 *                         libraries, DetMPI's among them, in the process that watches the job
 *
 * In one address space a long message is copied by the processor from buffer to buffer, without the
 * kernel (wire/mpi_offer.c).
 */
#ifndef ERB_MPI_HOME_H
#define ERB_MPI_HOME_H

#include "mpi/base/mpi_base.h"

typedef int detmpi_main (int argc, char **argv, char **environment);

/* The program of a job. */
struct detmpi_program { detmpi_main *run; int argc; char **argv, **environment; };

/* Results of detmpi_home's wait that are not ranks. */
enum { DETMPI_LATE = -1, DETMPI_NEWS = -2 };

/* The functions of a home.  Called by the process that watches the job. */
struct detmpi_home
{
  /* Before the first rank starts: what concerns all of them. */
  void (*open) (const struct detmpi_program *program);
  /* Starts a rank; its stdout is that file, or that of the job if it is 0. */
  void (*start) (int rank, int output);
  /* Sleeps until detmpi_job->news is not `news', or one of these ranks has no thread of its own any
   * more, at most ns.  Returns such a rank, DETMPI_NEWS, or DETMPI_LATE. */
  int (*wait) (const int *ranks, int count, int32_t news, int64_t ns);
  /* Waits for the end of a rank, and returns its status as waitpid reports it. */
  int (*collect) (int rank);
  /* Ends a rank, unless it has ended, and collects it. */
  void (*end) (int rank);
};

extern const struct detmpi_home detmpi_home_space, detmpi_home_partition;

/* Returns the home that DETMPI_HOME names; reports an error of the variable otherwise. */
extern const struct detmpi_home *detmpi_find_home (void);

/* Makes the caller, in its home, that rank; `exit' tells the watcher of its end. */
extern void detmpi_rank_begins (int rank);
/* Says that output of a rank could not be written, because of errno. */
extern void detmpi_output_lost (int rank);

#endif
