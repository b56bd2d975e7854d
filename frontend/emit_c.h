/* SPDX-License-Identifier: MIT */
/* emit_c.h - a module as C: for the plugin, or with the macros of erbium.h (chapter 8). */
#ifndef ERBIUM_EMIT_C_H
#define ERBIUM_EMIT_C_H

#include "ir.h"

namespace er {

enum class Dialect { Plugin, Plain };

/* The module must be well-formed.  Lines refer to file; "" leaves them out.  Throws Undefined
   where the dialect cannot say something. */
std::string emit_c (const Module &module, Dialect dialect, const std::string &file);

/* For its files: emit_c.cc (types, items, statements), emit_c_expressions.cc. */
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
  std::string types;           /* of arrays, before what uses them */
  std::map<std::string, std::string> helpers; /* that are used, by name */
  std::map<std::string, bool> known_types;
  uint32_t line = 0;           /* of the file, that the next line of text has for the compiler */
  const Process *process = nullptr;

  /* emit_c.cc */
  std::string head () const;
  std::string type (const Type *t);
  std::string parameters (const Process &p, bool with_names);
  void structure (const Structure &s);
  void constant (const Variable &c);
  std::string initialiser (const struct Value &value, const Type *t);
  void function (const Function &f);
  void declaration (const Process &p);
  void definition (const Process &p);
  void put (const std::string &what, Place at, int depth);
  void block (const Block &b, int depth);
  void statement (const Stmt *s, int depth);
  void tail (const Block &b, int depth, const std::string &end);
  void declare (const Stmt *s, int depth);
  void for_loop (const Stmt *s, int depth);
  void print (const Stmt *s, int depth);
  std::string piece (const Expr *e, std::string &pattern);

  /* emit_c_expressions.cc: with brackets where they are not the loosest */
  std::string value (const Expr *e, const Type *wanted);
  std::string expression (const Expr *e);
  std::string operand (const Expr *e);
  std::string index (const Expr *e);
  std::string binary (const Expr *e);
  std::string unary (const Expr *e);
  std::string wrapped (Op op, const Type *t, const std::string &a, const std::string &b);
  std::string shift (const Expr *e);
  std::string conversion (const Expr *e);
  std::string construct (const Expr *e);
  std::string list (const std::vector<Expr *> &args, bool arrays_by_address);
  std::string narrow (const Expr *e);
  std::string operation (const Expr *e, const Type *wanted);
  std::string saturating (const Type *t);
};

/* A name of the IR as a name of C; those that end in one '_' are the emitter's own. */
std::string c_name (const std::string &name);
std::string c_scalar (const Type *t);
std::string c_literal (const Value &value, const Type *t);

} // namespace er
#endif
