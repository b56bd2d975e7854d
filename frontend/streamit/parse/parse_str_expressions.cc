/* SPDX-License-Identifier: MIT */
/* parse_str_expressions.cc - the productions of expressions (parse.h).
 *
 * Shifts bind as products do; & | ^ are one level, between && and ==.
 */
#include "streamit/parse/parse.h"

namespace er::streamit {

Expr *
Parser::make (Expr::Kind kind)
{
  Expr *e = unit.make<Expr> ();
  e->kind = kind;
  e->at = token ().at;
  return e;
}

/* initializer = "{" [ initializer { "," initializer } ] "}" | expression . */
Expr *
Parser::initializer ()
{
  if (!is ("{"))
    return expression ();
  Nested nested (*this);
  Expr *e = make (Expr::List);
  take ();
  if (take_if ("}"))
    return e;
  do
    e->args.push_back (initializer ());
  while (take_if (",") && !is ("}"));
  expect ("}");
  return e;
}

/* expression = conditional . */
Expr *
Parser::expression ()
{
  Nested nested (*this);
  return conditional ();
}

/* conditional = binary [ "?" expression ":" expression ] . */
Expr *
Parser::conditional ()
{
  Expr *condition = binary (0);
  if (!is ("?"))
    return condition;
  Expr *e = make (Expr::Conditional);
  take ();
  Expr *yes = expression ();
  expect (":");
  e->args = { condition, yes, expression () };
  return e;
}

/* binary = cast { operator cast }, where the operators of a line bind more than those above:
 *   ||
 *   &&
 *   & | ^
 *   == !=
 *   < <= > >=
 *   + -
 *   * / % << >> . */
Expr *
Parser::binary (int level)
{
  static const std::vector<const char *> levels[]
    = { { "||" }, { "&&" },     { "&", "|", "^" },
        { "==", "!=" }, { "<", "<=", ">", ">=" }, { "+", "-" }, { "*", "/", "%", "<<", ">>" } };
  if (level == 7)
    return cast ();
  Expr *left = binary (level + 1);
  for (int count = 0;; count++)
    {
      bool found = false;
      for (const char *op : levels[level])
        found |= is (op);
      if (!found)
        return left;
      if (count == most_operators)
        {
          report.error (token ().at,
                        format ("more than %d operators in a row", most_operators));
          throw Lost ();
        }
      Expr *e = make (Expr::Binary);
      e->text = take ().text;
      e->args = { left, binary (level + 1) };
      left = e;
    }
}

/* cast = "(" scalar-type ")" cast | unary . */
Expr *
Parser::cast ()
{
  bool found = is ("(") && is (")", 2) && token (1).kind == Token::Word && !is ("pi", 1)
               && !is ("true", 1) && !is ("false", 1);
  if (!found)
    return unary ();
  Nested nested (*this);
  Expr *e = make (Expr::Cast);
  take ();
  e->type = scalar_type ();
  if (!e->type)
    lost ("a type of numbers");
  expect (")");
  e->args = { cast () };
  return e;
}

/* unary = ( "-" | "!" | "~" | "+" ) cast | ( "++" | "--" ) postfix | postfix . */
Expr *
Parser::unary ()
{
  if (is ("-") || is ("!") || is ("~") || is ("+"))
    {
      Nested nested (*this);
      Expr *e = make (Expr::Unary);
      e->text = take ().text;
      Expr *operand = cast ();
      if (e->text == "+")
        return operand;
      if (e->text == "-" && operand->kind == Expr::Real && operand->text == "2147483648")
        operand->kind = Expr::Integer; /* the least int */
      e->args = { operand };
      return e;
    }
  if (is ("++") || is ("--"))
    {
      Expr *e = make (Expr::Increment);
      e->prefix = true;
      e->text = take ().text;
      e->args = { postfix () };
      return e;
    }
  return postfix ();
}

/* postfix = primary { "[" expression "]" | "." name } [ "++" | "--" ] . */
Expr *
Parser::postfix ()
{
  Expr *left = primary ();
  for (int count = 0; is ("[") || is ("."); count++)
    {
      if (count == most_nesting)
        lost ("fewer than 200 subscripts");
      Expr *e = make (is ("[") ? Expr::Index : Expr::Field);
      if (take_if ("["))
        {
          e->args = { left, expression () };
          expect ("]");
        }
      else
        {
          take ();
          e->at = token ().at;
          e->text = name ("a field");
          e->args = { left };
        }
      left = e;
    }
  if (!is ("++") && !is ("--"))
    return left;
  Expr *e = make (Expr::Increment);
  e->text = take ().text;
  e->args = { left };
  return e;
}

/* primary = "(" expression ")" | tape | call | name "." call | name | constant
 *         | ( "float2" | "float3" | "float4" ) arguments . */
Expr *
Parser::primary ()
{
  if (take_if ("("))
    {
      Expr *e = expression ();
      expect (")");
      return e;
    }
  /* `iter' is no reserved word */
  bool iter = token ().kind == Token::Name && token ().text == "iter" && is ("(", 1) && is (")", 2);
  if (is ("peek") || is ("pop") || iter)
    return tape ();
  if (token ().kind == Token::Name && is ("(", 1))
    return call ("");
  if (token ().kind == Token::Name && is (".", 1) && token (2).kind == Token::Name && is ("(", 3))
    {
      std::string space = take ().text;
      take ();
      return call (space);
    }
  if (token ().kind == Token::Name)
    {
      Expr *e = make (Expr::Name);
      e->text = take ().text;
      return e;
    }
  if (is ("float2") || is ("float3") || is ("float4"))
    {
      Expr *e = make (Expr::Make);
      e->type = scalar_type ();
      e->args = arguments ();
      return e;
    }
  return constant ();
}

/* tape = "pop" "(" ")" | "peek" "(" expression ")" | "iter" "(" ")" . */
Expr *
Parser::tape ()
{
  Expr *e = make (is ("peek") ? Expr::Peek : is ("pop") ? Expr::Pop : Expr::Iter);
  e->text = take ().text;
  expect ("(");
  if (e->kind == Expr::Peek)
    e->args = { expression () };
  expect (")");
  return e;
}

/* call = name arguments . */
Expr *
Parser::call (const std::string &space)
{
  Expr *e = make (Expr::Call);
  e->space = space;
  e->text = take ().text;
  e->args = arguments ();
  return e;
}

/* arguments = "(" [ expression { "," expression } ] ")" . */
std::vector<Expr *>
Parser::arguments ()
{
  std::vector<Expr *> list;
  expect ("(");
  if (take_if (")"))
    return list;
  do
    list.push_back (initializer ());
  while (take_if (","));
  expect (")");
  return list;
}

/* constant = integer | real | imaginary | string | character | "pi" | "true" | "false" . */
Expr *
Parser::constant ()
{
  Expr *e = make (Expr::Integer);
  Token t = token ();
  e->number = t.number;
  e->text = t.text;
  switch (t.kind)
    {
    case Token::Integer:
      break;
    case Token::Float:
      e->kind = Expr::Real;
      break;
    case Token::Imaginary:
      e->kind = Expr::Imaginary;
      break;
    case Token::String:
      e->kind = Expr::Text;
      break;
    case Token::Character:
      e->number = t.text.empty () ? 0 : (unsigned char) t.text[0];
      break;
    default:
      e->number = t.is ("pi") ? 3.14159265358979323846 : t.is ("true");
      e->kind = t.is ("pi") ? Expr::Real : Expr::Bool;
      if (!t.is ("pi") && !t.is ("true") && !t.is ("false"))
        lost ("an expression");
    }
  take ();
  return e;
}

} // namespace er::streamit
