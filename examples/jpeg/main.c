/* SPDX-License-Identifier: MIT */
/* main.c - jpegdec [-m METHOD] [-b BURST] [-w WORKERS] [-l MEGAPIXELS] [-o OUT.ppm] [IN.jpg], or -h */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jpeg.h"

enum { PIXELS = 268, MILLION = 1000000 };

static void
describe (FILE *to)
{
  fprintf (to, "usage: jpegdec [-m METHOD] [-b BURST] [-w WORKERS] [-l MEGAPIXELS] [-o OUT.ppm] [IN.jpg]\n"
           "  -m  how the work is done:");
  for (const struct method *m = methods; m->name; m++)
    fprintf (to, " %s", m->name);
  fprintf (to, "\n  -b  samples between two synchronisations of a task: a multiple of %d\n"
           "  -w  processes that share rows; 0: as many as processors\n"
           "  -l  the largest picture, in million pixels (default %d)\n"
           "  -h  prints this\n"
           "  IN and OUT may be -; status: 0, 1 after an error, 2 after a warning\n", BLOCK, PIXELS);
}

static void __attribute__ ((noreturn))
usage (const char *what)
{
  fprintf (stderr, "jpegdec: %s\n", what);
  describe (stderr);
  exit (1);
}

static void __attribute__ ((noreturn))
help (void)
{
  describe (stdout);
  if (fflush (stdout) != 0)
    {
      perror ("jpegdec: stdout");
      exit (1);
    }
  exit (0);
}

static int
number (const char *option, long least, long most)
{
  char *end;
  long n = strtol (optarg, &end, 10);
  if (end == optarg || *end || n < least || n > most)
    {
      fprintf (stderr, "jpegdec: -%s %s: a number from %ld to %ld\n", option, optarg, least, most);
      exit (1);
    }
  return (int) n;
}

static const struct method *
method_of (const char *name)
{
  for (const struct method *m = methods; m->name; m++)
    if (!strcmp (m->name, name))
      return m;
  usage ("no such method");
}

int
main (int count, char **argument)
{
  static struct decoder d;
  struct output o;
  struct how how = { 512, 0 };
  const struct method *method = methods;
  const char *to = "-";
  long long pixels = (long long) PIXELS * MILLION;
  for (int c; (c = getopt (count, argument, "m:b:w:l:o:h")) != -1;)
    if (c == 'm')
      method = method_of (optarg);
    else if (c == 'b')
      how.burst = number ("b", BLOCK, 1 << 20);
    else if (c == 'w')
      how.workers = number ("w", 0, 64);
    else if (c == 'l')
      pixels = (long long) number ("l", 1, 4300) * MILLION;
    else if (c == 'o')
      to = optarg;
    else if (c == 'h')
      help ();
    else
      usage ("an option that is not known");
  if (how.burst % BLOCK)
    usage ("-b: a burst is a multiple of 64");
  if (!how.workers)
    how.workers = (int) sysconf (_SC_NPROCESSORS_ONLN);
  if (count - optind > 1)
    usage ("more than one picture");
  open_file (&d, optind < count ? argument[optind] : "-", pixels);
  prepare (&d);
  open_output (&o, to, &d.frame);
  method->run (&d, &o, &how);
  close_output (&o);
  bool good = finish (&d);
  close_decoder (&d);
  return good ? 0 : 2;
}
