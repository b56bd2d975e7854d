/* SPDX-License-Identifier: MIT */
/* model.c - the command line of the explorer, its reports, and mutation.
 *
 *   model [OPTION...] [SCENARIO...]
 *
 * explores the scenarios linked in (or those named) under both memory models.
 * With --mutate it then shows that every order in the explored code matters:
 * for each site met (an acquire, a release, a heavy barrier of one source line)
 * it weakens that site alone and explores until a scenario fails.  A site whose
 * weakening nothing notices survives, and is a failure: either a scenario is
 * missing or the order is not needed.  A file of equivalents names those that
 * may survive, each with its reason.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct model_registration *const __start_model_scenarios[];
extern const struct model_registration *const __stop_model_scenarios[];

enum { SCENARIOS = 64, EQUIVALENTS = 64, JOBS = 64 };

static const struct model_registration *scenarios[SCENARIOS];
static int n_scenarios;
static int models = 3;            /* 1: TSO, 2: RA */
static bool mutate, list_sites, list, quiet;
static const char *weaken, *equivalents_file;
static int jobs = 2;

static const char *const model_name_of[] = { "TSO", "RA" };

/* ---- Which scenarios --------------------------------------------------------- */

static int
by_place (const void *a, const void *b)
{
  const struct model_registration *x = *(const struct model_registration **) a;
  const struct model_registration *y = *(const struct model_registration **) b;
  int order = strcmp (x->file, y->file);
  return order ? order : x->line - y->line;
}

/* All, or those whose names are given. */
static void
gather (int argc, char **argv)
{
  for (const struct model_registration *const *s = __start_model_scenarios;
       s < __stop_model_scenarios; s++)
    {
      bool wanted = argc == 0;
      for (int i = 0; i < argc; i++)
        wanted |= strcmp (argv[i], (*s)->name) == 0;
      if (wanted && n_scenarios < SCENARIOS)
        scenarios[n_scenarios++] = *s;
    }
  qsort (scenarios, n_scenarios, sizeof scenarios[0], by_place);
}

/* ---- One scenario -------------------------------------------------------------- */

