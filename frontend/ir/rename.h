/* SPDX-License-Identifier: MIT */
/* rename.h - copies parts of a process and renames their variables, for passes that merge
 * processes.
 *
 * The copies are bound: variables, types, processes and functions are those that the verifier would
 * find.
 */
#ifndef ERBIUM_RENAME_H
#define ERBIUM_RENAME_H

#include "ir/build.h"

namespace er {

class Renamer
{
public:
  Renamer (Module &module, Fresh_names &names) : module (module), names (names) {}

  Variable *declare (const Variable *v); /* makes a new variable that replaces v from now on */
  Expr *copy (const Expr *e);
  Stmt *copy (const Stmt *s);
  Block copy (const Block &b);

  std::map<const Variable *, Variable *> now;
  /* in place of names that always stand for these */
  std::map<const Variable *, const Expr *> literals;

private:
  Module &module;
  Fresh_names &names;
};

} // namespace er
#endif
