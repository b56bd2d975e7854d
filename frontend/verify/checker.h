/* SPDX-License-Identifier: MIT */
/* checker.h - the state and the rules of the verifier, shared by the files of verify/. */
#ifndef ERBIUM_CHECKER_H
#define ERBIUM_CHECKER_H

#include <set>

#include "verify/verify.h"

namespace er {

/* For its files: verify.cc (names, constants), verify_types.cc, verify_statements.cc,
 * verify_expressions.cc, verify_calls.cc, verify_functions.cc. */
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
  std::set<const Structure *> open;     /* structures that are being checked */
  std::set<const Variable *> running;   /* constants that are being evaluated */
  std::map<const Variable *, int> chains;
  Process *process = nullptr;
  Function *function = nullptr; /* of which `process' is the code, if it is one */
  int loops = 0;

  void error (Place at, const char *clause, const std::string &what, const std::string &hint = "");
  const Type *wrong () { return module.scalar (Type::Wrong); }

  /* names, constants: verify.cc */
  void declare_global (const std::string &name, Global g);
  int constant_chain (Variable *v, Place at, int depth);
  void signature (Process &p);

  /* types: verify_types.cc */
  const Type *bind (const Type *type, Place at);
  bool closed_structure (Structure *s, int depth);
  bool too_large (const Type *type, Place at, const std::string &name);

  /* statements: verify_statements.cc */
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
  void want (Expr *e, const Type *found, const Type *wanted, const char *clause,
             const char *of_what);

  /* expressions: verify_expressions.cc */
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

  /* calls: verify_calls.cc */
  const Type *call (Expr *e);
  const Type *operation (Expr *e, const Type *wanted);
  const Type *run (Expr *e);
  bool count (const Expr *e, size_t expected, const std::string &of_what);
  void function_argument (Expr *a, const Type *parameter, const Function &f, size_t k);
  const Type *view_argument (Expr *a, const Expr *e);

  /* functions that the module defines (3.17): verify_functions.cc */
  void head (Function &f);
  void body (Function &f);
  void result (Stmt *s);
  bool computes (const Stmt *s);
};

}

#endif
