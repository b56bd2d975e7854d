/* SPDX-License-Identifier: MIT */
/* sema_declarations.cc - declarations, scopes and types (analyser.h). */
#include "streamit/sema/analyser.h"

#include <set>

namespace er::streamit {

bool
built_in_stream (const std::string &name)
{
  return name == "Identity" || name == "FileReader" || name == "FileWriter";
}

template <class T> static std::vector<std::string>
keys (const std::map<std::string, T> &map)
{
  std::vector<std::string> list;
  for (const auto &entry : map)
    list.push_back (entry.first);
  return list;
}

/* Collects the names of the whole program. */
void
Analyser::names ()
{
  auto twice = [this] (Place at, const std::string &name, Place before) {
    report.error (at, "'" + name + "' is declared twice");
    report.note (before, "it is first declared here");
  };
  for (Structure *s : unit.structures)
    if (!structures.emplace (s->name, s).second)
      twice (s->at, s->name, structures[s->name]->at);
  for (Stream *s : unit.streams)
    if (!streams.emplace (s->name, s).second)
      twice (s->at, s->name, streams[s->name]->at);
  for (Space *s : unit.spaces)
    if (!spaces.emplace (s->name, s).second)
      twice (s->at, s->name, spaces[s->name]->at);
}

void
Analyser::type (const Type *t, bool may_be_void)
{
  while (t->kind == Type::Array)
    {
      if (t->length && !t->length->type && !value (t->length)->integer ()
          && t->length->type->kind != Type::Unknown)
        report.error (t->length->at, "the length of an array has type int, not "
                                       + text_of (t->length->type));
      t = t->element;
    }
  if (t->kind == Type::Void && !may_be_void)
    report.error (t->at, "void is no type of a variable");
  if (t->kind == Type::Struct && !t->structure)
    {
      auto found = structures.find (t->name);
      if (found == structures.end ())
        {
          std::vector<std::string> all = keys (structures);
          for (int k = Type::Boolean; k <= Type::Float4; k++)
            all.push_back (text_of (unit.type (Type::Kind (k))));
          report.error (t->at, "there is no type '" + t->name + "'" + hint (t->name, all));
          const_cast<Type *> (t)->kind = Type::Unknown;
        }
      else
        const_cast<Type *> (t)->structure = found->second;
    }
  if (t->kind == Type::Portal && !streams.count (t->name))
    report.error (t->at, "there is no filter '" + t->name + "'" + hint (t->name, keys (streams)));
}

void
Analyser::declare (Variable *v)
{
  if (v->type->kind == Type::Void)
    report.error (v->at, "the variable '" + v->name + "' has type void");
  else
    type (v->type);
  if (v->value)
    initialize (v->type, v->value);
  auto added = scopes.back ().emplace (v->name, v);
  if (added.second)
    return;
  report.error (v->at, "'" + v->name + "' is declared twice");
  report.note (added.first->second->at, "it is first declared here");
}

Variable *
Analyser::find (const std::string &name) const
{
  for (size_t k = scopes.size (); k-- > 0;)
    {
      auto found = scopes[k].find (name);
      if (found != scopes[k].end ())
        return found->second;
    }
  return nullptr;
}

std::vector<std::string>
Analyser::visible () const
{
  std::vector<std::string> names;
  for (const Scope &scope : scopes)
    for (const auto &entry : scope)
      names.push_back (entry.first);
  return names;
}

/* A structure contains only others that do not contain it. */
void
Analyser::check_structure (Structure *s)
{
  scopes.emplace_back ();
  for (Variable *field : s->fields)
    declare (field);
  scopes.pop_back ();
  std::set<const Structure *> inside;
  std::vector<const Structure *> open { s };
  while (!open.empty ())
    {
      const Structure *next = open.back ();
      open.pop_back ();
      for (const Variable *field : next->fields)
        {
          const Type *t = field->type;
          while (t->kind == Type::Array)
            t = t->element;
          if (t->kind != Type::Struct || !structures.count (t->name))
            continue;
          const Structure *inner = structures[t->name];
          if (inner == s)
            {
              report.error (s->at, "the structure '" + s->name + "' contains itself");
              return;
            }
          if (inside.insert (inner).second)
            open.push_back (inner);
        }
    }
}

void
Analyser::check_rate (Expr *&rate)
{
  if (!rate)
    return;
  std::vector<Expr *> parts
    = rate->kind == Expr::Range ? rate->args : std::vector<Expr *> { rate };
  for (Expr *e : parts)
    if (e->kind != Expr::Any && !value (e)->real () && e->type->kind != Type::Unknown)
      report.error (e->at, "a rate has type int, not " + text_of (e->type));
}

void
Analyser::check_function (Function *f)
{
  Function *outer = function;
  function = f;
  type (f->result, true);
  check_rate (f->push);
  check_rate (f->pop);
  check_rate (f->peek);
  scopes.emplace_back ();
  for (Variable *p : f->parameters)
    declare (p);
  if (f->body)
    body_of (f->body);
  scopes.pop_back ();
  function = outer;
}

void
Analyser::check_filter (Stream *s)
{
  filters.push_back (s);
  std::map<std::string, Function *> seen;
  for (Function *f : s->functions)
    {
      auto added = seen.emplace (f->name, f);
      if (added.second)
        continue;
      report.error (f->at, "'" + f->name + "' is declared twice");
      report.note (added.first->second->at, "it is first declared here");
    }
  if (!s->function (Function::Work))
    report.error (s->at, "the filter has no work function");
  scopes.emplace_back ();
  for (Variable *field : s->fields)
    declare (field);
  for (Function *f : s->functions)
    check_function (f);
  scopes.pop_back ();
}

void
Analyser::check_stream (Stream *s)
{
  Stream *outer = stream;
  Function *outer_function = function;
  int outer_loops = loops;
  loops = 0;
  function = nullptr;
  stream = s;
  if (s->in)
    type (s->in, true);
  if (s->out)
    type (s->out, true);
  scopes.emplace_back ();
  for (Variable *p : s->parameters)
    {
      p->of_stream = true;
      declare (p);
    }
  if (s->kind == Stream::Filter)
    check_filter (s);
  else
    body_of (s->body);
  scopes.pop_back ();
  stream = outer;
  function = outer_function;
  loops = outer_loops;
}

/* ---- Which functions use a tape ------------------------------------------------------ */

namespace {

/* Visits the calls and uses of tapes below a node. */
struct Uses
{
  bool tape = false;
  std::vector<Function *> calls;

