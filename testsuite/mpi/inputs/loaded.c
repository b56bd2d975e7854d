/* SPDX-License-Identifier: MIT */
/* loaded.c - a program that is not linked with MPI, and loads it while it runs, as interpreters do:
 * loaded LIBRARY. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORLD = 0x44000000 }; /* MPI_COMM_WORLD */

static void *mpi;

static void *
find (const char *name)
{
  void *at = dlsym (mpi, name);
  if (!at)
    {
      fprintf (stderr, "there is no %s\n", name);
      exit (1);
    }
  return at;
}

int
main (int argc, char **argv)
{
  int rank = -1, ranks = -1;
  mpi = argc > 1 ? dlopen (argv[1], RTLD_NOW) : NULL;
  if (!mpi)
    {
      fprintf (stderr, "%s\n", argc > 1 ? dlerror () : "no library");
      return 1;
    }
  ((int (*) (int *, char ***)) find ("MPI_Init")) (NULL, NULL);
  ((int (*) (int, int *)) find ("MPI_Comm_rank")) (WORLD, &rank);
  ((int (*) (int, int *)) find ("MPI_Comm_size")) (WORLD, &ranks);
  printf ("loaded: rank %d of %d\n", rank, ranks);
  return ((int (*) (void)) find ("MPI_Finalize")) ();
}
