/* SPDX-License-Identifier: MIT */
/* emit_c.h - prints a module as C, for the plugin or with the macros of erbium.h (ir-spec, chapter
 * 8). */
#ifndef ERBIUM_EMIT_C_H
#define ERBIUM_EMIT_C_H

#include <set>

#include "foreign/foreign.h"
#include "ir/ir.h"

namespace er {

enum class Dialect { Plugin, Plain };

/* The module must be well-formed.  Line directives refer to `file'; if it is "", none are printed.
 * Throws Undefined if something cannot be expressed in the dialect. */
std::string emit_c (const Module &module, Dialect dialect, const std::string &file);

/* For its files: emit_c.cc (types, items, statements), emit_c_expressions.cc, emit_c_memory.cc. */
class Emitter
{
public:
  Emitter (const Module &module, Dialect dialect, const std::string &file)
    : module (module), plain (dialect == Dialect::Plain), file (file) {}
  std::string all ();

private:
  const Module &module;
  bool plain;
  std::string file;
  std::string text;            /* what was written, without head and helpers */
  std::string types;           /* types of arrays, which precede their uses */
  std::map<std::string, std::string> helpers; /* helpers that the text uses, by name */
  std::map<const Type *, std::string> array_types; /* their names */
  /* array_names: names in use; structures: structures already written */
  std::set<std::string> array_names, structures;
  std::set<std::string> symbols; /* of the module */
  /* the line of the source file to which the compiler assigns the next line of text */
  uint32_t line = 0;
  const Process *process = nullptr;
  bool in_function = false; /* `process' is the code of a function */

  /* emit_c.cc */
  std::string head () const;
  std::string type (const Type *t);
  std::string parameters (const Process &p, bool with_names);
  std::string name (const Function &f) const;
  void structure (const Structure &s);
  void constant (const Variable &c);
  std::string initialiser (const struct Value &value, const Type *t);
  void function (const Function &f);
  void declaration (const Process &p);
  void definition (const Process &p);
  std::string head (const Function &f, bool with_names);
  void definition (const Function &f);
  void put (const std::string &what, Place at, int depth);
  void block (const Block &b, int depth);
  void statement (const Stmt *s, int depth);
  void tail (const Block &b, int depth, const std::string &end);
  void declare (const Stmt *s, int depth);
  void for_loop (const Stmt *s, int depth);
  void print (const Stmt *s, int depth);
  std::string piece (const Expr *e, std::string &pattern);

  /* emit_c_memory.cc: variables that are too large for the stack, and copies */
  bool has_memory = false;     /* this process */
  Stack_use on_stack;
  int in_large = 0;            /* number of fields in the structure of large variables */
  std::string large_fields;
  std::map<const Variable *, std::string> large; /* their names in C */
  /* temporaries that the current statement uses; unused ones */
  std::map<const Type *, std::vector<std::string>> lent, spare;
  void begin_large ();
  std::string take_large ();
  void end_large ();
  bool fits_stack (const Type *t);
  bool in_memory (const Variable *v);
  std::string new_field (const Type *t, const std::string &name);
  std::string lend (const Type *t);
  void take_back ();
  std::string place_of (const Variable *v, const std::string &start);
  std::string zeroed (const std::string &place);
  std::string in_place (const Expr *e, const std::string &place);
  void assign (const Stmt *s, int depth);
  void copied (const Stmt *s, int depth);
  std::string fixed (const Expr *e, int depth, int &temporaries);

  /* emit_c_expressions.cc: operand () encloses an expression in brackets unless it is primary */
  std::string value (const Expr *e, const Type *wanted);
  std::string expression (const Expr *e);
  std::string name (const Variable *v);
  std::string operand (const Expr *e);
  std::string index (const Expr *e);
  std::string binary (const Expr *e);
  std::string unary (const Expr *e);
  std::string wrapped (Op op, const Type *t, const std::string &a, const std::string &b);
  std::string shift (const Expr *e);
  std::string conversion (const Expr *e);
  std::string construct (const Expr *e);
  std::string list (const std::vector<Expr *> &args, bool arrays_by_address);
  std::string call (const Expr *e);
  std::string narrow (const Expr *e);
  std::string operation (const Expr *e, const Type *wanted);
  std::string saturating (const Type *t);
};

std::string c_quoted (const std::string &text);
std::string c_scalar (const Type *t);
std::string c_literal (const Value &value, const Type *t);

} // namespace er
#endif
