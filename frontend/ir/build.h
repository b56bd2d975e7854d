/* SPDX-License-Identifier: MIT */
/* build.h - new statements and expressions, for passes.
 *
 *   Builder b (module, process, s->at);
 *   std::string n = b.fresh ("turns");
 *   b.let (n, b.act (Primitive::p_ahead, { b.name (v) }))         let turns : index = ahead(v);
 *
 * The names are not bound, and most expressions have no type; the pass manager runs the verifier
 * after each pass, which adds both.
 */
#ifndef ERBIUM_BUILD_H
#define ERBIUM_BUILD_H

#include <set>

#include "ir/module.h"

namespace er {

/* Creates names that are not used in a process (3.2).  Use one object per process, so that names
 * are also distinct from those of code that is inserted later. */
class Fresh_names
{
public:
  Fresh_names (const Module &module, Process &process);
  /* Returns `base`, or `base` with a number: base2, base3, ... */
  std::string fresh (const std::string &base);

private:
  friend class Module_names;
  Fresh_names () {}
  const std::set<std::string> *outer = nullptr; /* taken too */
  std::set<std::string> *all = nullptr;         /* of the module: new ones go there too */
  std::set<std::string> taken;
  std::map<std::string, int> last; /* number, by base */
};

/* Creates names for a pass that makes processes.  Use one object per module; it is valid as long as
 * no other code adds names to the module. */
class Module_names
{
public:
  explicit Module_names (Module &module);
  /* Returns a name for a process, which is not used in the module or in any process. */
  std::string process (const std::string &base);
  /* Creates names within a process that is being built.  This object must outlive the result. */
  Fresh_names within ();

private:
  std::set<std::string> things; /* types, and items of the module */
  Fresh_names all;              /* these, and what processes declare */
};

class Builder
{
public:
  /* All nodes that this object creates get the source location `at`. */
  Builder (Module &module, Place at) : module (module), at (at) {}

  Expr *number (int64_t n)
  {
    return module.integer (at, uint64_t (n), module.scalar (Type::Index));
  }
  Expr *name (const std::string &text);
  Expr *binary (Op op, Expr *a, Expr *b);
  /* Returns a + n, or a - (-n) if n is negative, or a if n is 0. */
  Expr *plus (Expr *a, int64_t n);
  Expr *least (Expr *a, Expr *b, Expr *a_again, Expr *b_again); /* a < b ? a : b */
  Expr *act (Primitive primitive, std::vector<Expr *> args);

  Stmt *declare (Variable::Kind kind, const std::string &name, Expr *value,
                 Type::Kind type = Type::Index);
  Stmt *let (const std::string &name, Expr *value) { return declare (Variable::Let, name, value); }
  Stmt *assign (const std::string &name, Expr *value);
  Stmt *alone (Expr *operation);
  Stmt *choice (Expr *condition, Block yes, Block no = {});
  Stmt *loop (const std::string &counter, Expr *from, Expr *to, int64_t step, Block body);
  Stmt *loop (Expr *condition, Block body);

private:
  Module &module;
  Place at;
};

} // namespace er
#endif
