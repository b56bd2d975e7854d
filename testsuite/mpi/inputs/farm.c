/* SPDX-License-Identifier: MIT */
/* farm.c - rank 0 deals tasks to whoever asks, by receives of any source and tests.  Messages are
 * short, synchronous or long. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LONG = 20000 }; /* the sender waits until such a message is copied */

/* Up to 3 ms, from the clock: different in each run. */
static unsigned
random_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (unsigned) ((unsigned long) t.tv_nsec * 2654435761u >> 7) % 3000;
}

int
main (int argc, char **argv)
{
  static int x[LONG];
  int rank, ranks, flag;
  MPI_Status s;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (rank == 0)
    for (int task = 0, left = ranks - 1; left; task++)
      {
        int next = task < 40 ? task : -1;
        flag = -1;
        if (task % 8 == 0) /* a probe settles what the receive behind it would have to */
          MPI_Iprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
        MPI_Recv (x, LONG, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        printf ("%d %d %d\n", s.MPI_SOURCE, x[0], flag);
        MPI_Send (&next, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD);
        left -= next < 0;
      }
  else
    for (int task = 0; task >= 0;)
      {
        usleep (random_time ()); /* other messages are there first in each run */
        x[0] = (int) ((unsigned) x[0] * 31 + (unsigned) (task + rank));
        if (rank == 2)
          MPI_Ssend (x, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
        else
          MPI_Send (x, rank == 3 ? LONG : 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
        MPI_Recv (&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
  MPI_Finalize ();
  return 0;
}
