/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist.h - hoisting: in a loop that calls no primitive, a view is accessed like an array.
 *
 *   before   for (k...) sum += v[[i + k]];
 *   after    origin = v->origin;  for (k...) sum += origin[i + k];
 *
 * The window of a view moves only in primitives.  So in a loop without them its origin is loaded
 * once, before the loop, and GCC's own passes see an array: they vectorise the loop. hoist_parts.h
 * lists the files.
 */
#ifndef ERBIUM_HOIST_H
#define ERBIUM_HOIST_H

namespace erbium {

void register_hoist_pass (const char *plugin);

} // namespace erbium
#endif
