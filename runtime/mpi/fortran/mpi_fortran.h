/* SPDX-License-Identifier: MIT */
/* mpi_fortran.h - MPI for Fortran, on top of the calls for C.
 *
 *   generate.sh       makes from mpi.h: the wrappers, the header of Fortran, and names of symbols
 *   mpi_fortran.c     what the wrappers need; calls with strings, callbacks, or old types
 *
 * A Fortran call passes addresses, and an error code as its last argument.  Handles and statuses
 * are the same in both languages (mpi.h), and gfortran's logicals are ints.  So most wrappers only
 * fetch what C passes by value, and are made by a script.
 */
#ifndef ERB_MPI_FORTRAN_H
#define ERB_MPI_FORTRAN_H

#include "mpi/base/mpi_base.h"

#define DETMPI_FORTRAN __attribute__ ((visibility ("default"))) void

/* The common blocks of the header of Fortran, whose addresses have meanings. */
extern int mpipriv1_[], mpipriv2_[];

/* MPI_BOTTOM and MPI_IN_PLACE are variables in Fortran. */
ERBIUM_INLINE void *
detmpi_from_fortran (void *buf)
{
  enum { BOTTOM, IN_PLACE };
  return buf == &mpipriv1_[BOTTOM] ? MPI_BOTTOM : buf == &mpipriv1_[IN_PLACE] ? MPI_IN_PLACE : buf;
}

ERBIUM_INLINE MPI_Status *
detmpi_status_from_fortran (void *status)
{
  enum { STATUS = 2 };
  return status == &mpipriv1_[STATUS] || status == mpipriv2_ ? MPI_STATUS_IGNORE : status;
}

/* Around each call: errors name the line of the Fortran program. */
ERBIUM_INLINE void
detmpi_fortran_begins (const void *site)
{
  erbium_store_relaxed (&detmpi_me ()->call.outer, (int64_t) (intptr_t) site);
}

ERBIUM_INLINE void
detmpi_fortran_ends (void)
{
  erbium_store_relaxed (&detmpi_me ()->call.outer, 0);
}

#endif
