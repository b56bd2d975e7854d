/* SPDX-License-Identifier: MIT */
/* globals.cc - each rank has variables, thread-local ones, streams and messages of its own; long
 * messages go around a ring. */
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <vector>

#include <mpi.h>

static int number = 7;
static thread_local int own = 5;

static void
pass (int rank, int ranks, int bytes)
{
  std::vector<char> out (bytes, (char) rank), in (bytes);
  int from = (rank + ranks - 1) % ranks;
  MPI_Sendrecv (out.data (), bytes, MPI_CHAR, (rank + 1) % ranks, 1, in.data (), bytes, MPI_CHAR,
                from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (char c : in)
    if (c != (char) from)
      throw std::runtime_error ("a wrong byte");
}

int
main (int count, char **argument)
{
  int rank, ranks;
  MPI_Init (&count, &argument);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  number += rank;
  own += rank;
  MPI_Barrier (MPI_COMM_WORLD);
  std::cout << "rank " << rank << ": " << number << " " << own << "\n";
  std::printf ("a line of C\n");
  try
    {
      for (int bytes = 1; bytes <= 4 << 20; bytes *= 4)
        for (int extra = -1; extra <= 1; extra++)
          pass (rank, ranks, bytes + extra);
      throw std::runtime_error ("all bytes are right");
    }
  catch (const std::exception &e)
    {
      std::cout << e.what () << std::endl;
    }
  MPI_Finalize ();
}
