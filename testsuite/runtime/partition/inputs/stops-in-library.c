/* SPDX-License-Identifier: MIT */
/* stops-in-library.c - a library with a variable, in which its program stops; with -DPROGRAM the
 * program. */
#include <signal.h>

extern int in_library (int n);

#ifdef PROGRAM
int
main (void)
{
  return in_library (4) != 5;
}
#else
static int number;

__attribute__ ((noinline)) int
in_library (int n)
{
  number = n + 1;
  raise (SIGUSR2);
  return number;
}
#endif
