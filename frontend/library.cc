/* SPDX-License-Identifier: MIT */
/* library.cc - functions of C that compilers know (library.h). */
#include "library.h"

#include <algorithm>

namespace er {

/* Of floats, as many as said; for f32 with an f at the end.  None of them keeps a state but errno, which a
   program of the IR cannot ask for. */
static const struct
{
  const char *name;
  size_t parameters;
} table[] = {
  { "fabs", 1 }, { "sqrt", 1 }, { "cbrt", 1 }, { "floor", 1 }, { "ceil", 1 }, { "trunc", 1 }, { "round", 1 }, { "rint", 1 },
  { "sin", 1 }, { "cos", 1 }, { "tan", 1 }, { "asin", 1 }, { "acos", 1 }, { "atan", 1 }, { "sinh", 1 }, { "cosh", 1 },
  { "tanh", 1 }, { "exp", 1 }, { "exp2", 1 }, { "expm1", 1 }, { "log", 1 }, { "log2", 1 }, { "log10", 1 }, { "log1p", 1 },
  { "pow", 2 }, { "atan2", 2 }, { "hypot", 2 }, { "fmod", 2 }, { "copysign", 2 }, { "fmin", 2 }, { "fmax", 2 }, { "fma", 3 },
};

bool
in_library (const Function &f)
{
  if (!f.pure || !f.result->floating ())
    return false;
  bool same = std::all_of (f.parameters.begin (), f.parameters.end (), [&] (const Type *t) { return t == f.result; });
  return same && std::any_of (std::begin (table), std::end (table), [&] (const auto &row) {
    return f.name == std::string (row.name) + (f.result->kind == Type::F32 ? "f" : "") && f.parameters.size () == row.parameters;
  });
}

} // namespace er
