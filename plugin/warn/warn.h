/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warn.h - warnings about the order of primitives, and about indices.
 *
 * A warning is given only for a mistake that is certain to happen once execution reaches some place
 * of the function.  Views in memory, and calls of functions that are not analysed, cause no
 * warning.  Each warning has a name, by which it is switched (base/options.cc). flow_warnings.h
 * lists the files.
 */
#ifndef ERBIUM_WARN_H
#define ERBIUM_WARN_H

namespace erbium {

/* Registers the pass, called erbium_flow, for the plugin of this name. */
void register_flow_pass (const char *plugin);

} // namespace erbium
#endif
