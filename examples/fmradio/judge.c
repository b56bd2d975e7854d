/* SPDX-License-Identifier: MIT */
/* judge.c - judge FILE.wav tone HZ [BOUND...]
 *           judge FILE.wav delay REFERENCE.wav [BOUND...]
 *
 * Measures, prints what it has found, and fails where a bound does not hold.  A
 * bound is NAME<NUMBER or NAME>NUMBER, as in 'separation>50'.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { EDGE = 9600, MOST_FIGURES = 16 }; /* filters begin and end there */

struct figure { const char *name; double value; };
struct findings { struct figure of[MOST_FIGURES]; int count; };

static void
found (struct findings *f, const char *name, double value)
{
  f->of[f->count++] = (struct figure) { name, value };
  printf ("%s %.2f\n", name, value);
}

static void
complain (const char *what, const char *which)
{
  fprintf (stderr, "judge: %s%s\n", what, which);
  exit (2);
}

/* 1 if it does not hold. */
static int
look_at_bound (const struct findings *f, const char *bound)
{
  size_t length = strcspn (bound, "<>");
  char *end;
  double x = bound[length] ? strtod (bound + length + 1, &end) : 0;
  if (!bound[length] || end == bound + length + 1 || *end)
    complain ("a bound is NAME<NUMBER or NAME>NUMBER, not ", bound);
  for (int k = 0; k < f->count; k++)
    if (strlen (f->of[k].name) == length && memcmp (f->of[k].name, bound, length) == 0)
      {
        if (bound[length] == '<' ? f->of[k].value < x : f->of[k].value > x)
          return 0;
        fprintf (stderr, "judge: %s is %.2f: not %s\n", f->of[k].name, f->of[k].value, bound);
        return 1;
      }
  complain ("nothing was measured that would be called so: ", bound);
  return 1;
}

static void
judge_tone (struct findings *f, const struct recording *r, double frequency)
{
  int64_t n = r->frames - 2 * EDGE;
  struct tone left = measure_tone (r->left + EDGE, n, frequency);
  struct tone right = measure_tone (r->right + EDGE, n, frequency);
  found (f, "level-left", left.level);
  found (f, "level-right", right.level);
  found (f, "separation", fabs (left.level - right.level));
  found (f, "thd+n-left", left.rest);
  found (f, "thd+n-right", right.rest);
}

static void
judge_delay (struct findings *f, const struct recording *r, const char *name)
{
  struct recording reference = load_recording (name);
  int64_t n = r->frames < reference.frames ? r->frames : reference.frames;
  if (n <= 2 * EDGE)
    complain ("too short: ", name);
  struct match left = measure_delay (r->left, reference.left, n);
  struct match right = measure_delay (r->right, reference.right, n);
  found (f, "longer", (double) (r->frames - reference.frames));
  found (f, "delay-left", left.delay);
  found (f, "delay-right", right.delay);
  found (f, "rest-left", left.rest);
  found (f, "rest-right", right.rest);
  free_recording (&reference);
}

int
main (int count, char **word)
{
  struct findings f = { .count = 0 };
  int wrong = 0;
  if (count < 4)
    complain ("judge FILE.wav tone HZ [BOUND...], or delay REFERENCE.wav [BOUND...]", "");
  struct recording r = load_recording (word[1]);
  if (r.frames <= 2 * EDGE)
    complain ("too short: ", word[1]);
  if (strcmp (word[2], "tone") == 0)
    judge_tone (&f, &r, atof (word[3]));
  else if (strcmp (word[2], "delay") == 0)
    judge_delay (&f, &r, word[3]);
  else
    complain ("neither tone nor delay: ", word[2]);
  for (int k = 4; k < count; k++)
    wrong |= look_at_bound (&f, word[k]);
  free_recording (&r);
  return wrong;
}
