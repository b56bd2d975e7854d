/* SPDX-License-Identifier: MIT */
/* manager.c - a rank leaves the process manager of its job.
 *
 * If the connection of a rank to Hydra, the process manager of MPICH, closes before the rank has
 * said that it ends, Hydra takes the rank for dead, kills the others, and its own status may be 0,
 * 9 or that of the rank.  MPICH 4.0 says so in MPI_Finalize.  MPICH 4.2 says so in a function of
 * atexit, which _exit does not call.  So a rank that ends by _exit says it itself, in the words of
 * PMI 1 (P. Balaji et al., PMI: A Scalable Parallel Process-Management Interface for Extreme-Scale
 * Systems, EuroMPI 2010), if the connection is still there.
 */
#include "manager.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

static int connection = -1;
static struct stat identity; /* of the connection: its number may be another file's later */

void
erb_manager_begin (void)
{
  /* Hydra alone sets both.  Others that set PMI_FD may speak PMI 2. */
  const char *number = getenv ("MPI_LOCALRANKID") ? getenv ("PMI_FD") : NULL;
  if (number && fstat (atoi (number), &identity) == 0 && S_ISSOCK (identity.st_mode))
    connection = atoi (number);
}

void
erb_manager_leave (void)
{
  static const char words[] = "cmd=finalize\n";
  struct stat now;
  struct pollfd answer = { .fd = connection, .events = POLLIN };
  char text[64];
  if (connection < 0 || fstat (connection, &now) != 0 || now.st_ino != identity.st_ino
      || now.st_dev != identity.st_dev)
    return;
  /* The answer is awaited, since Hydra kills all ranks if it cannot write it. */
  if (send (connection, words, strlen (words), MSG_NOSIGNAL) > 0 && poll (&answer, 1, 1000) > 0)
    (void) !recv (connection, text, sizeof text, 0);
}
