/* SPDX-License-Identifier: MIT */
/* mpi_bcast.c - MPI_Barrier, MPI_Bcast; what collective calls share. */
#include "mpi/coll/mpi_coll.h"

struct detmpi_comm *
detmpi_expect_collective (MPI_Comm comm, int root, int *error)
{
  struct detmpi_comm *c = detmpi_expect_comm (comm, error);
  if (c && (root < 0 || root >= c->size))
    *error = detmpi_error (comm, MPI_ERR_ROOT, "the root is %d in a communicator of %d", root,
                           c->size);
  return *error ? NULL : c;
}

/* In round k each rank hears from the one 2^k before it, and so from all after the last round. */
void
detmpi_barrier (struct detmpi_comm *c)
{
  const struct detmpi_type *byte = detmpi_type_of (MPI_BYTE);
  for (int step = 1; step < c->size; step *= 2)
    {
      detmpi_send (NULL, 0, byte, (c->rank + step) % c->size, DETMPI_BARRIER, c);
      detmpi_recv (NULL, 0, byte, (c->rank - step + c->size) % c->size, DETMPI_BARRIER, c);
    }
}

/* A binomial tree. */
void
detmpi_bcast (void *buf, size_t count, const struct detmpi_type *t, int root,
              struct detmpi_comm *c)
{
  int place = (c->rank - root + c->size) % c->size, step = 1;
  for (; step < c->size && !(place & step); step *= 2)
    ;
  if (place)
    detmpi_recv (buf, count, t, (place - step + root) % c->size, DETMPI_BCAST, c);
  for (step /= 2; step > 0; step /= 2)
    if (place + step < c->size)
      detmpi_send (buf, count, t, (place + step + root) % c->size, DETMPI_BCAST, c);
}

int
MPI_Barrier (MPI_Comm comm)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (c)
    detmpi_barrier (c);
  return error;
}

int
MPI_Bcast (void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
  int error;
  DETMPI_CALL ();
  struct detmpi_comm *c = detmpi_expect_collective (comm, root, &error);
  struct detmpi_type *t = c ? detmpi_expect_committed (type, count, comm, &error) : NULL;
  if (t)
    detmpi_bcast (buf, (size_t) count, t, root, c);
  return error;
}
