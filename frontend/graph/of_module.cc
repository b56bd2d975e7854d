/* SPDX-License-Identifier: MIT */
/* of_module.cc - a module of the IR as a unit (unit.h).
 *
 * Horizons and counts are sums of what the process is run with (linear.h), rates those of
 * the rate analysis (rates.h).
 */
#include "analysis/analysis.h"
#include "files/files.h"
#include "graph/unit.h"
#include "ir/ir.h"

namespace er {
namespace graph {
namespace {

class Reading
{
public:
  Reading (Process &p, const std::string &file) : p (p), file (file) {}
  Body body ();

private:
  Process &p;
  const std::string &file;
  Body b;
  std::map<const Variable *, Sources> known;  /* lets that hold records or views */
  std::map<const Variable *, const Expr *> lets;

  std::string at (Place place) { return file + format (":%u:%u", place.line, place.column); }
  Sum sum (const Expr *e);
  Maybe number (const Sum &s);
  Maybe number (const Expr *e) { return number (sum (e)); }
  Maybe times (const Maybe &outer, const Stmt *loop);
  Sources sources (const Expr *e);
  Source place (const Expr *e);
  void block (Block &statements, const Maybe &times);
  void statement (Stmt *s, const Maybe &times);
  Sources operation (Stmt *s, const Maybe &times);
  void keep (Stmt *s, const Sources &from);
  void rates ();
};

bool
holds_records (const Type *type)
{
  while (type->kind == Type::Array)
    type = type->element;
  return type->kind == Type::Record || type->view ();
}

/* ---- Numbers ------------------------------------------------------------- */

Sum
Reading::sum (const Expr *e)
{
  return linear (e, [this] (const Variable *v) -> Sum {
    if (v->kind == Variable::Parameter)
      return Linear (v);
    auto let = lets.find (v);
    return let == lets.end () ? Sum () : sum (let->second);
  });
}

Maybe
Reading::number (const Sum &s)
{
  if (!s)
    return {};
  Number n;
  n.constant = s->constant;
  for (const auto &term : s->terms)
    for (size_t k = 0; k < p.parameters.size (); k++)
      if (p.parameters[k] == term.first)
        n.times[k] = term.second;
  return n;
}

/* The number of iterations of the loop. */
Maybe
Reading::times (const Maybe &outer, const Stmt *loop)
{
  if (loop->kind != Stmt::For || !outer)
    return {};
  Sum from = sum (loop->from), to = sum (loop->to), step = loop->step ? sum (loop->step) : Sum (1);
  Sum length = from && to ? added (*to, *from, -1) : Sum ();
  if (!length || !step || !step->is_constant () || step->constant == 0)
    return {};
  bool once = outer->times.empty () && outer->constant == 1;
  if (!length->is_constant ())
    return once && step->constant == 1 ? number (length) : Maybe ();
  int64_t by = step->constant, l = by < 0 ? -length->constant : length->constant, turns;
  turns = l <= 0 ? 0 : 1 + (l - 1) / (by < 0 ? -by : by);
  Number n;
  if (!outer->times.empty () || __builtin_mul_overflow (turns, outer->constant, &n.constant))
    return {};
  return n;
}

/* ---- Sources ------------------------------------------------------------- */

Source
local (const Variable *v)
{
  Source s { Source::Local };
  s.name = v->name + format ("#%u:%u", v->at.line, v->at.column);
  return s;
}

/* The elements of an array are one place. */
Source
Reading::place (const Expr *e)
{
  while (e->kind != Expr::Name)
    e = e->args[0];
  return local (e->variable);
}

Sources
Reading::sources (const Expr *e)
{
  Sources all;
  auto add = [&] (const Expr *part) {
    Sources more = sources (part);
    all.insert (all.end (), more.begin (), more.end ());
  };
  if (!e->type || !holds_records (e->type))
    return all;
  if (e->kind == Expr::Name && e->variable->kind == Variable::Parameter)
    for (size_t k = 0; k < p.parameters.size (); k++)
      if (p.parameters[k] == e->variable)
        all.push_back ({ Source::Parameter, int (k) });
  if (e->kind == Expr::Name && e->variable->kind == Variable::Let)
    all = known[e->variable];
  if (e->kind == Expr::Name && e->variable->kind == Variable::Var)
    all.push_back (local (e->variable));
  if (e->kind == Expr::Subscript)
    add (e->args[0]);
  if (e->kind == Expr::Construct)
    for (const Expr *part : e->args)
      add (part);
  if (e->kind == Expr::Select)
    {
      add (e->args[1]);
      add (e->args[2]);
    }
  return all;
}

/* ---- Statements ---------------------------------------------------------- */

std::string
name_of (const Stmt *s)
{
  if (s->variable)
    return s->variable->name;
  const Expr *e = s->place;
  while (e && e->kind != Expr::Name)
    e = e->args[0];
  return e ? e->variable->name + (e == s->place ? "" : "[...]") : "";
}

/* The effect of the root of a statement; the source of its value. */
Sources
Reading::operation (Stmt *s, const Maybe &times)
{
  Expr *e = s->value;
  if (e->kind == Expr::Run)
    {
      Call run { { e->name }, at (e->at), {}, times };
      for (const Expr *a : e->args)
        run.arguments.push_back (
          { sources (a), a->type && a->type->kind == Type::Index ? number (a) : Maybe () });
      b.runs.push_back (run);
      return {};
    }
  if (e->kind != Expr::Operation)
    return sources (e);
  switch (e->primitive)
    {
    case Primitive::p_new_record:
      b.records.push_back ({ name_of (s), e->type->element->text (), at (e->at),
                             number (e->args[0]), number (e->args[1]), times,
                             Number { int64_t (layout_of (e->type->element).size), {} } });
      return { { Source::Record, int (b.records.size () - 1) } };
    case Primitive::p_new_read_view:
    case Primitive::p_new_write_view:
      b.views.push_back ({ name_of (s), e->type->element->text (), at (e->at),
                           e->primitive == Primitive::p_new_write_view, sources (e->args[0]) });
      return { { Source::View, int (b.views.size () - 1) } };
    default:
      if (const Variable *v = e->args.empty () ? nullptr : e->args[0]->variable;
          v && v->type->view ())
        b.sites.push_back (
          { row_of (e->primitive).name,
            at (e->at),
            sources (e->args[0]),
            e->args.size () > 1 && e->args[1]->type && e->args[1]->type->kind == Type::Index
              ? number (e->args[1])
              : Maybe (),
            {},
            "" });
      return {};
    }
}

/* The value goes to the variable that the statement declares or assigns. */
void
Reading::keep (Stmt *s, const Sources &from)
{
  const Type *type = s->variable ? s->variable->type : s->place ? s->place->type : nullptr;
  if (!type || !holds_records (type) || from.empty ())
    return;
  if (s->variable && s->variable->kind == Variable::Let)
    known[s->variable] = from;
  else
    b.stores.push_back ({ s->variable ? local (s->variable) : place (s->place), from });
}

void
Reading::statement (Stmt *s, const Maybe &times)
{
  if (s->kind == Stmt::Declare && s->variable->kind == Variable::Let && s->value
      && !is_operation (s->value))
    lets[s->variable] = s->value;
  if (s->value && (s->kind == Stmt::Declare || s->kind == Stmt::Assign || s->kind == Stmt::Do))
    keep (s, operation (s, times));
  bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
  Maybe within = loop ? this->times (times, s) : times;
  block (s->body, within);
  block (s->other, within);
}

void
Reading::block (Block &statements, const Maybe &times)
{
  for (Stmt *s : statements)
    statement (s, times);
}

/* Rates are attached to the sites that publish. */
void
Reading::rates ()
{
  Process_rates all = rates_of (p);
  if (!all.is_static)
    return;
  for (const View_rates &v : all.views)
    for (const er::Site &in : v.sites)
      for (Site &site : b.sites)
        if (site.at == at (in.call->at) && v.rate > 0
            && (site.primitive == "commit" || site.primitive == "release"))
          {
            site.rate = Number { v.rate, {} };
            site.loop = at (all.loop->at);
          }
}

Body
Reading::body ()
{
  b.name = p.name;
  b.at = at (p.at);
  b.process = true;
  for (const Variable *v : p.parameters)
    b.parameters.push_back ({ v->name, v->type->text () });
  block (p.body, Number { 1, {} });
  rates ();
  return b;
}

} // namespace

Unit
unit_of (Module &module, const std::string &source)
{
  Unit unit { source, {} };
  each_process (module, [&] (Process &p) { unit.bodies.push_back (Reading (p, source).body ()); });
  return unit;
}

} // namespace graph
} // namespace er
