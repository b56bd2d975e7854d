/* SPDX-License-Identifier: MIT */
/* space_output.c - what the spaces of a sealed program print, in an order that is the same
 * each time.
 *
 * Output that spaces write to one file mixes as the schedule will have it.  So in a
 * sealed program a child writes stdout and stderr to memory, and its parent passes that
 * on, as output of its own, whenever the two meet: in erbium_space_sync, and at the end.  What
 * cannot be kept or passed on is an error: the child was told that it is written.
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

/* Writes some of it, and waits where to takes none just now; returns how much. */
static ssize_t
write_some (int to, const char *text, size_t n)
{
  ssize_t done;
  while ((done = erb_kernel_call (SYS_write, to, (long) text, (long) n, 0, 0)) < 0)
    if (errno == EAGAIN)
      erb_os->yield ();
    else if (errno != EINTR)
      erb_fault_in (ERBIUM_EXIT_RESOURCE, NULL, NULL, "make room, or have it go elsewhere",
                    "what a space has printed cannot be passed on to %s: %s",
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
    fflush (NULL); /* what the parent has printed before comes first */
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
    if (o->file[n] >= 0 && erb_kernel_call (SYS_lseek, o->file[n], 0, SEEK_END, 0, 0) > o->passed[n])
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
