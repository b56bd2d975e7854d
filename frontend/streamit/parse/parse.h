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

namespace er::streamit {

/* Fills the unit, which is usable if report.errors () is 0. */
void parse (Report &report, Unit &unit);

/* For its files: parse_declarations.cc, parse_streams.cc, parse_str_statements.cc,
 * parse_str_expressions.cc. */
class Parser
{
public:
  Parser (std::vector<Token> tokens, Unit &unit, Report &report)
    : tokens (std::move (tokens)), unit (unit), report (report) {}
  void program ();

private:
  /* Thrown after an error message, and caught where the parser can go on. */
  struct Lost {};
  static const int most_nesting = 200, most_operators = 1000;

  struct Nested
  {
    Parser &parser;
    explicit Nested (Parser &parser) : parser (parser) { parser.enter (); }
    ~Nested () { parser.nesting--; }
  };

  std::vector<Token> tokens;
  Unit &unit;
  Report &report;
  size_t position = 0;
  int nesting = 0;

  /* words */
  const Token &token (size_t ahead = 0) const;
  bool at_end () const { return token ().kind == Token::End; }
  bool is (const char *word, size_t ahead = 0) const { return token (ahead).is (word); }
  Token take ();
  bool take_if (const char *word);
  void expect (const char *word);
  std::string name (const char *of_what);
  [[noreturn]] void lost (const std::string &expected);
  void enter ();
  void skip_statement ();
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
