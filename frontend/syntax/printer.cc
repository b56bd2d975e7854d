/* SPDX-License-Identifier: MIT */
/* printer.cc - a module as text (printer.h).
 *
 * Each expression has the level of the production that generates it, and is put in brackets where a
 * higher level is required.
 */
#include "syntax/printer.h"

#include <cmath>
#include <cstdlib>

namespace er {

/* ---- Expressions --------------------------------------------------------- */

/* The productions of expressions, loosest first. */
enum level
{
  EXPRESSION,
  DISJUNCTION,
  CONJUNCTION,
  COMPARISON,
  BITS,
  SHIFT,
  SUM,
  PRODUCT,
  PREFIX,
  POSTFIX
};

static level
level_of (Op op)
{
  if (op <= Op::And)
    return op == Op::Or ? DISJUNCTION : CONJUNCTION;
  if (op <= Op::GreaterEqual)
    return COMPARISON;
  if (op <= Op::BitXor)
    return BITS;
  if (op <= Op::Right)
    return SHIFT;
  return op <= Op::Subtract ? SUM : op <= Op::Remainder ? PRODUCT : PREFIX;
}

static bool
negative (const Expr *e)
{
  return (e->kind == Expr::Integer && e->type->is_signed () && int64_t (e->integer) < 0)
         || (e->kind == Expr::Float && std::signbit (e->number));
}

static level
level_of (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Select:
    case Expr::Run:
      return EXPRESSION;
    case Expr::Binary:
    case Expr::Unary:
      return level_of (e->op);
    default:
      return negative (e) ? PREFIX : POSTFIX;
    }
}

static std::string text (const Expr *e, level least);

std::string
decimal (double number, const Type *type)
{
  std::string digits;
  for (int precision = 1; precision <= 17; precision++)
    {
      digits = format ("%.*g", precision, number);
      double back = type->kind == Type::F32 ? double (strtof (digits.c_str (), nullptr))
                                            : strtod (digits.c_str (), nullptr);
      bool plain = digits.find ('e') == std::string::npos || std::fabs (number) >= 1e6
                   || std::fabs (number) < 1e-4;
      if (back == number && plain) /* 10.0 rather than 1e+01 */
        break;
    }
  return digits.find_first_of (".e") == std::string::npos ? digits + ".0" : digits;
}

static std::string
number (const Expr *e)
{
  const Type *t = e->type;
  if (e->kind == Expr::Float)
    return decimal (e->number, t) + (t->kind == Type::F32 ? "f32" : "");
  std::string digits = t->is_signed () ? format ("%lld", (long long) e->integer)
                                       : format ("%llu", (unsigned long long) e->integer);
  return digits + (t->kind == Type::Index ? "" : t->text ());
}

/* Escapes bytes that are not UTF-8, which a text must not contain (1.1). */
std::string
quoted (const std::string &text)
{
  std::string result = "\"";
  for (size_t k = 0; k < text.size (); k++)
    {
      unsigned char c = text[k];
      size_t length = utf_8 (text, k);
      if (c == '"' || c == '\\')
        result += std::string ("\\") + char (c);
      else if (c == '\n' || c == '\t')
        result += c == '\n' ? "\\n" : "\\t";
      else if (c < ' ' || c == 127 || !length)
        result += format ("\\x%02x", c);
      else
        {
          result += text.substr (k, length);
          k += length - 1;
        }
    }
  return result + "\"";
}

static std::string
list (const std::vector<Expr *> &args)
{
  std::string result;
  for (const Expr *a : args)
    result += (result.empty () ? "" : ", ") + text (a, EXPRESSION);
  return "(" + result + ")";
}

/* A left operand may be of the same production if it repeats; for [28] only with the same
 * operator. */
static std::string
binary (const Expr *e)
{
  level own = level_of (e->op), above = level (own + 1);
  const Expr *a = e->args[0];
  bool chain = own == SUM || own == PRODUCT || own <= CONJUNCTION
               || (own == BITS && a->kind == Expr::Binary && a->op == e->op);
  return text (a, chain ? own : above) + " " + sign_of (e->op) + " " + text (e->args[1], above);
}

static std::string
unary (const Expr *e)
{
  const Expr *a = e->args[0];
  bool literal = a->kind == Expr::Integer || a->kind == Expr::Float;
  bool apart = e->op == Op::Negate && literal && !negative (a); /* "-5" is one literal */
  return sign_of (e->op) + text (a, apart ? level (POSTFIX + 1) : PREFIX);
}

/* "[[" would be read as that of an element (1.6). */
static std::string
index (const Expr *e)
{
  std::string result = text (e, EXPRESSION);
  return (result[0] == '[' ? " " : "") + result;
}

