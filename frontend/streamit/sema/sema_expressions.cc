/* SPDX-License-Identifier: MIT */
/* sema_expressions.cc - expressions and their types (analyser.h). */
#include "streamit/sema/analyser.h"

#include <algorithm>

namespace er::streamit {

const Type *
Analyser::value (Expr *e)
{
  e->type = type_of (e);
  return e->type;
}

const Type *
Analyser::type_of (Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
      return unit.type (Type::Int);
    case Expr::Real:
      return unit.type (Type::Float);
    case Expr::Imaginary:
      return unit.type (Type::Complex);
    case Expr::Bool:
      return unit.type (Type::Boolean);
    case Expr::Text:
      return unit.type (Type::String);
    case Expr::Name:
      return name (e);
    case Expr::Field:
      return field (e);
    case Expr::Index:
      return index (e);
    case Expr::Unary:
      return unary (e);
    case Expr::Binary:
      return binary (e);
    case Expr::Conditional:
      return conditional (e);
    case Expr::Increment:
      return increment (e);
    case Expr::Peek:
    case Expr::Pop:
    case Expr::Iter:
      return tape (e);
    case Expr::Cast:
      {
        const Type *to = e->type, *from = value (e->args[0]);
        bool fits = from->kind == Type::Unknown || from->kind == to->kind
                    || (from->scalar () && (to->scalar () || to->number ()));
        if (!fits)
          report.error (e->at, "a value of type " + text_of (from) + " cannot be converted to "
                                 + text_of (to));
        return to;
      }
    case Expr::Call:
      return call (e);
    case Expr::Make:
      return make_vector (e);
    case Expr::List:
      report.error (e->at, "a list in braces may only initialize an array");
      return unknown ();
    default:
      return unknown ();
    }
}

const Type *
Analyser::name (Expr *e)
{
  e->variable = find (e->text);
  if (e->variable)
    return e->variable->type;
  report.error (e->at, "there is no variable '" + e->text + "'" + hint (e->text, visible ()));
  return unknown ();
}

const Type *
Analyser::field (Expr *e)
{
  const Type *of = value (e->args[0]);
  std::vector<std::string> names;
  if (of->kind == Type::Unknown)
    return of;
  if (of->kind == Type::Complex)
    names = { "real", "imag" };
  else if (of->vector ())
    for (int k = 0; k < of->parts (); k++)
      names.push_back (std::string (1, "xyzw"[k]));
  else if (of->kind == Type::Struct && structures.count (of->name))
    {
      const Structure *s = structures[of->name];
      int k = s->index (e->text);
      if (k >= 0)
        return s->fields[k]->type;
      for (const Variable *f : s->fields)
        names.push_back (f->name);
    }
  else
    {
      report.error (e->at, text_of (of) + " has no fields");
      return unknown ();
    }
  if (of->kind != Type::Struct && std::count (names.begin (), names.end (), e->text))
    return unit.type (Type::Float);
  report.error (e->at, text_of (of) + " has no field '" + e->text + "'" + hint (e->text, names));
  return unknown ();
}

const Type *
Analyser::index (Expr *e)
{
  const Type *of = value (e->args[0]), *at = value (e->args[1]);
  if (!at->real () && at->kind != Type::Unknown)
    report.error (e->args[1]->at, "a subscript has type int, not " + text_of (at));
  if (of->kind == Type::Array)
    return of->element;
  if (of->kind != Type::Unknown)
    report.error (e->args[0]->at, "a value of type " + text_of (of) + " has no elements");
  return unknown ();
}

const Type *
Analyser::unary (Expr *e)
{
  const Type *t = value (e->args[0]);
  if (t->kind == Type::Unknown)
    return t;
  bool fits = e->text == "!" ? t->kind == Type::Boolean || t->integer ()
              : e->text == "~" ? t->integer () || t->kind == Type::Boolean
                               : t->number () || t->vector ();
  if (!fits)
    report.error (e->at, "'" + e->text + "' does not apply to " + text_of (t));
  if (e->text == "!")
    return unit.type (Type::Boolean);
  return e->text == "-" && t->kind == Type::Bit ? unit.type (Type::Int) : t;
}

/* The common type of two operands: the later one in the list of types. */
const Type *
Analyser::common (const Type *a, const Type *b)
{
  if (a->kind == Type::Unknown || b->kind == Type::Unknown)
    return unknown ();
  if (same (a, b))
    return a;
  bool both = (a->scalar () || a->kind == Type::Complex)
              && (b->scalar () || b->kind == Type::Complex);
  if (both)
    return a->kind > b->kind ? a : b;
  if (a->vector () && b->real ())
    return a;
  return b->vector () && a->real () ? b : nullptr;
}

