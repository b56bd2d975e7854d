/* SPDX-License-Identifier: MIT */
/* main.c - dedup -c [-m METHOD] [-w WORKERS] [-z LEVEL] [-f FIX] IN OUT; dedup -d [-l MEBIBYTES] IN OUT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dedup.h"

static void __attribute__ ((noreturn))
usage (const char *what)
{
  fprintf (stderr, "dedup: %s\n"
           "usage: dedup -c [-m METHOD] [-w WORKERS] [-z LEVEL] [-f FIX] IN OUT\n"
           "       dedup -d [-l MEBIBYTES] IN OUT\n"
           "  -c  makes an archive of a file, -d a file of an archive\n"
           "  -m  how the work is done:", what);
  for (const struct method *m = methods; m->name; m++)
    fprintf (stderr, " %s", m->name);
  fprintf (stderr, "\n  -w  workers, 1 to %d; 0: as many as processors; the archive is the same\n"
           "  -z  from 1, fast, to 9, small; 6\n"
           "  -f  when the channels of spaces publish messages: eager (at once) or lazy (full pages)\n"
           "  -l  refuses an archive that becomes larger\n"
           "  IN and OUT may be -; status: 0, or 1 after an error\n", MAX_RANGES);
  exit (1);
}

static long
number (char option, long least, long most)
{
  char *end;
  long n = strtol (optarg, &end, 10);
  if (end == optarg || *end || n < least || n > most)
    {
      fprintf (stderr, "dedup: -%c %s: a number from %ld to %ld\n", option, optarg, least, most);
      exit (1);
    }
  return n;
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
  return n < 1 ? 1 : n > MAX_RANGES ? MAX_RANGES : (int) n;
}

int
main (int count, char **argument)
{
  struct job j = { .level = 6, .limit = UINT64_MAX };
  const struct method *method = methods;
  int what = 0;
  for (int c; (c = getopt (count, argument, "cdm:w:z:l:f:")) != -1;)
    if (c == 'c' || c == 'd')
      what = what && what != c ? '?' : c;
    else if (c == 'm')
      method = method_of (optarg);
    else if (c == 'w')
      j.workers = (int) number ('w', 0, MAX_RANGES);
    else if (c == 'z')
      j.level = (int) number ('z', 1, 9);
    else if (c == 'f' && !strcmp (optarg, "lazy"))
      j.lazy = true;
    else if (c == 'f' && !strcmp (optarg, "eager"))
      j.lazy = false;
    else if (c == 'f')
      usage ("-f is eager or lazy");
    else if (c == 'l')
      j.limit = (uint64_t) number ('l', 0, 1L << 40) << 20;
    else
      usage ("an option that is not known");
  if (what != 'c' && what != 'd')
    usage ("either -c or -d");
  if (count - optind != 2)
    usage ("the names of the input and the output");
  if (!j.workers)
    j.workers = processors ();
  j.in_name = argument[optind];
  j.out_name = argument[optind + 1];
  open_files (&j, what == 'd');
  if (what == 'c')
    method->compress (&j);
  else
    {
      struct unpacker *u = unpacker_open (&j);
      unpack (u);
      unpacker_close (u);
    }
  close_files (&j);
  return 0;
}
