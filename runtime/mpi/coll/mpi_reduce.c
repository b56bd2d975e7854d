/* SPDX-License-Identifier: MIT */
/* mpi_reduce.c - reductions, whose operands are combined in the order of ranks.
 *
 * A short allreduce of few ranks: each rank sends its operands to all others, and each combines all
 * of them.  A long one: rank k combines the k-th part of all operands, then all get all parts.
 * With many ranks and few elements, rank 0 combines and broadcasts.
 */
#include "mpi/coll/mpi_coll.h"

enum { FEW_RANKS = 4, SHORT = 2048 };

struct reduction
{
  MPI_Op op;
  MPI_Datatype datatype;
  const struct detmpi_type *type;
  struct detmpi_comm *comm;
};

static int
begin (struct reduction *r, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
  int error;
  r->op = op, r->datatype = type;
  r->comm = detmpi_expect_collective (comm, root, &error);
  r->type = r->comm ? detmpi_expect_committed (type, count, comm, &error) : NULL;
  return r->type ? detmpi_check_op (op, r->type, comm) : error;
}

static void
copy (const struct reduction *r, void *to, const void *from, size_t count)
{
  if (to != from)
    detmpi_copy_typed (to, count, r->type, from, count, r->type);
}

/* to = to op more: the operation stores in its second operand, so `more' is overwritten. */
static void
append (const struct reduction *r, char *to, char *more, size_t count)
{
  enum { MOST = 1 << 30 };
  for (size_t at = 0; at < count; at += MOST)
    {
      int part = (int) (count - at < MOST ? count - at : MOST);
      MPI_Aint offset = (MPI_Aint) at * detmpi_extent (r->type);
      detmpi_combine (r->op, to + offset, more + offset, part, r->datatype);
    }
  copy (r, to, more, count);
}

/* Combines own operands and those that arrive from all other ranks, in the order of ranks. */
static void
combine_all (const struct reduction *r, const char *own, char *to, size_t count, bool by_multicast)
{
  struct detmpi_room room = detmpi_room_for (count, r->type), mine = { NULL, (char *) own };
  if (to == own)
    {
      mine = detmpi_room_for (count, r->type);
      copy (r, mine.at, own, count);
    }
  for (int rank = 0; rank < r->comm->size; rank++)
    {
      char *into = rank ? room.at : to;
      if (rank == r->comm->rank)
        copy (r, into, mine.at, count);
      else if (by_multicast)
        detmpi_recv_multicast (into, count, r->type, rank, DETMPI_SHARE, r->comm);
      else
        detmpi_recv (into, count, r->type, rank, DETMPI_REDUCE, r->comm);
      if (rank)
        append (r, to, room.at, count);
    }
  free (room.base);
  free (mine.base);
}

static void
reduce (const struct reduction *r, const void *own, void *to, size_t count, int root)
{
  if (r->comm->rank == root)
    combine_all (r, own, to, count, false);
  else
    detmpi_send (own, count, r->type, root, DETMPI_REDUCE, r->comm);
}

/* ---- Allreduce ------------------------------------------------------------- */

/* Two ranks and elements that fit into one line: no memory is needed. */
static void
allreduce_pair (const struct reduction *r, const char *own, char *to, size_t count)
{
  char theirs[64] __attribute__ ((aligned (64))), mine[64] __attribute__ ((aligned (64)));
  size_t bytes = count * r->type->size;
  int other = !r->comm->rank;
  memcpy (mine, own, bytes);
  detmpi_send (mine, count, r->type, other, DETMPI_REDUCE, r->comm);
  detmpi_recv (theirs, count, r->type, other, DETMPI_REDUCE, r->comm);
  char *first = other ? mine : theirs, *second = other ? theirs : mine;
  detmpi_combine (r->op, first, second, (int) count, r->datatype);
  memcpy (to, second, bytes);
}

static void
allreduce_by_multicast (const struct reduction *r, const char *own, char *to, size_t count)
{
  struct detmpi_multicast m = detmpi_multicast (own, count, r->type, DETMPI_SHARE, r->comm);
  combine_all (r, own, to, count, true);
  detmpi_end_multicast (&m);
}

