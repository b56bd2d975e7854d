/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warn_pass.cc - the pass that gives the warnings, and marks stalls for the runtime.
 *
 *   before   v_3 = erbium_new_view (re, 0, "p.c:4");
 *            _7 = erbium_element_slow (v_3, 0, 0, 4);  _8 = *_7;
 *   after    the same, and "element of 'v' read before any 'update'"
 */
#include "warn/warn.h"

#include "warn/flow_warnings.h"

#include "context.h"
#include "dominance.h"
#include "dumpfile.h"

namespace erbium {

/* ---- Messages ---------------------------------------------------------- */

static location_t
place_of (const gimple *at)
{
  location_t place = at ? gimple_location (at) : UNKNOWN_LOCATION;
  return LOCATION_LOCUS (place) > BUILTINS_LOCATION ? place : UNKNOWN_LOCATION;
}

bool
warn (flow_warning w, const gimple *at, const char *text, ...)
{
  location_t place = place_of (at);
  if (place == UNKNOWN_LOCATION)
    place = DECL_SOURCE_LOCATION (current_function_decl);
  va_list arguments;
  va_start (arguments, text);
  bool given = warn_at (w, place, text, &arguments);
  va_end (arguments);
  return given;
}

void
note (const gimple *at, const char *text, ...)
{
  location_t place = place_of (at);
  if (place == UNKNOWN_LOCATION)
    return;
  va_list arguments;
  va_start (arguments, text);
  give_note (place, text, &arguments);
  va_end (arguments);
}

/* ---- The pass ---------------------------------------------------------- */

static void
check_flow (bool warnings)
{
  renumber_gimple_stmt_uids (cfun);
  flow_function f;
  find_views (&f);
  mark_stalls (f);
  if (!warnings || (f.views.empty () && f.runs.empty ()))
    return;
  bool dominators = dom_info_available_p (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  f.loops = find_loops ();
  f.in_cycle = find_cycles ();
  check_order (f);
  check_indices (f);
  check_beyond (f);
  check_narrow (f);
  check_addresses (f);
  check_observers (f);
  check_claims (f);
  check_missing (f);
  check_local_addresses (f);
  if (!dominators)
    free_dominance_info (CDI_DOMINATORS);
}

static const pass_data flow_data
  = { GIMPLE_PASS, "erbium_flow", OPTGROUP_OTHER, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };

class flow_pass : public gimple_opt_pass
{
public:
  flow_pass () : gimple_opt_pass (flow_data, g) {}
  bool gate (function *) final override
  {
    return warnings_wanted_p () || dump_wanted_p () || unit_calls_p (R_commit);
  }
  unsigned execute (function *) final override
  {
    check_flow (warnings_wanted_p ());
    return 0;
  }
private:
  bool warnings_wanted_p () const
  {
    for (int w = 0; w < W_count; w++)
      if (warning_on_p ((flow_warning) w) && (w != W_claim_state || unit_calls_p (R_claim)))
        return true;
    return false;
  }
  /* dump=flow, which shows the function as the warnings see it, on or off. */
  bool dump_wanted_p () const
  {
    return g->get_dumps ()->get_dump_file_info (static_pass_number)->pstate != 0;
  }
};

void
register_flow_pass (const char *plugin)
{
  register_pass_info info = { new flow_pass, "ssa", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

} // namespace erbium