static std::string
bare (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
    case Expr::Float:
      return number (e);
    case Expr::Boolean:
      return e->integer ? "true" : "false";
    case Expr::How:
      return e->integer ? "handover" : "terminate";
    case Expr::String:
      return quoted (e->name);
    case Expr::Name:
      return e->name;
    case Expr::Unary:
      return unary (e);
    case Expr::Binary:
      return binary (e);
    case Expr::Select:
      return text (e->args[0], DISJUNCTION) + " ? " + text (e->args[1], EXPRESSION) + " : "
             + text (e->args[2], EXPRESSION);
    case Expr::Construct:
      return e->type->text () + list (e->args);
    case Expr::Subscript:
      return text (e->args[0], POSTFIX) + "[" + index (e->args[1]) + "]";
    case Expr::Member:
      return text (e->args[0], POSTFIX) + "." + e->name;
    case Expr::Element:
      return text (e->args[0], POSTFIX) + "[[" + text (e->args[1], EXPRESSION) + "]]";
    case Expr::Call:
      return e->name + list (e->args);
    case Expr::Operation:
      return row_of (e->primitive).name + list (e->args);
    case Expr::Run:
      return "run " + e->name + list (e->args);
    }
  return "";
}

static std::string
text (const Expr *e, level least)
{
  return level_of (e) >= least ? bare (e) : "(" + bare (e) + ")";
}

std::string
print (const Expr *e)
{
  return text (e, EXPRESSION);
}

/* ---- Statements ---------------------------------------------------------- */

static std::string
declared (const Variable *v)
{
  return v->name + " : " + v->type->text ();
}

std::string
print (const Stmt *s)
{
  switch (s->kind)
    {
    case Stmt::Declare:
      return (s->variable->kind == Variable::Let ? "let " : "var ") + declared (s->variable)
             + (s->value ? " = " + print (s->value) : "") + ";";
    case Stmt::Assign:
      return print (s->place) + " = " + print (s->value) + ";";
    case Stmt::Do:
      return print (s->value) + ";";
    case Stmt::If:
      return "if " + print (s->value) + " {";
    case Stmt::For:
      return "for " + s->variable->name + " in " + print (s->from) + " .. " + print (s->to)
             + (s->step ? " by " + print (s->step) : "") + " {";
    case Stmt::While:
      return "while " + print (s->value) + " {";
    case Stmt::Break:
      return "break;";
    case Stmt::Continue:
      return "continue;";
    case Stmt::Return:
      return s->value ? "return " + print (s->value) + ";" : "return;";
    case Stmt::Print:
      {
        std::string pieces = list (s->pieces);
        pieces = pieces.substr (1, pieces.size () - 2);
        return pieces.empty () ? "print;" : "print " + pieces + ";";
      }
    }
  return "";
}

static std::string block (const Block &statements, int depth);

static std::string
statement (const Stmt *s, int depth)
{
  std::string margin (4 * depth, ' ');
  std::string result = print (s) + "\n";
  if (s->kind != Stmt::If && s->kind != Stmt::For && s->kind != Stmt::While)
    return margin + result;
  result += block (s->body, depth + 1) + margin + "}";
  if (s->other.size () == 1 && s->other[0]->kind == Stmt::If)
    return margin + result + " else " + statement (s->other[0], depth).substr (4 * depth);
  if (!s->other.empty ())
    result += " else {\n" + block (s->other, depth + 1) + margin + "}";
  return margin + result + "\n";
}

static std::string
block (const Block &statements, int depth)
{
  std::string result;
  for (const Stmt *s : statements)
    result += statement (s, depth);
  return result;
}

/* ---- Items --------------------------------------------------------------- */

static std::string
structure (const Structure &s)
{
  std::string result = "struct " + s.name + " {\n";
  for (size_t k = 0; k < s.fields.size (); k++)
    result += "    " + s.fields[k].name + " : " + s.fields[k].type->text ()
              + (k + 1 < s.fields.size () ? ",\n" : "\n");
  return result + "}\n";
}

static std::string
parameters (const Process &p)
{
  std::string names;
  for (const Variable *v : p.parameters)
    names += (names.empty () ? "" : ", ") + declared (v);
  return p.name + "(" + names + ")";
}

static std::string
function (const Function &f)
{
  if (f.code)
    return "func " + parameters (*f.code) + " -> " + f.result->text () + " {\n"
           + block (f.code->body, 1) + "}\n";
  std::string types;
  for (const Type *t : f.parameters)
    types += (types.empty () ? "" : ", ") + t->text ();
  return std::string ("extern ") + (f.pure ? "pure " : "") + "func " + f.name + "(" + types + ")"
         + (f.result->kind == Type::None ? "" : " -> " + f.result->text ())
         + (f.touches.empty () ? "" : " touches " + f.touches) + ";\n";
}

std::string
print (const Process &p)
{
  std::string head = "process " + parameters (p);
  return p.external ? "extern " + head + ";\n" : head + " {\n" + block (p.body, 1) + "}\n";
}

std::string
print (const Module &module)
{
  std::string result;
  for (const Item &item : module.items)
    {
      bool has_block = item.structure || (item.process && !item.process->external)
                       || (item.function && item.function->code);
      if (!result.empty () && has_block)
        result += "\n";
      if (item.structure)
        result += structure (*item.structure);
      else if (item.constant)
        result +=
          "const " + declared (item.constant) + " = " + print (item.constant->value) + ";\n";
      else if (item.function)
        result += function (*item.function);
      else
        result += print (*item.process);
    }
  return result;
}

} // namespace er
