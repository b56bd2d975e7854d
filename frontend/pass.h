/* SPDX-License-Identifier: MIT */
/* pass.h - what erbium-opt can do to a module, one file for each pass.
 *
 * A pass changes the module in place and keeps what it means (chapter 4).  It may leave
 * types and names unbound: the manager verifies after each pass, which binds them.
 * To add one: a file, a line here, a row in passes.cc, a test.
 */
#ifndef ERBIUM_PASS_H
#define ERBIUM_PASS_H

#include "ir.h"

namespace er {

struct Pass
{
  const char *name, *what;
  void (*run) (Module &module);
};

void fold (Module &module);         /* fold.cc */
void canonicalise (Module &module); /* canonicalise.cc */

extern const Pass passes[];
extern const size_t pass_count;
const Pass *pass_named (const std::string &name);

struct Wishes
{
  std::vector<std::string> print_after; /* names of passes, or "all"; to stderr */
  bool verify_each = false;             /* also print, read again and compare */
  bool time = false;
};

/* Runs them in this order.  A pass that breaks the module is a defect of ours: it is told, with the
   module, and false is returned. */
bool run_passes (Module &module, const std::vector<const Pass *> &chosen, const Wishes &wishes);

} // namespace er
#endif
