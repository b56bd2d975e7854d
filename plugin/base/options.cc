/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.cc - the arguments of the plugin, -fplugin-arg-erbium-NAME[=VALUE].
 *
 *   NAME, no-NAME              `option', which every other folder reads
 *   warn=NAME, no-warn=NAME    the table of warnings: their names, and which are on
 *   dump=STATION               what a station has made of each function
 */
#include "base/base.h"

#include "context.h"
#include "diagnostic.h"
#include "dumpfile.h"
#include "gcc/gcc.h"
#include "options.h"
#include "opts.h"
#include "spellcheck.h"
#include "toplev.h"

#include <string>

#include <string.h>

namespace erbium {

options option;

/* Reports that VALUE is no value of an option. */
static void
unknown_value (const char *option_name, const char *value, const char *known)
{
  error ("unrecognized argument in option %<-fplugin-arg-erbium-%s=%s%>", option_name,
         value ? value : "");
  inform (UNKNOWN_LOCATION, "valid arguments to %<-fplugin-arg-erbium-%s=%> are: %s", option_name,
          known);
}

/* ---- Warnings ----------------------------------------------------------
 *
 * GCC has no warning options for plugins.  -Wall enables all of them, one is on by default, and
 * each has a switch, with which its message ends.  They are GCC's own warnings without an option,
 * so that -w, -Werror and system headers apply to them.
 */

static struct { const char *name; int on; /* -1: as -Wall */ } warning_table[W_count] = {
  { "before-update", -1 }, { "before-stall", -1 }, { "before-alloc", -1 },
  { "after-release", -1 }, { "after-commit", -1 }, { "after-free", -1 }, { "after-run", -1 },
  { "unused-update", -1 }, { "kept-address", -1 }, { "backwards", -1 },
  { "narrow-index", -1 }, { "beyond-update", -1 }, { "beyond-stall", -1 },
  { "observer", -1 }, { "before-register", -1 }, { "claim-state", 1 },
  { "never-released", -1 }, { "never-committed", -1 }, { "local-address", -1 },
};

/* -Wall has no variable of its own, and the options that it implies can be disabled one by one.
 * So the command line is searched for it. */
static bool
wall_p ()
{
  bool on = false;
  for (unsigned n = 0; n < save_decoded_options_count; n++)
    if (save_decoded_options[n].opt_index == OPT_Wall)
      on = save_decoded_options[n].value != 0;
  return on;
}

bool
warning_on_p (flow_warning w)
{
  return warning_table[w].on < 0 ? wall_p () : warning_table[w].on != 0;
}

bool
warning_wanted_p (flow_warning w)
{
  return warning_table[w].on != 0;
}

bool
set_flow_warning (const char *name, bool on)
{
  for (auto &w : warning_table)
    if (name && strcmp (w.name, name) == 0)
      {
        w.on = on;
        return true;
      }
  std::string names;
  for (const auto &w : warning_table)
    names += (names.empty () ? "" : ", ") + std::string (w.name);
  unknown_value (on ? "warn" : "no-warn", name, names.c_str ());
  return false;
}

bool
warn_at (flow_warning w, location_t place, const char *text, va_list *arguments)
{
  char *whole = concat (text, " [-fplugin-arg-erbium-warn=", warning_table[w].name, "]", NULL);
  bool given = give_warning (place, whole, arguments);
  free (whole);
  return given;
}

bool
warn_at (flow_warning w, location_t place, const char *text, ...)
{
  va_list arguments;
  va_start (arguments, text);
  bool given = warn_at (w, place, text, &arguments);
  va_end (arguments);
  return given;
}

/* ---- Dumps -------------------------------------------------------------
 *
 * GCC's dump manager writes those of passes on GIMPLE.  Lowering works on trees and is not such a
 * pass; its two dumps are registered here, in files beside the others:
 *
 *   lower   the function, in C, after lowering
 *   check   the accesses that a checked unit checks at run time
 */

/* GCC's numbers of the dumps of stations on trees; 0 if they are off. */
static int phases[STATION_count];

static int
new_phase (const char *name)
{
  char *file = concat (".erbium_", name, NULL), *text = concat ("tree-erbium_", name, NULL);
  return g->get_dumps ()->dump_register (file, text, text, DK_tree, OPTGROUP_NONE, true);
}

tree_dump::tree_dump (tree_station station, tree fndecl) : phase (phases[station])
{
  dump_flags_t flags;
  file = phase ? g->get_dumps ()->dump_begin (phase, &flags, -1) : NULL;
  if (file)
    fprintf (file, "\n;; Function %s\n\n", IDENTIFIER_POINTER (DECL_NAME (fndecl)));
}

tree_dump::~tree_dump ()
{
  if (file)
    dump_end (phase, file);
}

void
set_dump (const char *name)
{
  static const char known[] = "lower, check, flow, coarsen, prefetch, hoist, expand";
  static const char *const passes[] = { "flow", "coarsen", "prefetch", "hoist", "expand" };
  bool good = false;
  if (strcmp (name, "lower") == 0)
    good = (phases[STATION_lower] = new_phase (name)) != 0;
  else if (strcmp (name, "check") == 0)
    good = (phases[STATION_check] = new_phase (name)) != 0;
  else
    for (const char *p : passes)
      good = good || strcmp (p, name) == 0;
  if (!good)
    {
      unknown_value ("dump", name, known);
      return;
    }
  char *text = concat ("tree-erbium_", name, NULL);
  g->get_dumps ()->dump_switch_p (text);
  free (text);
}

/* Applies an option that names the same file as the first one, or none as well.  GCC ignores the
 * others, and has given a warning. */
static void
apply_opt_info (const char *argument, std::string *first)
{
  const char *file = argument ? strchr (argument, '=') : NULL;
  std::string name = file ? file + 1 : "stderr";
  if (first->empty ())
    *first = name;
  if (*first == name)
    opt_info_switch_p (argument);
}

void
apply_opt_info ()
{
  std::string file;
  for (unsigned n = 0; n < save_decoded_options_count; n++)
    if (save_decoded_options[n].opt_index == OPT_fopt_info_)
      apply_opt_info (save_decoded_options[n].arg, &file);
    else if (save_decoded_options[n].opt_index == OPT_fopt_info)
      apply_opt_info (NULL, &file);
}

/* ---- Reading ----------------------------------------------------------- */

static const char known_options[]
  = "check, dump=PASS, network=FILE, no-coarsen, no-hoist, no-inline, no-warn=NAME, prefetch=N,"
    " strip=N, verify, warn=NAME";

/* Reads a number from LEAST to 2^20. */
static bool
read_number (const struct plugin_argument *a, int least, int *value)
{
  char *end = NULL;
  long n = a->value ? strtol (a->value, &end, 10) : 0;
  if (!a->value || !*a->value || *end || n < least || n > 1 << 20)
    {
      error ("argument to %<-fplugin-arg-erbium-%s%> must be an integer between %d and %d", a->key,
             least, 1 << 20);
      return false;
    }
  *value = (int) n;
  return true;
}

static bool
read_file_name (const char *name)
{
  option.network = name && *name ? name : NULL;
  if (!option.network)
    error ("missing argument to %<-fplugin-arg-erbium-network%>; expected the name of a file or"
           " folder: %<-fplugin-arg-erbium-network=FILE%>");
  return option.network != NULL;
}

/* Returns the known option that KEY may be a misspelling of, or NULL. */
static const char *
similar_option (const char *key)
{
  static const char *const names[] = { "check", "dump", "network", "no-coarsen", "no-hoist",
                                       "no-inline", "no-warn", "prefetch", "strip", "verify",
                                       "warn" };
  best_match<const char *, const char *> best (key);
  for (const char *name : names)
    best.consider (name);
  return best.get_best_meaningful_candidate ();
}

/* Reads an option without a value.  Returns whether A is one, and in *GOOD whether it is right. */
static bool
read_flag (const struct plugin_argument *a, bool *good)
{
  static const struct { const char *name; bool *where; bool value; } flags[] = {
    { "check", &option.check, true },
    { "no-coarsen", &option.coarsen, false },
    { "no-hoist", &option.hoist, false },
    { "no-inline", &option.inline_fast, false },
    { "verify", &option.verify, true },
  };
  for (const auto &f : flags)
    if (strcmp (a->key, f.name) == 0)
      {
        *good = !a->value;
        if (a->value)
          error ("unexpected argument to %<-fplugin-arg-erbium-%s%>", a->key);
        else
          *f.where = f.value;
        return true;
      }
  return false;
}

bool
read_option (const struct plugin_argument *a)
{
  bool good;
  if (read_flag (a, &good))
    return good;
  if (strcmp (a->key, "prefetch") == 0)
    return read_number (a, 0, &option.prefetch);
  if (strcmp (a->key, "strip") == 0)
    return read_number (a, 1, &option.strip);
  if (strcmp (a->key, "warn") == 0)
    return set_flow_warning (a->value, true);
  if (strcmp (a->key, "no-warn") == 0)
    return set_flow_warning (a->value, false);
  if (strcmp (a->key, "network") == 0)
    return read_file_name (a->value);
  if (strcmp (a->key, "dump") == 0 && a->value)
    return true; /* set_dump reads it, once all passes are registered */
  error ("unrecognized option %<-fplugin-arg-erbium-%s%>", a->key);
  if (const char *name = similar_option (a->key))
    inform (UNKNOWN_LOCATION, "valid options are: %s; did you mean %qs?", known_options, name);
  else
    inform (UNKNOWN_LOCATION, "valid options are: %s", known_options);
  return false;
}

} // namespace erbium
