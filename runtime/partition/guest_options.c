/* SPDX-License-Identifier: MIT */
/* guest_options.c - getopt of a guest.
 *
 * The C library keeps the state of getopt once, so several programs cannot parse their options at
 * the same time.  This is another implementation of its manual: options may follow other arguments,
 * which are moved behind them, unless the environment has POSIXLY_CORRECT or the string of options
 * begins with `+'; with `-' each other argument is an option 1.
 */
#define _GNU_SOURCE
#include "partition/guest.h"

#include <getopt.h>

struct parse
{
  struct erb_guest *g;
  int count;
  char **argument;
  const char *options;
  const struct option *longs;
  int *long_index;
  bool only;               /* getopt_long_only: one dash is enough */
  bool in_order, as_options, quiet;
  int *index, *error, *option;
  char **value;
};

static int *
number (struct erb_guest *g, const char *name, int *fallback)
{
  int *own = erb_guest_variable (g, name);
  return own ? own : fallback;
}

static void
say (const struct parse *p, const char *what, const char *option)
{
  FILE *const *own = erb_guest_variable (p->g, "stderr");
  FILE *to = own ? *own : p->g->stream[2];
  if (*p->error && !p->quiet)
    fprintf (to, "%s: %s '%s'\n", p->argument[0], what, option);
}

static int
missing (const struct parse *p, const char *option)
{
  say (p, "option requires an argument --", option);
  return p->options[0] == ':' ? ':' : '?';
}

/* Moves argument `from' to the place `to' before it. */
static void
move (const struct parse *p, int from, int to)
{
  char *moved = p->argument[from];
  memmove (p->argument + to + 1, p->argument + to, (size_t) (from - to) * sizeof *p->argument);
  p->argument[to] = moved;
}

/* Returns the long option of that name, or of which it is the only beginning. */
static const struct option *
find_long (const struct parse *p, const char *name, size_t length, bool *ambiguous)
{
  const struct option *found = NULL;
  *ambiguous = false;
  for (const struct option *o = p->longs; o && o->name; o++)
    if (strncmp (o->name, name, length) == 0)
      {
        if (strlen (o->name) == length)
          {
            *ambiguous = false;
            return o;
          }
        *ambiguous = found
                     && (*ambiguous || found->val != o->val || found->flag != o->flag
                         || found->has_arg != o->has_arg);
        found = found ? found : o;
      }
  return *ambiguous ? NULL : found;
}

/* Takes a long option; the index is behind it. */
static int
take_long (const struct parse *p, const char *name)
{
  size_t length = strcspn (name, "=");
  bool ambiguous;
  const struct option *o = find_long (p, name, length, &ambiguous);
  *p->option = o ? o->val : 0;
  if (!o)
    {
      say (p, ambiguous ? "ambiguous option" : "unrecognized option", p->argument[*p->index - 1]);
      return '?';
    }
  *p->value = name[length] ? (char *) name + length + 1 : NULL;
  if (*p->value && o->has_arg == no_argument)
    {
      say (p, "option allows no argument --", o->name);
      return '?';
    }
  if (!*p->value && o->has_arg == required_argument)
    {
      if (*p->index >= p->count)
        return missing (p, o->name);
      *p->value = p->argument[(*p->index)++];
    }
  if (p->long_index)
    *p->long_index = (int) (o - p->longs);
  if (!o->flag)
    return o->val;
  *o->flag = o->val;
  return 0;
}

/* Takes a letter of the argument at the index, of which `next' letters have been taken. */
static int
take_letter (const struct parse *p)
{
  int *next = &p->g->options.next;
  char *word = p->argument[*p->index], letter[2] = { word[*next], 0 };
  const char *known = letter[0] == ':' || letter[0] == ';' ? NULL : strchr (p->options, letter[0]);
  bool last = !word[++*next];
  *p->value = NULL;
  *p->option = (unsigned char) letter[0];
  if (!known)
    say (p, "invalid option --", letter);
  else if (known[1] == ':' && !last)
    *p->value = word + *next;
  if (last || *p->value)
    {
      ++*p->index;
      *next = 0;
    }
  if (!known)
    return '?';
  if (known[1] != ':' || known[2] == ':' || *p->value)
    return (unsigned char) letter[0];
  if (*p->index >= p->count)
    return missing (p, letter);
  *p->value = p->argument[(*p->index)++];
  return (unsigned char) letter[0];
}

