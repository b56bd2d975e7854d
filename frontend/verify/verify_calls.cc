/* SPDX-License-Identifier: MIT */
/* verify_calls.cc - the verifier: functions, primitives, run (verify.h; 3.9 to 3.13). */
#include "verify/checker.h"

#include <cstring>

namespace er {

bool
Checker::count (const Expr *e, size_t expected, const std::string &of_what)
{
  if (e->args.size () == expected)
    return true;
  error (e->at, e->kind == Expr::Operation ? "3.10" : "3.9",
         format ("%s takes %zu argument%s, here %s %zu", of_what.c_str (), expected,
                 expected == 1 ? "" : "s", e->args.size () == 1 ? "is" : "are", e->args.size ()));
  return false;
}

/* ---- Functions (3.9); a call of a structure is a construction ------------ */

void
Checker::function_argument (Expr *a, const Type *parameter, const Function &f, size_t k)
{
  const Type *found = expression (a);
  want (a, found, parameter, "3.9",
        format ("parameter %zu of '%s'", k + 1, f.name.c_str ()).c_str ());
  if (found != parameter || found->kind != Type::Array || f.pure)
    return;
  Expr *root = a;
  while (root->kind == Expr::Member || root->kind == Expr::Subscript)
    root = root->args[0];
  if (root->kind != Expr::Name || root->variable->kind != Variable::Var)
    error (a->at, "3.9", "'" + f.name + "' may change this array, so it must be in a var");
}

const Type *
Checker::call (Expr *e)
{
  auto g = global.find (e->name);
  if (g != global.end () && g->second.structure)
    {
      e->kind = Expr::Construct;
      e->type = module.of (g->second.structure);
      e->name.clear ();
      return construct (e);
    }
  for (Expr *a : e->args)
    if (g == global.end () || !g->second.function)
      expression (a);
  if (g != global.end () && g->second.process)
    {
      error (e->at, "3.11", "a process is not called", "write run " + e->name + "(...)");
      return wrong ();
    }
  if (g == global.end () || !g->second.function)
    {
      error (e->at, "3.2", "there is no function '" + e->name + "'");
      return wrong ();
    }
  Function &f = *(e->function = g->second.function);
  if (!count (e, f.parameters.size (), "'" + e->name + "'"))
    return wrong ();
  for (size_t k = 0; k < e->args.size (); k++)
    function_argument (e->args[k], f.parameters[k], f, k);
  return f.result;
}

/* ---- Primitives (3.10, 3.12) --------------------------------------------- */

/* Checks a view argument: it must be of the side that the row requires. */
const Type *
Checker::view_argument (Expr *a, const Expr *e)
{
  const PrimitiveRow &row = row_of (e->primitive);
  const Type *t = a->type = a->kind == Expr::Name ? name (a, true) : expression (a);
  if (t->kind == Type::Wrong)
    return t;
  bool fits = (t->kind == Type::ReadView && strcmp (row.side, "WRITE") != 0)
              || (t->kind == Type::WriteView && strcmp (row.side, "READ") != 0);
  if (fits)
    return t;
  const char *side = *row.side == 'R' ? "read view" : *row.side == 'W' ? "write view" : "view";
  error (a->at, "3.10", format ("%s takes a %s, this is %s", row.name, side, t->text ().c_str ()));
  return wrong ();
}

const Type *
Checker::operation (Expr *e, const Type *wanted)
{
  const PrimitiveRow &row = row_of (e->primitive);
  const Type *index = module.scalar (Type::Index), *record = nullptr;
  if (!count (e, strlen (row.signature) - 1, row.name))
    return wrong ();
  for (size_t k = 0; k < e->args.size (); k++)
    {
      Expr *a = e->args[k];
      char letter = row.signature[k + 1];
      if (letter == 'V')
        view_argument (a, e);
      else if (e->primitive == Primitive::p_free_view)
        {
          if (a->kind != Expr::How)
            error (a->at, "3.12", "free_view ends with 'terminate' or 'handover'");
          a->type = index;
        }
      else if (letter == 'R')
        {
          record = expression (a);
          if (record->kind != Type::Record && record->kind != Type::Wrong)
            error (a->at, "3.10",
                   std::string (row.name) + " takes a record, this is " + record->text ());
        }
      else
        want (a, expression (a), letter == 'P' ? module.scalar (Type::Handle) : index, "3.10",
              ("an argument of " + std::string (row.name)).c_str ());
    }
  switch (row.signature[0])
    {
    case 'n':
      return index;
    case 'b':
      return module.scalar (Type::Bool);
    case 'V':
      return record && record->kind == Type::Record
               ? module.view (record->element, e->primitive == Primitive::p_new_write_view)
               : wrong ();
    case 'R':
      if (wanted && wanted->kind == Type::Record)
        return wanted;
      if (!wanted || wanted->kind != Type::Wrong)
        error (e->at, "3.10", "new_record gives a record; this asks for "
               + (wanted ? wanted->text () : std::string ("nothing")),
               "let r : record T = new_record(...);");
      return wrong ();
    default:
      return module.scalar (Type::None);
    }
}

/* ---- run (3.11) ---------------------------------------------------------- */

const Type *
Checker::run (Expr *e)
{
  auto g = global.find (e->name);
  if (g == global.end () || !g->second.process || e->name == "main")
    {
      error (e->at, "3.11",
             e->name == "main" ? std::string ("'main' is not run: the program begins with it")
                               : "there is no process '" + e->name + "'");
      return wrong ();
    }
  Process &p = *(e->process = g->second.process);
  if (!count (e, p.parameters.size (), "'" + e->name + "'"))
    return wrong ();
  for (size_t k = 0; k < e->args.size (); k++)
    {
      Expr *a = e->args[k];
      a->type = a->kind == Expr::Name ? name (a, true) : expression (a);
      want (a, a->type, p.parameters[k]->type, "3.9", ("'" + p.parameters[k]->name + "'").c_str ());
    }
  return module.scalar (Type::Handle);
}

} // namespace er
