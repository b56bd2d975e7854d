/* SPDX-License-Identifier: MIT */
/* random.c - a random program of MPI calls: random SEED STEPS.
 *
 * All ranks draw the same numbers, and so agree on what they call.  Each adds what it receives to a
 * sum of bits, and rank 0 prints the sums.  Values are small integers, so sums are exact in
 * whatever order an implementation adds, and MPICH is an oracle.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40000, ROOM = 1 << 20 };

static uint64_t state, sum;
static int rank, ranks;
static MPI_Comm comm;
static char *out, *in;

static unsigned
draw (unsigned below)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (state >> 33) % below;
}

static void
add (const void *data, size_t size)
{
  const unsigned char *p = data;
  for (size_t n = 0; n < size; n++)
    sum = (sum ^ p[n]) * 1099511628211u;
}

static const MPI_Datatype basic[] = { MPI_INT, MPI_DOUBLE, MPI_SHORT, MPI_LONG, MPI_FLOAT,
                                      MPI_UNSIGNED_CHAR, MPI_UINT32_T, MPI_LONG_LONG };

/* Fills count elements with small integers. */
static void
fill (char *to, MPI_Datatype type, int count, int salt)
{
  for (int n = 0; n < count; n++)
    {
      int v = (n * 7 + salt * 13 + 5) % 11 + 1;
      if (type == MPI_INT) ((int *) to)[n] = v;
      else if (type == MPI_DOUBLE) ((double *) to)[n] = v;
      else if (type == MPI_SHORT) ((short *) to)[n] = (short) v;
      else if (type == MPI_LONG || type == MPI_LONG_LONG) ((long *) to)[n] = v;
      else if (type == MPI_FLOAT) ((float *) to)[n] = (float) v;
      else if (type == MPI_UNSIGNED_CHAR) ((unsigned char *) to)[n] = (unsigned char) v;
      else ((uint32_t *) to)[n] = (uint32_t) v;
    }
}

/* Sizes around the borders between the ways of a message. */
static int
draw_count (void)
{
  static const int borders[] = { 0, 1, 5, 6, 10, 11, 40, 41, 512, 4095, 4096, 4097, 16384, 32768 };
  return draw (2) ? borders[draw (sizeof borders / sizeof *borders)] : (int) draw (MOST);
}

