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

namespace er {

/* Fills the module, which is usable if diagnostics.errors () is 0. */
void parse (const Source &source, Module &module, Diagnostics &diagnostics);

/* For its files: parse_items.cc (items, types), parse_statements.cc, parse_expressions.cc. */
class Parser
{
public:
  Parser (std::vector<Token> tokens, Module &module, Diagnostics &diagnostics)
    : tokens (std::move (tokens)), module (module), diagnostics (diagnostics) {}
  void read_module ();

private:
  /* Thrown after an error message, and caught where the parser can find the next statement or
   * item. */
  struct Lost {};
  static const int most_nesting = 200;

  /* Counts the nesting depth of brackets and blocks (1.9), that is, the recursion of productions.
   * Sequences of operators are read by loops and do not count. */
  struct Nested
  {
    Parser &parser;
    explicit Nested (Parser &parser) : parser (parser) { parser.enter (); }
    ~Nested () { parser.nesting--; }
  };

  std::vector<Token> tokens;
  Module &module;
  Diagnostics &diagnostics;
  size_t position = 0;
  int nesting = 0;

  /* words */
  const Token &token (size_t ahead = 0) const;
  bool at_end () const { return token ().kind == Token::End; }
  Token take ();
  bool take_if (const char *word);
  void expect (const char *word);
  std::string name (const char *of_what);
  [[noreturn]] void lost (const std::string &expected);
  void enter ();
  void skip_statement ();
  void skip_item ();

  /* items and types */
  void item ();
  void structure ();
  Field field ();
  void constant ();
  void external ();
  void function ();
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
