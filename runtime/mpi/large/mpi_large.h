/* SPDX-License-Identifier: MIT */
/* mpi_large.h - the calls of MPI 4 whose counts are MPI_Count: MPI_Send_c and the like.
 *
 *   large.awk     makes them from mpi.h: each narrows its counts, and calls the call without `_c'
 *   mpi_large.c   what they need; calls that differ by more than their counts
 *
 * A count that an int cannot hold is an error.
 */
#ifndef ERB_MPI_LARGE_H
#define ERB_MPI_LARGE_H

#include "mpi/base/mpi_base.h"

#define LARGE __attribute__ ((visibility ("default")))

/* Around each call.  Errors name the call, and the line from which it was called. */
extern void detmpi_large_begins (const char *name, const void *site);
extern void detmpi_large_ends (void);
/* Returns n, or notes that it is too large. */
extern int detmpi_narrow (MPI_Count n);
/* Returns an array of n ints to free, or NULL. */
extern int *detmpi_narrow_all (const MPI_Count *counts, int n);
/* Reports a count of this call that was too large; returns MPI_SUCCESS if there was none. */
extern int detmpi_large_error (void);

/* The number of ranks of comm; 0 if it is none, which the call itself then reports. */
extern int detmpi_size_of (MPI_Comm comm);
extern bool detmpi_is_root (int root, MPI_Comm comm);

#endif
