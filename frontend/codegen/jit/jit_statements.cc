/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit_statements.cc - control (jit.h).
 *
 * libgccjit rejects unreachable blocks, so a block is created only when there is a jump to it, and
 * code that follows while b is null is left out.
 */
#include "codegen/jit/jit.h"

#include <set>

#include "ir/ir.h"

namespace er {

Backend::R
Backend::call (gcc_jit_function *f, std::vector<R> args, At where)
{
  return gcc_jit_context_new_call (c, where, f, int (args.size ()), args.data ());
}

Backend::R
Backend::call_at (R address, std::vector<R> args, At where)
{
  return gcc_jit_context_new_call_through_ptr (c, where, address, int (args.size ()), args.data ());
}

void
Backend::leave ()
{
  leaves.push_back (b); /* which with_memory ends */
  b = nullptr;
}

void
Backend::end_process (B b)
{
  if (process->name == "main")
    gcc_jit_block_end_with_return (b, nullptr, number (int_type, 0));
  else
    gcc_jit_block_end_with_void_return (b, nullptr);
}

void
Backend::block (const Block &list)
{
  for (const Stmt *s : list)
    if (b)
      statement (s);
}

void
Backend::declaration (const Stmt *s)
{
  const Variable *v = s->variable;
  T t = type (v->type);
  R start = s->value ? value (s->value, v->type) : nullptr;
  bool whole = v->type->aggregate ();
  L local = whole ? room (t, layout_of (v->type).size, at (v->at), v->name)
                  : gcc_jit_function_new_local (fn, at (v->at), t, v->name.c_str ());
  variables[v] = local;
  if (!start)
    start = whole ? gcc_jit_context_new_struct_constructor (c, nullptr, t, 0, nullptr, nullptr)
            : v->type->kind == Type::Record ? gcc_jit_context_null (c, t)
            : v->type->floating ()          ? gcc_jit_context_new_rvalue_from_double (c, t, 0)
                                            : number (t, 0);
  set (local, start, at (s->at));
}

void
Backend::choice (const Stmt *s)
{
  R condition = expression (s->value);
  B yes = fresh (), no = s->other.empty () ? nullptr : fresh (), after = no ? nullptr : fresh ();
  gcc_jit_block_end_with_conditional (b, at (s->at), condition, yes, no ? no : after);
  for (bool first : { true, false })
    {
      if (!first && !no)
        break;
      b = first ? yes : no;
      block (first ? s->body : s->other);
      if (!b)
        continue;
      if (!after)
        after = fresh ();
      jump (after);
    }
  b = after;
}

/* ---- Loops --------------------------------------------------------------- */

/* Whether a primitive may be called within the loop.  A function of C may call one for a view that
 * it was given elsewhere, unless it is pure. */
static bool
has_operation (const Stmt *s)
{
  Block one = { const_cast<Stmt *> (s) };
  bool found = false;
  each_expression (one, [&] (Expr *&e) {
    found |= e->kind == Expr::Operation || e->kind == Expr::Run
             || (e->kind == Expr::Call && !e->function->pure);
  });
  return found;
}

/* Returns the origin of a view as an address that GCC knows not to alias that of another view: an
 * address into a variable of its own, at an offset that GCC does not know. libgccjit 12 has neither
 * restrict nor types for alias analysis, and without this a loop over several views would not be
 * vectorised.  Elements that two views of a process have in common are never accessed through both
 * without a commit and an update between (6.1, 6.3), which are barriers to GCC. */
Backend::R
Backend::apart (const Variable *view, R origin, T pointer)
{
#ifdef __x86_64__
  L &anchor = anchors[view];
  if (!anchor)
    {
      std::string name = own_name (view->name + "_anchor_");
      anchor = gcc_jit_context_new_global (c, nullptr, GCC_JIT_GLOBAL_INTERNAL, scalar (Type::I8),
                                           name.c_str ());
    }
  R base = gcc_jit_lvalue_get_address (anchor, nullptr);
  L distance = temporary (i64);
  gcc_jit_extended_asm *subtract = gcc_jit_block_add_extended_asm (b, nullptr, "sub %1, %0");
  gcc_jit_extended_asm_add_output_operand (subtract, nullptr, "=r", distance);
  gcc_jit_extended_asm_add_input_operand (subtract, nullptr, "r", base);
  gcc_jit_extended_asm_add_input_operand (subtract, nullptr, "0", origin);
  gcc_jit_extended_asm_add_clobber (subtract, "cc");
  R there = gcc_jit_lvalue_get_address (
    gcc_jit_context_new_array_access (c, nullptr, base, gcc_jit_lvalue_as_rvalue (distance)),
    nullptr);
  return gcc_jit_context_new_cast (c, nullptr, there, pointer);
#else
  (void) view;
  return gcc_jit_context_new_cast (c, nullptr, origin, pointer);
#endif
}

/* Loads the origins of the views before a loop without operations.  Returns whether it did so,
 * rather than an enclosing loop. */
bool
Backend::read_origins (const Stmt *s)
{
  if (!origins.empty () || how.check || has_operation (s))
    return false;
  Block one = { const_cast<Stmt *> (s) };
  std::set<const Variable *> views;
  each_expression (one, [&] (Expr *&e) {
    const Variable *v = e->kind == Expr::Element ? e->args[0]->variable : nullptr;
    if (!v || !views.insert (v).second)
      return;
    T pointer = gcc_jit_type_get_pointer (type (v->type->element));
    L origin = gcc_jit_function_new_local (fn, nullptr, pointer, (v->name + "_origin_").c_str ());
    set (origin, apart (v, field (gcc_jit_lvalue_as_rvalue (variables[v]), view_origin), pointer),
         at (s->at));
    origins[v] = origin;
  });
  return !origins.empty ();
}

/* Builds the body from b on; its end jumps to the block `next' of the loop, if it is reached. */
void
Backend::turns (const Stmt *s)
{
  block (s->body);
  if (b)
    {
      if (!loops.back ().next)
        loops.back ().next = fresh ();
      jump (loops.back ().next);
    }
  b = loops.back ().next;
  loops.pop_back ();
}

void
Backend::for_loop (const Stmt *s)
{
  Constants none;
  int64_t step = s->step ? int64_t (evaluate (s->step, none).bits) : 1;
  R from = kept (expression (s->from), i64), to = kept (expression (s->to), i64);
  L counter =
    gcc_jit_function_new_local (fn, at (s->variable->at), i64, s->variable->name.c_str ());
  variables[s->variable] = counter;
  R i = gcc_jit_lvalue_as_rvalue (counter);
  set (counter, from, at (s->at));
  B head = fresh (), body = fresh (), out = fresh ();
  jump (head);
  b = head;
  R more = gcc_jit_context_new_comparison (
    c, at (s->at), step > 0 ? GCC_JIT_COMPARISON_LT : GCC_JIT_COMPARISON_GT, i, to);
  go (more, body, out);
  b = body;
  loops.push_back ({ nullptr, out });
  turns (s);
  if (b)
    {
      if (how.check)
        set (counter, of_index (Op::Add, i, number (i64, step), beyond_counter, s->at), at (s->at));
      else
        gcc_jit_block_add_assignment_op (b, at (s->at), counter, GCC_JIT_BINARY_OP_PLUS,
                                         number (i64, step));
      jump (head);
    }
  b = out;
}

void
Backend::while_loop (const Stmt *s)
{
  B head = fresh (), body = fresh (), out = fresh ();
  jump (head);
  b = head;
  R condition = expression (s->value);
  gcc_jit_block_end_with_conditional (b, at (s->at), condition, body, out);
  b = body;
  loops.push_back ({ head, out });
  block (s->body);
  loops.pop_back ();
  if (b)
    jump (head);
  b = out;
}

/* ---- print (4.10) -------------------------------------------------------- */

/* Returns the argument of printf, if any, and its conversion. */
Backend::R
Backend::piece (const Expr *e, std::string &pattern)
{
  if (e->kind == Expr::Boolean || e->type->kind == Type::Bool)
    {
      pattern += "%s";
      return choose (expression (e), text_type, gcc_jit_context_new_string_literal (c, "true"),
                     gcc_jit_context_new_string_literal (c, "false"));
    }
  if (e->type->floating ())
    {
      pattern += e->type->kind == Type::F32 ? "%.9g" : "%.17g";
      R x = kept (gcc_jit_context_new_cast (c, nullptr, expression (e), f64_type), f64_type);
      R same = gcc_jit_context_new_comparison (c, nullptr, GCC_JIT_COMPARISON_EQ, x, x);
      return choose (same, f64_type, x,
                     gcc_jit_context_new_rvalue_from_double (c, f64_type, __builtin_nan ("")));
    }
  bool is_signed = e->type->is_signed ();
  pattern += is_signed ? "%lld" : "%llu";
  return gcc_jit_context_new_cast (
    c, nullptr, expression (e),
    gcc_jit_context_get_type (c, is_signed ? GCC_JIT_TYPE_LONG_LONG
                                           : GCC_JIT_TYPE_UNSIGNED_LONG_LONG));
}

void
Backend::print (const Stmt *s)
{
  std::string pattern;
  std::vector<R> args = { nullptr };
  for (const Expr *e : s->pieces)
    if (e->kind != Expr::String)
      args.push_back (piece (e, pattern));
    else
      for (char letter : e->name)
        if (letter == 0)
          {
            pattern += "%c"; /* a pattern ends at NUL */
            args.push_back (number (int_type, 0));
          }
        else
          pattern += letter == '%' ? "%%" : std::string (1, letter);
  pattern += "\n";
  args[0] = gcc_jit_context_new_string_literal (c, pattern.c_str ());
  gcc_jit_function *f = import ("printf", int_type, { text_type }, true);
  gcc_jit_block_add_eval (b, at (s->at), call (f, args, at (s->at)));
}

/* ---- All ----------------------------------------------------------------- */

void
Backend::statement (const Stmt *s)
{
  here = at (s->at);
  take_back ();
  switch (s->kind)
    {
    case Stmt::Declare:
      return declaration (s);
    case Stmt::Assign:
      {
        R what = value (s->value, s->place->type);
        /* which may change what the place depends on (4.8) */
        if (s->value->kind == Expr::Call && !s->value->function->pure)
          what = kept (what, type (s->place->type));
        L to = place (s->place);
        return set (to, what, at (s->at));
      }
    case Stmt::Do:
      {
        R result = value (s->value, nullptr);
        if (result)
          gcc_jit_block_add_eval (b, at (s->at), result);
        return;
      }
    case Stmt::If:
      return choice (s);
    case Stmt::For:
    case Stmt::While:
      {
        bool mine = read_origins (s);
        s->kind == Stmt::For ? for_loop (s) : while_loop (s);
        if (mine)
          origins.clear ();
        return;
      }
    case Stmt::Break:
      return jump (loops.back ().out);
    case Stmt::Continue:
      if (!loops.back ().next)
        loops.back ().next = fresh ();
      return jump (loops.back ().next);
    case Stmt::Return:
      if (!in_defined)
        return leave ();
      {
        R result = expression (s->value);
        gcc_jit_block_end_with_return (b, at (s->at), result);
        b = nullptr;
        return;
      }
    case Stmt::Print:
      return print (s);
    }
}

} // namespace er
