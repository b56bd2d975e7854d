/* SPDX-License-Identifier: MIT */
/* erbium-top.c - shows what the processes of a running program do: the command line. */
#define _GNU_SOURCE
#include "top/tool/snapshot.h"

static const char help[]
  = "usage: erbium-top [OPTION]... PID\n"
    "Shows what the processes of the running program PID do, and how its records flow.\n"
    "  -n N             ends after N pictures\n"
    "  -d SECONDS       the time from one picture to the next (1)\n"
    "  --once           the same as -n 1: prints one picture as text\n"
    "The key q ends it; j and k move the picture.\n"
    "status: 0; 1 if PID is not a running program of Erbium, or may not be looked at; 2 if the\n"
    "command line is wrong\n";

struct options { long pid, count; double seconds; };

static void
give_up (int status, const char *word, const char *why)
{
  fprintf (stderr, "erbium-top: error: %s: %s\n", word, why);
  exit (status);
}

static double
number (const char *option, const char *word, double least, double most)
{
  char *end, why[96];
  double n = word ? strtod (word, &end) : 0;
  snprintf (why, sizeof why, "expected a number from %g to %.0f", least, most);
  if (!word || end == word || *end || !(n >= least && n <= most))
    give_up (2, option, why);
  return n;
}

/* Returns the text of an option that is the next word, or the rest of this one. */
static const char *
text_of (char **words, int *k)
{
  return words[*k][2] ? words[*k] + 2 : words[++*k];
}

static void
read_word (struct options *o, char **words, int *k)
{
  const char *word = words[*k];
  if (strcmp (word, "--help") == 0)
    {
      fputs (help, stdout);
      exit (EXIT_SUCCESS);
    }
  else if (strcmp (word, "--version") == 0)
    {
      puts ("erbium-top (Erbium) " ERBIUM_VERSION);
      exit (EXIT_SUCCESS);
    }
  else if (strcmp (word, "--once") == 0)
    o->count = 1;
  else if (strncmp (word, "-n", 2) == 0)
    o->count = (long) number ("-n", text_of (words, k), 1, 1e9);
  else if (strncmp (word, "-d", 2) == 0)
    o->seconds = number ("-d", text_of (words, k), 0.1, 3600);
  else if (*word == '-' || o->pid)
    give_up (2, word, "unknown option, or a second number; --help lists the options");
  else
    o->pid = (long) number ("PID", word, 1, 1 << 22);
}

static struct options
read_options (int count, char **words)
{
  struct options o = { 0, 0, 1 };
  for (int k = 1; k < count; k++)
    read_word (&o, words, &k);
  if (!o.pid)
    give_up (2, "PID", "name the number of a program; --help lists the options");
  return o;
}

int
main (int count, char **words)
{
  struct options o = read_options (count, words);
  struct target target;
  const char *hint, *why;
  char name[32];
  enum target_error error = target_open (&target, (pid_t) o.pid);
  snprintf (name, sizeof name, "%ld", o.pid);
  if (error != TARGET_GOOD)
    {
      why = target_message (error, &hint);
      fprintf (stderr, "erbium-top: error: %s: %s\n", name, why);
      if (hint)
        fprintf (stderr, "erbium-top: note: %s\n", hint);
      return 1;
    }
  long shown = show_on_screen (&target, (int64_t) (o.seconds * 1e9), o.count);
  if (target_lives (&target))
    return 0;
  fprintf (stderr, "erbium-top: %s: %s: the program has ended\n", shown ? "note" : "error", name);
  return shown ? 0 : 1;
}