const Type *
Analyser::binary (Expr *e)
{
  const Type *a = value (e->args[0]), *b = value (e->args[1]);
  const std::string &op = e->text;
  bool logic = op == "&&" || op == "||", equal = op == "==" || op == "!=";
  bool order = op[0] == '<' || op[0] == '>', shift = op == "<<" || op == ">>";
  bool bits = op == "&" || op == "|" || op == "^" || op == "%";
  order &= !shift;
  if (op == "+" && (a->kind == Type::String || b->kind == Type::String))
    return unit.type (Type::String); /* for print */
  const Type *t = common (a, b);
  if (t && t->kind == Type::Unknown)
    return logic || equal || order ? unit.type (Type::Boolean) : t;
  bool both_small = (a->integer () || a->kind == Type::Boolean)
                    && (b->integer () || b->kind == Type::Boolean);
  bool fits = t
              && (logic || shift || bits ? both_small || (op == "%" && a->real () && b->real ())
                  : equal                ? t->kind <= Type::Complex
                  : order                ? t->scalar ()
                                         : t->number () || t->vector ());
  if (!fits)
    {
      report.error (e->at, "'" + op + "' does not apply to " + text_of (a) + " and "
                             + text_of (b));
      return logic || equal || order ? unit.type (Type::Boolean) : unknown ();
    }
  if (logic || equal || order)
    return unit.type (Type::Boolean);
  if (shift)
    return unit.type (Type::Int);
  if (t->kind == Type::Bit && !bits)
    return unit.type (Type::Int);
  return t;
}

const Type *
Analyser::conditional (Expr *e)
{
  condition (e->args[0]);
  const Type *a = value (e->args[1]), *b = value (e->args[2]), *t = common (a, b);
  if (t)
    return t;
  report.error (e->at, "'? :' does not apply to " + text_of (a) + " and " + text_of (b));
  return unknown ();
}

const Type *
Analyser::increment (Expr *e)
{
  const Type *t = value (e->args[0]);
  if (!t->real () && t->kind != Type::Unknown)
    report.error (e->at, "'" + e->text + "' does not apply to " + text_of (t));
  changed (e->args[0]);
  return t;
}

const Type *
Analyser::tape (Expr *e)
{
  if (e->kind == Expr::Peek && !value (e->args[0])->real ()
      && e->args[0]->type->kind != Type::Unknown)
    report.error (e->args[0]->at, "'peek' takes an int, not " + text_of (e->args[0]->type));
  if (!function || !stream || stream->kind != Stream::Filter)
    report.error (e->at, "'" + e->text + "' is allowed only in a filter");
  else if (e->kind != Expr::Iter
           && (function->kind == Function::Init || function->kind == Function::Handler))
    report.error (e->at, "'" + e->text + "' is not allowed in " + function->name
                           + ", which has no access to tapes");
  else if (e->kind == Expr::Iter)
    return unit.type (Type::Int);
  else if (stream->in && stream->in->kind == Type::Void)
    report.error (e->at, "the input type of this filter is void");
  else if (stream->in)
    return stream->in;
  return unknown ();
}

/* ---- Conversions --------------------------------------------------------------------- */

bool
Analyser::same (const Type *a, const Type *b) const
{
  while (a->kind == Type::Array && b->kind == Type::Array)
    {
      a = a->element;
      b = b->element;
    }
  return a->kind == b->kind && (a->kind < Type::Struct || a->name == b->name);
}

bool
Analyser::converts (const Type *from, const Type *to) const
{
  if (from->kind == Type::Unknown || to->kind == Type::Unknown || same (from, to))
    return true;
  if (from->kind == Type::Boolean)
    return to->integer ();
  if (to->kind == Type::Boolean || to->kind == Type::Bit)
    return from->integer ();
  if (to->kind == Type::Float && from->kind == Type::Double)
    return true;
  return from->number () && to->number () && from->kind <= to->kind;
}

/* Reports an error unless the value of e may be used where `to' is expected. */
void
Analyser::convert (Expr *e, const Type *to, const char *what)
{
  const Type *from = e->type;
  if (converts (from, to))
    return;
  std::string cast = from->real () && to->real () ? "; write (" + text_of (to) + ") before it" : "";
  report.error (e->at, std::string (what) + ": a value of type " + text_of (from) + " is no "
                         + text_of (to) + cast);
}

/* A list in braces initializes an array; a single value initializes a scalar. */
void
Analyser::initialize (const Type *to, Expr *e)
{
  if (e->kind != Expr::List)
    {
      value (e);
      convert (e, to, "assignment");
      return;
    }
  e->type = to;
  if (to->kind == Type::Array)
    for (Expr *element : e->args)
      initialize (to->element, element);
  else if (to->kind == Type::Complex || to->vector ())
    for (Expr *element : e->args)
      initialize (unit.type (Type::Float), element);
  else if (to->kind == Type::Struct && structures.count (to->name)
           && structures[to->name]->fields.size () == e->args.size ())
    for (size_t k = 0; k < e->args.size (); k++)
      initialize (structures[to->name]->fields[k]->type, e->args[k]);
  else if (to->kind != Type::Unknown)
    report.error (e->at, "a list in braces is no " + text_of (to));
}

} // namespace er::streamit
