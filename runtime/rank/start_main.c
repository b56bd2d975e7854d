/* SPDX-License-Identifier: MIT */
/* start_main.c - in the shared library only: the start of main, which ranks other than 0 do not
 * have.
 *
 * The start code of a program calls __libc_start_main, which calls the constructors of the program
 * and then main.  The linker finds this function before that of the C library, so programs that
 * are linked with the shared library call it.  It passes a main of its own on, which begins the
 * rank.
 */
#define _GNU_SOURCE
#include "rank/start_main.h"
#include "erbium.h"

#include <dlfcn.h>
#include <stdlib.h>

const char erb_starts_main_here = 1;

typedef int main_function (int, char **, char **);
typedef int start_function (main_function *, int, char **, void (*) (void), void (*) (void),
                            void (*) (void), void *);

static main_function *program_main;

static int
rank_main (int count, char **arguments, char **environment)
{
  return erb_rank_begin () ? program_main (count, arguments, environment) : EXIT_SUCCESS;
}

ERBIUM_API start_function __libc_start_main __attribute__ ((weak));

int
__libc_start_main (main_function *function, int count, char **arguments, void (*init) (void),
                   void (*fini) (void), void (*ld_fini) (void), void *stack_end)
{
  start_function *real;
  *(void **) &real = dlsym (RTLD_NEXT, "__libc_start_main");
  if (!real)
    abort ();
  program_main = function;
  return real (rank_main, count, arguments, init, fini, ld_fini, stack_end);
}
