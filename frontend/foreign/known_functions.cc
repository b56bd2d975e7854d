/* SPDX-License-Identifier: MIT */
/* known_functions.cc - functions of C that compilers recognise (known_functions.h). */
#include "foreign/known_functions.h"

#include <algorithm>
#include <set>

#include "foreign/loaded_libraries.h"

namespace er {

/* Functions of so many floats; the variant for f32 has the suffix f.  None of them has a state
 * other than errno, which a program of the IR cannot read. fmin (0.0, -0.0) may return either zero.
 */
struct Row
{
  const char *name;
  size_t parameters;
};
static const Row fixed_table[] = {
  { "fabs", 1 },  { "sqrt", 1 }, { "floor", 1 },     { "ceil", 1 },     { "trunc", 1 },
  { "round", 1 }, { "rint", 1 }, { "nearbyint", 1 }, { "copysign", 2 }, { "fma", 3 },
};
static const Row table[] = {
  { "cbrt", 1 },  { "sin", 1 },   { "cos", 1 },  { "tan", 1 },   { "asin", 1 },  { "acos", 1 },
  { "atan", 1 },  { "sinh", 1 },  { "cosh", 1 }, { "tanh", 1 },  { "exp", 1 },   { "exp2", 1 },
  { "expm1", 1 }, { "log", 1 },   { "log2", 1 }, { "log10", 1 }, { "log1p", 1 }, { "pow", 2 },
  { "atan2", 2 }, { "hypot", 2 }, { "fmod", 2 }, { "fmin", 2 },  { "fmax", 2 },
};

template <size_t n>
static bool
stands_in (const Row (&rows)[n], const Function &f)
{
  if (!f.pure || f.code || !f.result->floating ())
    return false;
  bool same = std::all_of (f.parameters.begin (), f.parameters.end (),
                           [&] (const Type *t) { return t == f.result; });
  return same && std::any_of (rows, rows + n, [&] (const Row &row) {
           return f.name == std::string (row.name) + (f.result->kind == Type::F32 ? "f" : "")
                  && f.parameters.size () == row.parameters;
         });
}

bool
in_library (const Function &f)
{
  return is_fixed (f) || stands_in (table, f);
}

bool
is_fixed (const Function &f)
{
  return stands_in (fixed_table, f);
}

/* Those of the C library, and some that GCC alone has. */
bool
is_known (const std::string &name)
{
  static const std::set<std::string> of_gcc
    = { "pow10", "pow10f", "signbit", "signbitf", "gamma_r", "gammaf_r", "ffsimax" };
  return of_gcc.count (name) || in_c_library (name);
}

} // namespace er
