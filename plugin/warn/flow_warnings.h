/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow_warnings.h - shared by the files for warnings.
 *
 *   warn_pass.cc           the pass, which runs them all
 *   order_warnings.cc      before update, stall, alloc; after free_view, run
 *   index_warnings.cc      indices: after release, commit; backwards
 *   beyond_warnings.cc     indices beyond update, stall
 *   narrow_warnings.cc     indices of 32 bits that overflow in a loop
 *   address_warnings.cc    addresses that are kept, values of observers that flow on
 *   missing_warnings.cc    views that are never released or committed
 *   local_warnings.cc      processes that may outlive a variable
 *   claim_warnings.cc      values that are kept from one claimed run to the next
 *   value_flow.cc          the flow of values and addresses
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

/* ---- The flow of values and addresses (value_flow.cc) -------------------- */

/* Returns the pointer T, or the pointer in the address T, or NULL_TREE. */
tree pointer_in (tree t);
/* Returns the pointer from which STMT computes another pointer, or NULL_TREE. */
tree moved_pointer (const gimple *stmt);
/* Returns the pointers into elements of V that come from the result of CALL, and the others that
 * they meet in a PHI. */
ssa_names pointers_from (const flow_function &f, const flow_view *v, const gimple *call);
/* Whether a statement loads or stores through one of the names. */
struct accesses
{
  const ssa_names *names;
  bool load, store;
};
accesses accesses_of (gimple *stmt, const ssa_names &names);
/* Adds the names whose values are computed from the values. */
void spread (ssa_names *values);
/* Adds the values that are read through the pointers. */
void values_read (const ssa_names &from, ssa_names *values);
/* Returns a statement that stores one of the values, or a copy from one of the pointers, into the
 * element of W; or NULL. */
gimple *store_into (const flow_function &f, const flow_view &w, const event &element,
                    const ssa_names &values, const ssa_names &from);

/* ---- The warnings -------------------------------------------------------- */

void check_order (const flow_function &f);
void check_indices (const flow_function &f);
void check_beyond (const flow_function &f);
void check_narrow (const flow_function &f);
void check_addresses (const flow_function &f);
void check_observers (const flow_function &f);
void mark_stalls (const flow_function &f);
void check_missing (const flow_function &f);
void check_local_addresses (const flow_function &f);
void check_claims (const flow_function &f);

} // namespace erbium
#endif
