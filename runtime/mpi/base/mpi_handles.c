/* SPDX-License-Identifier: MIT */
/* mpi_handles.c - handles as integers of Fortran, and back, as functions.
 *
 * Programs call them that were compiled with the header of MPICH 4.2.  In mpi.h, and in earlier
 * releases of MPICH, they are macros.
 */
#include "mpi/base/mpi_base.h"

/* Handles are the same integers in both languages. */
#define HANDLE(name, type)                                                                        \
  MPI_Fint (MPI_##name##_c2f) (type handle) { return (MPI_Fint) handle; }                         \
  type (MPI_##name##_f2c) (MPI_Fint handle) { return (type) handle; }

HANDLE (Comm, MPI_Comm)
HANDLE (Type, MPI_Datatype)
HANDLE (Group, MPI_Group)
HANDLE (Op, MPI_Op)
HANDLE (Request, MPI_Request)
HANDLE (Message, MPI_Message)
HANDLE (Info, MPI_Info)
HANDLE (Errhandler, MPI_Errhandler)
