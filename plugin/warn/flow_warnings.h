/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow_warnings.h - shared by the files for warnings.
 *
 *   warn_pass.cc           the pass, which runs them all
 *   order_warnings.cc      before update, stall, alloc; after free_view, run
 *   index_warnings.cc      indices: after release, backwards
 *   beyond_warnings.cc     indices beyond update, stall
 *   narrow_warnings.cc     indices of 32 bits that overflow in a loop
 *   address_warnings.cc    addresses that are kept, values of observers that flow on
 */
#ifndef ERBIUM_FLOW_WARNINGS_H
#define ERBIUM_FLOW_WARNINGS_H

#include "base/base.h"
#include "dataflow/dataflow.h"

namespace erbium {

/* Gives the warning at the statement; returns false if GCC suppresses it. */
bool warn (flow_warning w, const gimple *at, const char *text, ...) ATTRIBUTE_GCC_DIAG (3, 4);
/* Gives a note at the statement, unless its place in the text is not known. */
void note (const gimple *at, const char *text, ...) ATTRIBUTE_GCC_DIAG (2, 3);

void check_order (const flow_function &f);
void check_indices (const flow_function &f);
void check_beyond (const flow_function &f);
void check_narrow (const flow_function &f);
void check_addresses (const flow_function &f);
void check_observers (const flow_function &f);

} // namespace erbium
#endif
