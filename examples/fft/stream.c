/* SPDX-License-Identifier: MIT */
/* stream.c - vectors from and to files and pipes: complex numbers of two floats each,
 * as the machine has them, one vector behind the other.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fft.h"

struct file
{
  const char *name;
  int fd;
  int points;
};

static struct file input, output;

__attribute__ ((noreturn)) static void
fail (const struct file *f, const char *what, const char *why)
{
  fprintf (stderr, "%s: %s: %s: %s\n", version_name, f->name, what, why);
  exit (1);
}

/* ---- Opening ---------------------------------------------------------------- */

static bool
is_standard (const char *name)
{
  return strcmp (name, "-") == 0;
}

static void
open_input (const char *name, int points)
{
  input = (struct file) { is_standard (name) ? "standard input" : name, 0, points };
  if (!is_standard (name) && (input.fd = open (name, O_RDONLY | O_CLOEXEC)) < 0)
    fail (&input, "cannot be read", strerror (errno));
}

/* Opening the output empties it. */
static void
refuse_same (const char *name)
{
  struct stat in, out;
  if (fstat (input.fd, &in) == 0 && stat (name, &out) == 0 && S_ISREG (out.st_mode)
      && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
    fail (&output, "is the input, too", "write to another file");
}

static void
open_output (const char *name, int points)
{
  output = (struct file) { is_standard (name) ? "standard output" : name, 1, points };
  if (is_standard (name))
    return;
  refuse_same (name);
  if ((output.fd = open (name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) < 0)
    fail (&output, "cannot be written", strerror (errno));
}

/* ---- Reading, writing --------------------------------------------------------- */

/* Up to so many bytes; fewer at the end of the file only. */
static size_t
read_bytes (const struct file *f, char *to, size_t bytes)
{
  size_t done = 0;
  while (done < bytes)
    {
      ssize_t n = read (f->fd, to + done, bytes - done);
      if (n == 0)
        break;
      if (n < 0 && errno != EINTR)
        fail (f, "cannot be read", strerror (errno));
      done += n > 0 ? (size_t) n : 0;
    }
  return done;
}

static int64_t
read_vectors (void *from, float *vectors, int64_t count)
{
  const struct file *f = from;
  size_t size = 2 * sizeof (float) * (size_t) f->points;
  size_t got = read_bytes (f, (char *) vectors, (size_t) count * size);
  if (got % size)
    {
      char why[128];
      snprintf (why, sizeof why, "%zu of the %zu bytes of %d points; is -n right?", got % size, size,
                f->points);
      fail (f, "ends within a vector", why);
    }
  return (int64_t) (got / size);
}

static void
write_vectors (void *to, const float *vectors, int64_t count)
{
  const struct file *f = to;
  const char *from = (const char *) vectors;
  size_t left = (size_t) count * 2 * sizeof (float) * (size_t) f->points;
  while (left)
    {
      ssize_t n = write (f->fd, from, left);
      if (n < 0 && errno != EINTR)
        fail (f, "cannot be written", strerror (errno));
      from += n > 0 ? n : 0;
      left -= n > 0 ? (size_t) n : 0;
    }
}

/* ---- Both --------------------------------------------------------------------- */

/* A regular file never keeps a reader waiting for long. */
static bool
may_wait (const struct file *f)
{
  struct stat s;
  return fstat (f->fd, &s) != 0 || !S_ISREG (s.st_mode);
}

struct ends
open_files (const char *in, const char *out, int points)
{
  open_input (in, points);
  open_output (out, points);
  return (struct ends) { &input, &output, read_vectors, write_vectors, may_wait (&input),
                         may_wait (&output) };
}

void
close_files (void)
{
  close (input.fd);
  if (close (output.fd) != 0)
    fail (&output, "cannot be written", strerror (errno));
}
