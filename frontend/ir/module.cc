/* SPDX-License-Identifier: MIT */
/* module.cc - types, names of operators, and the arena of nodes (module.h). */
#include "ir/module.h"

#include <algorithm>

namespace er {

static const char *const scalar_names[]
  = { "bool", "index", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64",
      "handle" };

int
Type::bits () const
{
  static const int bits[] = { 1, 64, 8, 16, 32, 64, 8, 16, 32, 64, 32, 64 };
  return bits[kind];
}

std::string
Type::text () const
{
  switch (kind)
    {
    case Array:
      return format ("[%llu]", (unsigned long long) count) + element->text ();
    case Record:
      return "record " + element->text ();
    case ReadView:
      return "read view " + element->text ();
    case WriteView:
      return "write view " + element->text ();
    case Struct:
    case Named:
      return name;
    case None:
      return "nothing";
    case Wrong:
      return "something wrong";
    default:
      return scalar_names[kind];
    }
}

Layout
layout_of (const Type *t)
{
  if (t->kind == Type::Struct)
    return t->structure->layout;
  if (t->kind == Type::Array)
    {
      Layout l = layout_of (t->element);
      return { l.size * t->count, l.align };
    }
  uint64_t size = t->kind == Type::Bool ? 1 : t->scalar () ? t->bits () / 8 : 8;
  return { size, size };
}

const char *
sign_of (Op op)
{
  static const char *const signs[]
    = { "||", "&&", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>", "+", "-",
        "*", "/", "%", "-", "!", "~" };
  return signs[int (op)];
}

static const PrimitiveRow rows[] = {
#define PRIMITIVE(name, signature, side, wait, effect, prose) \
  { #name, signature, #side, #wait, #effect },
#define OPERATION PRIMITIVE
#include "primitives.def"
};

const PrimitiveRow &
row_of (Primitive p)
{
  return rows[int (p)];
}

/* "run" is not a call: it has a production of its own. */
bool
primitive_named (const std::string &name, Primitive *p)
{
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (name == rows[k].name && name != "run")
      {
        *p = Primitive (k);
        return true;
      }
  return false;
}

uint64_t
fit (uint64_t value, const Type *type)
{
  int unused = 64 - type->bits ();
  return type->is_signed () ? uint64_t (int64_t (value << unused) >> unused)
                            : value << unused >> unused;
}

/* ---- The arena ----------------------------------------------------------- */

Module::Module ()
{
  for (int k = Type::Bool; k <= Type::Wrong; k++)
    if (k <= Type::Handle || k == Type::None || k == Type::Wrong)
      scalar (Type::Kind (k));
}

const Type *
Module::intern (const Type &type)
{
  std::string key = format ("%d %p %llu ", type.kind, (const void *) type.element,
                            (unsigned long long) type.count) + type.name;
  const Type *&slot = known[key];
  if (!slot)
    {
      types.push_back (type);
      slot = &types.back ();
    }
  return slot;
}

const Type *
Module::scalar (Type::Kind kind)
{
  Type type { kind };
  return intern (type);
}

const Type *
Module::array (const Type *element, uint64_t count)
{
  Type type { Type::Array };
  type.element = element;
  type.count = count;
  return element->kind == Type::Wrong ? element : intern (type);
}

const Type *
Module::record (const Type *element)
{
  Type type { Type::Record };
  type.element = element;
  return element->kind == Type::Wrong ? element : intern (type);
}

const Type *
Module::view (const Type *element, bool write)
{
  Type type { write ? Type::WriteView : Type::ReadView };
  type.element = element;
  return element->kind == Type::Wrong ? element : intern (type);
}

const Type *
Module::named (const std::string &name)
{
  Type type { Type::Named };
  type.name = name;
  return intern (type);
}

const Type *
Module::of (Structure *structure)
{
  Type type { Type::Struct };
  type.name = structure->name;
  type.structure = structure;
  return intern (type);
}

Expr *
Module::make (Expr::Kind kind, Place at, std::vector<Expr *> args)
{
  exprs.emplace_back ();
  Expr *e = &exprs.back ();
  e->kind = kind;
  e->at = at;
  for (const Expr *a : args)
    e->depth = std::max (e->depth, a->depth + 1);
  if (e->depth > most_depth && !deep)
    deep = e;
  e->args = std::move (args);
  return e;
}

Expr *
Module::integer (Place at, uint64_t value, const Type *type)
{
  Expr *e = make (Expr::Integer, at);
  e->integer = fit (value, type);
  e->type = type;
  return e;
}

Expr *
Module::floating (Place at, double value, const Type *type)
{
  Expr *e = make (Expr::Float, at);
  e->number = type->kind == Type::F32 ? double (float (value)) : value;
  e->type = type;
  return e;
}

Expr *
Module::boolean (Place at, bool value)
{
  Expr *e = make (Expr::Boolean, at);
  e->integer = value;
  e->type = scalar (Type::Bool);
  return e;
}

Stmt *
Module::make (Stmt::Kind kind, Place at)
{
  stmts.emplace_back ();
  stmts.back ().kind = kind;
  stmts.back ().at = at;
  return &stmts.back ();
}

Variable *
Module::variable (Variable::Kind kind, const std::string &name, Place at, const Type *type)
{
  variables.push_back ({ kind, name, at, type });
  return &variables.back ();
}

Structure *
Module::structure ()
{
  structures.emplace_back ();
  return &structures.back ();
}

Function *
Module::function ()
{
  functions.emplace_back ();
  return &functions.back ();
}

Process *
Module::process ()
{
  processes.emplace_back ();
  return &processes.back ();
}

Process *
Module::find_process (const std::string &name) const
{
  for (const Item &item : items)
    if (item.process && item.process->name == name)
      return item.process;
  return nullptr;
}

} // namespace er
