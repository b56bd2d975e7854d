/* SPDX-License-Identifier: MIT */
/* output.c - what ranks print comes out in an order that agrees with that of the program.
 *
 * Of two ranks that print, mpiexec may pass on the output of the second one first.  So ranks other
 * than 0 print to a file in memory, and their engines send what is new there to rank 0, which
 * prints it.  A rank learns of what another one has done only by messages.  So an engine that is
 * about to send some passes its output on first, and rank 0 has it before any other rank gets the
 * messages: those to other ranks than 0 are held back until rank 0 has answered.
 */
#define _GNU_SOURCE
#include "rank/ranks.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int file = -1, before = -1; /* the file in memory; stdout as mpiexec has made it */
static off_t passed;               /* bytes that have been sent */

void
erb_output_begin (void)
{
  if (erb_rank == 0)
    return;
  file = erb_memory_file ("stdout");
  before = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
  if (file < 0 || before < 0 || fcntl (file, F_SETFL, O_APPEND) < 0
      || dup2 (file, STDOUT_FILENO) < 0)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, "raise the limit on open files (ulimit -n)",
                      "rank %d has no file for its output: %s", erb_rank, strerror (errno));
}

/* What is printed from here on goes to mpiexec: functions of atexit. */
void
erb_output_end (void)
{
  if (file < 0)
    return;
  fflush (stdout);
  dup2 (before, STDOUT_FILENO);
  close (before);
  close (file);
  file = before = -1;
}

/* Locks stdout.  Returns false if a thread of this rank reports an error: it keeps the lock until
 * the rank ends, after it has written the buffer (erb_engine_abort). */
static bool
lock_stdout (void)
{
  while (ftrylockfile (stdout) != 0)
    {
      if (erbium_load_relaxed (&erb_faulted))
        return false;
      erb_os->yield ();
    }
  return true;
}

struct erb_message *
erb_output_message (void)
{
  if (file < 0)
    return NULL;
  if (lock_stdout ())
    {
      fflush_unlocked (stdout);
      funlockfile (stdout);
    }
  off_t end = lseek (file, 0, SEEK_END);
  if (end <= passed)
    return NULL;
  size_t bytes = (size_t) (end - passed);
  struct erb_message *m = erb_message_new (ERB_TO_PRINT, bytes);
  ssize_t read = pread (file, m->more, bytes, passed);
  m->bytes = read > 0 ? (uint64_t) read : 0;
  fallocate (file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, passed, (off_t) m->bytes);
  passed += (off_t) m->bytes;
  return m;
}

void
erb_see_output (const struct erb_message *m)
{
  ssize_t n = 0;
  if (lock_stdout ())
    {
      fwrite_unlocked (m->more, 1, m->bytes, stdout);
      funlockfile (stdout);
    }
  else
    n = write (STDOUT_FILENO, m->more, m->bytes);
  (void) n;
}
