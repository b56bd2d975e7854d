/* SPDX-License-Identifier: MIT */
/* analyser.h - binds the names of a StreamIt program and checks its types.
 *
 * Afterwards each expression has a type, each name its variable, each call its function, each
 * creation its stream, and each variable tells whether it is assigned.  Lengths of arrays are not
 * compared, since they may depend on the parameters of a stream; elaboration compares them.
 */
#ifndef ERBIUM_STREAMIT_SEMA_H
#define ERBIUM_STREAMIT_SEMA_H

#include <map>

#include "streamit/ast/ast.h"
#include "streamit/source/source.h"

namespace er::streamit {

/* Reports all errors.  The unit is usable if report.errors () is 0. */
void analyse (Unit &unit, Report &report);

/* The streams that need no declaration: Identity<T>, FileReader<T>, FileWriter<T>. */
bool built_in_stream (const std::string &name);

/* For its files: sema_declarations.cc, sema_statements.cc, sema_expressions.cc, sema_calls.cc. */
class Analyser
{
public:
  Analyser (Unit &unit, Report &report) : unit (unit), report (report) {}
  void all ();

private:
  typedef std::map<std::string, Variable *> Scope;

  Unit &unit;
  Report &report;
  std::map<std::string, Structure *> structures;
  std::map<std::string, Stream *> streams;
  std::map<std::string, Space *> spaces;
  std::vector<Scope> scopes;
  std::vector<Stream *> filters; /* anonymous ones, too */
  Stream *stream = nullptr;   /* around the current place */
  Function *function = nullptr;
  Space *space = nullptr;
  int loops = 0;
  struct Called
  {
    const Expr *call;
    bool in_init;
  };
  std::vector<Called> calls; /* of helper functions */

  /* declarations */
  void names ();
  void check_structure (Structure *s);
  void check_stream (Stream *s);
  void check_filter (Stream *s);
  void check_function (Function *f);
  void check_rate (Expr *&rate);
  void type (const Type *t, bool may_be_void = false);
  void declare (Variable *v);
  Variable *find (const std::string &name) const;
  std::vector<std::string> visible () const;
  void spread_tapes ();
  void spread_changes ();

  /* statements */
  void statement (Stmt *s);
  void assign (Stmt *s);
  void changed (Expr *place);
  bool in_init () const { return !function || function->kind == Function::Init; }
  void create (Creation &c);
  void message (Stmt *s);
  void condition (Expr *e);
  void body_of (Stmt *s);
  void in_stream (Stmt *s, std::initializer_list<Stream::Kind> kinds, const char *word);

  /* expressions */
  const Type *value (Expr *e);
  const Type *type_of (Expr *e);
  const Type *name (Expr *e);
  const Type *field (Expr *e);
  const Type *index (Expr *e);
  const Type *unary (Expr *e);
  const Type *binary (Expr *e);
  const Type *conditional (Expr *e);
  const Type *increment (Expr *e);
  const Type *tape (Expr *e);
  const Type *call (Expr *e);
  const Type *built_in (Expr *e);
  const Type *make_vector (Expr *e);
  void initialize (const Type *to, Expr *e);
  void arguments (Expr *call, const std::vector<Variable *> &parameters, const std::string &of,
                  const std::vector<Expr *> &args, Place at);
  void convert (Expr *e, const Type *to, const char *what);
  bool same (const Type *a, const Type *b) const;
  bool converts (const Type *from, const Type *to) const;
  const Type *common (const Type *a, const Type *b);
  const Type *unknown () { return unit.type (Type::Unknown); }
};

} // namespace er::streamit
#endif
