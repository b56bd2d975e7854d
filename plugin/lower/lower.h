/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower.h - lowering: replaces elements, primitives and run by calls of the runtime.
 *
 *   before   *element (v + 4) = update (v, 1);   run.p (v, n);
 *   after    *(int *) erbium_element_slow (v, 4, 0, 4) = erbium_update_slow (v, 1, 0, "f.c:3");
 *            tmp = {v, n}, erbium_start ("p", p.erbium, sizeof tmp, &tmp, "f.c:3");
 *
 * Lowering works on the trees of a whole function, before they are genericized.  It expects a
 * function without errors; the passes on GIMPLE see only the calls that lowering has made.
 * lowering.h lists the files.
 */
#ifndef ERBIUM_LOWER_H
#define ERBIUM_LOWER_H

#include "gcc-plugin.h"

namespace erbium {

void lower_function (tree fndecl);
/* If DECL declares or defines a process that an earlier `run' has named, checks and completes the
 * calls that wait for this declaration (awaited_runs.cc). */
void resolve_awaited_process (tree decl);
/* Changes the defaults of some options, for each function; to be called at the end of the file
 * (function_options.cc). */
void choose_function_options ();

} // namespace erbium
#endif