static bool
is_option (const char *word)
{
  return word[0] == '-' && word[1];
}

/* Whether the word, with one dash, is a long option for getopt_long_only. */
static bool
is_long_only (const struct parse *p, const char *word)
{
  bool ambiguous;
  if (!p->only)
    return false;
  return find_long (p, word + 1, strcspn (word + 1, "="), &ambiguous)
         || (!ambiguous && !strchr (p->options, word[1]));
}

/* Takes the option at `at'; other arguments between the index and it are moved behind it. */
static int
take_option (const struct parse *p, int at)
{
  int others = at - *p->index, first = *p->index, result;
  char *word = p->argument[at];
  bool is_long = p->longs && ((word[1] == '-' && word[2]) || is_long_only (p, word));
  *p->index = at;
  if (is_long)
    {
      ++*p->index;
      result = take_long (p, word + 1 + (word[1] == '-'));
    }
  else
    {
      p->g->options.next = p->g->options.next ? p->g->options.next : 1;
      result = take_letter (p);
    }
  int behind = *p->index;
  for (int n = at; others && n < behind; n++)
    move (p, n, first + (n - at));
  *p->index = behind - others;
  /* In the middle of a word: the word stays at the index. */
  if (p->g->options.next && others)
    {
      move (p, at, first);
      *p->index = first;
    }
  return result;
}

static int
parse (const struct parse *p)
{
  int at = *p->index;
  if (*p->index == 0)
    at = *p->index = 1;
  if (p->g->options.next)
    return take_option (p, at);
  while (at < p->count && !is_option (p->argument[at]))
    {
      if (p->as_options)
        {
          *p->value = p->argument[(*p->index)++];
          return 1;
        }
      if (p->in_order)
        return -1;
      at++;
    }
  if (at >= p->count)
    return -1;
  if (strcmp (p->argument[at], "--") != 0)
    return take_option (p, at);
  move (p, at, *p->index);
  ++*p->index;
  return -1;
}

static int
begin (int count, char *const *argument, const char *options, const struct option *longs,
       int *long_index, bool only)
{
  struct erb_guest *g = erb_guest_here ();
  int own_error = 1, own_option;
  char *own_value;
  if (!g)
    return longs ? getopt_long (count, argument, options, longs, long_index)
                 : getopt (count, argument, options);
  char **value = erb_guest_variable (g, "optarg");
  struct parse p = {
    g, count, (char **) argument, options, longs, long_index, only,
    .index = number (g, "optind", &g->options.index), .error = number (g, "opterr", &own_error),
    .option = number (g, "optopt", &own_option), .value = value ? value : &own_value
  };
  p.as_options = options[0] == '-';
  p.in_order = options[0] == '+' || erb_guest_getenv ("POSIXLY_CORRECT");
  p.options += options[0] == '-' || options[0] == '+';
  p.quiet = p.options[0] == ':';
  *p.value = NULL;
  return parse (&p);
}

static int
call_getopt (int count, char *const *argument, const char *options)
{
  return begin (count, argument, options, NULL, NULL, false);
}

static int
call_getopt_long (int count, char *const *argument, const char *options,
                  const struct option *longs, int *long_index)
{
  return begin (count, argument, options, longs, long_index, false);
}

static int
call_getopt_long_only (int count, char *const *argument, const char *options,
                       const struct option *longs, int *long_index)
{
  return begin (count, argument, options, longs, long_index, true);
}

const struct erb_interposed erb_guest_option_calls[] = {
  ERB_INTERPOSE ("getopt", call_getopt), ERB_INTERPOSE ("__posix_getopt", call_getopt),
  ERB_INTERPOSE ("getopt_long", call_getopt_long),
  ERB_INTERPOSE ("getopt_long_only", call_getopt_long_only), { NULL, NULL }
};
