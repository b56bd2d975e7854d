/* SPDX-License-Identifier: MIT */
/* kinds.h - a program of several parts; its first argument names the part that runs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

struct kind { const char *name; void (*run) (void); };

/* The main of the program.  The array ends with a kind without a name. */
static int
run_kind (int argc, char **argv, const struct kind *kind)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  while (kind->name && strcmp (kind->name, argv[1]) != 0)
    kind++;
  if (!kind->name)
    {
      fprintf (stderr, "there is no kind '%s'\n", argv[1]);
      abort ();
    }
  kind->run ();
  MPI_Finalize ();
  return 0;
}
