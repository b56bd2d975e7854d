/* SPDX-License-Identifier: MIT */
/* file.c - input, output, errors. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dedup.h"

void (*failure_handler) (const char *line);

enum { MAX_LINE = 2 * 4096 };   /* a path and what is said of it */

void
give_up (const struct job *j, const char *line)
{
  static atomic_flag failed = ATOMIC_FLAG_INIT;
  while (atomic_flag_test_and_set (&failed))
    pause (); /* another thread ends the program */
  fprintf (stderr, "%s\n", line);
  if (j->remove)
    unlink (j->out_name);
  exit (1);
}

void
fail (const struct job *j, const char *name, const char *format, ...)
{
  char line[MAX_LINE];
  va_list arguments;
  int n = snprintf (line, sizeof line, "dedup: %s%serror: ", name ? name : "", name ? ": " : "");
  if (n < MAX_LINE)
    {
      va_start (arguments, format);
      vsnprintf (line + n, sizeof line - (size_t) n, format, arguments);
      va_end (arguments);
    }
  if (failure_handler)
    failure_handler (line);
  give_up (j, line);
}

void *
allocate (const struct job *j, size_t n)
{
  void *p = malloc (n);
  if (!p)
    fail (j, NULL, "no memory for %zu bytes: take fewer workers (-w)", n);
  return p;
}

/* ---- Opening ------------------------------------------------------------- */

static void
cannot (const struct job *j, const char *name, const char *what)
{
  fail (j, name, "cannot be %s (%s)", what, strerror (errno));
}

/* Before the output is emptied: it might be the input. */
static void
refuse_one_file (const struct job *j)
{
  struct stat in, out;
  if (fstat (j->in, &in) || fstat (j->out, &out))
    return;
  bool known = in.st_dev || in.st_ino; /* a sealed program is not told which file it is */
  if (S_ISREG (out.st_mode) && known && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
    fail (j, j->out_name, "is the input as well: name another file for the output");
}

static void
open_output (struct job *j, bool readable)
{
  int flags = O_CREAT | O_CLOEXEC;
  struct stat s;
  j->out = -1;
  if (readable && (stat (j->out_name, &s) || S_ISREG (s.st_mode)))
    j->out = open (j->out_name, flags | O_RDWR, 0666);
  if (j->out < 0)
    j->out = open (j->out_name, flags | O_WRONLY, 0666);
  if (j->out < 0)
    cannot (j, j->out_name, "opened");
  refuse_one_file (j);
  if (fstat (j->out, &s) == 0 && S_ISREG (s.st_mode))
    {
      if (ftruncate (j->out, 0))
        cannot (j, j->out_name, "emptied");
      j->remove = true;
    }
}

void
open_files (struct job *j, bool readable)
{
  j->remove = false;
  j->in = strcmp (j->in_name, "-") ? open (j->in_name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  if (j->in < 0)
    cannot (j, j->in_name, "opened");
  if (strcmp (j->out_name, "-"))
    open_output (j, readable);
  else
    {
      j->out = STDOUT_FILENO;
      refuse_one_file (j);
    }
}

void
close_files (struct job *j)
{
  if (j->in != STDIN_FILENO)
    close (j->in);
  if (j->out != STDOUT_FILENO && close (j->out))
    cannot (j, j->out_name, "written");
}

/* ---- Reading and writing ------------------------------------------------- */

size_t
read_input (const struct job *j, uint8_t *to, size_t n)
{
  size_t have = 0;
  while (have < n)
    {
      ssize_t got = read (j->in, to + have, n - have);
      if (got == 0)
        break;
      if (got > 0)
        have += (size_t) got;
      else if (errno != EINTR)
        cannot (j, j->in_name, "read");
    }
  return have;
}

/* The parts behind the first n bytes; *count of them. */
static struct iovec *
behind (struct iovec *parts, int *count, size_t n)
{
  for (; *count && n >= parts->iov_len; parts++, --*count)
    n -= parts->iov_len;
  if (*count)
    {
      parts->iov_base = (char *) parts->iov_base + n;
      parts->iov_len -= n;
    }
  return parts;
}

void
write_parts (const struct job *j, struct iovec *parts, int count)
{
  while (count)
    {
      ssize_t done = writev (j->out, parts, count);
      if (done < 0 && errno != EINTR)
        cannot (j, j->out_name, "written");
      if (done >= 0)
        parts = behind (parts, &count, (size_t) done);
    }
}

void
write_output (const struct job *j, const void *bytes, size_t n)
{
  struct iovec part = { (void *) (uintptr_t) bytes, n };
  if (n)
    write_parts (j, &part, 1);
}
