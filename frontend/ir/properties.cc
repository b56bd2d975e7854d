/* SPDX-License-Identifier: MIT */
/* properties.cc - properties of a single expression or type (properties.h). */
#include "ir/properties.h"

namespace er {

bool
is_data (const Type *type)
{
  return type->scalar () || type->kind == Type::Struct
         || (type->kind == Type::Array && is_data (type->element));
}

bool
is_constant (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
    case Expr::Float:
    case Expr::Boolean:
      return true;
    case Expr::Name:
      return e->variable && e->variable->kind == Variable::Constant;
    case Expr::Unary:
    case Expr::Binary:
    case Expr::Select:
    case Expr::Construct:
      for (const Expr *a : e->args)
        if (!is_constant (a))
          return false;
      return true;
    default:
      return false;
    }
}

uint64_t
scalars_in (const Type *type)
{
  if (type->kind == Type::Array)
    return at_most (type->count * scalars_in (type->element), most_scalars);
  return type->kind == Type::Struct ? type->structure->scalars : 1;
}

}
