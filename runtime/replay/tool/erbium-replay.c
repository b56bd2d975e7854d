/* SPDX-License-Identifier: MIT */
/* erbium-replay.c - runs one space of a recorded program again, alone: the command line. */
#define _GNU_SOURCE
#include "replay/tool/recording.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] = "usage: erbium-replay FOLDER [--space=SPACE [--gdb] [-- WORD...]]\n"
                           "Runs one space of a program again, alone, from the log of a recording "
                           "with ERBIUM_RECORD=FOLDER.\n"
                           "Without --space, lists the spaces of the recording.\n"
                           "  --space=SPACE  a path such as 0.2.1, or a number of the list\n"
                           "  --gdb          runs the space under gdb; WORDs are options of gdb\n"
                           "Without --gdb, WORDs are a command that takes the program and its "
                           "arguments, such as valgrind.\n"
                           "status: that of the space; 118 if it differs from the recording, 1 if "
                           "there is no such recording\n"
                           "or space, 2 if the command line is wrong\n";

struct options { const char *folder, *space; bool debugs; char **words; };

void
give_up (int status, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fputs ("erbium-replay: error: ", stderr);
  vfprintf (stderr, format, arguments);
  fputc ('\n', stderr);
  exit (status);
}

static void
read_option (struct options *o, const char *word)
{
  if (strcmp (word, "--help") == 0)
    {
      fputs (help, stdout);
      exit (EXIT_SUCCESS);
    }
  if (strcmp (word, "--version") == 0)
    {
      puts ("erbium-replay (Erbium) " ERBIUM_VERSION);
      exit (EXIT_SUCCESS);
    }
  if (strcmp (word, "--gdb") == 0)
    o->debugs = true;
  else if (strncmp (word, "--space=", 8) == 0 && word[8])
    o->space = word + 8;
  else if (*word == '-' || o->folder)
    give_up (2, "%s: unknown option, or a second folder; --help lists the options",
             word);
  else
    o->folder = word;
}

static struct options
read_options (int argc, char **argv)
{
  struct options o = { NULL, NULL, false, NULL };
  for (int n = 1; n < argc && !o.words; n++)
    if (strcmp (argv[n], "--") == 0)
      o.words = argv + n + 1;
    else
      read_option (&o, argv[n]);
  if (!o.folder)
    give_up (2, "name the folder of a recording; --help lists the options");
  if (!o.space && (o.debugs || o.words))
    give_up (2, "name the space to replay with --space");
  return o;
}

/* Finds a space by its path or by its number in the list. */
static const struct space *
find_space (const struct recording *r, const char *name)
{
  char *end;
  long number = strtol (name, &end, 10);
  for (int n = 0; n < r->count; n++)
    if (strcmp (r->space[n].path, name) == 0)
      return &r->space[n];
  if (!*end && number >= 0 && number < r->count)
    return &r->space[number];
  give_up (1, "there is no space %s; erbium-replay %s lists the spaces", name, r->folder);
}

int
main (int argc, char **argv)
{
  struct options o = read_options (argc, argv);
  struct recording r;
  read_recording (&r, o.folder, !o.space);
  if (!o.space)
    list_spaces (&r);
  else
    start_replay (&r, find_space (&r, o.space), o.debugs, o.words);
}
