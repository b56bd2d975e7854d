/* SPDX-License-Identifier: MIT */
/* erbium-partition.c - runs a program several times in one address space (erbium/partition.h). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "erbium/partition.h"

enum { FAILS = 125, MOST = 1024, ROOM = 4096, LIBRARIES = 32 };

/* For guests with thread-local variables. */
ERBIUM_PARTITION_TLS (4096);

static const char usage[] =
  "usage: erbium-partition [-n N] [-r N] [-o FILE] [-l LIBRARY]... [-i] [-v] [--]\n"
  "                        PROGRAM [ARGUMENT]...\n"
  "\n"
  "Runs PROGRAM N times at once, each time as a partition of one address space.  In the arguments\n"
  "and in FILE, {} stands for the number of the partition, from 0 on.\n"
  "\n"
  "  -n N     partitions at once, 1 to 1024; default: 1\n"
  "  -r N     runs one after the other, each with all partitions; default: 1\n"
  "  -o FILE  standard output of each partition; one FILE for each, if it contains {}\n"
  "  -l LIBRARY  gives each partition its own copy of this library of PROGRAM; '*': of all\n"
  "  -i       isolated: no partition can use the memory of another one (protection keys)\n"
  "  -v       tells how each partition ends\n"
  "  --help, --version\n"
  "\n"
  "The exit status is that of the first partition that fails, 128 + N if a signal N has ended it;\n"
  "125 if there can be no such partition.\n";

struct task
{
  int count, rounds;
  const char *output;
  const char *library[LIBRARIES + 1];
  int libraries;
  bool verbose, isolated;
  char **words;
};

/* ---- Arguments ----------------------------------------------------------------- */

/* Returns a copy of text in which {} is replaced by number. */
static char *
fill (const char *text, int number)
{
  char *copy = NULL;
  size_t bytes = 0;
  FILE *to = open_memstream (&copy, &bytes);
  for (const char *next; to && (next = strstr (text, "{}")); text = next + 2)
    fprintf (to, "%.*s%d", (int) (next - text), text, number);
  if (!to || fputs (text, to) < 0 || fclose (to) != 0)
    {
      fputs ("erbium-partition: error: no memory\n", stderr);
      exit (FAILS);
    }
  return copy;
}

static char **
fill_all (char **words, int number)
{
  int count = 0;
  while (words[count])
    count++;
  char **copy = calloc ((size_t) count + 1, sizeof *copy);
  for (int n = 0; copy && n < count; n++)
    copy[n] = fill (words[n], number);
  return copy;
}

static void
free_all (char **words)
{
  for (char **word = words; *word; word++)
    free (*word);
  free (words);
}

/* Returns the path of a program, as the shell finds it. */
static char *
find_program (const char *name)
{
  const char *folders = getenv ("PATH");
  char path[ROOM];
  while (!strchr (name, '/') && folders && *folders)
    {
      size_t length = strcspn (folders, ":");
      snprintf (path, sizeof path, "%.*s/%s", (int) length, folders, name);
      if (length && access (path, X_OK) == 0)
        return strdup (path);
      folders += length + (folders[length] == ':');
    }
  return strdup (name);
}

/* ---- Partitions ---------------------------------------------------------------- */

static int
open_output (const struct task *t, int number)
{
  if (!t->output)
    return -1;
  char *path = fill (t->output, number);
  int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (strstr (t->output, "{}") ? O_TRUNC : O_APPEND);
  int file = open (path, flags, 0666);
  if (file < 0)
    {
      fprintf (stderr, "erbium-partition: error: %s: %s\n", path, strerror (errno));
      exit (FAILS);
    }
  free (path);
  return file;
}

/* The descriptors of a file belong to the partition once its thread has copied the table, which
 * is not known here; so they are closed after the end. */
static int
start (const struct task *t, const char *path, int number, int *file)
{
  char **words = fill_all (t->words, number);
  *file = open_output (t, number);
  struct erbium_partition_options options = {
    { -1, *file, -1 }, true, t->library, 0, t->isolated
  };
  int id = erbium_partition_spawn (path, words, NULL, &options);
  if (id < 0)
    {
      fprintf (stderr, "erbium-partition: error: %s\n", erbium_partition_refusal ());
      exit (FAILS);
    }
  free_all (words);
  return id;
}

static int
code_of (int status)
{
  return WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
}

static void
tell (int number, int status)
{
  if (WIFSIGNALED (status))
    fprintf (stderr, "erbium-partition: partition %d died of signal %d (%s)\n", number,
             WTERMSIG (status), strsignal (WTERMSIG (status)));
  else
    fprintf (stderr, "erbium-partition: partition %d ended with status %d\n", number,
             WEXITSTATUS (status));
}

static int
run_once (const struct task *t, const char *path)
{
  static int id[MOST], file[MOST];
  int result = 0;
  for (int n = 0; n < t->count; n++)
    id[n] = start (t, path, n, &file[n]);
  for (int n = 0; n < t->count; n++)
    {
      int status = erbium_partition_join (id[n]);
      if (file[n] >= 0)
        close (file[n]);
      if (t->verbose || WIFSIGNALED (status))
        tell (n, status);
      result = result ? result : code_of (status);
    }
  return result;
}

/* ---- Options ------------------------------------------------------------------- */

static int
number (const char *option, const char *text, int most)
{
  char *end;
  long n = strtol (text, &end, 10);
  if (end == text || *end || n < 1 || n > most)
    {
      fprintf (stderr, "erbium-partition: error: %s expects a number from 1 to %d, but has '%s'\n",
               option, most, text);
      exit (FAILS);
    }
  return (int) n;
}

static void
add_library (struct task *t, const char *name)
{
  if (t->libraries == LIBRARIES)
    {
      fprintf (stderr, "erbium-partition: error: more than %d libraries\n", LIBRARIES);
      exit (FAILS);
    }
  t->library[t->libraries++] = name;
}

static struct task
read_options (int count, char **argument)
{
  static const struct option longs[] = {
    { "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { 0 }
  };
  struct task t = { .count = 1, .rounds = 1 };
  int letter;
  while ((letter = getopt_long (count, argument, "+n:r:o:l:iv", longs, NULL)) != -1)
    switch (letter)
      {
      case 'n': t.count = number ("-n", optarg, MOST); break;
      case 'r': t.rounds = number ("-r", optarg, 1 << 30); break;
      case 'o': t.output = optarg; break;
      case 'l': add_library (&t, optarg); break;
      case 'i': t.isolated = true; break;
      case 'v': t.verbose = true; break;
      case 'h': fputs (usage, stdout); exit (0);
      case 'V': puts ("erbium-partition (Erbium) " ERBIUM_VERSION); exit (0);
      default: fputs (usage, stderr); exit (FAILS);
      }
  t.words = argument + optind;
  if (!t.words[0])
    {
      fputs ("erbium-partition: error: no program is named\n", stderr);
      fputs (usage, stderr);
      exit (FAILS);
    }
  return t;
}

int
main (int count, char **argument)
{
  struct task t = read_options (count, argument);
  char *path = find_program (t.words[0]);
  int result = 0;
  for (int n = 0; n < t.rounds && result == 0; n++)
    result = run_once (&t, path);
  free (path);
  return result;
}