static int
by_word (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Sorts the words of text, separated by single blanks. */
static void
sort_words (const char *text, char *sorted, size_t size)
{
  char copy[2048], *word[256];
  int n = 0;
  snprintf (copy, sizeof copy, "%s", text);
  for (char *w = strtok (copy, " "); w && n < 256; w = strtok (NULL, " "))
    word[n++] = w;
  qsort (word, n, sizeof word[0], by_word);
  sorted[0] = 0;
  for (int i = 0; i < n; i++)
    snprintf (sorted + strlen (sorted), size - strlen (sorted), "%s%s",
              i ? " " : "", word[i]);
}

/* What is wrong with r, "" if nothing. */
static void
judge (const struct model_scenario *s, const struct result *r, char *text, size_t size)
{
  const char *fails = options.memory == TSO ? s->fails_tso : s->fails_ra;
  const char *want = options.memory == TSO ? s->tso : s->ra;
  char got[2048], wanted[2048];
  text[0] = 0;
  if (strcmp (r->kind, fails ? fails : "") != 0)
    {
      if (r->kind[0])
        snprintf (text, size, "%s: %.200s", r->kind, r->text);
      else
        snprintf (text, size, "no %s found", fails);
      return;
    }
  if (!want || r->kind[0])
    return;
  sort_words (r->outcomes, got, sizeof got);
  sort_words (want, wanted, sizeof wanted);
  if (strcmp (got, wanted) != 0)
    snprintf (text, size, "outcomes {%s}, not {%s}", got, wanted);
}

/* Explores scenario i under options.memory; true if it did as it should. */
static bool
try (int i, char *wrong, size_t size)
{
  struct result r;
  const struct model_scenario *s = scenarios[i]->scenario;
  const char *expected = options.memory == TSO ? s->fails_tso : s->fails_ra;
  scenario_number = i;
  explore (s, !quiet && !expected, &r);
  judge (s, &r, wrong, size);
  if (!quiet)
    printf ("%-4s  %-22s %-4s %9ld states %10ld steps %9ld runs %4d deep %7.2f s  %s%s\n",
            wrong[0] ? "FAIL" : "ok", scenarios[i]->name, model_name_of[options.memory],
            r.states, r.steps, r.executions, r.depth, r.seconds, wrong,
            expected && !wrong[0] ? expected : "");
  fflush (stdout);
  return !wrong[0];
}

static bool
explore_all (void)
{
  bool good = true;
  char wrong[4600];
  for (int i = 0; i < n_scenarios; i++)
    for (int m = 0; m < 2; m++)
      if (models >> m & 1)
        {
          options.memory = m;
          good &= try (i, wrong, sizeof wrong);
        }
  return good;
}

/* ---- Sites that may survive ------------------------------------------------------ */

/* "FILE | KIND | part of the source line | reason" */
struct equivalent { char file[160], kind[16], part[200], reason[400]; bool used; };
static struct equivalent equivalents[EQUIVALENTS];
static int n_equivalents;

static char *
trim (char *text)
{
  text += strspn (text, " \t");
  size_t n = strlen (text);
  while (n && strchr (" \t\n", text[n - 1]))
    text[--n] = 0;
  return text;
}

static void
read_equivalent (char *line, int number)
{
  char *field[4], *rest = line;
  for (int i = 0; i < 4; i++)
    if (!(field[i] = i < 3 ? strsep (&rest, "|") : rest))
      {
        fprintf (stderr, "%s:%d: not FILE | KIND | SOURCE | REASON\n",
                 equivalents_file, number);
        exit (2);
      }
  struct equivalent *e = &equivalents[n_equivalents++];
  snprintf (e->file, sizeof e->file, "%s", trim (field[0]));
  snprintf (e->kind, sizeof e->kind, "%s", trim (field[1]));
  snprintf (e->part, sizeof e->part, "%s", trim (field[2]));
  snprintf (e->reason, sizeof e->reason, "%s", trim (field[3]));
}

static void
read_equivalents (void)
{
  char line[1000];
  FILE *f = fopen (equivalents_file, "r");
  if (!f)
    {
      perror (equivalents_file);
      exit (2);
    }
  for (int n = 1; fgets (line, sizeof line, f) && n_equivalents < EQUIVALENTS; n++)
    if (*trim (line) && *trim (line) != '#')
      read_equivalent (line, n);
  fclose (f);
}

static const char *
reason_for (const struct site *s)
{
  char source[400];
  site_source (s, source, sizeof source);
  for (int i = 0; i < n_equivalents; i++)
    {
      struct equivalent *e = &equivalents[i];
      size_t n = strlen (e->file);
      if (strncmp (s->name, e->file, n) == 0 && s->name[n] == ':'
          && strcmp (e->kind, site_kind_name (s->kind)) == 0
          && strstr (source, e->part))
        {
          e->used = true;
          return e->reason;
        }
    }
  return NULL;
}

/* Of entries that are no longer true; only a run of everything can tell. */
static bool
report_stale (void)
{
  bool good = true;
  for (int i = 0; i < n_equivalents; i++)
    {
      bool known = equivalents[i].used;
      for (int j = 0; j < n_sites && !known; j++)
        known = !strstr (sites[j].name, equivalents[i].file);
      if (!known)
        printf ("FAIL  %s: \"%s\" is killed or gone: take it out\n",
                equivalents_file, equivalents[i].part), good = false;
    }
  return good;
}

/* ---- Mutation ---------------------------------------------------------------------- */

static bool
is_failure_of_program (const char *wrong)
{
  return wrong[0] && strncmp (wrong, "limit", 5) != 0
         && strncmp (wrong, "not exhaustive", 14) != 0;
}

/* In a child: prints one line, "" if the weakened site goes unnoticed. */
static void
hunt (const struct site *site, FILE *out)
{
  char wrong[4600];
  quiet = true;
  weakened = site;
  for (int m = 1; m >= 0; m--)
    for (int i = 0; i < n_scenarios; i++)
      if ((models >> m & 1) && (site->scenarios >> i & 1)
          && !scenarios[i]->scenario->litmus
          && (m == RA || site->kind == SITE_HEAVY))
        {
          options.memory = m;
          try (i, wrong, sizeof wrong);
          if (is_failure_of_program (wrong))
            {
              fprintf (out, "%s, %s, %.120s\n", scenarios[i]->name, model_name_of[m],
                       wrong);
              return;
            }
        }
}

struct hunter { FILE *in; pid_t pid; };

static struct hunter
start_hunt (const struct site *site)
{
  int ends[2];
  fflush (stdout);
  if (pipe (ends) < 0)
    {
      perror ("model");
      exit (2);
    }
  pid_t pid = fork ();
  if (pid == 0)
    {
      FILE *out = fdopen (ends[1], "w");
      hunt (site, out);
      fclose (out);
      _exit (0);
    }
  close (ends[1]);
  return (struct hunter) { fdopen (ends[0], "r"), pid };
}

/* Waits for the result and prints the site's row; true if it may stand. */
static bool
end_hunt (const struct site *site, struct hunter h)
{
  char killer[400] = "", source[60];
  int status;
  if (fgets (killer, sizeof killer, h.in))
    killer[strcspn (killer, "\n")] = 0;
  fclose (h.in);
  waitpid (h.pid, &status, 0);
  if (!killer[0] && status)
    snprintf (killer, sizeof killer, "the explorer crashed (status %d)", status);
  const char *reason = killer[0] ? NULL : reason_for (site);
  site_source (site, source, sizeof source);
  printf ("%-4s  %-8s %s   %s\n              %s%s\n",
          killer[0] || reason ? "ok" : "FAIL", site_kind_name (site->kind),
          site->name, source,
          killer[0] ? "killed: " : reason ? "equivalent: " : "SURVIVES",
          killer[0] ? killer : reason ? reason : "");
  return killer[0] || reason;
}

static bool
in_scope (const struct site *site)
{
  for (int i = 0; i < n_scenarios; i++)
    if ((site->scenarios >> i & 1) && !scenarios[i]->scenario->litmus
        && (site->kind == SITE_HEAVY || (models & 2)))
      return true;
  return false;
}

static bool
mutate_all (void)
{
  struct hunter hunters[JOBS];
  const struct site *queue[JOBS];
  int head = 0, tail = 0, killed = 0, tried = 0, total = n_sites;
  printf ("\nweakening one site at a time:\n");
  for (int i = 0; i < total || head < tail;)
    if (i < total && tail - head < jobs)
      {
        const struct site *site = &sites[i++];
        if (!in_scope (site))
          continue;
        queue[tail % JOBS] = site;
        hunters[tail++ % JOBS] = start_hunt (site);
      }
    else
      {
        killed += end_hunt (queue[head % JOBS], hunters[head % JOBS]);
        head++, tried++;
      }
  printf ("%d of %d sites killed or equivalent\n", killed, tried);
  return report_stale () && killed == tried;
}

/* ---- Command line ------------------------------------------------------------------- */

static const char usage[] =
  "usage: model [OPTION...] [SCENARIO...]\n"
  "  --model=tso|ra|both    which memory (both)\n"
  "  --max-states=N         give up, as a failure, beyond N states\n"
  "  --mutate               then weaken each site in turn: each must be noticed\n"
  "  --equivalent=FILE      sites that may survive, with reasons\n"
  "  --jobs=N               mutants explored at a time (2)\n"
  "  --weaken=FILE:LINE[:acquire|release|heavy]   explore with that site weakened\n"
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
