/* SPDX-License-Identifier: MIT */
/* parser.h - builds a module from words; there is one function for each production of the grammar
 * in ir-spec/1-text.md.
 *
 * An error is reported with its location.  Then words are skipped up to the end of the statement,
 * so that one run can report several errors.  What could not be read is left out of the module.
 */
#ifndef ERBIUM_PARSER_H
#define ERBIUM_PARSER_H

#include "syntax/lexer.h"
#include "words/word_cursor.h"

namespace er {

/* Fills the module, which is usable if diagnostics.errors () is 0. */
void parse (const Source &source, Module &module, Diagnostics &diagnostics);

/* For its files: parse_items.cc (items, types), parse_statements.cc, parse_expressions.cc. */
class Parser : private Word_cursor<Token>
{
public:
  Parser (std::vector<Token> tokens, Module &module, Diagnostics &diagnostics)
    : Word_cursor (std::move (tokens)), module (module), diagnostics (diagnostics) {}
  void read_module ();

private:
  Module &module;
  Diagnostics &diagnostics;

  /* words */
  std::string name (const char *of_what);
  void unexpected (const std::string &expected) override;
  void too_deep () override;
  void skip_item ();

  /* items and types */
  void item ();
  void structure ();
  Field field ();
  void constant ();
  void external ();
  void function ();
  void definition ();
  std::vector<Variable *> parameters ();
  Process *prototype ();
  void process ();
  const Type *type ();
  const Type *nested_type ();
  const Type *array_type ();

  /* statements */
  Block block ();
  Stmt *statement ();
  Stmt *declaration ();
  Stmt *simple ();
  Expr *value ();
  Expr *run ();
  Stmt *if_statement ();
  Stmt *for_statement ();
  Stmt *while_statement ();
  Stmt *jump ();
  Stmt *print ();
  Expr *piece ();

  /* expressions */
  Expr *expression ();
  Expr *nested_expression ();
  Expr *disjunction ();
  Expr *conjunction ();
  Expr *comparison ();
  Expr *bits ();
  Expr *shift ();
  Expr *sum ();
  Expr *product ();
  Expr *prefix ();
  Expr *postfix ();
  Expr *primary ();
  Expr *call ();
  Expr *construction ();
  Expr *literal (bool negative);
  Expr *binary (Op op, Place at, Expr *left, Expr *right);
  std::vector<Expr *> arguments ();
};

} // namespace er
#endif
