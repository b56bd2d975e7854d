/* SPDX-License-Identifier: MIT */
/* mutation.c - shows that every order in the explored code matters.
 *
 * For each site met (an acquire, a release, a heavy or a light barrier of one source line)
 * it weakens that site alone and explores until a scenario fails.  A site whose
 * weakening nothing notices survives, and is a failure: either a scenario is
 * missing or the order is not needed.  A file of equivalents names those that
 * may survive, each with its reason.
 */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EQUIVALENTS = 64 };

const char *equivalents_file;
int jobs = 2;

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

void
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

/* Can weakening site matter under memory model m?  What a light barrier keeps in order
 * only the buffer of a task can change; acquire and release are what TSO gives anyway. */
static bool
matters (const struct site *site, enum memory_model m)
{
  return site->kind == SITE_HEAVY || (site->kind == SITE_LIGHT) == (m == TSO);
}

/* A scenario under a memory model. */
struct run { int scenario, memory; };

static int
by_steps (const void *a, const void *b)
{
  const struct run *x = a, *y = b;
  long p = scenario_steps[x->scenario][x->memory], q = scenario_steps[y->scenario][y->memory];
  if (p != q)
    return p < q ? -1 : 1;
  return x->scenario != y->scenario ? x->scenario - y->scenario : x->memory - y->memory;
}

/* All that may notice that site is weakened, those that took the fewest steps first. */
static int
runs_for (const struct site *site, struct run *runs)
{
  int n = 0;
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < n_scenarios; i++)
      if ((models >> m & 1) && (site->scenarios >> i & 1) && !scenarios[i]->scenario->litmus
          && matters (site, m))
        runs[n++] = (struct run) { i, m };
  qsort (runs, n, sizeof *runs, by_steps);
  return n;
}

/* In a child: prints one line, or nothing if the weakened site goes unnoticed. */
static void
hunt (const struct site *site, FILE *out)
{
  char wrong[4600];
  struct run runs[2 * SCENARIOS];
  int n = runs_for (site, runs);
  quiet = true;
  weakened = site;
  for (int i = 0; i < n; i++)
    {
      options.memory = runs[i].memory;
      try (runs[i].scenario, wrong, sizeof wrong);
      if (is_failure_of_program (wrong))
        {
          fprintf (out, "%s, %s, %.120s\n", scenarios[runs[i].scenario]->name,
                   model_name_of[runs[i].memory], wrong);
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
  struct run runs[2 * SCENARIOS];
  return runs_for (site, runs) > 0;
}

bool
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
