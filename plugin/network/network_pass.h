/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_pass.h - the option `network=FILE', which writes the part of the process network that can
 * be derived from one C translation unit.
 *
 *   before   r = new_record (1, 2);  run p (r);
 *   after    the same, and in FILE
 *            { "erbium-network": 1,
 *              "bodies": [ { "name": "main", "records": [ ... ], "runs": [ ... ] } ] }
 *
 * The body of a function shows which records, views and processes it makes, and how they are
 * connected; the units of a program together show the network. docs/reference/network.md describes
 * the format of FILE. At every -O level, the pass runs immediately after SSA form is built, when
 * nothing has been inlined yet.  It does not change the code. network_parts.h lists the files.
 */
#ifndef ERBIUM_NETWORK_PASS_H
#define ERBIUM_NETWORK_PASS_H

namespace erbium {

/* Registers the pass for the plugin of this name, if the option is given. */
void register_network_pass (const char *plugin);

} // namespace erbium
#endif
