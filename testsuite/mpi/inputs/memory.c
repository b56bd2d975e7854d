/* SPDX-License-Identifier: MIT */
/* memory.c - makes and frees objects of each kind again and again; says how much memory that took
 * beyond the first of them. */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>

enum { FIRST = 10000, ALL = 20000, BYTES = 40000 };

static int rank, ranks;

static int
delete_nothing (MPI_Comm comm, int key, void *value, void *extra)
{
  (void) comm, (void) key, (void) value, (void) extra;
  return MPI_SUCCESS;
}

static void
add (void *in, void *inout, int *count, MPI_Datatype *type)
{
  (void) type;
  for (int n = 0; n < *count; n++)
    ((int *) inout)[n] += ((int *) in)[n];
}

static void
use_infos (MPI_Comm comm)
{
  MPI_Info info, copy;
  MPI_Info_create (&info);
  MPI_Info_set (info, "key", "value");
  MPI_Info_set (info, "other", "value");
  MPI_Info_delete (info, "other");
  MPI_Comm_set_info (comm, info);
  MPI_Comm_get_info (comm, &copy);
  MPI_Info_free (&copy);
  MPI_Info_dup (info, &copy);
  MPI_Info_free (&copy);
  MPI_Info_free (&info);
}

static void
use_comms (void)
{
  MPI_Comm comm, half, grid;
  MPI_Group group, pair;
  int key, dims[1] = { 0 }, periods[1] = { 1 }, members[1] = { 0 };
  MPI_Comm_dup (MPI_COMM_WORLD, &comm);
  use_infos (comm);
  MPI_Comm_create_keyval (MPI_COMM_NULL_COPY_FN, delete_nothing, &key, NULL);
  MPI_Comm_set_attr (comm, key, &key);
  MPI_Comm_split (comm, rank % 2, rank, &half);
  MPI_Dims_create (ranks, 1, dims);
  MPI_Cart_create (comm, 1, dims, periods, 0, &grid);
  MPI_Comm_group (comm, &group);
  MPI_Group_incl (group, 1, members, &pair);
  MPI_Group_free (&pair);
  MPI_Group_free (&group);
  MPI_Comm_free (&grid);
  MPI_Comm_free (&half);
  MPI_Comm_free (&comm);
  MPI_Comm_free_keyval (&key);
}

static void
use_types (void)
{
  MPI_Datatype row, part, all;
  MPI_Op op;
  int lengths[2] = { 1, 2 }, sum, x[16] = { 0 }, position = 0;
  char packed[64];
  MPI_Aint places[2] = { 0, 16 };
  MPI_Datatype types[2] = { MPI_INT, MPI_INT };
  MPI_Type_vector (2, 1, 2, MPI_INT, &row);
  MPI_Type_create_struct (2, lengths, places, types, &part);
  MPI_Type_contiguous (2, row, &all);
  MPI_Type_commit (&row);
  MPI_Type_commit (&all);
  MPI_Pack (x, 1, row, packed, sizeof packed, &position, MPI_COMM_SELF);
  MPI_Type_free (&all);
  MPI_Type_free (&part);
  MPI_Type_free (&row);
  MPI_Op_create (add, 1, &op);
  MPI_Allreduce (&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free (&op);
}

static void
use_requests (void)
{
  static char out[BYTES], in[BYTES];
  int next = (rank + 1) % ranks, before = (rank - 1 + ranks) % ranks, n;
  MPI_Datatype every_other;
  MPI_Request r[4];
  MPI_Status statuses[2];
  MPI_Type_vector (100, 1, 2, MPI_CHAR, &every_other);
  MPI_Type_commit (&every_other);
  MPI_Isend (out, BYTES, MPI_CHAR, next, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Isend (out, 1, every_other, next, 2, MPI_COMM_WORLD, &r[1]);
  MPI_Irecv (in, 1, every_other, before, 2, MPI_COMM_WORLD, &r[2]); /* passes the other one over */
  MPI_Irecv (in + 1000, BYTES - 1000, MPI_CHAR, before, 3, MPI_COMM_WORLD, &r[3]);
  MPI_Send (out, BYTES - 1000, MPI_CHAR, next, 3, MPI_COMM_WORLD);
  MPI_Recv (in, BYTES, MPI_CHAR, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free (&every_other);
  for (n = 0; n < 4; n++)
    MPI_Wait (&r[n], MPI_STATUS_IGNORE);
  MPI_Send_init (out, 10, MPI_CHAR, next, 4, MPI_COMM_WORLD, &r[0]);
  MPI_Recv_init (in, 10, MPI_CHAR, before, 4, MPI_COMM_WORLD, &r[1]);
  MPI_Startall (2, r);
  MPI_Waitall (2, r, statuses);
  MPI_Request_free (&r[0]);
  MPI_Request_free (&r[1]);
}

static long
kilobytes (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

int
main (int argc, char **argv)
{
  long before = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  for (int n = 0; n < ALL; n++)
    {
      use_comms ();
      use_types ();
      use_requests ();
      if (n == FIRST)
        before = kilobytes ();
    }
  long more = kilobytes () - before;
  printf ("rank %d: %s\n", rank, more < 200 ? "no more memory" : "more memory");
  if (more >= 200)
    fprintf (stderr, "rank %d: %ld KiB\n", rank, more);
  MPI_Finalize ();
  return 0;
}
