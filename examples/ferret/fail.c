/* SPDX-License-Identifier: MIT */
/* fail.c - errors that end the program. */
#include <stdarg.h>
#include <stdlib.h>

#include "ferret.h"

void (*leave) (int status) = exit;

void
fail (const char *name, const char *format, ...)
{
  char line[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (line, sizeof line, format, arguments);
  va_end (arguments);
  fprintf (stderr, "ferret: %s%serror: %s\n", name ? name : "", name ? ": " : "", line);
  fflush (NULL);
  leave (1);
  abort ();
}

void *
allocate (size_t n)
{
  void *p = calloc (n ? n : 1, 1);
  if (!p)
    fail (NULL, "no memory for %zu bytes", n);
  return p;
}
