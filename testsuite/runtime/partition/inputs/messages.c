/* SPDX-License-Identifier: MIT */
/* messages.c - a guest that ends in functions of the library that print a message, and exit:
 * messages HOW, for messages.test. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
ends (const char *how, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  if (strcmp (how, "verr") == 0)
    verr (4, format, arguments);
  if (strcmp (how, "verrx") == 0)
    verrx (4, format, arguments);
  va_end (arguments);
}

int
main (int count, char **argument)
{
  const char *how = argument[count - 1];
  warnx ("first %d", 1);
  errno = ENOENT;
  warn (NULL);
  errno = ENOENT;
  ends (how, "here %s", "and there");
  if (strcmp (how, "err") == 0)
    err (4, "here %s", "and there");
  if (strcmp (how, "errx") == 0)
    errx (4, "here %s", "and there");
  if (strcmp (how, "error") == 0)
    error (4, ENOENT, "here %s", "and there");
  if (strcmp (how, "openmp") == 0)
#pragma omp parallel num_threads (2)
    if (omp_get_thread_num () == 1)
      exit (5);
  puts ("not ended");
  return 0;
}