static MPI_Datatype
draw_derived (MPI_Datatype old)
{
  MPI_Datatype type;
  switch (draw (6))
    {
    case 0: MPI_Type_vector (3, 2, 4, old, &type); break;
    case 1: { int l[] = { 1, 3, 2 }, d[] = { 9, 1, 5 }; MPI_Type_indexed (3, l, d, old, &type); } break;
    case 2:
      {
        int l[] = { 1, 2 };
        MPI_Aint d[] = { 0, 8 };
        MPI_Datatype t[] = { MPI_INT, old };
        MPI_Type_create_struct (2, l, d, t, &type);
      }
      break;
    case 3:
      {
        int sizes[] = { 4, 5 }, subsizes[] = { 2, 3 }, starts[] = { 1, 1 };
        MPI_Type_create_subarray (2, sizes, subsizes, starts,
                                  draw (2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old, &type);
      }
      break;
    case 4: MPI_Type_create_resized (old, 0, 24, &type); break;
    default: MPI_Type_contiguous (3, old, &type);
    }
  MPI_Type_commit (&type);
  return type;
}

/* ---- One step each --------------------------------------------------------- */

static void
send_around (void)
{
  MPI_Datatype type = basic[draw (8)], derived = MPI_DATATYPE_NULL;
  int step = (int) draw ((unsigned) ranks), count = draw_count (), tag = (int) draw (100), size;
  int to = (rank + step) % ranks, from = (rank - step + ranks) % ranks, got;
  unsigned mode = draw (8);
  MPI_Message message;
  MPI_Status s;
  MPI_Request r[2];
  fill (out, type, count, rank);
  memset (in, 0, ROOM);
  if (draw (3) == 0)
    {
      derived = draw_derived (type);
      count %= 500;
      fill (out, type, 20000, rank);
    }
  MPI_Datatype t = derived == MPI_DATATYPE_NULL ? type : derived;
  switch (mode)
    {
    case 0:
      MPI_Sendrecv (out, count, t, to, tag, in, count, t, from, tag, comm, &s);
      break;
    case 1:
      MPI_Irecv (in, count, t, from, tag, comm, &r[0]);
      MPI_Isend (out, count, t, to, tag, comm, &r[1]);
      MPI_Wait (&r[1], MPI_STATUS_IGNORE);
      MPI_Wait (&r[0], &s);
      break;
    case 2:
      MPI_Irecv (in, count, t, from, MPI_ANY_TAG, comm, &r[0]);
      MPI_Issend (out, count, t, to, tag, comm, &r[1]);
      MPI_Wait (&r[0], &s);
      MPI_Waitall (1, &r[1], MPI_STATUSES_IGNORE);
      break;
    case 3:
      MPI_Isend (out, count, t, to, tag, comm, &r[1]);
      MPI_Probe (from, tag, comm, &s);
      MPI_Get_count (&s, t, &got);
      add (&got, sizeof got);
      MPI_Recv (in, got, t, from, tag, comm, &s);
      MPI_Wait (&r[1], MPI_STATUS_IGNORE);
      break;
    case 4:
      MPI_Recv_init (in, count, t, from, tag, comm, &r[0]);
      MPI_Send_init (out, count, t, to, tag, comm, &r[1]);
      MPI_Startall (2, r);
      MPI_Wait (&r[0], &s);
      MPI_Wait (&r[1], MPI_STATUS_IGNORE);
      MPI_Request_free (&r[0]);
      MPI_Request_free (&r[1]);
      break;
    case 5:
      memcpy (in, out, ROOM);
      MPI_Sendrecv_replace (in, count, t, to, tag, from, tag, comm, &s);
      break;
    case 6:
      MPI_Isend (out, count, t, to, tag, comm, &r[1]);
      MPI_Mprobe (from, tag, comm, &message, &s);
      if (count % 2)
        MPI_Mrecv (in, count, t, &message, &s);
      else
        {
          MPI_Imrecv (in, count, t, &message, &r[0]);
          MPI_Wait (&r[0], &s);
        }
      MPI_Wait (&r[1], MPI_STATUS_IGNORE);
      break;
    default: /* two messages, received in the other order */
      MPI_Isend (out, count, t, to, 1000, comm, &r[0]);
      MPI_Isend (out + 8, count, t, to, 1001, comm, &r[1]);
      MPI_Recv (in, count, t, from, 1001, comm, &s);
      add (in, 4096);
      MPI_Recv (in, count, t, from, 1000, comm, &s);
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
    }
  MPI_Get_count (&s, t, &got);
  MPI_Type_size (t, &size);
  add (&got, sizeof got), add (&s.MPI_SOURCE, sizeof (int)), add (&s.MPI_TAG, sizeof (int));
  if (derived == MPI_DATATYPE_NULL) /* MPICH 4.0 divides by 0 for some types */
    MPI_Get_elements (&s, t, &got);
  add (&got, sizeof got), add (&size, sizeof size), add (in, ROOM);
  if (derived != MPI_DATATYPE_NULL)
    MPI_Type_free (&derived);
}

/* The first operand that 3 does not divide: associative, and does not commute. */
static void
first_of (void *a, void *b, int *count, MPI_Datatype *type)
{
  (void) type;
  for (int n = 0; n < *count; n++)
    if (((int *) a)[n] % 3)
      ((int *) b)[n] = ((int *) a)[n];
}

static void
reduce (void)
{
  static const MPI_Op ops[] = { MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_BAND, MPI_LXOR, MPI_LOR };
  MPI_Op own, op = ops[draw (7)];
  int is_integer = op == MPI_BAND || op == MPI_LXOR || op == MPI_LOR;
  MPI_Datatype type = is_integer ? MPI_INT : op == MPI_PROD ? MPI_DOUBLE : basic[draw (8)];
  int count = draw_count () % 5000, root = (int) draw ((unsigned) ranks);
  memset (in, 0, ROOM);
  fill (out, type, count * ranks, rank);
  MPI_Op_create (first_of, 0, &own);
  if (draw (5) == 0)
    op = own, type = MPI_INT, fill (out, type, count * ranks, rank);
  switch (draw (7))
    {
    case 0: MPI_Reduce (out, in, count, type, op, root, comm); break;
    case 1: MPI_Allreduce (out, in, count, type, op, comm); break;
    case 2: MPI_Scan (out, in, count, type, op, comm); break;
    case 3: if (rank || 1) MPI_Exscan (out, in, count, type, op, comm);
            if (!rank) memset (in, 0, ROOM);
            break;
    case 4: count %= 1000; MPI_Reduce_scatter_block (out, in, count, type, op, comm); break;
    case 5:
      {
        int counts[64];
        count %= 500;
        for (int r = 0; r < ranks; r++)
          counts[r] = (count + r) % 300;
        fill (out, type, 300 * ranks, rank);
        MPI_Reduce_scatter (out, in, counts, type, op, comm);
      }
      break;
    default: fill (in, type, count, rank); MPI_Allreduce (MPI_IN_PLACE, in, count, type, op, comm);
    }
  MPI_Op_free (&own);
  add (in, ROOM);
}

static void
find_place (void)
{
  struct { double v; int at; } x[3], y[3];
  memset (x, 0, sizeof x), memset (y, 0, sizeof y);
  for (int n = 0; n < 3; n++)
    x[n].v = (int) ((state >> (8 * n) & 7) + rank) % 4, x[n].at = rank;
  MPI_Allreduce (x, y, 3, MPI_DOUBLE_INT, draw (2) ? MPI_MAXLOC : MPI_MINLOC, comm);
  for (int n = 0; n < 3; n++)
    add (&y[n].v, sizeof y[n].v), add (&y[n].at, sizeof y[n].at);
}

static void
collect (void)
{
  MPI_Datatype type = basic[draw (8)];
  int count = draw_count () % 3000, root = (int) draw ((unsigned) ranks);
  int counts[64], displs[64], all[64], at[64];
  memset (in, 0, ROOM);
  fill (out, type, count * ranks, rank);
  for (int r = 0, place = 0; r < ranks; r++)
    {
      counts[r] = (count + 7 * r) % 800, displs[r] = place + r;
      place += counts[r] + r;
      all[r] = (count + 5 * rank * r) % 90, at[r] = r * 90;
    }
  switch (draw (9))
    {
    case 0: MPI_Bcast (rank == root ? out : in, count, type, root, comm); break;
    case 1: MPI_Gather (out, count, type, in, count, type, root, comm); break;
    case 2: MPI_Gatherv (out, counts[rank], type, in, counts, displs, type, root, comm); break;
    case 3: MPI_Scatter (out, count, type, in, count, type, root, comm); break;
    case 4:
      fill (out, type, 1000 * ranks, rank);
      MPI_Scatterv (out, counts, displs, type, in, counts[rank], type, root, comm);
      break;
    case 5: MPI_Allgather (out, count, type, in, count, type, comm); break;
    case 6: MPI_Allgatherv (out, counts[rank], type, in, counts, displs, type, comm); break;
    case 7: MPI_Alltoall (out, count, type, in, count, type, comm); break;
    default:
      fill (out, type, 90 * ranks, rank);
      MPI_Alltoallv (out, all, at, type, in, all, at, type, comm);
    }
  add (in, ROOM);
}

/* Other communicators for the steps that follow. */
static void
divide (void)
{
  MPI_Comm made;
  int color = (int) draw (2), key = (int) draw (3), dims[2] = { 0, 0 }, periods[2] = { 1, 0 }, at[2];
  MPI_Dims_create (ranks, 2, dims);
  add (dims, sizeof dims);
  if (draw (3))
    MPI_Comm_split (comm, rank % 2 * color, key ? -rank : rank, &made);
  else
    {
      MPI_Cart_create (comm, 2, dims, periods, 0, &made);
      MPI_Cart_coords (made, rank, 2, at);
      add (at, sizeof at);
      MPI_Cart_shift (made, 0, 1, &at[0], &at[1]);
      add (at, sizeof at);
    }
  MPI_Comm kept = comm;
  int kept_rank = rank, kept_ranks = ranks;
  uint64_t kept_state = state;
  comm = made;
  MPI_Comm_rank (comm, &rank), MPI_Comm_size (comm, &ranks);
  add (&rank, sizeof rank), add (&ranks, sizeof ranks);
  reduce ();
  MPI_Comm_free (&made);
  comm = kept, rank = kept_rank, ranks = kept_ranks, state = kept_state;
  draw (2);
}

static void
pack (void)
{
  MPI_Datatype type = basic[draw (8)], t = draw_derived (type);
  int position = 0, size;
  MPI_Aint lb, extent;
  fill (out, type, 2000, rank);
  memset (in, 0, ROOM);
  MPI_Pack_size (10, t, comm, &size);
  MPI_Pack (out, 10, t, in, ROOM, &position, comm);
  add (&position, sizeof position), add (in, ROOM);
  MPI_Type_get_extent (t, &lb, &extent);
  add (&lb, sizeof lb), add (&extent, sizeof extent);
  MPI_Type_get_true_extent (t, &lb, &extent);
  add (&lb, sizeof lb), add (&extent, sizeof extent);
  MPI_Type_free (&t);
}

int
main (int argc, char **argv)
{
  static void (*const steps[]) (void)
    = { send_around, send_around, send_around, reduce, reduce, collect, collect, find_place, divide,
        pack };
  uint64_t sums[64];
  MPI_Init (&argc, &argv);
  comm = MPI_COMM_WORLD;
  MPI_Comm_rank (comm, &rank), MPI_Comm_size (comm, &ranks);
  out = calloc (1, 2 * ROOM), in = calloc (1, 2 * ROOM);
  state = strtoull (argv[1], NULL, 10) * 77777 + 1;
  for (int n = atoi (argv[2]); n > 0; n--)
    steps[draw (sizeof steps / sizeof *steps)] ();
  MPI_Gather (&sum, 1, MPI_UINT64_T, sums, 1, MPI_UINT64_T, 0, comm);
  for (int r = 0; rank == 0 && r < ranks; r++)
    printf ("%d: %016llx\n", r, (unsigned long long) sums[r]);
  MPI_Finalize ();
  return 0;
}
