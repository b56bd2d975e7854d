/* SPDX-License-Identifier: MIT */
/* sema_calls.cc - calls of functions (analyser.h). */
#include "streamit/sema/analyser.h"

#include "streamit/builtins/builtins.h"

namespace er::streamit {

void
Analyser::arguments (Expr *, const std::vector<Variable *> &parameters, const std::string &of,
                     const std::vector<Expr *> &args, Place at)
{
  if (parameters.size () != args.size ())
    {
      report.error (at, format ("'%s' takes %zu argument%s, not %zu", of.c_str (),
                                parameters.size (), parameters.size () == 1 ? "" : "s",
                                args.size ()));
      return;
    }
  for (size_t k = 0; k < args.size (); k++)
    if (args[k]->kind == Expr::List)
      initialize (parameters[k]->type, args[k]);
    else
      convert (args[k], parameters[k]->type, "argument");
}

const Type *
Analyser::call (Expr *e)
{
  for (Expr *a : e->args)
    if (a->kind != Expr::List)
      value (a);
  std::vector<std::string> names = builtin_names ();
  std::vector<Function *> known;
  if (!e->space.empty ())
    {
      auto found = spaces.find (e->space);
      if (found == spaces.end ())
        {
          std::vector<std::string> all;
          for (const auto &entry : spaces)
            all.push_back (entry.first);
          report.error (e->at, "there is no block of functions '" + e->space + "'"
                                 + hint (e->space, all));
          return unknown ();
        }
      known = found->second->functions;
      names.clear ();
    }
  else
    {
      if (stream)
        known = stream->functions;
      else if (space)
        known = space->functions;
      for (const auto &entry : spaces) /* a function of a block needs no prefix if it is unique */
        known.insert (known.end (), entry.second->functions.begin (),
                      entry.second->functions.end ());
    }
  for (Function *f : known)
    if (f->name == e->text
        && (f->kind == Function::Helper || f->kind == Function::Native
            || f->kind == Function::Handler))
      {
        e->function = f;
        arguments (e, f->parameters, f->name, e->args, e->at);
        if (f->kind != Function::Native)
          calls.push_back ({ e, in_init () });
        return f->result;
      }
  if (e->space.empty () && builtin_named (e->text))
    return built_in (e);
  for (Function *f : known)
    names.push_back (f->name);
  report.error (e->at, "there is no function '" + e->text + "'" + hint (e->text, names));
  return unknown ();
}

const Type *
Analyser::built_in (Expr *e)
{
  const Builtin *b = builtin_named (e->text);
  if (e->args.size () != b->parameters && !(b->kind == Builtin::Print && e->args.empty ()))
    {
      report.error (e->at, format ("'%s' takes %zu argument%s, not %zu", b->name, b->parameters,
                                   b->parameters == 1 ? "" : "s", e->args.size ()));
      return unknown ();
    }
  const Type *t = unit.type (Type::Void);
  for (Expr *a : e->args)
    {
      if (a->kind == Expr::List)
        {
          value (a);
          return unknown ();
        }
      bool known = a->type->kind != Type::Unknown;
      bool number = b->kind == Builtin::Print ? a->type->kind != Type::Void : a->type->number ();
      if (known && !number)
        report.error (a->at, "'" + e->text + "' does not apply to " + text_of (a->type));
      t = t->kind == Type::Void ? a->type : common (t, a->type) ? common (t, a->type) : t;
    }
  switch (b->kind)
    {
    case Builtin::Real:
      return t->kind == Type::Complex || t->kind == Type::Double ? t : unit.type (Type::Float);
    case Builtin::Abs:
      return t->kind == Type::Complex ? unit.type (Type::Float) : t;
    case Builtin::Extreme:
      return t;
    case Builtin::Argument:
      return unit.type (Type::Float);
    case Builtin::Root:
      return unit.type (Type::Complex);
    case Builtin::Print:
      return unit.type (Type::Void);
    case Builtin::Random:
      return unit.type (e->text == "random" ? Type::Float : Type::Int);
    }
  return unknown ();
}

const Type *
Analyser::make_vector (Expr *e)
{
  const Type *t = e->type;
  for (Expr *a : e->args)
    if (!value (a)->real () && a->type->kind != Type::Unknown)
      report.error (a->at, text_of (t) + " consists of floats, not " + text_of (a->type));
  if (e->args.size () != size_t (t->parts ()))
    report.error (e->at, format ("%s has %d parts, not %zu", text_of (t).c_str (), t->parts (),
                                 e->args.size ()));
  return t;
}

} // namespace er::streamit
