/* SPDX-License-Identifier: MIT */
/* mpi_status.c - statuses, in the layout of MPICH's interface. */
#include "mpi/point/mpi_match.h"

void
detmpi_set_status (MPI_Status *status, int source, int tag, size_t bytes)
{
  if (status == MPI_STATUS_IGNORE)
    return;
  status->MPI_SOURCE = source, status->MPI_TAG = tag;
  status->count_lo = (int) (uint32_t) bytes;
  status->count_hi_and_cancelled = (int) (bytes >> 32 << 1);
}

void
detmpi_empty_status (MPI_Status *status)
{
  detmpi_set_status (status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}

static size_t
bytes_of (const MPI_Status *status)
{
  return (size_t) (uint32_t) status->count_lo
         | (size_t) ((uint32_t) status->count_hi_and_cancelled >> 1) << 32;
}

int
MPI_Get_count (const MPI_Status *status, MPI_Datatype type, int *count)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (!t)
    return error;
  size_t bytes = bytes_of (status);
  *count = !bytes ? 0 : !t->size || bytes % t->size ? MPI_UNDEFINED : (int) (bytes / t->size);
  return MPI_SUCCESS;
}

int
MPI_Get_elements (const MPI_Status *status, MPI_Datatype type, int *count)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_type *t = detmpi_expect_type (type, MPI_COMM_WORLD, &error);
  if (!t)
    return error;
  size_t bytes = bytes_of (status), whole = t->size ? bytes / t->size : 0, elements = 0;
  for (size_t n = 0; n < t->count; n++)
    elements += whole * (t->segments[n].length / t->segments[n].unit);
  bytes -= whole * t->size;
  for (size_t n = 0; n < t->count && bytes; n++)
    {
      size_t length = t->segments[n].length < bytes ? t->segments[n].length : bytes;
      if (length % t->segments[n].unit)
        {
          *count = MPI_UNDEFINED;
          return MPI_SUCCESS;
        }
      elements += length / t->segments[n].unit;
      bytes -= length;
    }
  *count = bytes ? MPI_UNDEFINED : (int) elements;
  return MPI_SUCCESS;
}

int
MPI_Test_cancelled (const MPI_Status *status, int *flag)
{
  DETMPI_CALL ();
  *flag = status->count_hi_and_cancelled & 1;
  return MPI_SUCCESS;
}

MPI_Fint *MPI_F_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE;

/* Arguments of graph topologies, which DetMPI lacks.  The loader binds data at once, and calls when
 * they happen; so programs compiled for MPICH that name these arguments could not be loaded. */
static int unweighted[1], weights_empty[1];
int *const MPI_UNWEIGHTED = unweighted, *const MPI_WEIGHTS_EMPTY = weights_empty;

int
MPI_Status_f2c (const MPI_Fint *from, MPI_Status *to)
{
  DETMPI_CALL ();
  memcpy (to, from, sizeof *to);
  return MPI_SUCCESS;
}

int
MPI_Status_c2f (const MPI_Status *from, MPI_Fint *to)
{
  DETMPI_CALL ();
  memcpy (to, from, sizeof *from);
  return MPI_SUCCESS;
}
