/* SPDX-License-Identifier: MIT */
/* parse.h - builds the tree of a StreamIt program; there is one function for each production, with
 * the production in the comment above it.
 *
 * An error is reported with its location.  Then words are skipped up to the end of the statement
 * or declaration, so that one run can report several errors.
 */
#ifndef ERBIUM_STREAMIT_PARSE_H
#define ERBIUM_STREAMIT_PARSE_H

#include "streamit/ast/ast.h"
#include "streamit/lex/tokens.h"
#include "words/word_cursor.h"

namespace er::streamit {

/* Fills the unit, which is usable if report.errors () is 0. */
void parse (Report &report, Unit &unit);

/* For its files: parse_declarations.cc, parse_streams.cc, parse_str_statements.cc,
 * parse_str_expressions.cc. */
class Parser : private Word_cursor<Token>
{
public:
  Parser (std::vector<Token> tokens, Unit &unit, Report &report)
    : Word_cursor (std::move (tokens)), unit (unit), report (report) {}
  void program ();

private:
  static const int most_operators = 1000;

  Unit &unit;
  Report &report;

  /* words */
  std::string name (const char *of_what);
  void unexpected (const std::string &expected) override;
  void too_deep () override;
  void skip_declaration ();

  /* declarations: parse_declarations.cc */
  void declaration ();
  void structure ();
  void space ();
  void statics ();
  Variable *parameter (Variable::Kind kind);
  std::vector<Variable *> parameters ();
  std::vector<Variable *> variables (Variable::Kind kind);
  Function *function (bool native);
  void rates (Function &f);
  Expr *rate ();
  Expr *rate_part ();
  const Type *type ();
  bool begins_type () const;
  bool begins_declaration () const;
  const Type *scalar_type ();

  /* streams: parse_streams.cc */
  Stream *stream ();
  Stream *filter_body (Stream *s);
  void member (Stream &s);
  Function *work ();
  Function *init ();
  Function *handler ();
  Creation creation ();
  Stream *anonymous ();
  void portals (Creation &c);
  Distribution distribution ();

  /* statements: parse_str_statements.cc */
  Stmt *block ();
  Stmt *statement ();
  Stmt *inner_statement ();
  Stmt *simple ();
  Stmt *declare ();
  Stmt *if_statement ();
  Stmt *while_statement ();
  Stmt *do_statement ();
  Stmt *for_statement ();
  Stmt *push ();
  Stmt *add ();
  Stmt *message ();
  Stmt *make (Stmt::Kind kind);

  /* expressions: parse_str_expressions.cc */
  Expr *initializer ();
  Expr *expression ();
  Expr *conditional ();
  Expr *binary (int level);
  Expr *cast ();
  Expr *unary ();
  Expr *postfix ();
  Expr *primary ();
  Expr *tape ();
  Expr *constant ();
  Expr *call (const std::string &space);
  std::vector<Expr *> arguments ();
  Expr *make (Expr::Kind kind);
};

} // namespace er::streamit
#endif
