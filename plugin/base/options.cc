/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.cc - the arguments of the plugin, -fplugin-arg-erbium-NAME[=VALUE]. */
#include "base/base.h"

#include "spellcheck.h"

#include <string.h>

namespace erbium {

options option;

static const char known_options[]
  = "check, dump=PASS, network=FILE, no-coarsen, no-hoist, no-inline, no-warn=NAME, prefetch=N,"
    " strip=N, verify, warn=NAME";

static bool
number (const struct plugin_argument *a, int least, int *value)
{
  char *end = NULL;
  long n = a->value ? strtol (a->value, &end, 10) : 0;
  if (!a->value || !*a->value || *end || n < least || n > 1 << 20)
    {
      error ("%<-fplugin-arg-erbium-%s%> needs a number from %d to %d", a->key, least, 1 << 20);
      return false;
    }
  *value = (int) n;
  return true;
}

static bool
network_file (const char *name)
{
  option.network = name && *name ? name : NULL;
  if (!option.network)
    error ("%<-fplugin-arg-erbium-network%> needs the name of a file or folder:"
           " %<-fplugin-arg-erbium-network=FILE%>");
  return option.network != NULL;
}

/* The known option that KEY may have been meant for, or NULL. */
static const char *
meant (const char *key)
{
  static const char *const names[] = { "check", "dump", "network", "no-coarsen", "no-hoist",
                                       "no-inline", "no-warn", "prefetch", "strip", "verify",
                                       "warn" };
  best_match<const char *, const char *> best (key);
  for (const char *name : names)
    best.consider (name);
  return best.get_best_meaningful_candidate ();
}

bool
read_option (const struct plugin_argument *a)
{
  struct { const char *name; bool *where; bool value; } flags[] = {
    { "check", &option.check, true },
    { "no-coarsen", &option.coarsen, false },
    { "no-hoist", &option.hoist, false },
    { "no-inline", &option.inline_fast, false },
    { "verify", &option.verify, true },
  };
  for (const auto &f : flags)
    if (strcmp (a->key, f.name) == 0)
      {
        if (a->value)
          {
            error ("%<-fplugin-arg-erbium-%s%> takes no value", a->key);
            return false;
          }
        *f.where = f.value;
        return true;
      }
  if (strcmp (a->key, "prefetch") == 0)
    return number (a, 0, &option.prefetch);
  if (strcmp (a->key, "strip") == 0)
    return number (a, 1, &option.strip);
  if (strcmp (a->key, "warn") == 0)
    return set_flow_warning (a->value, true);
  if (strcmp (a->key, "no-warn") == 0)
    return set_flow_warning (a->value, false);
  if (strcmp (a->key, "network") == 0)
    return network_file (a->value);
  if (strcmp (a->key, "dump") == 0 && a->value)
    return true; /* when all passes are there */
  if (const char *name = meant (a->key))
    error ("unknown %<-fplugin-arg-erbium-%s%>; did you mean %qs? Known are %s", a->key, name,
           known_options);
  else
    error ("unknown %<-fplugin-arg-erbium-%s%>; known are %s", a->key, known_options);
  return false;
}

} // namespace erbium
