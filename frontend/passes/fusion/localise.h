/* SPDX-License-Identifier: MIT */
/* localise.h - replaces a record that one process both writes and reads by variables of that
 * process. */
#ifndef ERBIUM_LOCALISE_H
#define ERBIUM_LOCALISE_H

#include "analysis/analysis.h"

namespace er {

/* Replaces all records for which this is possible.  In a module without main, whose processes may
 * be run from C, only processes in `made`, which passes have created, are changed. */
void localise_all (Module &module, const std::set<const Process *> &made);

} // namespace er
#endif
