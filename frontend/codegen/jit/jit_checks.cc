/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit_checks.cc - the checks of a checked build other than those of view elements (jit.h; table of
 * 6.3).
 *
 *   a[i]       a.at[within_ (i, 4, "p.er:3:5")]
 *   x / y      divide_i32_ (x, y, "p.er:3:5")
 *   i + n      add_ (i, n, what, hint, "p.er:3:5")       of index; a counter by its step
 *
 * Each check is a function in the generated program, which is created when it is first needed.  An
 * expression thus stays a single tree, and the optimiser can remove checks that cannot fail.  A
 * failed check calls erbium_undefined, which returns if ERBIUM_CHECK=0 has switched checks off.
 */
#include "codegen/jit/jit.h"

namespace er {

/* Adds to a function: "if the condition holds, behaviour is undefined". */
struct Backend::Check
{
  Backend &backend;
  gcc_jit_function *function;
  B from;
  R argument (int k) { return gcc_jit_param_as_rvalue (gcc_jit_function_get_param (function, k)); }
  R compare (gcc_jit_comparison how, R x, R y)
  {
    return gcc_jit_context_new_comparison (backend.c, nullptr, how, x, y);
  }
  void undefined_if (R condition, R what, R hint, R n, R of, R where);
  void give (R result) { gcc_jit_block_end_with_return (from, nullptr, result); }
};

void
Backend::Check::undefined_if (R condition, R what, R hint, R n, R of, R where)
{
  gcc_jit_function *tell = backend.import (
    "erbium_undefined", backend.void_type,
    { backend.text_type, backend.text_type, backend.i64, backend.i64, backend.text_type });
  B wrong = gcc_jit_function_new_block (function, nullptr),
    good = gcc_jit_function_new_block (function, nullptr);
  gcc_jit_block_end_with_conditional (from, nullptr, condition, wrong, good);
  gcc_jit_block_add_eval (wrong, nullptr, backend.call (tell, { what, hint, n, of, where }));
  gcc_jit_block_end_with_jump (wrong, nullptr, good);
  from = good;
}

gcc_jit_function *
Backend::check_function (const std::string &name, T result, std::vector<T> parameters,
               const std::function<void (Check &)> &body)
{
  gcc_jit_function *&f = checks[name];
  if (f)
    return f;
  std::vector<gcc_jit_param *> list;
  for (size_t k = 0; k < parameters.size (); k++)
    list.push_back (
      gcc_jit_context_new_param (c, nullptr, parameters[k], format ("a%zu", k).c_str ()));
  f = gcc_jit_context_new_function (c, nullptr, GCC_JIT_FUNCTION_INTERNAL, result,
                                    own_name (name).c_str (), int (list.size ()), list.data (), 0);
  Check one { *this, f, gcc_jit_function_new_block (f, nullptr) };
  body (one);
  return f;
}

/* i, if the array has an element i (4.7). */
Backend::R
Backend::array_index (R i, const Type *array, Place place)
{
  gcc_jit_function *f = check_function ("within_", i64, { i64, i64, text_type }, [&] (Check &l) {
    R i = l.argument (0), n = l.argument (1);
    auto natural = [&] (R x) { return gcc_jit_context_new_cast (c, nullptr, x, u64); };
    l.undefined_if (l.compare (GCC_JIT_COMPARISON_GE, natural (i), natural (n)),
                    text_of (beyond_array.what), text_of (beyond_array.hint), i, n, l.argument (2));
    l.give (i);
  });
  return call (f, { i, number (i64, int64_t (array->count)), where (place) }, at (place));
}

/* x / y or x % y, of one integer type (4.5). */
Backend::R
Backend::quotient (const Expr *e, R x, R y)
{
  T t = type (e->type);
  bool divides = e->op == Op::Divide;
  std::string name = (divides ? "divide_" : "remainder_") + e->type->text () + "_";
  gcc_jit_function *f = check_function (name, t, { t, t, text_type }, [&] (Check &l) {
    R a = l.argument (0), b = l.argument (1), where = l.argument (2), none = number (i64, 0);
    l.undefined_if (l.compare (GCC_JIT_COMPARISON_EQ, b, number (t, 0)), text_of (by_zero.what),
                    text_of (by_zero.hint), none, none, where);
    if (e->type->is_signed ())
      {
        Saying least = least_by_minus_one (e->type);
        int64_t lowest = int64_t (fit (uint64_t (1) << (e->type->bits () - 1), e->type));
        R both =
          gcc_jit_context_new_binary_op (c, nullptr, GCC_JIT_BINARY_OP_BITWISE_AND, bool_type,
                                         l.compare (GCC_JIT_COMPARISON_EQ, a, number (t, lowest)),
                                         l.compare (GCC_JIT_COMPARISON_EQ, b, number (t, -1)));
        l.undefined_if (both, text_of (least.what), text_of (least.hint), none, none, where);
      }
    l.give (gcc_jit_context_new_binary_op (
      c, nullptr, divides ? GCC_JIT_BINARY_OP_DIVIDE : GCC_JIT_BINARY_OP_MODULO, t, a, b));
  });
  return call (f, { x, y, where (e->at) }, at (e->at));
}

/* x op y for type index; there is no overflow if the operation in 128 bits has the same result
 * (4.5). */
Backend::R
Backend::of_index (Op op, R x, R y, const Saying &beyond, Place place)
{
  gcc_jit_binary_op own = op == Op::Add        ? GCC_JIT_BINARY_OP_PLUS
                          : op == Op::Subtract ? GCC_JIT_BINARY_OP_MINUS
                                               : GCC_JIT_BINARY_OP_MULT;
  const char *name = op == Op::Add ? "add_" : op == Op::Subtract ? "subtract_" : "multiply_";
  gcc_jit_function *f =
    check_function (name, i64, { i64, i64, text_type, text_type, text_type }, [&] (Check &l) {
      T wide = gcc_jit_context_get_type (c, GCC_JIT_TYPE_INT128_T);
      auto widened = [&] (R v) { return gcc_jit_context_new_cast (c, nullptr, v, wide); };
      R all = gcc_jit_context_new_binary_op (c, nullptr, own, wide, widened (l.argument (0)),
                                             widened (l.argument (1)));
      R cut = gcc_jit_context_new_cast (c, nullptr, all, i64), none = number (i64, 0);
      l.undefined_if (l.compare (GCC_JIT_COMPARISON_NE, widened (cut), all), l.argument (2),
                      l.argument (3), none, none, l.argument (4));
      l.give (cut);
    });
  return call (f, { x, y, text_of (beyond.what), text_of (beyond.hint), where (place) },
               at (place));
}

} // namespace er
