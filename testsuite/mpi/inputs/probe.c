/* SPDX-License-Identifier: MIT */
/* probe.c [any] - probes, and receives of what matched probes have found, in messages of all sizes.
 * Ranks send to the next one; each prints the same with each MPI.  With `any', probes of any source
 * and those that do not wait; and probes behind receives that come first. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 40000, KINDS = 4 };

static int rank, ranks, next, before;
static int out[MOST], in[MOST];
static const int sizes[KINDS] = { 1, 100, 3000, MOST }; /* in a header, a ring, pieces; offered */

static unsigned
sum_of (const int *x, int count)
{
  unsigned sum = 0;
  for (int n = 0; n < count; n++)
    sum = sum * 31 + (unsigned) x[n];
  return sum;
}

static void
send (int kind, int tag, MPI_Request *request)
{
  static int copies[KINDS][MOST];
  for (int n = 0; n < sizes[kind]; n++)
    copies[kind][n] = rank * 1000 + tag + n;
  MPI_Isend (copies[kind], sizes[kind], MPI_INT, next, tag, MPI_COMM_WORLD, request);
}

/* A message that a probe has found is passed over by receives and other probes. */
static void
in_another_order (int kind)
{
  MPI_Message first, second;
  MPI_Request request[3];
  MPI_Status s[3];
  int count[3];
  send (kind, 1, &request[0]);
  send ((kind + 1) % KINDS, 2, &request[1]);
  MPI_Mprobe (before, MPI_ANY_TAG, MPI_COMM_WORLD, &first, &s[0]);
  MPI_Mprobe (before, MPI_ANY_TAG, MPI_COMM_WORLD, &second, &s[1]);
  for (int n = 0; n < 2; n++)
    MPI_Get_count (&s[n], MPI_INT, &count[n]);
  printf ("%d found: tags %d %d, counts %d %d\n", rank, s[0].MPI_TAG, s[1].MPI_TAG, count[0],
          count[1]);
  MPI_Mrecv (in, MOST, MPI_INT, &second, &s[1]);
  MPI_Get_count (&s[1], MPI_INT, &count[1]);
  printf ("%d second: %d of %d, tag %d, %u, %d\n", rank, count[1], s[1].MPI_SOURCE, s[1].MPI_TAG,
          sum_of (in, count[1]), second == MPI_MESSAGE_NULL);
  MPI_Imrecv (in, MOST, MPI_INT, &first, &request[2]);
  MPI_Waitall (3, request, s);
  MPI_Get_count (&s[2], MPI_INT, &count[0]);
  printf ("%d first: %d of %d, tag %d, %u, %d\n", rank, count[0], s[2].MPI_SOURCE, s[2].MPI_TAG,
          sum_of (in, count[0]), first == MPI_MESSAGE_NULL);
}

/* A receive passes over the message of a matched probe, which is of a synchronous send. */
static void
with_receives (void)
{
  MPI_Message message;
  MPI_Request request[2];
  MPI_Status s;
  MPI_Datatype pairs;
  int count = -1;
  MPI_Type_vector (50, 1, 2, MPI_INT, &pairs);
  MPI_Type_commit (&pairs);
  send (1, 5, &request[0]);
  MPI_Issend (out, 1, pairs, next, 6, MPI_COMM_WORLD, &request[1]);
  MPI_Probe (before, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
  int seen = s.MPI_TAG;
  MPI_Mprobe (before, 6, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Recv (in, MOST, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
  memset (in, 0, sizeof in);
  MPI_Mrecv_c (in, 2, pairs, &message, &s);
  MPI_Get_count (&s, pairs, &count);
  MPI_Waitall (2, request, MPI_STATUSES_IGNORE);
  printf ("%d apart: %d, then %d %u\n", rank, seen, count, sum_of (in, 100));
  MPI_Type_free (&pairs);
}

static void
from_nobody (void)
{
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Request request;
  MPI_Status s;
  MPI_Mprobe (MPI_PROC_NULL, 3, MPI_COMM_WORLD, &message, &s);
  int is_none = message == MPI_MESSAGE_NO_PROC;
  message = MPI_Message_f2c (MPI_Message_c2f (message));
  MPI_Mrecv (in, 1, MPI_INT, &message, &s);
  printf ("%d nobody: %d %d %d\n", rank, is_none, s.MPI_SOURCE, message == MPI_MESSAGE_NULL);
  message = MPI_MESSAGE_NO_PROC;
  MPI_Imrecv_c (in, 1, MPI_INT, &message, &request);
  MPI_Wait (&request, &s);
  printf ("%d nobody: %d %d\n", rank, s.MPI_SOURCE, message == MPI_MESSAGE_NULL);
}

/* ---- Any source --------------------------------------------------------------- */

/* A probe finds what a receive in its place would get: not the message of an earlier receive. */
static void
behind_receives (void)
{
  MPI_Request early[2];
  MPI_Message message;
  MPI_Status s;
  int x[3] = { 0 };
  if (rank == 1)
    for (int tag = 1; tag <= 4; tag++)
      MPI_Send (&tag, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
  if (rank != 0)
    return;
  MPI_Irecv (&x[0], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &early[0]);
  MPI_Irecv (&x[1], 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &early[1]);
  MPI_Probe (1, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
  printf ("probe: %d\n", s.MPI_TAG);
  MPI_Mprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &s);
  MPI_Waitall (2, early, MPI_STATUSES_IGNORE);
  MPI_Recv (&x[2], 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
  printf ("receives: %d %d %d\n", x[0], x[1], x[2]);
  MPI_Mrecv (&x[0], 1, MPI_INT, &message, &s);
  printf ("matched: %d\n", x[0]);
}

/* Rank 0 takes what is there, or waits. */
static void
as_they_come (void)
{
  int flag, x[2] = { rank, 0 }, looks = 0, left = 20 * (ranks - 1);
  MPI_Message message;
  MPI_Status s;
  MPI_Barrier (MPI_COMM_WORLD);
  for (int n = 0; rank && n < 20; n++)
    {
      x[1] = n;
      if (n % 3 == rank % 3)
        MPI_Ssend (x, 2, MPI_INT, 0, n, MPI_COMM_WORLD);
      else
        MPI_Send (x, 2, MPI_INT, 0, n, MPI_COMM_WORLD);
    }
  while (!rank && left)
    {
      MPI_Improbe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &s);
      looks++;
      if (!flag && looks % 2)
        continue;
      if (!flag)
        MPI_Mprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &s);
      MPI_Mrecv (x, 2, MPI_INT, &message, MPI_STATUS_IGNORE);
      printf ("%d: rank %d, %d\n", looks, x[0], x[1]);
      left--;
    }
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  for (int n = 0; n < MOST; n++)
    out[n] = n % 1013;
  if (argc > 1)
    {
      behind_receives ();
      as_they_come ();
    }
  else
    {
      for (int kind = 0; kind < KINDS; kind++)
        in_another_order (kind);
      with_receives ();
      from_nobody ();
    }
  MPI_Finalize ();
  return 0;
}
