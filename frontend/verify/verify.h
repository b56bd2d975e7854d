/* SPDX-License-Identifier: MIT */
/* verify.h - the verifier: is the module well-formed (chapters 2 and 3 of ir-spec/)?
 *
 * It binds names, computes the type of each expression and checks each rule; every message ends
 * with the number of the clause that is violated.  Passes run it again on what they have made.
 */
#ifndef ERBIUM_VERIFY_H
#define ERBIUM_VERIFY_H

#include "ir/ir.h"

namespace er {

void check (Module &module, Diagnostics &diagnostics);
/* As check, for a module that contains several programs, each with its own outer world: checks all
 * rules except 3.15. */
void check_programs (Module &module, Diagnostics &diagnostics);

/* These checks run last, on a module without other errors. */
void check_views (Module &module, Diagnostics &diagnostics); /* 3.14 */
void check_world (Module &module, Diagnostics &diagnostics); /* 3.15 */
void check_claims (Module &module, Diagnostics &diagnostics); /* 3.16 */
/* 3.17: which function calls which, and how much memory that takes; before code runs at compile
 * time. */
void check_calls (Module &module, Diagnostics &diagnostics);

}

#endif
