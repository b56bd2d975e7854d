/* SPDX-License-Identifier: MIT */
/* verify_functions.cc - the verifier: functions that the module defines (verify.h; 3.17).
 *
 * Such a function computes its result from its arguments and from constants, and does nothing else.
 * It has no while and does not call itself, so each call ends.  Its variables are on the stack of
 * the process that calls it, so their size is limited, for functions that call each other in all.
 */
#include <algorithm>

#include "ir/ir.h"
#include "verify/checker.h"

namespace er {

void
Checker::head (Function &f)
{
  f.parameters.clear ();
  for (Variable *v : f.code->parameters)
    {
      v->type = bind (v->type, v->at);
      if (v->type->kind != Type::Wrong && !is_data (v->type))
        error (v->at, "3.17", "a function takes no " + v->type->text (),
               "it takes scalars, arrays and structures");
      f.parameters.push_back (v->type);
    }
  f.result = bind (f.result, f.at);
  if (f.result->kind != Type::Wrong && !is_data (f.result))
    error (f.at, "3.17", "a function gives no " + f.result->text (),
           "it gives a scalar, an array or a structure");
}

/* Whether no path leads to the end of the block. */
static bool
returns (const Block &b)
{
  if (b.empty ())
    return false;
  const Stmt *last = b.back ();
  bool always = last->kind == Stmt::If && last->value->kind == Expr::Boolean;
  if (last->kind != Stmt::If)
    return last->kind == Stmt::Return;
  return always ? returns (last->value->integer ? last->body : last->other)
                : returns (last->body) && returns (last->other);
}

void
Checker::body (Function &f)
{
  block (f.code->body);
  if (!diagnostics.full () && !returns (f.code->body))
    error (f.at, "3.17", "function '" + f.name + "' may end without a result",
           "let each path end with return");
}

/* The value of a return statement: that of a function, and none of a process. */
void
Checker::result (Stmt *s)
{
  if (function && !s->value)
    error (s->at, "3.17", "function '" + function->name + "' returns a value", "return VALUE;");
  else if (function)
    want (s->value, expression (s->value), function->result, "3.17",
          ("the result of '" + function->name + "'").c_str ());
  else if (s->value)
    {
      expression (s->value);
      error (s->at, "3.17", "a process returns no value");
    }
}

/* Whether a function may contain the statement. */
bool
Checker::computes (const Stmt *s)
{
  const Type *t = s->kind == Stmt::Declare ? s->variable->type : nullptr;
  while (t && t->kind == Type::Array)
    t = t->element;
  bool data = !t || t->scalar () || t->kind == Type::Named || t->kind == Type::Struct;
  std::string what = s->kind == Stmt::While   ? "a function has no 'while'"
                     : s->kind == Stmt::Print ? "a function prints nothing"
                     : data ? "" : "a function has no variables of type " + t->text ();
  auto acts = [&] (const Expr *e) {
    if (e->kind == Expr::Operation || e->kind == Expr::Run)
      return true;
    auto g = e->kind == Expr::Call ? global.find (e->name) : global.end ();
    return g != global.end () && g->second.function && !g->second.function->pure;
  };
  if (what.empty () && s->value && acts (s->value))
    what = "a function has no operations";
  if (what.empty ())
    return true;
  error (s->at, "3.17", what, s->kind == Stmt::While ? "a 'for' with 'break' is bounded" : "");
  return false;
}

/* ---- Calls --------------------------------------------------------------- */

namespace {

/* Functions that call each other, in a chain, and the size of what is on their stacks. */
const int most_calls = 10;
const uint64_t most_stack = passed_room;

class Calls
{
public:
  explicit Calls (Diagnostics &diagnostics) : diagnostics (diagnostics) {}
  bool follow (const Function &f, Place at);

private:
  struct Need
  {
    int chain = 0;
    uint64_t stack = 0;
    bool open = true;
  };
  Diagnostics &diagnostics;
  std::map<const Function *, Need> needs;
};

uint64_t
size_of (const Type *t)
{
  return t->aggregate () ? layout_of (t).size : 0;
}

/* The aggregates of a function, named or not. */
uint64_t
own_stack (const Function &f)
{
  uint64_t sum = size_of (f.result);
  for (const Type *t : f.parameters)
    sum += size_of (t);
  each_statement (f.code->body, [&] (Stmt *&s) {
    if (s->kind == Stmt::Declare)
      sum += size_of (s->variable->type);
  });
  each_expression (f.code->body, [&] (Expr *&e) {
    if (e->kind == Expr::Construct || e->kind == Expr::Select || e->kind == Expr::Call)
      sum += size_of (e->type);
  });
  return sum;
}

/* Returns false after an error. */
bool
Calls::follow (const Function &f, Place at)
{
  auto known = needs.find (&f);
  if (known != needs.end ())
    {
      if (known->second.open)
        diagnostics.error (at, "3.17", "function '" + f.name + "' calls itself");
      return !known->second.open;
    }
  needs[&f] = {};
  Need all;
  bool good = true;
  each_expression (f.code->body, [&] (Expr *&e) {
    if (!good || e->kind != Expr::Call || !e->function->code)
      return;
    good = follow (*e->function, e->at);
    const Need &inner = needs[e->function];
    all.chain = std::max (all.chain, inner.chain);
    all.stack = std::max (all.stack, inner.stack);
  });
  all.chain++;
  all.stack += own_stack (f);
  all.open = false;
  if (good && all.chain > most_calls)
    {
      diagnostics.error (
        f.at, "1.9", format ("functions call each other in a chain of more than %d", most_calls));
      good = false;
    }
  else if (good && all.stack > most_stack)
    {
      diagnostics.error (
        f.at, "3.17",
        format ("function '%s' needs %llu bytes for arrays and structures, %llu at most",
                f.name.c_str (), (unsigned long long) all.stack,
                (unsigned long long) most_stack));
      good = false;
    }
  needs[&f] = all;
  return good;
}

} // namespace

void
check_calls (Module &module, Diagnostics &diagnostics)
{
  Calls calls (diagnostics);
  for (const Item &i : module.items)
    if (i.function && i.function->code && !calls.follow (*i.function, i.function->at))
      return;
}

} // namespace er
