/* SPDX-License-Identifier: MIT */
/* counts.c - a library with state: a count, a function of the program, streams, a chosen function.
 * With NEEDS it is another one, which needs the first. */
#include <stdio.h>
#include <stdlib.h>

extern const char *counts_label;
extern int counts_next (void);
extern const char *program_name (void) __attribute__ ((weak)); /* erbium-partition has none */

#ifndef NEEDS
const char *counts_label = "unset";
static int count;

int
counts_next (void)
{
  return ++count;
}

static int plain (void) { return 7; }
static int (*choose (void)) (void) { return plain; }
int counts_chosen (void) __attribute__ ((ifunc ("choose")));

__attribute__ ((constructor)) static void
begin (void)
{
  count = 100;
}

__attribute__ ((destructor)) static void
end (void)
{
  if (program_name)
    fprintf (stdout, "%s: library ends at %d, label %s\n", program_name (), count, counts_label);
}

static void
at_exit (void)
{
  fprintf (stdout, "%s: function of atexit\n", program_name ());
}

void
counts_say (const char *text)
{
  static int said;
  if (!said++)
    atexit (at_exit);
  char *copy = malloc (100);
  snprintf (copy, 100, "%s %d", text, said);
  fputs (copy, stdout);
  free (copy);
}
#else
static int begun;

__attribute__ ((constructor)) static void
begin (void)
{
  begun = counts_next ();
}

int
needs_begun (void)
{
  return begun;
}
#endif
