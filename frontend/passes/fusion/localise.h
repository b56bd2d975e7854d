/* SPDX-License-Identifier: MIT */
/* localise.h - a record that one process writes and reads itself, as variables of it. */
#ifndef ERBIUM_LOCALISE_H
#define ERBIUM_LOCALISE_H

#include "facts/facts.h"

namespace er {

/* Does this for all channels for which it is possible.  In a module without main, whose processes
 * may be run from C, only processes in `made`, which passes have created, are changed. */
void localise_all (Module &module, const std::set<const Process *> &made);

} // namespace er
#endif
