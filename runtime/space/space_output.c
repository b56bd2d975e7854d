/* SPDX-License-Identifier: MIT */
/* space_output.c - the output of the spaces of a sealed program, in an order that is the same in
 * each run.
 *
 * Output of several spaces to one file is interleaved as the schedule determines.  In a sealed
 * program, therefore, a child writes stdout and stderr to memory files, and its parent passes the
 * contents on, as output of its own, whenever the two meet: in erbium_space_sync and at the end.  A
 * failure to pass output on is an error of the parent, because the write of the child has
 * succeeded.
 */
#define _GNU_SOURCE
#include "space/space.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

bool
erb_space_output_make (struct erb_space_output *o)
{
  for (int n = 0; erb_sealed && n < 2; n++)
    {
      o->passed[n] = 0;
      o->file[n] = erb_memory_file ("output");
      if (o->file[n] < 0)
        return false;
    }
  return true;
}

void
erb_space_output_begin (const struct erb_space_output *o)
{
  for (int n = 0; n < 2; n++)
    if (o->file[n] >= 0)
      {
        erb_kernel_call (SYS_dup3, o->file[n], STDOUT_FILENO + n, 0, 0, 0);
        close (o->file[n]);
      }
}

/* Writes some of the text and returns the number of bytes; waits while the file cannot take any. */
static ssize_t
write_some (int to, const char *text, size_t n)
{
  ssize_t done;
  while ((done = erb_kernel_call (SYS_write, to, (long) text, (long) n, 0, 0)) < 0)
    if (errno == EAGAIN)
      erb_os->yield ();
    else if (errno != EINTR)
      erb_fault_in (ERBIUM_EXIT_RESOURCE, NULL, NULL, "make room, or have it go elsewhere",
                    "the output of a space cannot be passed on to %s: %s",
                    to == STDOUT_FILENO ? "stdout" : "stderr", strerror (errno));
  return done;
}

static void
pass_on (int from, off_t *passed, int64_t end, int to)
{
  char text[4096];
  while (*passed < end)
    {
      size_t most = end - *passed < (int64_t) sizeof text ? (size_t) (end - *passed) : sizeof text;
      ssize_t n = pread (from, text, most, *passed);
      if (n <= 0)
        break;
      *passed += write_some (to, text, (size_t) n);
    }
}

void
erb_space_output_pass_to (struct erb_space_output *o, const int64_t end[2])
{
  if (o->file[0] >= 0)
    fflush (NULL); /* earlier output of the parent comes first */
  for (int n = 0; n < 2; n++)
    if (o->file[n] >= 0)
      pass_on (o->file[n], &o->passed[n], end[n], STDOUT_FILENO + n);
}

void
erb_space_output_pass (struct erb_space_output *o)
{
  erb_space_output_pass_to (o, (int64_t[2]) { INT64_MAX, INT64_MAX });
}

bool
erb_space_output_is_passed (const struct erb_space_output *o)
{
  for (int n = 0; n < 2; n++)
    if (o->file[n] >= 0
        && erb_kernel_call (SYS_lseek, o->file[n], 0, SEEK_END, 0, 0) > o->passed[n])
      return false;
  return true;
}

void
erb_space_output_end (struct erb_space_output *o)
{
  erb_space_output_pass (o);
  for (int n = 0; n < 2; n++)
    if (o->file[n] >= 0)
      {
        close (o->file[n]);
        o->file[n] = -1;
      }
}
