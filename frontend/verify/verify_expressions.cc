/* SPDX-License-Identifier: MIT */
/* verify_expressions.cc - the verifier: types of expressions (verify.h; chapter 2). */
#include "verify/checker.h"
#include "ir/ir.h"

namespace er {

/* Expressions that may be a statement or the whole value of a declaration or assignment (3.5). */
const Type *
Checker::value (Expr *e, const Type *wanted)
{
  if (e->kind == Expr::Operation)
    return e->type = operation (e, wanted);
  if (e->kind == Expr::Run)
    return e->type = run (e);
  if (e->kind == Expr::Call)
    return e->type = call (e);
  return expression (e);
}

const Type *
Checker::expression (Expr *e)
{
  e->type = typed (e);
  if (is_operation (e) && e->type->kind != Type::Wrong)
    {
      error (e->at, "3.5", "an operation within an expression",
             "make it a statement, or the whole value of one: let x : T = ...;");
      e->type = wrong ();
    }
  return e->type;
}

const Type *
Checker::typed (Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
    case Expr::Float:
    case Expr::Boolean:
      return e->type;
    case Expr::How:
      error (e->at, "3.12", "'terminate' and 'handover' stand in free_view only");
      return wrong ();
    case Expr::Name:
      return name (e, false);
    case Expr::Unary:
      return unary (e);
    case Expr::Binary:
      return binary (e);
    case Expr::Select:
      return select (e);
    case Expr::Construct:
      return construct (e);
    case Expr::Subscript:
      return subscript (e);
    case Expr::Member:
      return member (e);
    case Expr::Element:
      return element (e);
    case Expr::Call:
      return call (e);
    case Expr::Operation:
    case Expr::Run:
      return module.scalar (Type::None); /* reported by expression () */
    case Expr::String:
      break;
    }
  return wrong ();
}

/* 3.2, 3.13 */
const Type *
Checker::name (Expr *e, bool view_too)
{
  e->variable = find (e->name);
  auto g = global.find (e->name);
  if (!e->variable && g != global.end ())
    e->variable = g->second.constant;
  if (!e->variable)
    {
      bool other = g != global.end ();
      error (e->at, "3.2",
             other ? "'" + e->name + "' is not a value" : "'" + e->name + "' is not declared here");
      return wrong ();
    }
  if (e->variable->type->view () && !view_too)
    {
      error (e->at, "3.13",
             "a view is not a value: it stands as an argument of a primitive or of run, "
             "and before [[");
      return wrong ();
    }
  return e->variable->type;
}

/* ---- Operators (2.6) ----------------------------------------------------- */

static bool
takes (Op op, const Type *t)
{
  switch (op)
    {
    case Op::Or:
    case Op::And:
    case Op::Not:
      return t->kind == Type::Bool;
    case Op::Equal:
    case Op::Unequal:
      return t->scalar ();
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
      return t->integer () || t->kind == Type::Bool;
    case Op::Left:
    case Op::Right:
    case Op::Remainder:
    case Op::Complement:
      return t->integer ();
    default:
      return t->number ();
    }
}

const Type *
Checker::unary (Expr *e)
{
  const Type *t = expression (e->args[0]);
  if (t->kind == Type::Wrong)
    return t;
  if (takes (e->op, t))
    return t;
  error (e->at, "2.6", std::string ("'") + sign_of (e->op) + "' takes no " + t->text ());
  return wrong ();
}

const Type *
Checker::binary (Expr *e)
{
  const Type *a = expression (e->args[0]), *b = expression (e->args[1]);
  if (a->kind == Type::Wrong || b->kind == Type::Wrong)
    return wrong ();
  std::string sign = std::string ("'") + sign_of (e->op) + "'";
  if (a != b)
    {
      error (e->at, "2.6",
             sign + " takes two of one type, here are " + a->text () + " and " + b->text (),
             a->scalar () && b->scalar () ? "convert one: " + a->text () + "(...)" : "");
      return wrong ();
    }
  if (!takes (e->op, a))
    {
      error (e->at, "2.6", sign + " takes no " + a->text ());
      return wrong ();
    }
  return e->op >= Op::Equal && e->op <= Op::GreaterEqual ? module.scalar (Type::Bool) : a;
}

