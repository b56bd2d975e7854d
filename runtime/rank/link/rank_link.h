/* SPDX-License-Identifier: MIT */
/* rank_link.h - what the runtime needs of MPI, as a table.
 *
 * The library itself does not depend on MPI.  mpi_link.c is compiled once for each implementation,
 * as a shared object that exports this table; a rank loads the one of its job (rank/launch.c).  All
 * functions are called by one thread, the engine of the rank, except `bell', and `abort' if the
 * engine has not begun.
 */
#ifndef ERB_LINK_H
#define ERB_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ERB_LINK_VERSION = 3 }; /* of the table; both sides must have the same */

/* A cache line by which the ranks of a machine wake the engine of one of them. */
struct erb_bell
{
  /* 1: there may be a message.  The engine sleeps on it (a futex in shared memory). */
  int32_t rings __attribute__ ((aligned (128)));
  int32_t asleep; /* 1: the engine sleeps, or is about to */
};

struct erb_link
{
  int version;
  const char *name; /* "mpich" or "openmpi" */
  /* Initialises MPI.  Returns NULL, or what has failed. */
  const char *(*begin) (int *rank, int *ranks);
  /* Every rank gives `bytes' bytes; each gets those of all, in the order of ranks. */
  void (*exchange) (const void *mine, size_t bytes, void *all);
  /* Returns the bell of a rank, or NULL if that is on another machine. */
  struct erb_bell *(*bell) (int rank);
  /* Starts to send size bytes of block, which is freed with `free' once they are sent.  Messages
   * from one rank to another arrive in the order in which they were sent.  Returns false if MPI
   * reports an error. */
  bool (*send) (int to, void *block, size_t size);
  /* Calls see for some of the messages that have arrived, in order; block is see's, and freed with
   * `free'.  Also lets sends go on.  Returns their number, or -1 if MPI reports an error. */
  int (*poll) (void (*see) (int from, void *block, size_t size));
  /* Returns the number of sends that have not ended. */
  int (*sending) (void);
  /* Ends MPI, together with all other ranks.  Calls see for messages that still arrive.  Returns
   * false if the others are not there within so many ns, or MPI reports an error; then only `abort'
   * may follow. */
  bool (*end) (void (*see) (int from, void *block, size_t size), int64_t limit);
  /* After `end', and before the rank ends by _exit: the process manager takes that for its end, and
   * not for a death.  Waits at most a second. */
  void (*leave) (void);
  /* Ends all ranks; the status of the job is `status'. */
  void (*abort) (int status);
};

#endif
