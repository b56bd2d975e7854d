/* SPDX-License-Identifier: MIT */
/* options.c - what the commands can be told: one table, so that an option means the
 * same everywhere. */
#define _GNU_SOURCE
#include <getopt.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

enum { MOST_WORKERS = 64, MOST_GAP = 1 << 24 };

static const struct option names[] = {
  { "output", 1, 0, 'o' },  { "format", 1, 0, 'f' },  { "engine", 1, 0, 'e' },  { "workers", 1, 0, 'w' },
  { "rate", 1, 0, 'r' },    { "seed", 1, 0, 's' },    { "gap", 1, 0, 'g' },     { "frequency", 1, 0, 'm' },
  { "all", 0, 0, 'a' },     { "hex", 0, 0, 'x' },     { "verbose", 0, 0, 'v' }, { "snr", 1, 0, 'n' },
  { "offset", 1, 0, 'c' },  { "skew", 1, 0, 'k' },    { "spread", 1, 0, 'p' },  { "packets", 1, 0, 'N' },
  { "length", 1, 0, 'l' },  { "range", 1, 0, 'R' },   { 0, 0, 0, 0 },
};

static const char *
name_of (int letter)
{
  for (const struct option *o = names; o->name; o++)
    if (o->val == letter)
      return o->name;
  return "?";
}

static double
number (int letter, const char *text, double least, double most)
{
  char *end;
  double x = strtod (text, &end);
  if (end == text || *end || !(x >= least && x <= most))
    fail ("--%s %s: expected a number from %g to %g", name_of (letter), text, least, most);
  return x;
}

static int
whole (int letter, const char *text, int least, int most)
{
  double x = number (letter, text, least, most);
  if (x != floor (x))
    fail ("--%s %s: expected a whole number", name_of (letter), text);
  return (int) x;
}

static uint32_t
read_rates (const char *text)
{
  uint32_t bits = 0;
  for (const char *at = text; *at;)
    {
      char *end;
      int rate = rate_of_mbit ((int) strtol (at, &end, 10));
      if (rate < 0 || end == at || (*end && *end != ','))
        fail ("--rate %s: expected 6, 9, 12, 18, 24, 36, 48 or 54 (Mbit/s), or several with commas", text);
      bits |= 1u << rate;
      at = *end ? end + 1 : end;
    }
  return bits;
}

static enum format
read_format (const char *text)
{
  if (strcmp (text, "int16") && strcmp (text, "float32"))
    fail ("--format %s: expected int16 or float32", text);
  return strcmp (text, "int16") ? FLOAT32 : INT16;
}

static const struct engine *
read_engine (const char *text)
{
  const struct engine *e = find_engine (text);
  char known[256] = "";
  for (const struct engine *k = engines; k->name; k++)
    snprintf (known + strlen (known), sizeof known - strlen (known), "%s%s", k == engines ? "" : ", ", k->name);
  if (!e)
    fail ("--engine %s: expected one of: %s", text, known);
  return e;
}

static void
read_range (struct options *o, const char *text)
{
  char rest;
  if (sscanf (text, "%lf:%lf:%lf%c", &o->from, &o->to, &o->step, &rest) != 3 || !(o->step > 0)
      || !(o->from >= -50 && o->to <= 200 && o->from <= o->to))
    fail ("--range %s: expected FROM:TO:STEP, in dB", text);
}

static void
read_option (struct options *o, int letter, const char *text)
{
  switch (letter)
    {
    case 'o': o->output = text; break;
    case 'f': o->format = read_format (text); break;
    case 'e': o->engine = read_engine (text); break;
    case 'w': o->workers = whole (letter, text, 1, MOST_WORKERS); break;
    case 'r': o->rates = read_rates (text); break;
    case 's': o->sending.seed = whole (letter, text, 0, 127), o->air.seed = (uint64_t) o->sending.seed; break;
    case 'g': o->sending.gap = whole (letter, text, 0, MOST_GAP); break;
    case 'm': o->megahertz = whole (letter, text, 1000, 7200); break;
    case 'a': o->all = true; break;
    case 'x': o->hex = true; break;
    case 'v': o->verbose = true; break;
    case 'n': o->air.snr = number (letter, text, -50, 200); break;
    case 'c': o->air.offset = number (letter, text, -1e6, 1e6); break;
    case 'k': o->air.skew = number (letter, text, -1000, 1000); break;
    case 'p': o->air.spread = number (letter, text, 0, 1000); break;
    case 'N': o->packets = whole (letter, text, 1, 100000000); break;
    case 'l': o->octets = whole (letter, text, FCS_OCTETS + 4, MOST_OCTETS); break;
    case 'R': read_range (o, text); break;
    }
}

static int
processors (void)
{
  cpu_set_t set;
  int n = sched_getaffinity (0, sizeof set, &set) ? 1 : CPU_COUNT (&set);
  return n < MOST_WORKERS ? n : MOST_WORKERS;
}

struct options
read_options (int count, char **argument, const char *letters)
{
  struct options o = { .engine = engines, .workers = processors (), .format = INT16, .megahertz = 5180,
                       .sending = { .rate = -1, .gap = 320 }, .air = { .snr = NAN, .seed = 1 },
                       .packets = 100, .octets = 1000, .from = 0, .to = 30, .step = 1 };
  int letter;
  opterr = 0;
  while ((letter = getopt_long (count, argument, "o:f:e:w:r:s:g:m:axvn:c:k:p:N:l:R:", names, NULL)) != -1)
    {
      const char *given = argument[optind - 1];
      if (letter == '?' || letter == ':')
        fail ("%s %s: what is that, or where is its value? see wifi --help", argument[0], given);
      if (!strchr (letters, letter))
        fail ("%s takes no --%s; see wifi --help", argument[0], name_of (letter));
      read_option (&o, letter, optarg);
    }
  o.input = optind < count ? argument[optind] : NULL;
  if (optind + 1 < count)
    fail ("%s: one input is expected, and %s is a second", argument[0], argument[optind + 1]);
  return o;
}
