/* SPDX-License-Identifier: MIT */
/* mpi_environment.c - clocks, names, versions, memory. */
#define _GNU_SOURCE
#include "mpi/life/mpi_life.h"

#include <time.h>
#include <unistd.h>

/* In a sealed program the clock is logical: it advances with what the program does. */
double
MPI_Wtime (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

double
MPI_Wtick (void)
{
  return 1e-9;
}

int
MPI_Get_processor_name (char *name, int *length)
{
  DETMPI_CALL ();
  if (gethostname (name, MPI_MAX_PROCESSOR_NAME) != 0)
    strcpy (name, "localhost");
  name[MPI_MAX_PROCESSOR_NAME - 1] = '\0';
  *length = (int) strlen (name);
  return MPI_SUCCESS;
}

int
MPI_Get_version (int *version, int *subversion)
{
  DETMPI_CALL_ANY_TIME ();
  *version = MPI_VERSION, *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

int
MPI_Get_library_version (char *version, int *length)
{
  DETMPI_CALL_ANY_TIME ();
  *length = snprintf (version, MPI_MAX_LIBRARY_VERSION_STRING,
                      "DetMPI of Erbium " DETMPI_VERSION ", deterministic, with MPICH's ABI");
  return MPI_SUCCESS;
}

int
MPI_Query_thread (int *provided)
{
  DETMPI_CALL ();
  *provided = detmpi_thread_level;
  return MPI_SUCCESS;
}

int
MPI_Is_thread_main (int *flag)
{
  DETMPI_CALL ();
  *flag = gettid () == getpid ();
  return MPI_SUCCESS;
}

int
MPI_Pcontrol (const int level, ...)
{
  DETMPI_CALL ();
  (void) level;
  return MPI_SUCCESS;
}

int
MPI_Get_address (const void *at, MPI_Aint *address)
{
  DETMPI_CALL ();
  *address = (MPI_Aint) at;
  return MPI_SUCCESS;
}

int
MPI_Address (void *at, MPI_Aint *address)
{
  DETMPI_CALL ();
  *address = (MPI_Aint) at;
  return MPI_SUCCESS;
}

MPI_Aint
MPI_Aint_add (MPI_Aint base, MPI_Aint difference)
{
  return base + difference;
}

MPI_Aint
MPI_Aint_diff (MPI_Aint to, MPI_Aint from)
{
  return to - from;
}

int
MPI_Alloc_mem (MPI_Aint size, MPI_Info info, void *base)
{
  DETMPI_CALL ();
  (void) info;
  *(void **) base = detmpi_alloc ((size_t) size);
  return MPI_SUCCESS;
}

int
MPI_Free_mem (void *base)
{
  DETMPI_CALL ();
  free (base);
  return MPI_SUCCESS;
}
