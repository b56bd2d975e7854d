/* SPDX-License-Identifier: MIT */
/* libc.c - what libc.h puts in the place of the C library. */
#include "explorer.h"
#include "libc.h"

#include <stdio.h>

void *
model_malloc (size_t size)
{
  return model_alloc (size, 16);
}

void *
model_calloc (size_t n, size_t size)
{
  return model_alloc (n * size, 16);
}

void *
model_aligned_alloc (size_t align, size_t size)
{
  return model_alloc (size, align);
}

void *
model_realloc (void *p, size_t size)
{
  void *q = model_alloc (size, 16);
  size_t old = p ? model_size (p) : 0;
  memcpy (q, p ? p : q, old < size ? old : size);
  model_free (p);
  return q;
}

char *
model_strdup (const char *s)
{
  size_t size = strlen (s) + 1;
  return memcpy (model_alloc (size, 16), s, size);
}

void
model_exit (int status)
{
  char text[40];
  snprintf (text, sizeof text, "the program ends with status %d", status);
  model_fail ("exit", text, "exit");
}

void
model_abort (void)
{
  model_fail ("exit", "the program aborts", "abort");
}
