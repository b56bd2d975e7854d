/* SPDX-License-Identifier: MIT */
/* figures_file.c - the file to which figures are written instead of stderr.
 *
 * The programs that a program starts have its environment, and so may write to the same file.  The
 * first one locks it, as long as it runs, and empties it; the others add to it.  A sealed program
 * may neither lock files nor start programs.
 */
#define _GNU_SOURCE
#include "figures/figures.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

static FILE *stream;
static char *opened; /* its name */

static FILE *
open_stream (const char *name)
{
  int file = erb_own_file ((int) erb_kernel_call (SYS_openat, AT_FDCWD, (long) name,
                                                  O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666,
                                                  0));
  if (file < 0)
    return NULL;
  bool is_first = erb_sealed || flock (file, LOCK_EX | LOCK_NB) == 0;
  if (is_first && erb_kernel_call (SYS_ftruncate, file, 0, 0, 0, 0) != 0
      && errno != EINVAL) /* a pipe */
    return NULL;
  return fdopen (file, "a");
}

bool
erb_figures_open (const char *name)
{
  if (opened && strcmp (opened, name) == 0)
    return true;
  FILE *to = open_stream (name);
  if (!to)
    return false;
  if (stream)
    fclose (stream);
  free (opened);
  stream = to;
  opened = strdup (name);
  return true;
}

FILE *
erb_figures_stream (void)
{
  return stream ? stream : stderr;
}

/* The results of the program are what they are: as with a trace, its status does not change. */
void
erb_figures_flush (FILE *to)
{
  bool fails = fflush (to) != 0 || ferror (to);
  if (!fails || to != stream)
    return;
  fprintf (stderr, "erbium: error: ERBIUM_STATS: cannot write '%s': %s\n", opened,
           strerror (errno));
  clearerr (to);
}
