/* SPDX-License-Identifier: MIT */
/* by_address.c NUMBER - writes its number many times, by variables of the C library. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

int
main (int argc, char **argv)
{
  int option;
  while ((option = getopt (argc, argv, "n:")) >= 0)
    if (option != 'n')
      return 2;
  for (int n = 0; n < 2000; n++)
    {
      fputs (optarg ? optarg : argv[optind], stdout);
      fputc ('\n', stdout);
      if (n % 100 == 0)
        usleep (100);
    }
  fprintf (stderr, "%d %d\n", argc - optind, environ != NULL);
  return fflush (stdout);
}
