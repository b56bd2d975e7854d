/* SPDX-License-Identifier: MIT */
/* mpi_output.c - output of the ranks, in the order of ranks.
 *
 * Rank 0 writes where the job writes.  What the others write to stdout is kept in a file without a
 * name, and passed on in the order of ranks when the job ends, so that the output of a job is the
 * same in every run.  With DETMPI_OUTPUT=mixed all ranks write at once.  stderr is not kept.  In a
 * sealed program the runtime does the same for all spaces.
 */
#define _GNU_SOURCE
#include "mpi/start/mpi_start.h"

#include <stdio.h>
#include <unistd.h>

static int kept[DETMPI_MOST_RANKS]; /* a file, or 0 */

static bool
is_mixed (void)
{
  const char *how = getenv ("DETMPI_OUTPUT");
  if (how && *how && strcmp (how, "mixed") != 0 && strcmp (how, "ordered") != 0)
    erb_fault_in (ERBIUM_EXIT_SETTING, NULL, NULL,
                  "set it to 'ordered' (the default) or 'mixed'", "'DETMPI_OUTPUT' is '%s'", how);
  return how && strcmp (how, "mixed") == 0;
}

int
detmpi_output_make (int rank)
{
  if (rank == 0 || erb_sealed || is_mixed ())
    return 0;
  int file = erb_memory_file ("detmpi"); /* not 0 or 1, even if the job has no such files */
  if (file < 0)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, NULL, NULL, "set DETMPI_OUTPUT to 'mixed'",
                  "nothing to keep the output of rank %d in: %s", rank, strerror (errno));
  kept[rank] = file;
  return file;
}

bool
detmpi_output_pass (int rank)
{
  char room[1 << 16];
  ssize_t n;
  off_t at = 0;
  for (; kept[rank] && (n = pread (kept[rank], room, sizeof room, at)) > 0; at += n)
    for (ssize_t done = 0, m; done < n; done += m > 0 ? m : 0)
      if ((m = write (STDOUT_FILENO, room + done, (size_t) (n - done))) < 0 && errno != EINTR)
        {
          detmpi_output_lost (rank);
          return false;
        }
  return true;
}
