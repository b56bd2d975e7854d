/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_return.cc - a value returned from a process.
 *
 *   process p (int n) { return n; }
 *
 * For GCC p is a function that returns void, of which it says so with a warning,
 * and calls p a function.  While a process is parsed that warning is off: our
 * error is the only one.
 */
#include "check.h"

#include "target.h"

namespace erbium {

static void (*set_current_function) (tree);

/* The front end tells the target of each function before its body, and when it goes on
 * with what is around it; a function may be nested in a process. */
static void
on_current_function (tree fndecl)
{
  static bool in_process;
  static int outside;
  bool process = fndecl && process_p (fndecl);
  if (process && !in_process)
    outside = warn_return_type;
  if (process)
    warn_return_type = 0;
  else if (in_process)
    warn_return_type = outside;
  in_process = process;
  set_current_function (fndecl);
}

void
watch_returns ()
{
  set_current_function = targetm.set_current_function;
  targetm.set_current_function = on_current_function;
}

/* return VALUE, where nothing is returned. */
void
check_return (tree value, const place &where)
{
  if (!process_p (current_function_decl) || !TREE_TYPE (value) || VOID_TYPE_P (TREE_TYPE (value)))
    return;
  error_at (place_of (value, where).location (), "%<return%> with a value in the process %qD,"
            " which has no result", current_function_decl);
  inform (DECL_SOURCE_LOCATION (current_function_decl), "%qD is declared here",
          current_function_decl);
}

} // namespace erbium