  void of (const Expr *e)
  {
    tape |= e->kind == Expr::Peek || e->kind == Expr::Pop;
    if (e->kind == Expr::Call && e->function)
      calls.push_back (e->function);
    for (const Expr *a : e->args)
      of (a);
  }
  void of (const Stmt *s)
  {
    tape |= s->kind == Stmt::Push;
    for (const Stmt *i : s->inner)
      of (i);
    for (const Expr *e : s->args)
      of (e);
    for (const Variable *v : s->variables)
      if (v->value)
        of (v->value);
  }
};

} // namespace

void
Analyser::spread_tapes ()
{
  std::vector<std::pair<Function *, Uses>> all;
  auto add = [&all] (const std::vector<Function *> &list) {
    for (Function *f : list)
      if (f->body)
        {
          all.push_back ({ f, {} });
          all.back ().second.of (f->body);
          f->uses_tape = all.back ().second.tape;
        }
  };
  for (Stream *s : filters)
    add (s->functions);
  for (Space *s : unit.spaces)
    add (s->functions);
  for (bool more = true; more;)
    {
      more = false;
      for (auto &[f, uses] : all)
        for (Function *called : uses.calls)
          if (called->uses_tape && !f->uses_tape)
            more = f->uses_tape = true;
    }
  for (auto &[f, uses] : all)
    if (f->kind == Function::Handler && f->uses_tape)
      report.error (f->at, "the handler '" + f->name + "' peeks, pops or pushes, which only a "
                             "firing does");
}

void
Analyser::all ()
{
  names ();
  scopes.emplace_back ();
  for (Variable *v : unit.statics)
    declare (v);
  for (Structure *s : unit.structures)
    check_structure (s);
  for (Space *s : unit.spaces)
    {
      space = s;
      for (Function *f : s->functions)
        check_function (f);
      space = nullptr;
    }
  for (Function *f : unit.static_inits)
    check_function (f);
  for (Stream *s : unit.streams)
    if (!report.full ())
      check_stream (s);
  spread_tapes ();
  spread_changes ();
}

/* A function that changes an array that it receives changes that of each call. */
void
Analyser::spread_changes ()
{
  for (bool again = true; again;)
    {
      again = false;
      for (const Called &c : calls)
        for (size_t k = 0; k < std::min (c.call->args.size (),
                                         c.call->function->parameters.size ()); k++)
          {
            Variable *v = shared_array (c.call->function->parameters[k], c.call->args[k]);
            if (!v || (v->assigned && (c.in_init || v->changes)))
              continue;
            v->assigned = again = true;
            v->changes |= !c.in_init;
          }
    }
}

void
analyse (Unit &unit, Report &report)
{
  Analyser (unit, report).all ();
}

} // namespace er::streamit
