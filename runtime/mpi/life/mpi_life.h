/* SPDX-License-Identifier: MIT */
/* mpi_life.h - MPI_Init to MPI_Finalize, and what a program may ask at any time.
 *
 *   mpi_life.c          beginning and end
 *   mpi_environment.c   clocks, names, versions, memory
 */
#ifndef ERB_MPI_LIFE_H
#define ERB_MPI_LIFE_H

#include "mpi/coll/mpi_coll.h"

/* The level of threads that MPI_Init_thread has provided. */
extern int detmpi_thread_level;

#endif
