/* SPDX-License-Identifier: MIT */
/* check.h - the verifier: is the module well-formed (chapters 2 and 3 of ir-spec/)?
 *
 * It binds names, computes the type of each expression and looks at each rule; every
 * message ends with the clause.  Passes run it again on what they have made.
 */
#ifndef ERBIUM_CHECK_H
#define ERBIUM_CHECK_H

#include <set>

#include "ir.h"

namespace er {

void check (Module &module, Diagnostics &diagnostics);
/* The same of a module with several programs in it, each with an outer world of its own: all but 3.15. */
void check_programs (Module &module, Diagnostics &diagnostics);

/* The last stations. */
void check_views (Module &module, Diagnostics &diagnostics); /* 3.14 */
void check_world (Module &module, Diagnostics &diagnostics); /* 3.15 */

/* Whether a call of it is an operation (3.5). */
inline bool
is_operation (const Expr *e)
{
  return e->kind == Expr::Operation || e->kind == Expr::Run
         || (e->kind == Expr::Call && e->function && !e->function->pure);
}

/* Scalars, and arrays and structures of data (2.2). */
bool is_data (const Type *type);
bool is_constant (const Expr *e); /* 2.9 */
/* How many scalars are in it, up to 2^20; 2^20 + 1 are more. */
uint64_t scalars_in (const Type *type);

/* For its files: check.cc (names, constants), check_types.cc, check_statements.cc, check_expressions.cc, check_calls.cc. */
class Checker
{
public:
  Checker (Module &module, Diagnostics &diagnostics) : module (module), diagnostics (diagnostics) {}
  void globals ();
  void structures ();
  void constants ();
  void functions ();
  void signatures ();
  void bodies ();

private:
  struct Global
  {
    Place at;
    Structure *structure;
    Variable *constant;
    Function *function;
    Process *process;
  };

  Module &module;
  Diagnostics &diagnostics;
  std::map<std::string, Global> global;
  std::vector<std::map<std::string, Variable *>> scopes;
  std::set<const Structure *> open;     /* while structures are looked at */
  std::set<const Variable *> running;   /* while constants are */
  std::map<const Variable *, int> chains;
  Process *process = nullptr;
  int loops = 0;

  void error (Place at, const char *clause, const std::string &what, const std::string &mend = "");
  const Type *wrong () { return module.scalar (Type::Wrong); }

  /* names, constants: check.cc */
  void declare_global (const std::string &name, Global g);
  int constant_chain (Variable *v, Place at, int depth);
  void signature (Process &p);

  /* types: check_types.cc */
  const Type *bind (const Type *type, Place at);
  bool closed_structure (Structure *s, int depth);
  bool too_large (const Type *type, Place at, const std::string &name);

  /* statements: check_statements.cc */
  void declare (Variable *v);
  Variable *find (const std::string &name);
  void block (Block &b);
  void statement (Stmt *s);
  void declaration (Stmt *s);
  void assignment (Stmt *s);
  void alone (Stmt *s);
  void condition (Expr *e);
  void for_loop (Stmt *s);
  void print (Stmt *s);
  void want (Expr *e, const Type *found, const Type *wanted, const char *clause, const char *of_what);

  /* expressions: check_expressions.cc */
  const Type *value (Expr *e, const Type *wanted); /* may be an operation */
  const Type *expression (Expr *e);
  const Type *typed (Expr *e);
  const Type *name (Expr *e, bool view_too);
  const Type *unary (Expr *e);
  const Type *binary (Expr *e);
  const Type *select (Expr *e);
  const Type *construct (Expr *e);
  const Type *subscript (Expr *e);
  const Type *member (Expr *e);
  const Type *element (Expr *e);
  bool writable (Expr *e, bool elements);

  /* calls: check_calls.cc */
  const Type *call (Expr *e);
  const Type *operation (Expr *e, const Type *wanted);
  const Type *run (Expr *e);
  bool count (const Expr *e, size_t expected, const std::string &of_what);
  void function_argument (Expr *a, const Type *parameter, const Function &f, size_t k);
  const Type *view_argument (Expr *a, const Expr *e);
};

} // namespace er
#endif
