/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarsen_pass.h - coarsening: a loop synchronises once per strip instead of once per element.
 *
 *   before   for (i = 0; i < n; i++)
 *              { update (v, i + 1); stall (w, i); w[[i]] = v[[i]]; commit (w, i); }
 *   after    for (i = 0; i < n;)
 *              {
 *                as many iterations as the limits of the views allow, without primitives;
 *                commit (w, i - 1), once;
 *                one iteration as it was, which may wait
 *              }
 *
 * While its index is not beyond the limit of the view, a primitive returns at once and changes
 * nothing, so in a strip it is replaced by its value. docs/internals/plugin.md explains why no
 * process is delayed for ever. strip.h lists the files.
 */
#ifndef ERBIUM_COARSEN_PASS_H
#define ERBIUM_COARSEN_PASS_H

namespace erbium {

void register_coarsen_pass (const char *plugin);

} // namespace erbium
#endif
