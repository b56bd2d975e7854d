/* SPDX-License-Identifier: MIT */
/* main.c - PROGRAM [-m METHOD] [-w WORKERS] [-n ITEMS] [-r ROUNDS] [-b BYTES] [-s] SHAPE
 *                  IN OUT
 *          PROGRAM -g ITEMS SHAPE OUT
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job.h"

enum { MOST_ITEMS = 1000000, MOST_ROUNDS = 1000000, MOST_BURST = 1 << 30, BURST = 128 << 10 };

static void __attribute__ ((noreturn))
usage (const char *what)
{
  fprintf (stderr, "%s: %s\n"
           "usage: %s [-m METHOD] [-w WORKERS] [-n ITEMS] [-s] SHAPE IN OUT\n"
           "       %s -g ITEMS SHAPE OUT\n"
           "  -m  how items are computed:", program, what, program, program);
  for (const struct method *m = methods; m->name; m++)
    fprintf (stderr, " %s", m->name);
  fprintf (stderr, "\n  -w  workers, 1 to %d; 0: as many as processors; the output is the same\n"
           "  -n  items; the input is repeated if it has fewer\n"
           "  -s  writes a sum of each item, a line each, instead of the item\n"
           "  -g  makes an input of so many items\n%s", MAX_WORKERS, program_help);
  exit (1);
}

void
fail (const char *name, const char *format, ...)
{
  va_list more;
  va_start (more, format);
  fprintf (stderr, "%s: %s%serror: ", program, name ? name : "", name ? ": " : "");
  vfprintf (stderr, format, more);
  fprintf (stderr, "\n");
  va_end (more);
  exit (1);
}

void *
new_items (const struct job *j, size_t n)
{
  void *p = NULL;
  if (posix_memalign (&p, 64, n * j->size))
    fail (NULL, "no memory for %zu items of %zu bytes", n, j->size);
  return p;
}

static int
number (char option, long least, long most)
{
  char *end;
  long n = strtol (optarg, &end, 10);
  if (end == optarg || *end || n < least || n > most)
    {
      fprintf (stderr, "%s: -%c %s: a number from %ld to %ld\n", program, option, optarg, least,
               most);
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

static int
processors (void)
{
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MAX_WORKERS ? MAX_WORKERS : (int) n;
}

static bool
is_input (const struct job *j, const char *name)
{
  struct stat in, out;
  return j->in_name && stat (j->in_name, &in) == 0 && stat (name, &out) == 0
         && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

static void
open_output (struct job *j, const char *name)
{
  j->out_name = name;
  if (is_input (j, name))
    fail (name, "is the input, too: write to another file");
  j->out = strcmp (name, "-") ? fopen (name, "w") : stdout;
  if (!j->out)
    fail (name, "cannot be written (%s)", strerror (errno));
}

static void
close_output (struct job *j)
{
  if (fflush (j->out) != 0 || (j->out != stdout && fclose (j->out) != 0))
    fail (j->out_name, "cannot be written (%s)", strerror (errno));
}

static void
generate (struct job *j, int64_t items)
{
  void *item = new_items (j, 1);
  for (int64_t i = 0; i < items; i++)
    {
      generate_item (j, i, item);
      write_item (j, item);
    }
  free (item);
}

static void
compute_all (struct job *j, const struct method *method)
{
  open_items (j);
  method->run (j);
  close_items (j);
}

int
main (int count, char **argument)
{
  struct job j = { .rounds = 50, .burst = BURST };
  const struct method *method = methods;
  int made = 0;
  for (int c; (c = getopt (count, argument, "m:w:n:r:b:sg:")) != -1;)
    if (c == 'm')
      method = method_of (optarg);
    else if (c == 'w')
      j.workers = number ('w', 0, MAX_WORKERS);
    else if (c == 'n')
      j.items = number ('n', 1, MOST_ITEMS);
    else if (c == 'r')
      j.rounds = number ('r', 1, MOST_ROUNDS);
    else if (c == 'b')
      j.burst = (size_t) number ('b', 0, MOST_BURST);
    else if (c == 's')
      j.sums = true;
    else if (c == 'g')
      made = number ('g', 1, MOST_ITEMS);
    else
      usage ("an option that is not known");
  if (!j.workers)
    j.workers = processors ();
  char **names = argument + optind;
  if (count - optind != (made ? 2 : 3))
    usage ("too few names, or too many");
  if (!set_shape (&j, names[0]))
    usage ("a shape that is not known");
  if (!made)
    j.in_name = names[1];
  open_output (&j, names[made ? 1 : 2]);
  if (made)
    generate (&j, made);
  else
    compute_all (&j, method);
  close_output (&j);
  return 0;
}
