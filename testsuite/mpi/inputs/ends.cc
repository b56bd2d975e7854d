// SPDX-License-Identifier: MIT
// ends.cc FILE - what a program has made before main is ended in each rank: a stream with a buffer,
// an object, a function of atexit.  Rank R writes FILE.R.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

static int rank = -1;
static std::ofstream file;

static void
at_exit ()
{
  printf ("atexit: %d\n", rank);
}

struct object
{
  object () { atexit (at_exit); }
  ~object () { printf ("object: %d\n", rank); }
};

static object first;

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  file.open (std::string (argv[1]) + "." + std::to_string (rank));
  file << "rank " << rank;
  printf ("main: %d\n", rank);
  MPI_Finalize ();
  return 0;
}
