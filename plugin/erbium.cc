/* SPDX-License-Identifier: GPL-3.0-or-later */
/* erbium.cc - the stations that a program passes on its way through the plugin.
 *
 *   lex/         text, tokens   v[[i]], view, record, process, run, update, ...
 *   language/    trees          what these are in the front end's trees
 *   sema/        trees          what the C front end cannot know to be wrong
 *   lower/       trees          elements, primitives and run become calls of the runtime
 *   warn/        GIMPLE         warnings about the order of primitives
 *   network/     GIMPLE         writes the process network
 *   opt/         GIMPLE         coarsen, prefetch, hoist; expand inlines the fast paths
 *
 * Each station has a folder, whose header has its idea.  base/ has the options, gcc/ what differs
 * between the releases of GCC, dataflow/ what warn/ and network/ know of a function.
 * docs/internals/plugin.md has the whole way.
 */
#include "gcc-plugin.h"

#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "cgraph.h"
#include "diagnostic.h"
#include "flags.h"
#include "langhooks.h"
#include "options.h"
#include "tree-nested.h"

#include <string.h>

#include "base/base.h"
#include "gcc/gcc.h"
#include "language/language.h"
#include "lex/lex.h"
#include "lower/lower.h"
#include "network/network_pass.h"
#include "opt/coarsen/coarsen_pass.h"
#include "opt/hoist/hoist.h"
#include "opt/opt.h"
#include "sema/sema.h"
#include "warn/warn.h"

int plugin_is_GPL_compatible;

using namespace erbium;

/* Whether the unit has used the language: at the end of the file no name can be looked up. */
static bool uses_language;

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

static void
on_finish_decl (void *declaration, void *)
{
  tree decl = (tree) declaration;
  if (!decl || decl == error_mark_node || !(enabled_p () || subscripts_p ()))
    return;
  check_bounds (decl);
  resolve_awaited_process (decl);
  check_initialiser (decl);
}

/* Is called when a function has been parsed. */
static void
on_pre_genericize (void *function, void *)
{
  tree fndecl = (tree) function;
  uses_language = uses_language || enabled_p ();
  if (!enabled_p () && !subscripts_p ())
    return;
  check_process (fndecl);
  resolve_awaited_process (fndecl);
  check_function (fndecl);
  if (enabled_p () && !seen_error ())
    lower_function (fndecl);
  /* GCC calls this for the outermost function only. */
  cgraph_node *node = cgraph_node::get_create (fndecl);
  for (node = first_nested_function (node); node; node = next_nested_function (node))
    on_pre_genericize (node->decl, NULL);
}

static void (*parse_file) (void);

/* Runs the parser, and what follows the last declaration: GCC has no callback there. */
static void
parse_to_the_end ()
{
  parse_file ();
  report_missing_processes ();
  if (uses_language)
    choose_function_options ();
}

static void
register_passes (const char *name)
{
  register_coarsen_pass (name);
  register_prefetch_pass (name);
  register_hoist_pass (name);
  register_expand_passes (name);
  register_flow_pass (name);
  register_network_pass (name);
}

/* Registers what the C front end calls while it parses. */
static void
register_front_end (const char *name)
{
  read_preprocessed ();
  if (flag_preprocess_only && !cpp_get_options (parse_in)->traditional)
    define_for_preprocessor (); /* a traditional preprocessor cannot define macros yet */
  watch_subscripts ();
  watch_messages ();
  watch_redeclarations ();
  parse_file = lang_hooks.parse_file;
  lang_hooks.parse_file = parse_to_the_end;
  register_callback (name, PLUGIN_ATTRIBUTES, on_attributes, NULL);
  register_callback (name, PLUGIN_START_UNIT, on_start_unit, NULL);
  register_callback (name, PLUGIN_INCLUDE_FILE, on_include_file, NULL);
  register_callback (name, PLUGIN_FINISH_DECL, on_finish_decl, NULL);
  register_callback (name, PLUGIN_PRE_GENERICIZE, on_pre_genericize, NULL);
}

int
plugin_init (struct plugin_name_args *plugin, struct plugin_gcc_version *now)
{
  static struct plugin_info info = { ERBIUM_VERSION, "processes, records and views in C" };
  check_compiler (now);
  bool good = true;
  for (int n = 0; n < plugin->argc; n++)
    good = read_option (&plugin->argv[n]) && good;
  if (!good)
    return 0;
  register_callback (plugin->base_name, PLUGIN_INFO, NULL, &info);
  register_passes (plugin->base_name);
  for (int n = 0; n < plugin->argc; n++)
    if (strcmp (plugin->argv[n].key, "dump") == 0)
      set_dump (plugin->argv[n].value);
  apply_opt_info ();
  if (c_compiler_p () && parse_in) /* else the link of -flto, or another language: passes only */
    register_front_end (plugin->base_name);
  return 0;
}
