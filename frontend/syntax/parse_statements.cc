/* SPDX-License-Identifier: MIT */
/* parse_statements.cc - productions [12] to [23] (parser.h). */
#include "syntax/parser.h"

namespace er {

/* [12] block = "{" { statement } "}" */
Block
Parser::block ()
{
  Nested nested (*this);
  Block statements;
  Place open = token ().at;
  expect ("{");
  while (!token ().is ("}") && !at_end ())
    try
      {
        statements.push_back (statement ());
      }
    catch (Lost)
      {
        if (diagnostics.full ())
          throw;
        skip_statement ();
      }
  if (at_end ())
    {
      diagnostics.error (token ().at, "1.7", "expected '}', found the end of the file");
      diagnostics.note (open, "for this '{'");
      throw Lost ();
    }
  take ();
  return statements;
}

/* [13] statement = declaration | if | for | while | jump | print | simple */
Stmt *
Parser::statement ()
{
  const Token &first = token ();
  if (first.is ("let") || first.is ("var"))
    return declaration ();
  if (first.is ("if"))
    return if_statement ();
  if (first.is ("for"))
    return for_statement ();
  if (first.is ("while"))
    return while_statement ();
  if (first.is ("break") || first.is ("continue") || first.is ("return"))
    return jump ();
  if (first.is ("print"))
    return print ();
  return simple ();
}

/* [14] declaration = ( "let" | "var" ) name ":" type [ "=" value ] ";" */
Stmt *
Parser::declaration ()
{
  Stmt *s = module.make (Stmt::Declare, token ().at);
  Variable::Kind kind = take ().text == "let" ? Variable::Let : Variable::Var;
  Field f = field ();
  s->variable = module.variable (kind, f.name, f.at, f.type);
  if (take_if ("="))
    s->value = value ();
  expect (";");
  return s;
}

/* [15] simple = value [ "=" value ] ";" */
Stmt *
Parser::simple ()
{
  Place at = token ().at;
  Expr *first = value ();
  Stmt *s = module.make (token ().is ("=") ? Stmt::Assign : Stmt::Do, at);
  if (take_if ("="))
    {
      s->place = first;
      s->value = value ();
    }
  else
    s->value = first;
  expect (";");
  return s;
}

/* [16] value = run | expression */
Expr *
Parser::value ()
{
  return token ().is ("run") ? run () : expression ();
}

/* [17] run = "run" name "(" [ expression { "," expression } ] ")" */
Expr *
Parser::run ()
{
  expect ("run");
  Place at = token ().at;
  std::string process = name ("the name of a process");
  Expr *e = module.make (Expr::Run, at, arguments ());
  e->name = process;
  return e;
}

/* [18] if = "if" expression block [ "else" ( if | block ) ] */
Stmt *
Parser::if_statement ()
{
  Stmt *s = module.make (Stmt::If, token ().at);
  expect ("if");
  s->value = expression ();
  s->body = block ();
  if (!take_if ("else"))
    return s;
  if (token ().is ("if"))
    {
      Nested nested (*this);
      s->other.push_back (if_statement ());
    }
  else
    s->other = block ();
  return s;
}

/* [19] for = "for" name "in" expression ".." expression [ "by" expression ] block */
Stmt *
Parser::for_statement ()
{
  Stmt *s = module.make (Stmt::For, token ().at);
  expect ("for");
  Place at = token ().at;
  s->variable = module.variable (Variable::Counter, name ("the name of a counter"), at,
                                 module.scalar (Type::Index));
  expect ("in");
  s->from = expression ();
  expect ("..");
  s->to = expression ();
  if (take_if ("by"))
    s->step = expression ();
  s->body = block ();
  return s;
}

/* [20] while = "while" expression block */
Stmt *
Parser::while_statement ()
{
  Stmt *s = module.make (Stmt::While, token ().at);
  expect ("while");
  s->value = expression ();
  s->body = block ();
  return s;
}

/* [21] jump = ( "break" | "continue" | "return" [ expression ] ) ";" */
Stmt *
Parser::jump ()
{
  Place at = token ().at;
  std::string word = take ().text;
  Stmt *s = module.make (word == "break" ? Stmt::Break : word == "continue" ? Stmt::Continue
                                                                            : Stmt::Return, at);
  if (s->kind == Stmt::Return && !token ().is (";"))
    s->value = expression ();
  expect (";");
  return s;
}

/* [22] print = "print" [ piece { "," piece } ] ";" */
Stmt *
Parser::print ()
{
  Stmt *s = module.make (Stmt::Print, token ().at);
  expect ("print");
  if (!token ().is (";"))
    do
      s->pieces.push_back (piece ());
    while (take_if (","));
  expect (";");
  return s;
}

/* [23] piece = string | expression */
Expr *
Parser::piece ()
{
  if (token ().kind != Token::String)
    return expression ();
  Token string = take ();
  Expr *e = module.make (Expr::String, string.at);
  e->name = string.text;
  return e;
}

} // namespace er
