/* SPDX-License-Identifier: MIT */
/* localise.h - a record that one process writes and reads itself, as variables of it. */
#ifndef ERBIUM_LOCALISE_H
#define ERBIUM_LOCALISE_H

#include "facts/facts.h"

namespace er {

/* Does it for all channels for which it can.  In a module without main, whose processes C may run, only in those that
   were made since. */
void localise_all (Module &module, const std::set<const Process *> &made);

} // namespace er
#endif
