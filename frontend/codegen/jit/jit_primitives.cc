/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit_primitives.cc - primitives and run as calls of the runtime (jit.h).
 *
 * The four synchronisations have the fast path of erbium/hot.h inline: a comparison, and for commit
 * and release a store (W and G there, with the same orders). ir-spec/calls.def lists the other
 * calls.
 */
#include "codegen/jit/jit.h"

#include <algorithm>

namespace er {

/* commit and release: publishes i in the slot, and wakes the processes that wait for it. */
void
Backend::publish (R v, R i, gcc_jit_field *of, const char *slow, Place place)
{
  auto compare = [&] (gcc_jit_comparison how, R x) {
    return gcc_jit_context_new_comparison (c, nullptr, how, i, x);
  };
  R slot = kept (field (v, of), slot_type);
  B beyond = fresh (), not_beyond = fresh (), wake = fresh (), after = fresh ();
  go (compare (GCC_JIT_COMPARISON_LE, field (slot, slot_index)), not_beyond, beyond);
  b = not_beyond;
  gcc_jit_function *call_slow = import (slow, void_type, { view_type, i64, int_type, text_type });
  gcc_jit_block_add_eval (
    b, at (place), call (call_slow, { v, i, number (int_type, 0), where (place) }, at (place)));
  jump (after);
  b = beyond;
  auto builtin = [&] (const char *name) { return gcc_jit_context_get_builtin_function (c, name); };
  R index = gcc_jit_lvalue_get_address (
    gcc_jit_rvalue_dereference_field (slot, nullptr, slot_index), nullptr);
  R wake_at = gcc_jit_lvalue_get_address (
    gcc_jit_rvalue_dereference_field (slot, nullptr, slot_wake), nullptr);
  auto as = [&] (R pointer, T of) {
    return gcc_jit_context_new_cast (c, nullptr, pointer,
                                     gcc_jit_type_get_pointer (gcc_jit_type_get_volatile (of)));
  };
  /* Pairs with the load-acquire in erb_lowest_index. */
  gcc_jit_block_add_eval (b, at (place),
                          call (builtin ("__atomic_store_8"),
                                { as (index, void_type), i, number (int_type, __ATOMIC_RELEASE) }));
  /* S1 of hot.h. */
  gcc_jit_block_add_eval (
    b, nullptr, call (builtin ("__atomic_signal_fence"), { number (int_type, __ATOMIC_SEQ_CST) }));
  R awaited = call (builtin ("__atomic_load_8"), { as (wake_at, gcc_jit_type_get_const (void_type)),
                                                   number (int_type, __ATOMIC_RELAXED) });
  go (compare (GCC_JIT_COMPARISON_GE, gcc_jit_context_new_cast (c, nullptr, awaited, i64)), wake,
      after);
  b = wake;
  gcc_jit_block_add_eval (
    b, at (place), call (import ("erbium_wake_slow", void_type, { view_type }), { v }, at (place)));
  jump (after);
  b = after;
}

Backend::R
Backend::update (R v, R i, Place place)
{
  L result = temporary (i64);
  set (result, i);
  B slow = fresh (), after = fresh ();
  go (gcc_jit_context_new_comparison (c, nullptr, GCC_JIT_COMPARISON_GE, i, field (v, view_update)),
      slow, after);
  b = slow;
  gcc_jit_function *call_slow =
    import ("erbium_update_slow", i64, { view_type, i64, int_type, text_type });
  set (result, call (call_slow, { v, i, number (int_type, 0), where (place) }, at (place)));
  jump (after);
  b = after;
  return gcc_jit_lvalue_as_rvalue (result);
}

void
Backend::stall (R v, R i, Place place)
{
  B slow = fresh (), after = fresh ();
  go (gcc_jit_context_new_comparison (c, nullptr, GCC_JIT_COMPARISON_GE, i, field (v, view_stall)),
      slow, after);
  b = slow;
  gcc_jit_function *call_slow =
    import ("erbium_stall_slow", void_type, { view_type, i64, int_type, text_type });
  std::vector<R> arguments = { v, i, number (int_type, may_commit), where (place) };
  gcc_jit_block_add_eval (b, at (place), call (call_slow, arguments, at (place)));
  jump (after);
  b = after;
}

/* Converts an index to int, saturating: larger values are out of the range of each such argument
 * (5.10, 5.12), and the runtime reports them. */
Backend::R
Backend::narrow (const Expr *e)
{
  R x = expression (e);
  if (e->kind == Expr::How)
    return gcc_jit_context_new_cast (c, nullptr, x, int_type);
  if (e->kind == Expr::Integer)
    return number (
      int_type, std::max<int64_t> (INT32_MIN, std::min<int64_t> (int64_t (e->integer), INT32_MAX)));
  R most = number (i64, INT32_MAX), least = number (i64, INT32_MIN);
  x = kept (x, i64);
  x = choose (gcc_jit_context_new_comparison (c, nullptr, GCC_JIT_COMPARISON_LT, x, most), i64, x,
              most);
  x = choose (gcc_jit_context_new_comparison (c, nullptr, GCC_JIT_COMPARISON_GT, x, least), i64, x,
              least);
  return gcc_jit_context_new_cast (c, nullptr, x, int_type);
}

Backend::R
Backend::new_record (const Expr *e, const Type *element)
{
  gcc_jit_function *f = import ("erbium_new_record", address, { u64, u64, i64, i64, text_type });
  Layout l = layout_of (element);
  auto count = [&] (const Expr *a) {
    return gcc_jit_context_new_cast (c, nullptr, expression (a), i64);
  };
  R wreg = count (e->args[0]), rreg = count (e->args[1]);
  return call (
    f,
    { number (u64, int64_t (l.size)), number (u64, int64_t (l.align)), wreg, rreg, where (e->at) },
    at (e->at));
}

/* Reads the limit of a fast path: below it nothing waits.  The limit is below 0 for a view that is
 * watched or has no id. */
Backend::R
Backend::ahead (R v, bool write)
{
  R limit = kept (field (v, write ? view_stall : view_update), i64);
  R some =
    gcc_jit_context_new_comparison (c, nullptr, GCC_JIT_COMPARISON_GT, limit, number (i64, 0));
  return choose (some, i64,
                 gcc_jit_context_new_binary_op (c, nullptr, GCC_JIT_BINARY_OP_MINUS, i64, limit,
                                                number (i64, 1)),
                 number (i64, 0));
}

/* Primitives that are a plain call, with the signature in calls.def. */
Backend::R
Backend::simple (const Expr *e)
{
  struct Row
  {
    const char *name, *function, *signature;
  };
  static const Row rows[] = {
#define CALL(name, function, signature, effect, word) { #name, #function, signature },
#include "calls.def"
  };
  bool new_view =
    e->primitive == Primitive::p_new_read_view || e->primitive == Primitive::p_new_write_view;
  std::string name = new_view ? "new_view" : row_of (e->primitive).name;
  const Row *row = rows;
  while (name != row->name)
    row++;
  auto of = [&] (char letter) {
    return letter == 'v'                    ? void_type
           : letter == 'V'                  ? view_type
           : letter == 'R'                  ? address
           : letter == 'b'                  ? bool_type
           : letter == 'L'                  ? text_type
           : letter == 'i' || letter == 'w' ? int_type
                                            : i64;
  };
  std::vector<T> parameters;
  std::vector<R> args;
  size_t next = 0;
  for (const char *letter = row->signature + 1; *letter; letter++)
    {
      parameters.push_back (of (*letter));
      if (*letter == 'L')
        args.push_back (where (e->at));
      else if (*letter == 'w')
        args.push_back (number (int_type, 0));
      else if (next < e->args.size ())
        {
          const Expr *arg = e->args[next++];
          args.push_back (*letter == 'i' ? narrow (arg) : expression (arg));
        }
      else
        args.push_back (number (int_type, e->primitive == Primitive::p_new_write_view));
    }
  return call (import (row->function, of (row->signature[0]), parameters), args, at (e->at));
}

Backend::R
Backend::operation (const Expr *e, const Type *wanted)
{
  if (e->primitive == Primitive::p_new_record)
    return new_record (e, wanted->element);
  const char *name = row_of (e->primitive).name;
  if (e->primitive == Primitive::p_ahead)
    return ahead (expression (e->args[0]), e->args[0]->type->kind == Type::WriteView);
  if (e->primitive > Primitive::p_stall)
    return simple (e);
  R v = expression (e->args[0]), i = kept (expression (e->args[1]), i64);
  if (e->primitive == Primitive::p_update)
    return update (v, i, e->at);
  if (e->primitive == Primitive::p_stall)
    stall (v, i, e->at);
  else
    publish (v, i, name[0] == 'c' ? view_commit : view_release,
             name[0] == 'c' ? "erbium_commit_slow" : "erbium_release_slow", e->at);
  return nullptr;
}

/* Packs the arguments into a structure; views pass to the new process. */
Backend::R
Backend::run (const Expr *e)
{
  Code &code = codes[e->process];
  R packed = gcc_jit_context_null (c, address);
  L copy = code.arguments ? lend (gcc_jit_struct_as_type (code.arguments), code.size) : nullptr;
  for (size_t k = 0; k < e->args.size (); k++)
    {
      R x = expression (e->args[k]);
      if (e->args[k]->type->view ())
        x = call (import ("erbium_pass_view", view_type, { view_type, text_type }),
                  { x, where (e->at) }, at (e->at));
      set (gcc_jit_lvalue_access_field (copy, nullptr, code.fields[k]), x, at (e->at));
    }
  if (copy)
    packed =
      gcc_jit_context_new_cast (c, nullptr, gcc_jit_lvalue_get_address (copy, nullptr), address);
  T start = gcc_jit_context_new_function_ptr_type (c, nullptr, void_type, 1, &address, 0);
  gcc_jit_function *f = import ("erbium_start", i64, { text_type, start, u64, address, text_type });
  R name = gcc_jit_context_new_string_literal (c, e->name.c_str ());
  return call (f,
               { name, gcc_jit_function_get_address (code.start, nullptr),
                 number (u64, int64_t (copy ? code.size : 0)), packed, where (e->at) },
               at (e->at));
}

Backend::R
Backend::value (const Expr *e, const Type *wanted)
{
  return e->kind == Expr::Operation ? operation (e, wanted)
         : e->kind == Expr::Run     ? run (e)
                                    : expression (e);
}

} // namespace er
