/* SPDX-License-Identifier: MIT */
/* defined_functions.cc - executes functions that a module defines (eval.h; ir-spec, 4.14).
 *
 * Such a function is part of an expression, so it is executed at once, within the step of its
 * caller.  Each call has a memory of its own.
 */
#include "eval/eval.h"

namespace er {

namespace {

/* What a statement leads to. */
enum class Next
{
  On,
  Break,
  Continue,
  Return
};

class Call : public Surroundings
{
public:
  Call (const Function &f, std::vector<Value> args, Surroundings &around);
  Value result;
  Next block (const Block &b);

private:
  Surroundings &around;
  std::vector<Value> memory;

  const Value &variable (const Variable *v, Place at) override;
  const Value &element (const Expr *e, int64_t index) override { return around.element (e, index); }
  void unwritten (const Expr *e, int64_t index) override { around.unwritten (e, index); }
  Value call (const Expr *e, const std::vector<Value> &args) override
  {
    return around.call (e, args);
  }
  void work (uint64_t values, Place at) override { around.work (values, at); }

  Value *place (const Expr *e);
  Next statement (const Stmt *s);
  Next for_loop (const Stmt *s);
  int64_t number (const Expr *e) { return int64_t (evaluate (e, *this).bits); }
};

Call::Call (const Function &f, std::vector<Value> args, Surroundings &around) : around (around)
{
  memory.resize (size_t (f.code->slots));
  for (size_t k = 0; k < args.size (); k++)
    memory[size_t (f.code->parameters[k]->slot)] = std::move (args[k]);
}

const Value &
Call::variable (const Variable *v, Place at)
{
  return v->kind == Variable::Constant ? around.variable (v, at) : memory[size_t (v->slot)];
}

/* The location of a place that is assigned to. */
Value *
Call::place (const Expr *e)
{
  if (e->kind == Expr::Name)
    return &memory[size_t (e->variable->slot)];
  Value *whole = place (e->args[0]);
  if (e->kind == Expr::Member)
    return &whole->parts[size_t (e->field)];
  return &whole->parts[within (number (e->args[1]), *whole, e->at)];
}

Next
Call::for_loop (const Stmt *s)
{
  int64_t i = number (s->from), end = number (s->to), step = s->step ? number (s->step) : 1;
  while (step > 0 ? i < end : i > end)
    {
      memory[size_t (s->variable->slot)] = Value (uint64_t (i));
      around.work (1, s->at);
      Next next = block (s->body);
      if (next == Next::Return)
        return next;
      if (next == Next::Break)
        break;
      if (__builtin_add_overflow (i, step, &i))
        throw Undefined { s->at, beyond_counter.what, beyond_counter.hint };
    }
  return Next::On;
}

Next
Call::statement (const Stmt *s)
{
  Value v;
  switch (s->kind)
    {
    case Stmt::Declare:
    case Stmt::Assign:
      v = s->value ? evaluate (s->value, *this) : zero (s->variable->type);
      around.work (size_of (v), s->at);
      *(s->kind == Stmt::Declare ? &memory[size_t (s->variable->slot)] : place (s->place)) =
        std::move (v);
      return Next::On;
    case Stmt::If:
      around.work (1, s->at);
      return block (number (s->value) ? s->body : s->other);
    case Stmt::For:
      around.work (1, s->at);
      return for_loop (s);
    case Stmt::Break:
      return Next::Break;
    case Stmt::Continue:
      return Next::Continue;
    default:
      result = evaluate (s->value, *this);
      around.work (size_of (result), s->at);
      return Next::Return;
    }
}

Next
Call::block (const Block &b)
{
  for (const Stmt *s : b)
    {
      Next next = statement (s);
      if (next != Next::On)
        return next;
    }
  return Next::On;
}

} // namespace

Value
execute (const Function &f, std::vector<Value> args, Surroundings &around)
{
  Call call (f, std::move (args), around);
  call.block (f.code->body);
  return std::move (call.result);
}

} // namespace er
