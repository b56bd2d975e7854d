/* SPDX-License-Identifier: MIT */
/* machine.cc - steps: control, assignments, the outer world (machine.h; chapter 4). */
#include "interp/machine.h"

#include "syntax/syntax.h"

namespace er {

State
Machine::begin () const
{
  State s;
  ProcessState p;
  p.code = module.main ();
  p.memory.resize (p.code->slots);
  p.frames.push_back ({ &p.code->body });
  s.processes.push_back (p);
  return s;
}

/* ---- What comes next ----------------------------------------------------- */

/* Returns the statement of the next step; nullptr at the end of the process or of an iteration. */
const Stmt *
Machine::next (const State &s, int process) const
{
  const ProcessState &p = s.processes[process];
  if (p.frames.empty ())
    return nullptr;
  const Frame &f = p.frames.back ();
  return f.at < f.block->size () ? (*f.block)[f.at] : nullptr;
}

static bool
at_end (const ProcessState &p, const Stmt *next)
{
  return p.frames.empty () || (!next && p.frames.size () == 1)
         || (next && next->kind == Stmt::Return);
}

/* Whether the step commutes with each step of every other process (7.2): all steps do whose result
 * and whose possibility do not depend on indices and ids that others change. */
bool
Machine::local (const State &s, int process) const
{
  const Stmt *n = next (s, process);
  const ProcessState &p = s.processes[process];
  if (at_end (p, n))
    return false; /* its views end, and other processes may join it */
  if (!n || !n->value || n->value->kind != Expr::Operation)
    return true;
  switch (n->value->primitive)
    {
    case Primitive::p_new_record:
    case Primitive::p_receive:
    case Primitive::p_receive_range:
    case Primitive::p_done:
    case Primitive::p_alloc:
      return true;
    default:
      return false;
    }
}

/* ---- Values -------------------------------------------------------------- */

const Value &
Machine::variable (const Variable *v, Place at)
{
  return v->kind == Variable::Constant ? constants.variable (v, at) : process ().memory[v->slot];
}

/* A statement of a function costs as much as a step. */
void
Machine::work (uint64_t values, Place at)
{
  made += 64 + values;
  if (made < most_made)
    return;
  Too_long limit;
  limit.at = at;
  throw limit;
}

/* Calls a pure function of C within an expression. */
Value
Machine::call (const Expr *e, const std::vector<Value> &args)
{
  std::vector<Value> copies = args;
  return native.call (e, copies);
}

/* Calls a function that is not pure: arrays are passed as copies, which are written back (4.11) to
 * the places as of before the call. */
Value
Machine::native_call (const Expr *e)
{
  if (!touch)
    throw Undefined{ e->at,
                     "'" + e->name
                       + "' touches the outer world, which cannot be done once for "
                         "each schedule",
                     "run without --all", true };
  std::vector<Value> args;
  for (const Expr *a : e->args)
    args.push_back (evaluate (a, *this));
  std::vector<Value *> places;
  for (const Expr *a : e->args)
    places.push_back (a->type->kind == Type::Array ? part_of (a) : nullptr);
  Value result = native.call (e, args);
  for (size_t k = 0; k < args.size (); k++)
    if (places[k])
      *places[k] = args[k];
  return result;
}

Value
Machine::value (const Stmt *s)
{
  const Expr *e = s->value;
  if (e->kind == Expr::Operation)
    return operation (e, s);
  if (e->kind == Expr::Run)
    return run (e);
  if (is_operation (e))
    return native_call (e);
  return evaluate (e, *this);
}

/* Returns the location of a place that is to be written. */
Value *
Machine::part_of (const Expr *e)
{
  if (e->kind == Expr::Name)
    return &process ().memory[e->variable->slot];
  if (e->kind == Expr::Element)
    return written (e, number (e->args[1]));
  Value *whole = part_of (e->args[0]);
  if (e->kind == Expr::Member)
    return &whole->parts[e->field];
  return &whole->parts[within (number (e->args[1]), *whole, e->at)];
}

void
Machine::store (const Stmt *s, Value value)
{
  made += size_of (value);
  if (s->kind == Stmt::Declare)
    process ().memory[s->variable->slot] = std::move (value);
  else if (s->kind == Stmt::Assign)
    *part_of (s->place) = std::move (value);
}

/* ---- Control (4.8, 4.9) -------------------------------------------------- */

void
Machine::for_loop (const Stmt *s)
{
  Frame f { &s->body };
  f.loop = s;
  f.counter = number (s->from);
  f.end = number (s->to);
  f.step = s->step ? number (s->step) : 1;
  done_with_statement ();
  if (f.step > 0 ? f.counter >= f.end : f.counter <= f.end)
    return;
  process ().memory[s->variable->slot] = Value (uint64_t (f.counter));
  process ().frames.push_back (f);
}

/* Ends a block that is not the whole process. */
void
Machine::turn_ends ()
{
  Frame &f = process ().frames.back ();
  Index counter = f.counter;
  bool again = false;
  if (f.loop && f.loop->kind == Stmt::For)
    {
      if (__builtin_add_overflow (f.counter, f.step, &counter))
        throw Undefined { f.loop->at, beyond_counter.what, beyond_counter.hint };
      again = f.step > 0 ? counter < f.end : counter > f.end;
    }
  if (!again)
    {
      process ().frames.pop_back (); /* the condition of a while is evaluated again */
      return;
    }
  f.counter = counter;
  f.at = 0;
  process ().memory[f.loop->variable->slot] = Value (uint64_t (f.counter));
}

void
Machine::jump (const Stmt *s)
{
  std::vector<Frame> &frames = process ().frames;
  while (!frames.back ().loop)
    frames.pop_back ();
  const Stmt *loop = frames.back ().loop;
  if (s->kind == Stmt::Continue)
    {
      frames.back ().at = frames.back ().block->size ();
      return;
    }
  frames.pop_back ();
  if (loop->kind == Stmt::While)
    done_with_statement ();
}

void
Machine::print (const Stmt *s)
{
  std::string line;
  for (const Expr *piece : s->pieces)
    line +=
      piece->kind == Expr::String ? piece->name : shown (evaluate (piece, *this), piece->type);
  state->output += line + "\n";
  made += line.size () / 8;
  effect = "prints " + quoted (line);
}

void
Machine::end ()
{
  for (size_t k = 0; k < state->views.size (); k++)
    if (state->views[k].owner == self)
      free_view (int (k), false);
  process ().over = true;
  process ().frames.clear ();
  process ().memory.clear ();
  effect = "ends";
}

void
Machine::step (State &s, int process_number)
{
  state = &s;
  self = process_number;
  s.steps++;
  effect.clear ();
  const Stmt *n = next (s, self);
  if (at_end (process (), n))
    return end ();
  if (!n)
    return turn_ends ();
  switch (n->kind)
    {
    case Stmt::Declare:
    case Stmt::Assign:
    case Stmt::Do:
      store (n, n->value ? value (n) : zero (n->variable->type));
      break;
    case Stmt::If:
      {
        const Block *taken = number (n->value) ? &n->body : &n->other;
        done_with_statement ();
        process ().frames.push_back ({ taken });
        return;
      }
    case Stmt::For:
      return for_loop (n);
    case Stmt::While:
      if (number (n->value))
        {
          Frame f { &n->body };
          f.loop = n;
          process ().frames.push_back (f);
          return;
        }
      break;
    case Stmt::Break:
    case Stmt::Continue:
      return jump (n);
    case Stmt::Print:
      print (n);
      break;
    case Stmt::Return:
      break;
    }
  done_with_statement ();
}

} // namespace er