static void
allreduce_short (const struct reduction *r, const char *own, char *to, size_t count)
{
  int size = r->comm->size;
  if (detmpi_may_multicast (r->comm))
    {
      allreduce_by_multicast (r, own, to, count);
      return;
    }
  for (int k = 1; k < size; k++)
    detmpi_send (own, count, r->type, (r->comm->rank + k) % size, DETMPI_REDUCE, r->comm);
  combine_all (r, own, to, count, false);
}

/* The elements of part k. */
static size_t
part_of (size_t count, int size, int k)
{
  return count * (size_t) k / (size_t) size;
}

/* Each rank has its part of the sums, and gets all others. */
static void
share_sums (const struct reduction *r, char *to, size_t count)
{
  struct detmpi_comm *c = r->comm;
  struct detmpi_part parts[DETMPI_MOST_RANKS];
  MPI_Aint extent = detmpi_extent (r->type);
  for (int k = 0; k < c->size; k++)
    {
      size_t first = part_of (count, c->size, k);
      parts[k] = (struct detmpi_part) { to + (MPI_Aint) first * extent,
                                        part_of (count, c->size, k + 1) - first, r->type };
    }
  if (detmpi_may_multicast (c))
    {
      detmpi_share_parts (parts, DETMPI_SHARE, c);
      return;
    }
  int next = (c->rank + 1) % c->size, before = (c->rank - 1 + c->size) % c->size;
  for (int k = 0; k < c->size - 1; k++)
    {
      struct detmpi_part *out = &parts[(c->rank - k + c->size) % c->size];
      struct detmpi_part *in = &parts[(before - k + c->size) % c->size];
      detmpi_exchange (out->at, out->count, out->type, next, in->at, in->count, in->type, before,
                       DETMPI_REDUCE, c);
    }
}

static void
allreduce_long (const struct reduction *r, const char *own, char *to, size_t count)
{
  struct detmpi_comm *c = r->comm;
  MPI_Aint extent = detmpi_extent (r->type);
  struct detmpi_room *rooms = detmpi_alloc ((size_t) c->size * sizeof *rooms);
  size_t begins = part_of (count, c->size, c->rank), ends = part_of (count, c->size, c->rank + 1);
  for (int k = 0; k < c->size; k++)
    rooms[k] = detmpi_room_for (ends - begins, r->type);
  copy (r, rooms[c->rank].at, own + (MPI_Aint) begins * extent, ends - begins);
  for (int k = 1; k < c->size; k++)
    {
      int dest = (c->rank + k) % c->size, source = (c->rank - k + c->size) % c->size;
      size_t first = part_of (count, c->size, dest), last = part_of (count, c->size, dest + 1);
      detmpi_exchange (own + (MPI_Aint) first * extent, last - first, r->type, dest,
                       rooms[source].at, ends - begins, r->type, source, DETMPI_REDUCE, c);
    }
  for (int k = 1; k < c->size; k++)
    detmpi_combine (r->op, rooms[k - 1].at, rooms[k].at, (int) (ends - begins), r->datatype);
  copy (r, to + (MPI_Aint) begins * extent, rooms[c->size - 1].at, ends - begins);
  for (int k = 0; k < c->size; k++)
    free (rooms[k].base);
  free (rooms);
  share_sums (r, to, count);
}

static void
allreduce (const struct reduction *r, const char *own, char *to, size_t count)
{
  size_t bytes = count * r->type->size;
  if (r->comm->size == 1)
    copy (r, to, own, count);
  else if (r->comm->size == 2 && bytes <= 40 && r->type->is_contiguous)
    allreduce_pair (r, own, to, count);
  else if (bytes > SHORT && count >= (size_t) r->comm->size)
    allreduce_long (r, own, to, count);
  else if (r->comm->size <= FEW_RANKS)
    allreduce_short (r, own, to, count);
  else
    {
      reduce (r, own, to, count, 0);
      detmpi_bcast (to, count, r->type, 0, r->comm);
    }
}

/* ---- Calls ----------------------------------------------------------------- */

