/* SPDX-License-Identifier: MIT */
/* emit_c_memory.cc - a module as C: variables that are too large for the stack (layout.h), and
 * copies of arrays (emit_c.h).
 *
 *   process main() { var a : [60000]i64; a[1] = 2i64; }
 *
 *   struct main_large_ { i64_60000_ a_1_; };
 *   int main (void)
 *   { struct main_large_ *large_ = __builtin_malloc (sizeof *large_);
 *     if (!large_) erbium_no_memory (...);
 *     __builtin_memset (&large_->a_1_, 0, sizeof large_->a_1_);
 *     large_->a_1_.at[1] = 2;
 *     __builtin_free (large_);
 *   }
 */
#include "codegen/c/emit_c.h"
#include "eval/eval.h"
#include "ir/ir.h"

namespace er {

/* ---- Memory of a process ------------------------------------------------- */

/* The allocation is written first, and removed if the process turns out to have no large
 * variables. */
void
Emitter::begin_large ()
{
  has_memory = has_large (*const_cast<Process *> (process));
  on_stack = {};
  in_large = 0;
  large_fields.clear ();
  large.clear ();
  lent.clear ();
  spare.clear ();
}

std::string
Emitter::take_large ()
{
  if (!has_memory)
    return "";
  helpers["no_memory"] = "extern void erbium_no_memory (uint64_t, const char *);\n";
  return " struct " + process->name + "_large_ *large_ = __builtin_malloc (sizeof *large_);"
         " if (!large_) erbium_no_memory (sizeof *large_, "
         + (file.empty () ? "__FILE__" : c_quoted (file + format (":%u", process->at.line))) + ");";
}

void
Emitter::end_large ()
{
  if (has_memory)
    types += "struct " + process->name + "_large_ {" + large_fields + " };\n";
  has_memory = false;
}

bool
Emitter::fits_stack (const Type *t)
{
  if (!has_memory)
    return true;
  uint64_t size = layout_of (t).size;
  if (!on_stack.has (size))
    return false;
  on_stack.take (size);
  return true;
}

std::string
Emitter::new_field (const Type *t, const std::string &name)
{
  std::string field = name + format ("_%d_", ++in_large);
  large_fields += " " + type (t) + " " + field + ";";
  return "large_->" + field;
}

/* For the rest of the statement. */
std::string
Emitter::lend (const Type *t)
{
  std::vector<std::string> &free = spare[t];
  std::string place;
  if (free.empty ())
    place = new_field (t, "t");
  else
    {
      place = free.back ();
      free.pop_back ();
    }
  lent[t].push_back (place);
  return place;
}

void
Emitter::take_back ()
{
  for (auto &of : lent)
    spare[of.first].insert (spare[of.first].end (), of.second.begin (), of.second.end ());
  lent.clear ();
}

/* A variable that is being declared. */
bool
Emitter::in_memory (const Variable *v)
{
  return v->type->aggregate () && !fits_stack (v->type);
}

std::string
Emitter::zeroed (const std::string &place)
{
  return "__builtin_memset (&" + place + ", 0, sizeof " + place + ")";
}

/* Writes the declaration after the value, which may use the name that the variable hides. */
std::string
Emitter::place_of (const Variable *v, const std::string &start)
{
  std::string &place = large[v];
  place = new_field (v->type, c_name (v->name));
  return start.empty () ? zeroed (place) : place + " = " + start;
}

/* Computes e, a conditional expression, a construction or a call, in a place, since a temporary of
 * C would be on the stack. */
std::string
Emitter::in_place (const Expr *e, const std::string &place)
{
  if (e->kind == Expr::Call)
    return "*(" + place + " = " + call (e) + ", &" + place + ")";
  if (e->kind == Expr::Select)
    return "*(" + operand (e->args[0]) + " ? (" + place + " = " + operand (e->args[1]) + ", &"
           + place + ") : (" + place + " = " + operand (e->args[2]) + ", &" + place + "))";
  std::string parts = e->args.empty () ? zeroed (place) + ", " : "";
  for (size_t k = 0; k < e->args.size (); k++)
    {
      std::string part = e->type->kind == Type::Array
                           ? format (".at[%zu]", k)
                           : "." + c_name (e->type->structure->fields[k].name);
      parts += place + part + " = " + operand (e->args[k]) + ", ";
    }
  return "*(" + parts + "&" + place + ")";
}

/* ---- Calls that change arrays (4.8, 4.11) -------------------------------- */

/* Whether a call that changes arrays may change the address of e: one of its indices, or an
 * origin. */
static bool
may_move (const Expr *e)
{
  if (e->kind == Expr::Name || e->kind == Expr::Element)
    return e->kind == Expr::Element;
  const Expr *i = e->kind == Expr::Subscript ? e->args[1] : nullptr;
  return (i && i->kind != Expr::Integer && i->kind != Expr::Name) || may_move (e->args[0]);
}

/* Computes the value before the place. */
void
Emitter::assign (const Stmt *s, int depth)
{
  const Type *t = s->place->type;
  std::string what = value (s->value, t), to = expression (s->place);
  bool may_change =
    s->value->kind == Expr::Call && !s->value->function->pure && may_move (s->place);
  if (may_change)
    put ("{ " + type (t) + " value_ = " + what + "; " + to + " = value_; }", s->at, depth);
  else
    put (to + " = " + what + ";", s->at, depth);
}

/* Returns the place e with its indices evaluated now. */
std::string
Emitter::fixed (const Expr *e, int depth, int &temporaries)
{
  if (e->kind == Expr::Name)
    return name (e->variable);
  std::string whole = fixed (e->args[0], depth, temporaries);
  if (e->kind == Expr::Member)
    return whole + "." + c_name (e->name);
  std::string i = format ("index%d_", ++temporaries);
  put ("int64_t " + i + " = " + expression (e->args[1]) + ";", e->at, depth);
  return whole + ".at[" + i + "]";
}

/* Writes a statement with a call that is given several arrays of one variable: the call gets
 * copies, which are written back in the order of the arguments. */
void
Emitter::copied (const Stmt *s, int depth)
{
  const Expr *call = s->value;
  const Type *result = call->function->result;
  bool declares = s->kind == Stmt::Declare;
  if (declares)
    put (type (result) + " " + c_name (s->variable->name) + ";", s->at, depth);
  put ("{", s->at, depth);
  int temporaries = 0;
  std::string args;
  std::vector<std::string> back;
  for (const Expr *a : call->args)
    {
      std::string c = expression (a);
      if (a->type->kind == Type::Array)
        {
          std::string place = fixed (a, depth + 1, temporaries),
                      copy = format ("copy%d_", ++temporaries), t = type (a->type);
          bool fits = fits_stack (a->type);
          if (!fits)
            copy = lend (a->type);
          put ((fits ? t + " " : "") + copy + " = " + place + ";", a->at, depth + 1);
          back.push_back (place + " = " + copy + ";");
          c = "(" + c_scalar (a->type->element) + " *) " + copy + ".at";
        }
      args += (args.empty () ? "" : ", ") + c;
    }
  bool gives = s->kind != Stmt::Do && result->kind != Type::None;
  put ((gives ? type (result) + " value_ = " : "") + call->name + " (" + args + ");", s->at,
       depth + 1);
  for (const std::string &one : back)
    put (one, s->at, depth + 1);
  if (gives)
    put ((declares ? c_name (s->variable->name) : expression (s->place)) + " = value_;", s->at,
         depth + 1);
  put ("}", {}, depth);
}

} // namespace er
