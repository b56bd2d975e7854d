/* SPDX-License-Identifier: MIT */
/* parse_str_statements.cc - the productions of statements (parse.h). */
#include "streamit/parse/parse.h"

namespace er::streamit {

Stmt *
Parser::make (Stmt::Kind kind)
{
  Stmt *s = unit.make<Stmt> ();
  s->kind = kind;
  s->at = token ().at;
  return s;
}

/* block = "{" { statement } "}" . */
Stmt *
Parser::block ()
{
  Nested nested (*this);
  Stmt *s = make (Stmt::Block);
  expect ("{");
  while (!take_if ("}"))
    try
      {
        if (at_end ())
          lost ("'}'");
        s->inner.push_back (statement ());
      }
    catch (Lost)
      {
        if (at_end () || report.full ())
          throw;
        skip_statement ();
      }
  return s;
}

/* statement = block | declare ";" | simple ";" | if | while | do ";" | for | push ";" | add
 *           | ( "split" | "join" ) distribution ";" | "enqueue" expression ";" | message ";"
 *           | ( "break" | "continue" | "return" [ expression ] ) ";" | ";" . */
Stmt *
Parser::statement ()
{
  if (is ("{"))
    return block ();
  if (is ("if"))
    return if_statement ();
  if (is ("while"))
    return while_statement ();
  if (is ("for"))
    return for_statement ();
  if (is ("add") || is ("body") || is ("loop"))
    return add ();
  Stmt *s = nullptr;
  if (is (";"))
    s = make (Stmt::Empty);
  else if (is ("do"))
    s = do_statement ();
  else if (is ("push"))
    s = push ();
  else if (is ("split") || is ("join"))
    {
      s = make (is ("split") ? Stmt::Split : Stmt::Join);
      take ();
      s->how = distribution ();
    }
  else if (is ("enqueue"))
    {
      s = make (Stmt::Enqueue);
      take ();
      s->args = { expression () };
    }
  else if (is ("break") || is ("continue"))
    {
      s = make (is ("break") ? Stmt::Break : Stmt::Continue);
      take ();
    }
  else if (is ("return"))
    {
      s = make (Stmt::Return);
      take ();
      if (!is (";"))
        s->args = { expression () };
    }
  else if (begins_declaration ())
    s = declare ();
  else
    s = simple ();
  expect (";");
  return s;
}

/* Statements nest without blocks: if (a) if (b) ... */
Stmt *
Parser::inner_statement ()
{
  Nested nested (*this);
  return statement ();
}

/* declare = variables . */
Stmt *
Parser::declare ()
{
  Stmt *s = make (Stmt::Declare);
  s->variables = variables (Variable::Local);
  return s;
}

/* simple = expression [ assignment expression ] | message .
 * assignment = "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>=" | "&=" | "|=" | "^=" . */
Stmt *
Parser::simple ()
{
  static const char *const operators[]
    = { "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=" };
  if (token ().kind == Token::Name && is (".", 1) && token (2).kind == Token::Name && is ("(", 3))
    return message ();
  Stmt *s = make (Stmt::Value);
  Expr *left = expression ();
  for (const char *op : operators)
    if (is (op))
      {
        s->kind = Stmt::Assign;
        s->at = token ().at;
        s->text = take ().text;
        s->text.pop_back ();
        s->args = { left, expression () };
        return s;
      }
  s->args = { left };
  bool acts = left->kind == Expr::Call || left->kind == Expr::Increment || left->kind == Expr::Pop
              || left->kind == Expr::Peek || left->kind == Expr::Iter;
  if (!acts)
    {
      report.error (left->at, "a value alone is no statement");
      throw Lost ();
    }
  return s;
}

/* message = name "." name arguments [ "[" ( "*" | [ expression ] ":" [ expression ] ) "]" ] . */
Stmt *
Parser::message ()
{
  Stmt *s = make (Stmt::Message);
  Expr *portal = make (Expr::Name);
  portal->text = take ().text;
  take ();
  s->at = token ().at;
  s->text = take ().text;
  s->args = arguments ();
  s->args.insert (s->args.begin (), portal);
  s->timed = take_if ("[");
  if (!s->timed)
    return s;
  if (!take_if ("*"))
    {
      if (!is (":"))
        s->least = expression ();
      expect (":");
      if (!is ("]"))
        s->most = expression ();
    }
  expect ("]");
  return s;
}

/* if = "if" "(" expression ")" statement [ "else" statement ] . */
Stmt *
Parser::if_statement ()
{
  Stmt *s = make (Stmt::If);
  take ();
  expect ("(");
  s->args = { expression () };
  expect (")");
  s->inner = { inner_statement () };
  if (take_if ("else"))
    s->inner.push_back (inner_statement ());
  return s;
}

/* while = "while" "(" expression ")" statement . */
Stmt *
Parser::while_statement ()
{
  Stmt *s = make (Stmt::While);
  take ();
  expect ("(");
  s->args = { expression () };
  expect (")");
  s->inner = { inner_statement () };
  return s;
}

/* do = "do" statement "while" "(" expression ")" . */
Stmt *
Parser::do_statement ()
{
  Stmt *s = make (Stmt::DoWhile);
  take ();
  s->inner = { inner_statement () };
  expect ("while");
  expect ("(");
  s->args = { expression () };
  expect (")");
  return s;
}

/* for = "for" "(" [ declare | simple ] ";" [ expression ] ";" [ simple ] ")" statement . */
Stmt *
Parser::for_statement ()
{
  Stmt *s = make (Stmt::For);
  take ();
  expect ("(");
  Stmt *first = is (";") ? make (Stmt::Empty) : begins_declaration () ? declare () : simple ();
  expect (";");
  if (is (";"))
    {
      Expr *always = make (Expr::Bool);
      always->text = "true";
      always->number = 1;
      s->args = { always };
    }
  else
    s->args = { expression () };
  expect (";");
  Stmt *step = is (")") ? make (Stmt::Empty) : simple ();
  expect (")");
  Stmt *body = inner_statement ();
  s->inner = { first, step, body };
  return s;
}

/* push = "push" "(" expression ")" . */
Stmt *
Parser::push ()
{
  Stmt *s = make (Stmt::Push);
  take ();
  expect ("(");
  s->args = { expression () };
  expect (")");
  return s;
}

/* add = ( "add" | "body" | "loop" ) creation . */
Stmt *
Parser::add ()
{
  Stmt *s = make (is ("add") ? Stmt::Add : is ("body") ? Stmt::Body : Stmt::Loop);
  take ();
  s->what = creation ();
  return s;
}

} // namespace er::streamit
