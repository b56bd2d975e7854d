/* SPDX-License-Identifier: MIT */
/* scenarios.c - explores scenarios and says what is wrong with them. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct model_registration *const __start_model_scenarios[];
extern const struct model_registration *const __stop_model_scenarios[];

const struct model_registration *scenarios[SCENARIOS];
int n_scenarios;
int models = 3;
bool quiet;
long scenario_steps[SCENARIOS][2];

const char *const model_name_of[] = { "TSO", "RA" };

/* ---- Which scenarios --------------------------------------------------------- */

static int
by_place (const void *a, const void *b)
{
  const struct model_registration *x = *(const struct model_registration **) a;
  const struct model_registration *y = *(const struct model_registration **) b;
  int order = strcmp (x->file, y->file);
  return order ? order : x->line - y->line;
}

void
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

bool
try (int i, char *wrong, size_t size)
{
  struct result r;
  const struct model_scenario *s = scenarios[i]->scenario;
  const char *expected = options.memory == TSO ? s->fails_tso : s->fails_ra;
  scenario_number = i;
  explore (s, !quiet && !expected, &r);
  if (!weakened)
    scenario_steps[i][options.memory] = r.steps;
  judge (s, &r, wrong, size);
  if (!quiet)
    printf ("%-4s  %-22s %-4s %9ld states %10ld steps %9ld runs %4d deep %7.2f s  %s%s\n",
            wrong[0] ? "FAIL" : "ok", scenarios[i]->name, model_name_of[options.memory],
            r.states, r.steps, r.executions, r.depth, r.seconds, wrong,
            expected && !wrong[0] ? expected : "");
  fflush (stdout);
  return !wrong[0];
}

bool
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
