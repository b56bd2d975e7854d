/* SPDX-License-Identifier: GPL-3.0-or-later */
/* erbium.cc - the plugin: which compiler it is for, and the stations that a program
 * passes, in their order (plugin.h).
 */
#include "plugin.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "cgraph.h"
#include "diagnostic.h"
#include "flags.h"
#include "gimple.h"
#include "langhooks.h"
#include "context.h"
#include "options.h"
#include "plugin-version.h"
#include "tree-nested.h"
#include "tree-pass.h"

#include <string.h>

int plugin_is_GPL_compatible;

namespace erbium {

/* ---- Which compiler ---------------------------------------------------- */

/* The brackets need the layout of a structure of the preprocessor that is not
 * public; it is known for these. */
static bool
known_release_p (const char *base)
{
  return strncmp (base, "11.", 3) == 0 || strncmp (base, "12.", 3) == 0;
}

/* Ends the compiler where the plugin was built for another one.  This runs
 * before anything else of GCC is touched: see plugin.mk for how it gets here. */
static void
check_compiler (const struct plugin_gcc_version *now)
{
  int major = atoi (now->basever);
  if (strcmp (now->basever, gcc_version.basever) != 0)
    fatal_error (UNKNOWN_LOCATION, "the Erbium plugin was built for GCC %s and this is GCC %s; build"
                 " it for this one: %<make install GCC_RELEASES=%d%>", gcc_version.basever,
                 now->basever, major);
  if (strcmp (now->configuration_arguments, gcc_version.configuration_arguments) != 0
      || strcmp (now->datestamp, gcc_version.datestamp) != 0)
    fatal_error (UNKNOWN_LOCATION, "the Erbium plugin was built for GCC %s of %s and this is GCC %s"
                 " of %s, or one configured differently; build it for this one:"
                 " %<make install GCC_RELEASES=%d%>", gcc_version.basever, gcc_version.datestamp,
                 now->basever, now->datestamp, major);
  if (!known_release_p (now->basever))
    fatal_error (UNKNOWN_LOCATION, "the Erbium plugin knows GCC 11 and 12, and this is GCC %s",
                 now->basever);
}

bool
c_compiler_p ()
{
  return strncmp (lang_hooks.name, "GNU C", 5) == 0 && lang_hooks.name[5] != '+';
}

/* ---- Stations ---------------------------------------------------------- */

static void
on_attributes (void *, void *)
{
  register_attributes ();
}

static void
on_start_unit (void *, void *)
{
  start_words ();
  watch_line_numbers ();
  watch_lines ();
}

/* The end of the file has no names to ask any more. */
static bool uses_language;

static void
on_pre_genericize (void *fndecl, void *)
{
  uses_language = uses_language || enabled_p ();
  if (!enabled_p () && !subscripts_p ())
    return;
  check_function ((tree) fndecl);
  if (enabled_p () && !seen_error ())
    lower_function ((tree) fndecl);
  /* Functions within the function; GCC tells only of the outermost. */
  cgraph_node *node = cgraph_node::get_create ((tree) fndecl);
  for (node = first_nested_function (node); node; node = next_nested_function (node))
    on_pre_genericize (node->decl, NULL);
}

static void (*parse_file) (void);

/* There is no callback between the last declaration and the first pass. */
static void
parse_to_the_end ()
{
  parse_file ();
  tell_missing_processes ();
  if (uses_language)
    touch_large_frames ();
}

} // namespace erbium

using namespace erbium;

int
plugin_init (struct plugin_name_args *plugin, struct plugin_gcc_version *now)
{
  static struct plugin_info info = { "0.1", "processes, records and views in C" };
  const char *name = plugin->base_name;
  check_compiler (now);
  bool good = true;
  for (int n = 0; n < plugin->argc; n++)
    good = read_option (&plugin->argv[n]) && good;
  if (!good)
    return 0;
  register_callback (name, PLUGIN_INFO, NULL, &info);
  register_coarsen_pass (name);
  register_prefetch_pass (name);
  register_hoist_pass (name);
  register_expand_passes (name);
  register_flow_pass (name);
  register_network_pass (name);
  for (int n = 0; n < plugin->argc; n++)
    if (strcmp (plugin->argv[n].key, "dump") == 0)
      set_dump (plugin->argv[n].value);
  if (!c_compiler_p () || !parse_in)
    return 0; /* the link of -flto, or another language: passes only */
  read_preprocessed ();
  if (flag_preprocess_only && !cpp_get_options (parse_in)->traditional)
    define_for_preprocessor (); /* a traditional one has nowhere to put it yet */
  watch_subscripts ();
  watch_messages ();
  watch_returns ();
  watch_redeclarations ();
  parse_file = lang_hooks.parse_file;
  lang_hooks.parse_file = parse_to_the_end;
  register_callback (name, PLUGIN_ATTRIBUTES, on_attributes, NULL);
  register_callback (name, PLUGIN_START_UNIT, on_start_unit, NULL);
  register_callback (name, PLUGIN_INCLUDE_FILE, on_include_file, NULL);
  register_callback (name, PLUGIN_FINISH_DECL, on_finish_decl, NULL);
  register_callback (name, PLUGIN_PRE_GENERICIZE, on_pre_genericize, NULL);
  return 0;
}
