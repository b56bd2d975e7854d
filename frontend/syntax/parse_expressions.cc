/* SPDX-License-Identifier: MIT */
/* parse_expressions.cc - productions [24] to [36] (parser.h). */
#include "syntax/parser.h"

namespace er {

Expr *
Parser::binary (Op op, Place at, Expr *left, Expr *right)
{
  Expr *e = module.make (Expr::Binary, at, { left, right });
  e->op = op;
  return e;
}

/* [24] expression = disjunction [ "?" expression ":" expression ] */
Expr *
Parser::expression ()
{
  struct Choice
  {
    Place at;
    Expr *condition, *yes;
  };
  std::vector<Choice> choices;
  Expr *e = disjunction ();
  while (token ().is ("?"))
    {
      Place at = take ().at;
      choices.push_back ({ at, e, nested_expression () });
      expect (":");
      e = disjunction ();
    }
  for (; !choices.empty (); choices.pop_back ())
    e = module.make (Expr::Select, choices.back ().at,
                     { choices.back ().condition, choices.back ().yes, e });
  return e;
}

/* One between two signs. */
Expr *
Parser::nested_expression ()
{
  Nested nested (*this);
  return expression ();
}

/* [25] disjunction = conjunction { "||" conjunction } */
Expr *
Parser::disjunction ()
{
  Expr *e = conjunction ();
  while (token ().is ("||"))
    {
      Place at = take ().at;
      e = binary (Op::Or, at, e, conjunction ());
    }
  return e;
}

/* [26] conjunction = comparison { "&&" comparison } */
Expr *
Parser::conjunction ()
{
  Expr *e = comparison ();
  while (token ().is ("&&"))
    {
      Place at = take ().at;
      e = binary (Op::And, at, e, comparison ());
    }
  return e;
}

/* [27] comparison = bits [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) bits ] */
Expr *
Parser::comparison ()
{
  Expr *e = bits ();
  for (Op op : { Op::Equal, Op::Unequal, Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual })
    if (token ().is (sign_of (op)))
      {
        Place at = take ().at;
        return binary (op, at, e, bits ());
      }
  return e;
}

/* [28] bits = shift ( { "&" shift } | { "|" shift } | { "^" shift } ) */
Expr *
Parser::bits ()
{
  Expr *e = shift ();
  for (Op op : { Op::BitAnd, Op::BitOr, Op::BitXor })
    if (token ().is (sign_of (op)))
      {
        while (token ().is (sign_of (op)))
          {
            Place at = take ().at;
            e = binary (op, at, e, shift ());
          }
        if (token ().is ("&") || token ().is ("|") || token ().is ("^"))
          lost ("brackets around the expression before it: '&', '|' and '^' have no precedence "
                "among them");
      }
  return e;
}

/* [29] shift = sum [ ( "<<" | ">>" ) sum ] */
Expr *
Parser::shift ()
{
  Expr *e = sum ();
  for (Op op : { Op::Left, Op::Right })
    if (token ().is (sign_of (op)))
      {
        Place at = take ().at;
        return binary (op, at, e, sum ());
      }
  return e;
}

/* [30] sum = product { ( "+" | "-" ) product } */
Expr *
Parser::sum ()
{
  Expr *e = product ();
  while (token ().is ("+") || token ().is ("-"))
    {
      Token sign = take ();
      e = binary (sign.text == "+" ? Op::Add : Op::Subtract, sign.at, e, product ());
    }
  return e;
}

/* [31] product = prefix { ( "*" | "/" | "%" ) prefix } */
Expr *
Parser::product ()
{
  Expr *e = prefix ();
  while (token ().is ("*") || token ().is ("/") || token ().is ("%"))
    {
      Token sign = take ();
      Op op = sign.text == "*" ? Op::Multiply : sign.text == "/" ? Op::Divide : Op::Remainder;
      e = binary (op, sign.at, e, prefix ());
    }
  return e;
}

/* [32] prefix = ( "-" | "!" | "~" ) prefix | postfix */
Expr *
Parser::prefix ()
{
  std::vector<Token> signs;
  while (token ().is ("-") || token ().is ("!") || token ().is ("~"))
    signs.push_back (take ());
  Expr *e;
  if (!signs.empty () && signs.back ().text == "-"
      && (token ().kind == Token::Integer || token ().kind == Token::Float))
    {
      signs.pop_back ();
      e = literal (true);
    }
  else
    e = postfix ();
  for (; !signs.empty (); signs.pop_back ())
    {
      const std::string &sign = signs.back ().text;
      e = module.make (Expr::Unary, signs.back ().at, { e });
      e->op = sign == "-" ? Op::Negate : sign == "!" ? Op::Not : Op::Complement;
    }
  return e;
}

/* [33] postfix = primary { "[[" expression "]" "]" | "[" expression "]" | "." name } */
Expr *
Parser::postfix ()
{
  Expr *e = primary ();
  while (true)
    {
      Place at = token ().at;
      if (take_if ("[["))
        {
          e = module.make (Expr::Element, at, { e, nested_expression () });
          expect ("]");
          expect ("]");
        }
      else if (take_if ("["))
        {
          e = module.make (Expr::Subscript, at, { e, nested_expression () });
          expect ("]");
        }
      else if (take_if ("."))
        {
          e = module.make (Expr::Member, at, { e });
          e->name = name ("the name of a field");
        }
      else
        return e;
    }
}

/* [34] primary = integer | float | "true" | "false" | "terminate" | "handover"
                  | name | call | construction | "(" expression ")" */
Expr *
Parser::primary ()
{
  const Token &first = token ();
  Place at = first.at;
  Primitive p;
  if (first.kind == Token::Integer || first.kind == Token::Float)
    return literal (false);
  if (first.is ("true") || first.is ("false"))
    return module.boolean (at, take ().text == "true");
  if (first.is ("terminate") || first.is ("handover"))
    {
      Expr *e = module.make (Expr::How, at);
      e->integer = take ().text == "handover";
      return e;
    }
  if (first.is_type || first.is ("["))
    return construction ();
  if ((first.kind == Token::Name && token (1).is ("(")) || primitive_named (first.text, &p))
    return call ();
  if (first.kind == Token::Name)
    {
      Expr *e = module.make (Expr::Name, at);
      e->name = take ().text;
      return e;
    }
  if (!take_if ("("))
    lost ("an expression");
  Expr *e = nested_expression ();
  expect (")");
  return e;
}

/* A number; the least value of a type needs a '-' (1.3). */
Expr *
Parser::literal (bool negative)
{
  Token number = take ();
  const Type *type = module.scalar (number.type);
  if (number.kind == Token::Float)
    return module.floating (number.at, negative ? -number.number : number.number, type);
  uint64_t least = uint64_t (1) << (type->bits () - 1);
  if ((type->is_signed () && !negative && number.integer == least)
      || (!type->is_signed () && negative && number.integer != 0))
    diagnostics.error (number.at, "1.3", "'" + std::string (negative ? "-" : "") + number.text
                       + "' is beyond the range of " + type->text ());
  return module.integer (number.at, negative ? -number.integer : number.integer, type);
}

/* [35] call = ( name | primitive ) "(" [ expression { "," expression } ] ")" */
Expr *
Parser::call ()
{
  Token callee = take ();
  Primitive p;
  if (primitive_named (callee.text, &p))
    {
      Expr *e = module.make (Expr::Operation, callee.at, arguments ());
      e->primitive = p;
      return e;
    }
  Expr *e = module.make (Expr::Call, callee.at, arguments ());
  e->name = callee.text;
  return e;
}

/* [36] construction = ( scalar | "[" integer "]" type ) "(" [ expression { "," expression }
 * ] ")" */
Expr *
Parser::construction ()
{
  Place at = token ().at;
  const Type *t = type ();
  Expr *e = module.make (Expr::Construct, at, arguments ());
  e->type = t;
  return e;
}

std::vector<Expr *>
Parser::arguments ()
{
  std::vector<Expr *> list;
  expect ("(");
  if (!token ().is (")"))
    do
      list.push_back (nested_expression ());
    while (take_if (","));
  expect (")");
  return list;
}

} // namespace er
