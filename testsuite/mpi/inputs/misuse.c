/* SPDX-License-Identifier: MIT */
/* misuse.c - misuse KIND: errors of MPI programs, each at a line of its own. */
#include "kinds.h"

#include <signal.h>
#include <unistd.h>

static int x[100];
static double d;
static MPI_Status s;

static void truncate_message (void)
{
  if (rank == 0)
    MPI_Send (x, 10, MPI_INT, 1, 5, MPI_COMM_WORLD);
  else
    MPI_Recv (x, 9, MPI_INT, 0, 5, MPI_COMM_WORLD, &s);
}

static void other_type (void)
{
  if (rank == 0)
    MPI_Send (x, 2, MPI_INT, 1, 5, MPI_COMM_WORLD);
  else
    MPI_Recv (&d, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, &s);
}

static void no_partner (void)
{
  if (rank == 1)
    MPI_Recv (x, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &s);
}

static void deadlock (void)
{
  MPI_Recv (x, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &s);
}

static void unread (void)
{
  if (rank == 0)
    MPI_Send (x, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
}

static void any_source (void)
{
  if (rank == 0)
    MPI_Recv (x, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &s);
  else
    MPI_Send (x, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
}

static void test (void)
{
  MPI_Request r;
  int flag;
  MPI_Irecv (x, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &r);
  MPI_Test (&r, &flag, &s);
}

static void probe (void)
{
  int flag;
  MPI_Iprobe (!rank, 5, MPI_COMM_WORLD, &flag, &s);
}

static void message (void)
{
  MPI_Message m, old;
  MPI_Send (x, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD);
  MPI_Mprobe (!rank, 5, MPI_COMM_WORLD, &m, &s);
  old = m;
  MPI_Mrecv (x, 1, MPI_INT, &m, &s);
  if (rank == 0)
    MPI_Mrecv (x, 1, MPI_INT, &old, &s);
}

static void bad_rank (void)
{
  MPI_Send (x, 1, MPI_INT, 7, 5, MPI_COMM_WORLD);
}

static void lacks (void)
{
  extern int MPI_Win_fence (int, int);
  MPI_Win_fence (0, 0);
}

static void leave (void)
{
  if (rank == 1)
    exit (0);
  MPI_Barrier (MPI_COMM_WORLD);
}

static void die (void)
{
  int victim = atoi (getenv ("VICTIM"));
  for (int n = 0; n < 100; n++)
    {
      MPI_Allreduce (MPI_IN_PLACE, x, 100, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      if (n == 50 && rank == victim)
        kill (getpid (), SIGKILL);
    }
}

static void abort_all (void)
{
  if (rank == 1)
    MPI_Abort (MPI_COMM_WORLD, 7);
  MPI_Barrier (MPI_COMM_WORLD);
}

static void returned (void)
{
  int code;
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  code = MPI_Send (x, 1, MPI_INT, 7, 5, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("code %d\n", code == MPI_ERR_RANK);
}

static void freed_key (void)
{
  int key, old;
  MPI_Comm_create_keyval (MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr (MPI_COMM_WORLD, old = key, x);
  MPI_Comm_free_keyval (&key);
  MPI_Comm_set_attr (MPI_COMM_WORLD, old, x);
}

static void add (void *in, void *inout, int *count, MPI_Datatype *type)
{
  (void) in, (void) inout, (void) count, (void) type;
}

static void freed_op (void)
{
  MPI_Op op, old;
  MPI_Op_create (add, 1, &op);
  old = op;
  MPI_Op_free (&op);
  MPI_Allreduce (MPI_IN_PLACE, x, 1, MPI_INT, old, MPI_COMM_WORLD);
}

static void starts (void)
{
  if (rank == 0 && system (getenv ("COMMAND")) != 0)
    MPI_Abort (MPI_COMM_WORLD, 1);
}

int
main (int argc, char **argv)
{
  static const struct kind kinds[] = {
    { "truncate", truncate_message }, { "type", other_type }, { "partner", no_partner },
    { "deadlock", deadlock }, { "unread", unread }, { "any", any_source }, { "test", test },
    { "probe", probe }, { "message", message },
    { "rank", bad_rank }, { "lacks", lacks }, { "leave", leave },
    { "die", die }, { "abort", abort_all }, { "returned", returned },
    { "key", freed_key }, { "op", freed_op }, { "starts", starts }, { NULL, NULL } };
  return run_kind (argc, argv, kinds);
}
