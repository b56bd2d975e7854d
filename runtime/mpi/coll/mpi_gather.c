/* SPDX-License-Identifier: MIT */
/* mpi_gather.c - MPI_Gather, MPI_Scatter and their relatives: the root and each other rank. */
#include "mpi/coll/mpi_coll.h"

/* One side of a collective call: counts and displacements of each rank, or one count for all. */
struct side
{
  char *buf;
  int count;
  const int *counts, *displs;
  const struct detmpi_type *type;
};

static size_t
count_of (const struct side *s, int rank)
{
  return (size_t) (s->counts ? s->counts[rank] : s->count);
}

static char *
place_of (const struct side *s, int rank)
{
  MPI_Aint at = s->counts ? s->displs[rank] : (MPI_Aint) rank * s->count;
  return s->buf + at * detmpi_extent (s->type);
}

/* Fills a side; type is checked only where the side matters. */
static bool
make_side (struct side *s, const void *buf, int count, const int *counts, const int *displs,
           MPI_Datatype type, MPI_Comm comm, int *error)
{
  *s = (struct side) { (char *) buf, count, counts, displs, NULL };
  s->type = detmpi_expect_committed (type, count, comm, error);
  return s->type;
}

static void
gather (const struct side *from, const struct side *to, int root, struct detmpi_comm *c)
{
  if (c->rank != root)
    {
      detmpi_send (from->buf, (size_t) from->count, from->type, root, DETMPI_GATHER, c);
      return;
    }
  for (int r = 0; r < c->size; r++)
    if (r != root)
      detmpi_recv (place_of (to, r), count_of (to, r), to->type, r, DETMPI_GATHER, c);
    else if (from->buf != MPI_IN_PLACE)
      detmpi_copy_typed (place_of (to, r), count_of (to, r), to->type, from->buf,
                         (size_t) from->count, from->type);
}

static void
scatter (const struct side *from, const struct side *to, int root, struct detmpi_comm *c)
{
  if (c->rank != root)
    {
      detmpi_recv (to->buf, (size_t) to->count, to->type, root, DETMPI_GATHER, c);
      return;
    }
  for (int r = 0; r < c->size; r++)
    if (r != root)
      detmpi_send (place_of (from, r), count_of (from, r), from->type, r, DETMPI_GATHER, c);
    else if (to->buf != MPI_IN_PLACE)
      detmpi_copy_typed (to->buf, (size_t) to->count, to->type, place_of (from, r),
                         count_of (from, r), from->type);
}

/* Sides that do not matter in this rank stay empty. */
static int
gather_call (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
             int recvcount, const int *recvcounts, const int *displs, MPI_Datatype recvtype,
             int root, MPI_Comm comm)
{
  int error;
  struct side from = { .buf = (char *) sendbuf }, to = { 0 };
  struct detmpi_comm *c = detmpi_expect_collective (comm, root, &error);
  if (!c || (sendbuf != MPI_IN_PLACE
             && !make_side (&from, sendbuf, sendcount, NULL, NULL, sendtype, comm, &error)))
    return error;
  if (c->rank == root
      && !make_side (&to, recvbuf, recvcount, recvcounts, displs, recvtype, comm, &error))
    return error;
  gather (&from, &to, root, c);
  return MPI_SUCCESS;
}

static int
scatter_call (const void *sendbuf, int sendcount, const int *sendcounts, const int *displs,
              MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
              MPI_Comm comm)
{
  int error;
  struct side from = { 0 }, to = { .buf = recvbuf };
  struct detmpi_comm *c = detmpi_expect_collective (comm, root, &error);
  if (!c || (recvbuf != MPI_IN_PLACE
             && !make_side (&to, recvbuf, recvcount, NULL, NULL, recvtype, comm, &error)))
    return error;
  if (c->rank == root
      && !make_side (&from, sendbuf, sendcount, sendcounts, displs, sendtype, comm, &error))
    return error;
  scatter (&from, &to, root, c);
  return MPI_SUCCESS;
}

int
MPI_Gather (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
            int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
  DETMPI_CALL ();
  return gather_call (sendbuf, sendcount, sendtype, recvbuf, recvcount, NULL, NULL, recvtype, root,
                      comm);
}

int
MPI_Gatherv (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
             const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
             MPI_Comm comm)
{
  DETMPI_CALL ();
  return gather_call (sendbuf, sendcount, sendtype, recvbuf, 0, recvcounts, displs, recvtype, root,
                      comm);
}

int
MPI_Scatter (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
             int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
  DETMPI_CALL ();
  return scatter_call (sendbuf, sendcount, NULL, NULL, sendtype, recvbuf, recvcount, recvtype,
                       root, comm);
}

int
MPI_Scatterv (const void *sendbuf, const int sendcounts[], const int displs[],
              MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
              MPI_Comm comm)
{
  DETMPI_CALL ();
  return scatter_call (sendbuf, 0, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                       root, comm);
}
