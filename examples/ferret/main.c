/* SPDX-License-Identifier: MIT */
/* main.c - ferret -x INDEX LIST; ferret [-m METHOD] [-w WORKERS] [-t TOP] INDEX LIST OUT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ferret.h"

static void __attribute__ ((noreturn))
usage (const char *what)
{
  fprintf (stderr, "ferret: %s\n"
           "usage: ferret -x INDEX LIST\n"
           "       ferret [-m METHOD] [-w WORKERS] [-t TOP] INDEX LIST OUT\n"
           "  -x  makes the index of the pictures in a list, a name in each line\n"
           "  -m  how queries are answered:", what);
  for (const struct method *m = methods; m->name; m++)
    fprintf (stderr, " %s", m->name);
  fprintf (stderr, "\n  -w  workers, 1 to %d; 0: as many as processors; the answers are the same\n"
           "  -t  pictures of each answer, 1 to %d; 10\n"
           "  LIST and OUT may be -; status: 0, or 1 after an error\n", MAX_WORKERS, MAX_TOP);
  exit (1);
}

static int
number (char option, long least, long most)
{
  char *end;
  long n = strtol (optarg, &end, 10);
  if (end == optarg || *end || n < least || n > most)
    {
      fprintf (stderr, "ferret: -%c %s: a number from %ld to %ld\n", option, optarg, least, most);
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

/* ---- Lists --------------------------------------------------------------------- */

static char *
read_all (const char *name)
{
  FILE *from = strcmp (name, "-") ? fopen (name, "r") : stdin;
  char *text = NULL;
  size_t room = 0;
  if (!from)
    fail (name, "cannot be opened (%s)", strerror (errno));
  if (getdelim (&text, &room, 0, from) < 0 && ferror (from))
    fail (name, "cannot be read (%s)", strerror (errno));
  if (from != stdin)
    fclose (from);
  return text ? text : calloc (1, 1);
}

/* Empty lines are left out. */
static void
read_list (struct list *l, const char *name)
{
  int lines = 1;
  l->text = read_all (name);
  for (const char *p = l->text; *p; p++)
    lines += *p == '\n';
  l->name = allocate ((size_t) lines * sizeof *l->name);
  for (char *rest = l->text, *line; (line = strsep (&rest, "\n"));)
    if (*line)
      l->name[l->count++] = line;
  if (!l->count)
    fail (name, "has no names of pictures");
}

static void
free_list (struct list *l)
{
  free (l->text);
  free (l->name);
}

/* ---- Both uses ------------------------------------------------------------------- */

static void
make_index (char **names)
{
  struct list l = { 0 };
  read_list (&l, names[1]);
  write_index (names[0], &l);
  free_list (&l);
}

static void
answer_all (struct job *j, const struct method *method, char **names)
{
  struct index x;
  open_index (&x, names[0]);
  j->index = &x;
  read_list (&j->queries, names[1]);
  j->out_name = names[2];
  j->out = strcmp (names[2], "-") ? fopen (names[2], "w") : stdout;
  if (!j->out)
    fail (j->out_name, "cannot be written (%s)", strerror (errno));
  method->run (j);
  if (fflush (j->out) != 0 || (j->out != stdout && fclose (j->out) != 0))
    fail (j->out_name, "cannot be written (%s)", strerror (errno));
  free_list (&j->queries);
  close_index (&x);
}

int
main (int count, char **argument)
{
  struct job j = { .top = 10 };
  const struct method *method = methods;
  bool makes_index = false;
  for (int c; (c = getopt (count, argument, "xm:w:t:")) != -1;)
    if (c == 'x')
      makes_index = true;
    else if (c == 'm')
      method = method_of (optarg);
    else if (c == 'w')
      j.workers = number ('w', 0, MAX_WORKERS);
    else if (c == 't')
      j.top = number ('t', 1, MAX_TOP);
    else
      usage ("an option that is not known");
  if (!j.workers)
    j.workers = processors ();
  if (count - optind != (makes_index ? 2 : 3))
    usage ("too few names, or too many");
  if (makes_index)
    make_index (argument + optind);
  else
    answer_all (&j, method, argument + optind);
  return 0;
}