int
MPI_Reduce (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
            MPI_Comm comm)
{
  struct reduction r;
  DETMPI_CALL ();
  int error = begin (&r, count, type, op, root, comm);
  if (!error)
    reduce (&r, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, recvbuf, (size_t) count, root);
  return error;
}

int
MPI_Allreduce (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
               MPI_Comm comm)
{
  struct reduction r;
  DETMPI_CALL ();
  int error = begin (&r, count, type, op, 0, comm);
  if (!error)
    allreduce (&r, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, recvbuf, (size_t) count);
  return error;
}

/* Each rank sends every other rank the operands of its part, and combines its own part. */
static void
reduce_scatter (const struct reduction *r, const char *own, char *to, const int *counts, int count)
{
  struct detmpi_comm *c = r->comm;
  MPI_Aint extent = detmpi_extent (r->type), at = 0, mine = 0;
  for (int rank = 0; rank < c->size; rank++)
    {
      int n = counts ? counts[rank] : count;
      if (rank == c->rank)
        mine = at;
      else
        detmpi_send (own + at * extent, (size_t) n, r->type, rank, DETMPI_REDUCE, c);
      at += n;
    }
  combine_all (r, own + mine * extent, to, (size_t) (counts ? counts[c->rank] : count), false);
}

/* In place: the operands are in recvbuf, where the result goes. */
static void
reduce_scatter_any (const struct reduction *r, const void *sendbuf, void *recvbuf,
                    const int *counts, int count)
{
  size_t all = 0;
  for (int rank = 0; rank < r->comm->size; rank++)
    all += (size_t) (counts ? counts[rank] : count);
  struct detmpi_room room = { NULL, (char *) sendbuf };
  if (sendbuf == MPI_IN_PLACE)
    {
      room = detmpi_room_for (all, r->type);
      copy (r, room.at, recvbuf, all);
    }
  reduce_scatter (r, room.at, recvbuf, counts, count);
  free (room.base);
}

int
MPI_Reduce_scatter (const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm)
{
  struct reduction r;
  DETMPI_CALL ();
  int error = begin (&r, 0, type, op, 0, comm);
  if (!error)
    reduce_scatter_any (&r, sendbuf, recvbuf, recvcounts, 0);
  return error;
}

int
MPI_Reduce_scatter_block (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm)
{
  struct reduction r;
  DETMPI_CALL ();
  int error = begin (&r, recvcount, type, op, 0, comm);
  if (!error)
    reduce_scatter_any (&r, sendbuf, recvbuf, NULL, recvcount);
  return error;
}

/* Each rank gets what those before it have combined, and passes that on with its own operands. */
static void
scan (const struct reduction *r, const void *sendbuf, void *recvbuf, size_t count, bool includes)
{
  struct detmpi_comm *c = r->comm;
  struct detmpi_room before = detmpi_room_for (count, r->type),
                     sum = detmpi_room_for (count, r->type);
  copy (r, sum.at, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count);
  if (c->rank)
    {
      detmpi_recv (before.at, count, r->type, c->rank - 1, DETMPI_REDUCE, c);
      detmpi_combine (r->op, before.at, sum.at, (int) count, r->datatype);
    }
  if (c->rank + 1 < c->size)
    detmpi_send (sum.at, count, r->type, c->rank + 1, DETMPI_REDUCE, c);
  if (includes)
    copy (r, recvbuf, sum.at, count);
  else if (c->rank)
    copy (r, recvbuf, before.at, count);
  free (before.base);
  free (sum.base);
}

int
MPI_Scan (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
          MPI_Comm comm)
{
  struct reduction r;
  DETMPI_CALL ();
  int error = begin (&r, count, type, op, 0, comm);
  if (!error)
    scan (&r, sendbuf, recvbuf, (size_t) count, true);
  return error;
}

int
MPI_Exscan (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm)
{
  struct reduction r;
  DETMPI_CALL ();
  int error = begin (&r, count, type, op, 0, comm);
  if (!error)
    scan (&r, sendbuf, recvbuf, (size_t) count, false);
  return error;
}
