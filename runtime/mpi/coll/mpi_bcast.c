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

static void
barrier_by_multicast (struct detmpi_comm *c, const struct detmpi_type *byte)
{
  struct detmpi_multicast m = detmpi_multicast (NULL, 0, byte, DETMPI_SHARE, c);
  for (int k = 1; k < c->size; k++)
    detmpi_recv_multicast (NULL, 0, byte, (c->rank + k) % c->size, DETMPI_SHARE, c);
  detmpi_end_multicast (&m);
}

/* Few ranks hear from each other by multicast.  With many, in round k each rank hears from the one
 * 2^k before it, and so from all after the last round. */
void
detmpi_barrier (struct detmpi_comm *c)
{
  enum { FEW_RANKS = 8 };
  const struct detmpi_type *byte = detmpi_type_of (MPI_BYTE);
  if (c->size <= FEW_RANKS && detmpi_may_multicast (c))
    {
      barrier_by_multicast (c, byte);
      return;
    }
  for (int step = 1; step < c->size; step *= 2)
    {
      detmpi_send (NULL, 0, byte, (c->rank + step) % c->size, DETMPI_BARRIER, c);
      detmpi_recv (NULL, 0, byte, (c->rank - step + c->size) % c->size, DETMPI_BARRIER, c);
    }
}

static void
multicast (void *buf, size_t count, const struct detmpi_type *t, int root, struct detmpi_comm *c)
{
  if (c->rank != root)
    {
      detmpi_recv_multicast (buf, count, t, root, DETMPI_BCAST, c);
      return;
    }
  struct detmpi_multicast m = detmpi_multicast (buf, count, t, DETMPI_BCAST, c);
  detmpi_end_multicast (&m);
}

/* By multicast, or through a binomial tree. */
void
detmpi_bcast (void *buf, size_t count, const struct detmpi_type *t, int root,
              struct detmpi_comm *c)
{
  if (detmpi_may_multicast (c))
    {
      multicast (buf, count, t, root, c);
      return;
    }
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
