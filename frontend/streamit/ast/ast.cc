/* SPDX-License-Identifier: MIT */
/* ast.cc - lookups in the tree, and types and expressions as text (ast.h). */
#include "streamit/ast/ast.h"

namespace er::streamit {

Function *
Stream::function (Function::Kind wanted) const
{
  for (Function *f : functions)
    if (f->kind == wanted)
      return f;
  return nullptr;
}

Function *
Stream::named (const std::string &wanted, Function::Kind of) const
{
  for (Function *f : functions)
    if (f->kind == of && f->name == wanted)
      return f;
  return nullptr;
}

int
Structure::index (const std::string &field) const
{
  for (size_t k = 0; k < fields.size (); k++)
    if (fields[k]->name == field)
      return int (k);
  return -1;
}

const Type *
Unit::type (Type::Kind kind)
{
  static const int kinds = Type::Unknown + 1;
  while (types.size () < kinds)
    {
      Type::Kind next = Type::Kind (types.size ());
      types.emplace_back ().kind = next;
    }
  return &types[kind];
}

const Type *
Unit::array (const Type *element, Expr *length)
{
  Type *t = make<Type> ();
  t->kind = Type::Array;
  t->element = element;
  t->length = length;
  t->at = element->at;
  return t;
}

std::string
text_of (const Type *type)
{
  static const char *const names[]
    = { "void", "boolean", "bit", "int", "float", "double", "complex", "float2", "float3",
        "float4", "string" };
  if (!type || type->kind == Type::Unknown)
    return "?";
  if (type->kind <= Type::String)
    return names[type->kind];
  if (type->kind == Type::Struct)
    return type->name;
  if (type->kind == Type::Portal)
    return "portal<" + type->name + ">";
  std::string lengths;
  while (type && type->kind == Type::Array)
    {
      lengths += "[" + (type->length ? text_of (type->length) : "") + "]";
      type = type->element;
    }
  return text_of (type) + lengths;
}

static std::string
list_of (const std::vector<Expr *> &args)
{
  std::string text;
  for (const Expr *e : args)
    text += (text.empty () ? "" : ", ") + text_of (e);
  return text;
}

std::string
text_of (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
      return format ("%.0f", e->number);
    case Expr::Real:
      return format ("%.9g", e->number);
    case Expr::Imaginary:
      return format ("%.9gi", e->number);
    case Expr::Text:
      return "\"...\"";
    case Expr::Field:
      return text_of (e->args[0]) + "." + e->text;
    case Expr::Index:
      return text_of (e->args[0]) + "[" + text_of (e->args[1]) + "]";
    case Expr::Unary:
      return e->text + text_of (e->args[0]);
    case Expr::Binary:
      return "(" + text_of (e->args[0]) + " " + e->text + " " + text_of (e->args[1]) + ")";
    case Expr::Conditional:
      return "(" + text_of (e->args[0]) + " ? " + text_of (e->args[1]) + " : "
             + text_of (e->args[2]) + ")";
    case Expr::Increment:
      return e->prefix ? e->text + text_of (e->args[0]) : text_of (e->args[0]) + e->text;
    case Expr::Call:
      return (e->space.empty () ? "" : e->space + ".") + e->text + "(" + list_of (e->args) + ")";
    case Expr::Peek:
    case Expr::Pop:
    case Expr::Iter:
      return e->text + "(" + list_of (e->args) + ")";
    case Expr::Cast:
      return "(" + text_of (e->type) + ") " + text_of (e->args[0]);
    case Expr::List:
      return "{" + list_of (e->args) + "}";
    case Expr::Make:
      return text_of (e->type) + "(" + list_of (e->args) + ")";
    case Expr::Range:
      return "[" + list_of (e->args) + "]";
    default:
      return e->text;
    }
}

Variable *
shared_array (const Variable *p, const Expr *argument)
{
  if (!p->assigned || !p->type || p->type->kind != Type::Array)
    return nullptr;
  while (argument->kind == Expr::Index || argument->kind == Expr::Field)
    argument = argument->args[0];
  Variable *v = argument->kind == Expr::Name ? argument->variable : nullptr;
  return v && v->kind != Variable::Static && !v->of_stream ? v : nullptr;
}

} // namespace er::streamit
