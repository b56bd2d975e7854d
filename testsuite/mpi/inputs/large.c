/* SPDX-License-Identifier: MIT */
/* large.c [FILE] - calls with large counts, one of which makes a file; prints what they give, the
 * same with each MPI.  Without FILE, a count that is too large. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64 };

static int rank, ranks;

/* Rank 0 prints the values of all ranks. */
static void
show (const char *what, const int *values, int n)
{
  int all[MOST * MOST];
  MPI_Gather_c (values, n, MPI_INT, all, n, MPI_INT, 0, MPI_COMM_WORLD);
  for (int r = 0; rank == 0 && r < ranks; r++)
    {
      printf ("%d %s:", r, what);
      for (int i = 0; i < n; i++)
        printf (" %d", all[r * n + i]);
      printf ("\n");
    }
}

/* Arrays of counts that are of no interest are not read. */
static const MPI_Count *volatile no_counts = (const MPI_Count *) 8;
static const MPI_Aint *volatile no_displs = (const MPI_Aint *) 8;

static void
collectives (void)
{
  MPI_Count counts[MOST];
  MPI_Aint displs[MOST];
  int values[MOST] = { 0 }, sums[MOST] = { 0 }, own[2] = { rank, 10 * rank };
  for (int r = 0; r < ranks; r++)
    {
      counts[r] = 2;
      displs[r] = 3 * r;
    }
  int root = ranks - 1, is_root = rank == root;
  MPI_Gatherv_c (own, 2, MPI_INT, values, is_root ? counts : no_counts,
                 is_root ? displs : no_displs, MPI_INT, root, MPI_COMM_WORLD);
  show ("gathered", values, 3 * ranks);
  MPI_Bcast_c (values, 3 * ranks, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Scatterv_c (values, is_root ? counts : no_counts, is_root ? displs : no_displs, MPI_INT, own,
                  2, MPI_INT, root, MPI_COMM_WORLD);
  show ("scattered", own, 2);
  MPI_Alltoallv_c (MPI_IN_PLACE, no_counts, no_displs, MPI_DATATYPE_NULL, values, counts, displs,
                   MPI_INT, MPI_COMM_WORLD);
  show ("exchanged", values, 3 * ranks);
  MPI_Reduce_scatter_c (values, sums, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  show ("reduced", sums, 2);
  MPI_Allgatherv_c (own, 2, MPI_INT, values, counts, displs, MPI_INT, MPI_COMM_WORLD);
  show ("all", values, 3 * ranks);
}

/* The smaller one of two values. */
static void
least (void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
  int *a = in, *b = inout;
  for (MPI_Count i = 0; i < *count; i++)
    b[i] = a[i] < b[i] ? a[i] : b[i];
  (void) type;
}

static void
operations (void)
{
  MPI_Op op, other;
  int mine[3] = { 5 + rank, 9 - rank, 7 }, found[3];
  MPI_Op_create_c (least, 1, &op);
  MPI_Op_create_c (least, 1, &other);
  MPI_Op_free (&other);
  MPI_Allreduce_c (mine, found, 3, MPI_INT, op, MPI_COMM_WORLD);
  show ("least", found, 3);
  MPI_Op_free (&op);
}

static void
pass (MPI_Datatype type, int *values, int n, const char *what)
{
  MPI_Status status;
  MPI_Count got = -1, size = -1, lb = -1, extent = -1;
  MPI_Type_commit (&type);
  if (rank == 0)
    MPI_Send_c (values, 1, type, 1, 5, MPI_COMM_WORLD);
  if (rank == 1)
    {
      memset (values, 0, (size_t) n * sizeof *values);
      MPI_Recv_c (values, 1, type, 0, 5, MPI_COMM_WORLD, &status);
      MPI_Get_count_c (&status, type, &got);
    }
  show (what, values, n);
  MPI_Type_size_c (type, &size);
  MPI_Type_get_extent_c (type, &lb, &extent);
  int figures[] = { (int) got, (int) size, (int) lb, (int) extent };
  show ("sizes", figures, 4);
  MPI_Type_free (&type);
}

static void
fill (int *values)
{
  for (int i = 0; i < MOST; i++)
    values[i] = i;
}

static void
types (void)
{
  MPI_Datatype type;
  int values[MOST];
  const MPI_Count two[] = { 2, 1 }, places[] = { 1, 6 }, bytes[] = { 4, 24 };
  const MPI_Count sizes[] = { 4, 4 }, parts[] = { 2, 3 }, from[] = { 1, 1 };
  const MPI_Datatype kinds[] = { MPI_INT, MPI_FLOAT };
  fill (values);
  MPI_Type_vector_c (2, 2, 3, MPI_INT, &type);
  pass (type, values, 8, "vector");
  fill (values);
  MPI_Type_indexed_c (2, two, places, MPI_INT, &type);
  pass (type, values, 8, "indexed");
  fill (values);
  MPI_Type_create_struct_c (2, two, bytes, kinds, &type);
  pass (type, values, 8, "struct");
  fill (values);
  MPI_Type_create_subarray_c (2, sizes, parts, from, MPI_ORDER_C, MPI_INT, &type);
  pass (type, values, 16, "subarray");
  MPI_Type_create_hvector_c (2, 1, 12, MPI_INT, &type);
  pass (type, values, 8, "hvector");
  MPI_Type_create_resized_c (MPI_INT, -4, 16, &type);
  pass (type, values, 4, "resized");
}

static void
packs (void)
{
  char room[64];
  int values[MOST];
  MPI_Count position = 0, size = 0;
  fill (values);
  MPI_Pack_size_c (5, MPI_INT, MPI_COMM_WORLD, &size);
  MPI_Pack_c (values + 3, 5, MPI_INT, room, sizeof room, &position, MPI_COMM_WORLD);
  int first[] = { (int) size, (int) position };
  position = 0;
  MPI_Unpack_c (room, sizeof room, &position, values, 5, MPI_INT, MPI_COMM_WORLD);
  show ("packed", first, 2);
  show ("unpacked", values, 6);
}

static void
files (const char *name)
{
  MPI_File file;
  MPI_Status status;
  MPI_Count count = -1, elements = -1;
  int own[2] = { rank, -rank }, other[2] = { 0, 0 };
  MPI_Offset next = (rank + 1) % ranks;
  MPI_File_open (MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write_at_all_c (file, 8 * rank, own, 2, MPI_INT, &status);
  MPI_File_sync (file);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_File_read_at_all_c (file, 8 * next, other, 2, MPI_INT, &status);
  MPI_Get_count_c (&status, MPI_INT, &count);
  MPI_Get_elements_x (&status, MPI_INT, &elements); /* of others, MPICH 4.0 divides by 0 */
  MPI_File_close (&file);
  int figures[] = { other[0], other[1], (int) count, (int) elements };
  show ("read", figures, 4);
}

/* count: of which one is too large. */
static void
too_large (MPI_Count count)
{
  int value = 0;
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int code = MPI_Bcast_c (&value, count, MPI_INT, 0, MPI_COMM_WORLD);
  int kind = -1;
  MPI_Error_class (code, &kind);
  printf ("class %d\n", kind == MPI_ERR_COUNT);
  fflush (stdout);
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Send_c (&value, count, MPI_INT, 0, 0, MPI_COMM_SELF);
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (argc < 2)
    too_large ((MPI_Count) 1 << 31);
  collectives ();
  operations ();
  types ();
  packs ();
  files (argv[1]);
  MPI_Finalize ();
  return 0;
}
