/* SPDX-License-Identifier: MIT */
/* model.c - the command line of the explorer.
 *
 *   model [OPTION...] [SCENARIO...]
 *
 * explores the scenarios linked in (or those named) under both memory models.
 * With --mutate it then weakens one site after another (mutation.c).
 */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool mutate, list_sites, list;
static const char *weaken;

/* ---- Command line ------------------------------------------------------------------- */

static const char usage[] =
  "usage: model [OPTION...] [SCENARIO...]\n"
  "  --model=tso|ra|both    which memory (both)\n"
  "  --max-states=N         give up, as a failure, beyond N states\n"
  "  --mutate               then weaken each site in turn: each must be noticed\n"
  "  --equivalent=FILE      sites that may survive, with reasons\n"
  "  --jobs=N               mutants explored at a time (2)\n"
  "  --weaken=FILE:LINE[:acquire|release|heavy|light]   explore with that site weakened\n"
  "  --sites                list the sites met\n"
  "  --list                 list the scenarios\n"
  "  --spins=N              rounds of a starved loop before it is a livelock\n"
  "  --append               RA: stores only at the end of modification order\n"
  "  --carry                an acquire load learns the releaser's history\n"
  "  --no-cache, --no-sleep, --no-merge   without these reductions, to check them\n";

static const char *
value_of (const char *arg, const char *option)
{
  size_t n = strlen (option);
  return strncmp (arg, option, n) == 0 ? arg + n : NULL;
}

static bool
set_flag (const char *arg)
{
  static const struct { const char *name; bool *flag; } flags[] = {
    { "--mutate", &mutate }, { "--sites", &list_sites }, { "--list", &list },
    { "--no-merge", &options.no_merge },
    { "--append", &options.append }, { "--carry", &options.carry },
    { "--no-cache", &options.no_cache }, { "--no-sleep", &options.no_sleep },
  };
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
    if (strcmp (arg, flags[i].name) == 0)
      return *flags[i].flag = true;
  return false;
}

static bool
set_value (const char *arg)
{
  const char *v;
  if ((v = value_of (arg, "--model=")))
    models = strcmp (v, "tso") == 0 ? 1 : strcmp (v, "ra") == 0 ? 2
             : strcmp (v, "both") == 0 ? 3 : 0;
  else if ((v = value_of (arg, "--max-states=")))
    options.max_states = atol (v);
  else if ((v = value_of (arg, "--spins=")))
    options.spins = atoi (v);
  else if ((v = value_of (arg, "--jobs=")))
    jobs = atoi (v) < 1 ? 1 : atoi (v) > JOBS ? JOBS : atoi (v);
  else if ((v = value_of (arg, "--weaken=")))
    weaken = v;
  else if ((v = value_of (arg, "--equivalent=")))
    equivalents_file = v;
  else
    return false;
  return models != 0;
}

/* Explores with one site weakened; the sites must be known first. */
static bool
explore_weakened (void)
{
  bool found = false, good = true;
  quiet = true;
  explore_all ();
  quiet = false;
  for (int i = 0, total = n_sites; i < total; i++)
    {
      const char *rest = value_of (weaken, sites[i].name);
      if (!rest || (*rest && (*rest != ':'
                              || strcmp (rest + 1, site_kind_name (sites[i].kind)))))
        continue;
      found = true;
      weakened = &sites[i];
      printf ("weakened: %s %s\n", site_kind_name (sites[i].kind), sites[i].name);
      good &= explore_all ();
    }
  if (!found)
    fprintf (stderr, "model: no site %s (see --sites)\n", weaken);
  return found && good;
}

static void
print_lists (void)
{
  for (int i = 0; list && i < n_scenarios; i++)
    printf ("%-22s %s\n", scenarios[i]->name, scenarios[i]->scenario->about);
  for (int i = 0; list_sites && i < n_sites; i++)
    {
      char source[100];
      site_source (&sites[i], source, sizeof source);
      printf ("%-8s %s   %s\n", site_kind_name (sites[i].kind), sites[i].name, source);
    }
}

int
main (int argc, char **argv)
{
  int names = 0;
  for (int i = 1; i < argc; i++)
    if (argv[i][0] != '-')
      argv[names++] = argv[i];
    else if (!set_flag (argv[i]) && !set_value (argv[i]))
      {
        fputs (usage, stderr);
        return 2;
      }
  explorer_start ();
  gather (names, argv);
  if (!n_scenarios)
    {
      fputs ("model: no such scenario (see --list)\n", stderr);
      return 2;
    }
  if (equivalents_file)
    read_equivalents ();
  bool good = list || (weaken ? explore_weakened () : explore_all ());
  print_lists ();
  if (good && mutate)
    good = mutate_all ();
  return good ? 0 : 1;
}