const Type *
Checker::select (Expr *e)
{
  const Type *c = expression (e->args[0]), *a = expression (e->args[1]),
             *b = expression (e->args[2]);
  if (c->kind == Type::Wrong || a->kind == Type::Wrong || b->kind == Type::Wrong)
    return wrong ();
  if (c->kind == Type::Bool && a == b && is_data (a))
    return a;
  if (c->kind != Type::Bool)
    error (e->args[0]->at, "2.6", "'?' takes a bool, this is " + c->text ());
  else
    error (e->at, "2.6",
           "'? :' takes two of one data type, here are " + a->text () + " and " + b->text ());
  return wrong ();
}

/* ---- Constructions (2.4, 2.5) -------------------------------------------- */

const Type *
Checker::construct (Expr *e)
{
  const Type *t = e->type = bind (e->type, e->at);
  bool bad = t->kind == Type::Wrong;
  for (Expr *a : e->args)
    bad |= expression (a)->kind == Type::Wrong;
  if (bad || e->args.empty ())
    return bad ? wrong () : t;
  if (t->scalar ())
    {
      if (e->args.size () == 1 && e->args[0]->type->scalar ())
        return t;
      error (e->at, "2.4", "a conversion takes one scalar");
      return wrong ();
    }
  size_t n = t->kind == Type::Array ? t->count : t->structure->fields.size ();
  if (e->args.size () != n)
    {
      error (e->at, "2.5",
             format ("%s has %zu parts, here are %zu", t->text ().c_str (), n, e->args.size ()),
             "give all, or none for zero");
      return wrong ();
    }
  for (size_t k = 0; k < n; k++)
    want (e->args[k], e->args[k]->type,
          t->kind == Type::Array ? t->element : t->structure->fields[k].type, "2.5", "this part");
  return t;
}

/* ---- Parts (2.7) --------------------------------------------------------- */

const Type *
Checker::subscript (Expr *e)
{
  const Type *a = expression (e->args[0]), *i = expression (e->args[1]);
  if (a->kind == Type::Wrong || i->kind == Type::Wrong)
    return wrong ();
  want (e->args[1], i, module.scalar (Type::Index), "2.7", "a subscript");
  if (a->kind == Type::Array)
    return a->element;
  error (e->at, "2.7", "[ ] takes an array, this is " + a->text (),
         a->view () ? "an element of a view is v[[i]]" : "");
  return wrong ();
}

const Type *
Checker::member (Expr *e)
{
  const Type *t = expression (e->args[0]);
  if (t->kind == Type::Wrong)
    return t;
  if (t->kind == Type::Struct)
    for (size_t k = 0; k < t->structure->fields.size (); k++)
      if (t->structure->fields[k].name == e->name)
        {
          e->field = int (k);
          return t->structure->fields[k].type;
        }
  error (e->at, "2.7", t->text () + " has no field '" + e->name + "'");
  return wrong ();
}

const Type *
Checker::element (Expr *e)
{
  Expr *v = e->args[0];
  const Type *t = v->type = v->kind == Expr::Name ? name (v, true) : expression (v);
  const Type *i = expression (e->args[1]);
  if (t->kind == Type::Wrong || i->kind == Type::Wrong)
    return wrong ();
  want (e->args[1], i, module.scalar (Type::Index), "2.7", "an index");
  if (t->view ())
    return t->element;
  error (e->at, "2.7", "[[ ]] takes a view, this is " + t->text (),
         t->kind == Type::Array ? "an element of an array is a[i]" : "");
  return wrong ();
}

/* Whether the expression may be assigned to (2.8). */
bool
Checker::writable (Expr *e, bool elements)
{
  const Expr *root = root_of (e);
  if (root->kind == Expr::Name && root->variable && root->variable->kind == Variable::Var)
    return true;
  if (root->kind == Expr::Element && elements && root->args[0]->type->kind == Type::WriteView)
    return true;
  if (root->kind == Expr::Element && elements)
    error (root->at, "2.8", "an element of a read view is not assigned to");
  else if (root->kind == Expr::Name && root->variable)
    {
      diagnostics.error (root->at, "2.8",
                         "cannot assign to '" + root->name + "', which is not a var");
      diagnostics.note (root->variable->at, "it is declared here");
    }
  else
    error (root->at, "2.8", "this expression cannot be assigned to");
  return false;
}

} // namespace er
