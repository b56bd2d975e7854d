/* SPDX-License-Identifier: MIT */
/* dies.c HOW RANK - a rank that dies, or ends without MPI_Finalize, while others wait for it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

static void
die (const char *how)
{
  if (strcmp (how, "segv") == 0)
    *(volatile int *) 8 = 0;
  if (strcmp (how, "abort") == 0)
    abort ();
  if (strcmp (how, "fpe") == 0)
    raise (SIGFPE);
  if (strcmp (how, "exit") == 0)
    exit (5);
  if (strcmp (how, "at-once") == 0)
    _exit (5);
  if (strcmp (how, "exec") == 0)
    execl ("/bin/true", "true", (char *) NULL), perror ("execl");
}

int
main (int count, char **argument)
{
  int rank, sum;
  MPI_Init (&count, &argument);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  printf ("rank %d begins\n", rank);
  fflush (stdout);
  if (rank == atoi (argument[2]))
    die (argument[1]);
  MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize ();
}
