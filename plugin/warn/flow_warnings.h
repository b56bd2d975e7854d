/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow_warnings.h - what the files of the warnings share.
 *
 *   warn_pass.cc           the pass, which runs them all
 *   order_warnings.cc      before update, stall, alloc; after free_view, run
 *   index_warnings.cc      indices: after release, backwards
 *   beyond_warnings.cc     indices beyond update, stall
 *   narrow_warnings.cc     indices of 32 bits that overflow in a loop
 *   address_warnings.cc    addresses that are kept, what observers see
 *   claim_warnings.cc      state that is kept over a claim, claims without an id
 *   value_flow.cc          where values and addresses flow to
 */
#ifndef ERBIUM_FLOW_WARNINGS_H
#define ERBIUM_FLOW_WARNINGS_H

#include "base/base.h"
#include "dataflow/dataflow.h"

namespace erbium {

/* Gives the warning at the statement; returns false if GCC suppresses it. */
bool warn (flow_warning w, const gimple *at, const char *text, ...) ATTRIBUTE_GCC_DIAG (3, 4);
/* Gives a note, unless the statement has no place. */
void note (const gimple *at, const char *text, ...) ATTRIBUTE_GCC_DIAG (2, 3);

/* ---- Where values and addresses go (value_flow.cc) ---------------------- */

/* The pointer in the address T, or T, where it is a pointer; NULL_TREE otherwise. */
tree pointer_in (tree t);
/* The pointer that STMT computes another pointer from. */
tree moved_pointer (const gimple *stmt);
/* The pointers into elements of V that come from the one that CALL makes, and the
 * others that they meet in a PHI. */
ssa_names pointers_from (const flow_function &f, const flow_view *v, const gimple *call);
/* Whether a statement loads or stores through one of the names. */
struct accesses
{
  const ssa_names *names;
  bool load, store;
};
accesses accesses_of (gimple *stmt, const ssa_names &names);
/* Adds the names whose value is made of one that is there. */
void spread (ssa_names *values);
/* Adds what is read through the pointers. */
void values_read (const ssa_names &from, ssa_names *values);
/* A statement that stores one of the values, or a copy from one of the pointers,
 * into the element of W; NULL if there is none. */
gimple *store_into (const flow_function &f, const flow_view &w, const event &element,
                    const ssa_names &values, const ssa_names &from);

/* ---- The warnings -------------------------------------------------------- */

void check_order (const flow_function &f);
void check_indices (const flow_function &f);
void check_beyond (const flow_function &f);
void check_narrow (const flow_function &f);
void check_addresses (const flow_function &f);
void check_observers (const flow_function &f);
void check_claims (const flow_function &f);

} // namespace erbium
#endif
