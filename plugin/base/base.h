/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base.h - what the command line asks of the plugin.
 *
 * The plugin's arguments are read once, into `option' and the table of warnings, before
 * anything is parsed.  Every other part only reads them, so this folder depends on gcc/ alone.
 *
 *   options.cc    -fplugin-arg-erbium-NAME[=VALUE]: options, warnings, dumps
 */
#ifndef ERBIUM_BASE_H
#define ERBIUM_BASE_H

#include "gcc-plugin.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "diagnostic-core.h"

namespace erbium {

/* ---- Options (options.cc) ---------------------------------------------- */

struct options
{
  bool check = false;       /* check each access to an element at run time */
  bool coarsen = true;      /* the passes, each switchable: no-coarsen and so on */
  bool hoist = true;
  bool inline_fast = true;
  bool verify = false;      /* verify the IL after each pass */
  int prefetch = 0;         /* distance in elements; 0: none */
  int strip = 1024;         /* the largest number of iterations in a strip */
  const char *network = NULL; /* the file or folder that the process network is written to */
};
extern options option;
/* Reads one argument; returns false after an error. */
bool read_option (const struct plugin_argument *);

/* ---- Warnings (options.cc) --------------------------------------------- */

enum flow_warning
{
  W_before_update, W_before_stall, W_before_alloc, W_after_release, W_after_commit, W_after_free,
  W_after_run, W_unused_update, W_kept_address, W_backwards, W_narrow_index, W_beyond_update,
  W_beyond_stall, W_observer, W_before_register, W_claim_state, W_never_released,
  W_never_committed, W_local_address,
  W_count
};

/* Returns whether the warning is on. */
bool warning_on_p (flow_warning);
/* Returns whether the warning has not been disabled explicitly.  Used for warnings that are given
 * even without -Wall. */
bool warning_wanted_p (flow_warning);
/* Switches the warning NAME on or off.  If there is no such warning, reports an error and returns
 * false. */
bool set_flow_warning (const char *name, bool on);
/* Gives the warning, followed by the name of its option; returns false if GCC suppresses it. */
bool warn_at (flow_warning, location_t, const char *text, ...) ATTRIBUTE_GCC_DIAG (3, 4);
bool warn_at (flow_warning, location_t, const char *text, va_list *arguments);

/* ---- Dumps (options.cc) ------------------------------------------------ */

/* Switches on the dump of the station NAME, which is a pass or a step on trees.  All passes must
 * have been registered. */
void set_dump (const char *name);

/* Applies all options -fopt-info to the passes that have been registered.  GCC applies only the
 * last one to passes that are registered after it has read the command line. */
void apply_opt_info ();

/* The steps of compilation ("stations") that work on trees; GCC's pass manager does not know
 * them. */
enum tree_station { STATION_lower, STATION_check, STATION_count };

/* The dump that such a station writes for one function. */
class tree_dump
{
public:
  tree_dump (tree_station, tree fndecl);
  ~tree_dump ();
  FILE *file; /* NULL if the dump is off */
private:
  int phase;
};

} // namespace erbium
#endif
