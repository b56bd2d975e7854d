/* SPDX-License-Identifier: MIT */
/* guest_environment.c - the environment and the locale of a guest.
 *
 * A guest has an array of variables of its own, to which its `environ' points.  Its locale is that
 * of its thread: the C library looks it up there before the program's.
 */
#define _GNU_SOURCE
#include "partition/guest.h"

/* ---- Variables ----------------------------------------------------------------- */

static char ***
variables (struct erb_guest *g)
{
  char ***own = erb_guest_variable (g, "environ");
  own = own ? own : (char ***) erb_guest_variable (g, "__environ");
  return own ? own : &g->environment;
}

void
erb_guest_environment_begin (struct erb_guest *g)
{
  for (size_t n = 0; n < sizeof g->locale_name / sizeof g->locale_name[0]; n++)
    strcpy (g->locale_name[n], "C");
  *variables (g) = g->environment;
}

char **
erb_guest_environ (void)
{
  struct erb_guest *g = erb_guest_here ();
  return g ? *variables (g) : environ;
}

static char **
find (struct erb_guest *g, const char *name, size_t length)
{
  char **at = *variables (g);
  for (; at && *at; at++)
    if (strncmp (*at, name, length) == 0 && (*at)[length] == '=')
      return at;
  return NULL;
}

static char *
get (struct erb_guest *g, const char *name)
{
  char **at = find (g, name, strlen (name));
  return at ? strchr (*at, '=') + 1 : NULL;
}

char *
erb_guest_getenv (const char *name)
{
  struct erb_guest *g = erb_guest_here ();
  return g ? get (g, name) : getenv (name);
}

/* Texts are not freed before the end of the guest: it may still use them. */
static int
put (struct erb_guest *g, char *text, size_t length)
{
  char **at = find (g, text, length), **all = *variables (g);
  size_t count = 0;
  if (at)
    {
      *at = text;
      return 0;
    }
  while (all && all[count])
    count++;
  if (all != g->environment || count + 2 > g->environment_room)
    {
      size_t room = 2 * count + 16;
      char **more = malloc (room * sizeof *more);
      if (!more)
        return -1;
      memcpy (more, all, count * sizeof *more);
      if (g->environment_room)
        free (g->environment);
      g->environment = *variables (g) = all = more;
      g->environment_room = room;
    }
  all[count] = text;
  all[count + 1] = NULL;
  return 0;
}

static int
call_putenv (char *text)
{
  struct erb_guest *g = erb_guest_here ();
  return g ? put (g, text, strcspn (text, "=")) : putenv (text);
}

static int
call_setenv (const char *name, const char *value, int replace)
{
  struct erb_guest *g = erb_guest_here ();
  size_t length = strlen (name);
  if (!g)
    return setenv (name, value, replace);
  if (length == 0 || strchr (name, '='))
    {
      errno = EINVAL;
      return -1;
    }
  if (!replace && find (g, name, length))
    return 0;
  char *text = erb_guest_malloc (length + strlen (value) + 2);
  if (!text)
    return -1;
  sprintf (text, "%s=%s", name, value);
  return put (g, text, length);
}

static int
call_unsetenv (const char *name)
{
  struct erb_guest *g = erb_guest_here ();
  char **at;
  if (!g)
    return unsetenv (name);
  while ((at = find (g, name, strlen (name))))
    do
      at[0] = at[1];
    while (*at++);
  return 0;
}

static int
call_clearenv (void)
{
  struct erb_guest *g = erb_guest_here ();
  if (!g)
    return clearenv ();
  *variables (g) = NULL;
  return 0;
}

/* ---- Locale -------------------------------------------------------------------- */

static const struct { const char *name; int category, mask; } categories[] = {
  { "LC_CTYPE", LC_CTYPE, LC_CTYPE_MASK }, { "LC_NUMERIC", LC_NUMERIC, LC_NUMERIC_MASK },
  { "LC_TIME", LC_TIME, LC_TIME_MASK }, { "LC_COLLATE", LC_COLLATE, LC_COLLATE_MASK },
  { "LC_MONETARY", LC_MONETARY, LC_MONETARY_MASK },
  { "LC_MESSAGES", LC_MESSAGES, LC_MESSAGES_MASK }, { "LC_PAPER", LC_PAPER, LC_PAPER_MASK },
  { "LC_NAME", LC_NAME, LC_NAME_MASK }, { "LC_ADDRESS", LC_ADDRESS, LC_ADDRESS_MASK },
  { "LC_TELEPHONE", LC_TELEPHONE, LC_TELEPHONE_MASK },
  { "LC_MEASUREMENT", LC_MEASUREMENT, LC_MEASUREMENT_MASK },
  { "LC_IDENTIFICATION", LC_IDENTIFICATION, LC_IDENTIFICATION_MASK },
};

/* Returns the name of the locale that the environment of g selects. */
static const char *
selected (struct erb_guest *g, const char *category)
{
  const char *const variable[] = { "LC_ALL", category, "LANG" };
  for (int n = 0; n < 3; n++)
    {
      const char *value = get (g, variable[n]);
      if (value && *value)
        return value;
    }
  return "C";
}

static bool
set_one (struct erb_guest *g, size_t n, const char *name)
{
  name = *name ? name : selected (g, categories[n].name);
  if (strlen (name) >= ERB_LOCALE_NAME)
    return false;
  locale_t now = newlocale (categories[n].mask, name, g->locale);
  if (!now)
    return false;
  g->locale = now;
  strcpy (g->locale_name[categories[n].category], name);
  return true;
}

/* The name of all categories is that of the first one. */
static char *
call_setlocale (int category, const char *name)
{
  struct erb_guest *g = erb_guest_here ();
  bool good = true;
  if (!g)
    return setlocale (category, name);
  if (name)
    uselocale (LC_GLOBAL_LOCALE); /* the guest's own may move */
  for (size_t n = 0; name && good && n < sizeof categories / sizeof categories[0]; n++)
    if (category == LC_ALL || category == categories[n].category)
      good = set_one (g, n, name);
  if (g->locale)
    uselocale (g->locale);
  int shown = category == LC_ALL ? LC_CTYPE : category;
  return good && shown >= 0 && shown < 13 ? g->locale_name[shown] : NULL;
}

const struct erb_interposed erb_guest_environment_calls[] = {
  ERB_INTERPOSE ("getenv", erb_guest_getenv), ERB_INTERPOSE ("secure_getenv", erb_guest_getenv),
  ERB_INTERPOSE ("putenv", call_putenv), ERB_INTERPOSE ("setenv", call_setenv),
  ERB_INTERPOSE ("unsetenv", call_unsetenv), ERB_INTERPOSE ("clearenv", call_clearenv),
  ERB_INTERPOSE ("setlocale", call_setlocale), { NULL, NULL }
};
