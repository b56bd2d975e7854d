/* SPDX-License-Identifier: MIT */
/* main.c - fft -n POINTS [OPTIONS] [IN [OUT]], for each of the versions. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fft.h"

/* Points in a burst, if the user does not say: so many that a turn costs little, and the
 * burst is still in the cache when the next process comes to it. */
enum { BURST_POINTS = 8192, WINDOW = 2, MOST_WINDOW = 64, MOST_BURST = 1 << 16,
       MOST_IN_FLIGHT = 1 << 26 };

static void
usage (FILE *to)
{
  fprintf (to,
           "usage: %s -n POINTS [OPTION]... [IN [OUT]]\n"
           "Fourier transforms of the vectors of IN, POINTS complex numbers each, to OUT.  A\n"
           "number is two floats (32 bits); - or nothing is standard input, and output.\n"
           "  -n POINTS   a power of two, %d to %d\n"
           "  -i          the inverse, divided by POINTS: fft, then fft -i, gives IN again\n"
           "  -b VECTORS  in a burst, after which processes synchronise (%d points)\n"
           "  -d BURSTS   that a record, or a buffer, has room for (%d)\n"
           "  -w WORKERS  that share the vectors (the number of processors)\n"
           "  -g GROUPS   of passes, each for a process, where there is a pipeline (2)\n"
           "  -m WAY      ", version_name, LEAST_POINTS, MOST_POINTS, BURST_POINTS, WINDOW);
  for (int k = 0; version_ways[k]; k++)
    fprintf (to, "%s%s%s", k ? ", or " : "", version_ways[k], k == 0 ? " (as by itself)" : "");
  fprintf (to, "\nNone but -n and -i changes what is written.\n");
}

__attribute__ ((noreturn, format (printf, 1, 2))) static void
complain (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fprintf (stderr, "%s: ", version_name);
  vfprintf (stderr, format, arguments);
  fprintf (stderr, "\n%s: -h explains\n", version_name);
  va_end (arguments);
  exit (2);
}

static int
number (char option, const char *text, int least, int most)
{
  char *end;
  long x = strtol (text, &end, 10);
  if (end == text || *end || x < least || x > most)
    complain ("-%c %s: must be a number from %d to %d", option, text, least, most);
  return (int) x;
}

static int
power_of_two (const char *text)
{
  int x = number ('n', text, LEAST_POINTS, MOST_POINTS);
  if (x & (x - 1))
    complain ("-n %d: must be a power of two", x);
  return x;
}

static int
way_called (const char *name)
{
  for (int k = 0; version_ways[k]; k++)
    if (strcmp (version_ways[k], name) == 0)
      return k;
  complain ("-m %s: there is no such way to do it", name);
}

static int
processors (void)
{
  cpu_set_t set;
  int n = sched_getaffinity (0, sizeof set, &set) == 0 ? CPU_COUNT (&set) : 1;
  return n < MOST_WORKERS ? n : MOST_WORKERS;
}

struct order
{
  int points;
  bool inverse;
  struct job job;
};

static struct order
parse_options (int count, char **argument)
{
  struct order o = { 0, false, { .burst = 0, .window = WINDOW, .workers = processors (), .groups = 0 } };
  for (int c; (c = getopt (count, argument, "n:ib:d:w:g:m:h")) != -1;)
    switch (c)
      {
      case 'n': o.points = power_of_two (optarg); break;
      case 'i': o.inverse = true; break;
      case 'b': o.job.burst = number ('b', optarg, 1, MOST_BURST); break;
      case 'd': o.job.window = number ('d', optarg, 1, MOST_WINDOW); break;
      case 'w': o.job.workers = number ('w', optarg, 1, MOST_WORKERS); break;
      case 'g': o.job.groups = number ('g', optarg, 1, MOST_PASSES); break;
      case 'm': o.job.way = way_called (optarg); break;
      case 'h': usage (stdout); exit (0);
      default: usage (stderr); exit (2);
      }
  if (!o.points)
    complain ("how long are the vectors? -n POINTS");
  if (count - optind > 2)
    complain ("%s: one input and one output are all there is room for", argument[optind + 2]);
  return o;
}

/* What was not said, and what cannot be more than there is. */
static void
complete (struct order *o)
{
  struct job *j = &o->job;
  int passes;
  if (!(j->plan = plan_new (o->points, o->inverse)))
    complain ("no memory for a plan");
  passes = j->plan->passes;
  if (!j->burst)
    j->burst = o->points < BURST_POINTS ? BURST_POINTS / o->points : 1;
  if ((int64_t) j->burst * j->window * j->workers * o->points > MOST_IN_FLIGHT)
    complain ("-b %d -d %d -w %d: more than %d points on their way", j->burst, j->window, j->workers,
              MOST_IN_FLIGHT);
  if (!j->groups)
    j->groups = 2;
  if (j->groups > passes)
    j->groups = passes;
}

int
main (int count, char **argument)
{
  struct order o = parse_options (count, argument);
  const char *in = optind < count ? argument[optind] : "-";
  const char *out = optind + 1 < count ? argument[optind + 1] : "-";
  complete (&o);
  o.job.ends = open_files (in, out, o.points);
  run_stream (&o.job);
  close_files ();
  plan_free ((struct plan *) (uintptr_t) o.job.plan);
}
