/* SPDX-License-Identifier: MIT */
/* mpi_all.c - MPI_Allgather, MPI_Alltoall and their relatives.
 *
 * In step k a rank sends to the one k after it and receives from the one k before it, so that no
 * two ranks send to the same one at a time.
 */
#include "mpi/coll/mpi_coll.h"

/* One side of MPI_Alltoallw, and of its relatives, where some members are the same for all. */
struct side
{
  char *buf;
  int count;
  const int *counts, *displs;
  MPI_Datatype datatype;
  const MPI_Datatype *types;
  const struct detmpi_type *type; /* of datatype; set by check_side */
};

static struct detmpi_part
find_part (const struct side *s, int rank)
{
  const struct detmpi_type *t = s->types ? detmpi_type_of (s->types[rank]) : s->type;
  MPI_Aint unit = s->types ? 1 : detmpi_extent (t);
  MPI_Aint at = s->displs ? s->displs[rank] : (MPI_Aint) rank * s->count;
  size_t count = (size_t) (s->counts ? s->counts[rank] : s->count);
  return (struct detmpi_part) { s->buf + at * unit, count, t };
}

static int
check_side (struct side *s, MPI_Comm comm, int size)
{
  int error = MPI_SUCCESS;
  for (int r = 0; r < (s->counts ? size : 1) && !error; r++)
    s->type = detmpi_expect_committed (s->types ? s->types[r] : s->datatype,
                                       s->counts ? s->counts[r] : s->count, comm, &error);
  return error;
}

/* ---- Everyone to everyone -------------------------------------------------- */

static void
exchange (const struct detmpi_part *out, int dest, const struct detmpi_part *in, int source,
          struct detmpi_comm *c)
{
  detmpi_exchange (out->at, out->count, out->type, dest, in->at, in->count, in->type, source,
                   DETMPI_GATHER, c);
}

static void
alltoall (const struct side *from, const struct side *to, struct detmpi_comm *c)
{
  struct detmpi_part in = find_part (to, c->rank), out = find_part (from, c->rank);
  detmpi_copy_typed (in.at, in.count, in.type, out.at, out.count, out.type);
  for (int k = 1; k < c->size; k++)
    {
      int dest = (c->rank + k) % c->size, source = (c->rank - k + c->size) % c->size;
      in = find_part (to, source), out = find_part (from, dest);
      exchange (&out, dest, &in, source, c);
    }
}

/* In place: what goes out is copied first, since what comes in takes its room. */
static void
alltoall_in_place (const struct side *s, struct detmpi_comm *c)
{
  size_t *at = detmpi_alloc ((size_t) (c->size + 1) * sizeof *at);
  at[0] = 0;
  for (int r = 0; r < c->size; r++)
    {
      struct detmpi_part p = find_part (s, r);
      at[r + 1] = at[r] + p.count * p.type->size;
    }
  char *packed = detmpi_alloc (at[c->size]);
  for (int r = 0; r < c->size; r++)
    {
      struct detmpi_part p = find_part (s, r);
      detmpi_pack (packed + at[r], p.at, p.count, p.type);
    }
  for (int k = 1; k < c->size; k++)
    {
      int dest = (c->rank + k) % c->size, source = (c->rank - k + c->size) % c->size;
      struct detmpi_part in = find_part (s, source);
      struct detmpi_part out
        = { packed + at[dest], at[dest + 1] - at[dest], detmpi_type_of (MPI_BYTE) };
      exchange (&out, dest, &in, source, c);
    }
  free (packed);
  free (at);
}

static int
alltoall_call (struct side *from, struct side *to, MPI_Comm comm)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c || (error = check_side (to, comm, c->size)))
    return error;
  if (from->buf == MPI_IN_PLACE)
    alltoall_in_place (to, c);
  else if (!(error = check_side (from, comm, c->size)))
    alltoall (from, to, c);
  return error;
}

int
MPI_Alltoall (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
              int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
  struct side from = { .buf = (char *) sendbuf, .count = sendcount, .datatype = sendtype };
  struct side to = { .buf = recvbuf, .count = recvcount, .datatype = recvtype };
  DETMPI_CALL ();
  return alltoall_call (&from, &to, comm);
}

int
MPI_Alltoallv (const void *sendbuf, const int sendcounts[], const int sdispls[],
               MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm)
{
  struct side from = { (char *) sendbuf, 0, sendcounts, sdispls, sendtype, NULL, NULL };
  struct side to = { recvbuf, 0, recvcounts, rdispls, recvtype, NULL, NULL };
  DETMPI_CALL ();
  return alltoall_call (&from, &to, comm);
}

int
MPI_Alltoallw (const void *sendbuf, const int sendcounts[], const int sdispls[],
               const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
               const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
  struct side from = { (char *) sendbuf, 0, sendcounts, sdispls, 0, sendtypes, NULL };
  struct side to = { recvbuf, 0, recvcounts, rdispls, 0, recvtypes, NULL };
  DETMPI_CALL ();
  return alltoall_call (&from, &to, comm);
}

/* ---- The same to everyone -------------------------------------------------- */

static void
share (const struct side *to, struct detmpi_comm *c)
{
  struct detmpi_part parts[DETMPI_MOST_RANKS];
  for (int r = 0; r < c->size; r++)
    parts[r] = find_part (to, r);
  detmpi_share_parts (parts, DETMPI_SHARE, c);
}

/* By multicast; or in step k a rank passes on what it got in the step before, and each message goes
 * to the next rank. */
static void
allgather (const struct side *to, struct detmpi_comm *c)
{
  if (detmpi_may_multicast (c))
    {
      share (to, c);
      return;
    }
  int next = (c->rank + 1) % c->size, before = (c->rank - 1 + c->size) % c->size;
  for (int k = 0; k < c->size - 1; k++)
    {
      struct detmpi_part out = find_part (to, (c->rank - k + c->size) % c->size);
      struct detmpi_part in = find_part (to, (before - k + c->size) % c->size);
      exchange (&out, next, &in, before, c);
    }
}

static int
allgather_call (const void *sendbuf, int sendcount, MPI_Datatype sendtype, struct side *to,
                MPI_Comm comm)
{
  int error;
  struct detmpi_comm *c = detmpi_expect_comm (comm, &error);
  if (!c || (error = check_side (to, comm, c->size)))
    return error;
  if (sendbuf != MPI_IN_PLACE)
    {
      const struct detmpi_type *t = detmpi_expect_committed (sendtype, sendcount, comm, &error);
      if (!t)
        return error;
      struct detmpi_part own = find_part (to, c->rank);
      detmpi_copy_typed (own.at, own.count, own.type, sendbuf, (size_t) sendcount, t);
    }
  allgather (to, c);
  return MPI_SUCCESS;
}

int
MPI_Allgather (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
  struct side to = { .buf = recvbuf, .count = recvcount, .datatype = recvtype };
  DETMPI_CALL ();
  return allgather_call (sendbuf, sendcount, sendtype, &to, comm);
}

int
MPI_Allgatherv (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
  struct side to = { recvbuf, 0, recvcounts, displs, recvtype, NULL, NULL };
  DETMPI_CALL ();
  return allgather_call (sendbuf, sendcount, sendtype, &to, comm);
}

void
detmpi_allgather_bytes (const void *from, size_t bytes, void *to, struct detmpi_comm *c)
{
  struct side s = { .buf = to, .count = (int) bytes, .type = detmpi_type_of (MPI_BYTE) };
  memcpy ((char *) to + (size_t) c->rank * bytes, from, bytes);
  allgather (&s, c);
}
