/* SPDX-License-Identifier: MIT */
/* builtins.cc - the table of the functions that need no declaration (builtins.h). */
#include "streamit/builtins/builtins.h"

#include <cmath>

namespace er::streamit {

static const Builtin table[] = {
  { "sin", 1, Builtin::Real, sin },      { "cos", 1, Builtin::Real, cos },
  { "tan", 1, Builtin::Real, tan },      { "asin", 1, Builtin::Real, asin },
  { "acos", 1, Builtin::Real, acos },    { "atan", 1, Builtin::Real, atan },
  { "sinh", 1, Builtin::Real, sinh },    { "cosh", 1, Builtin::Real, cosh },
  { "tanh", 1, Builtin::Real, tanh },    { "exp", 1, Builtin::Real, exp },
  { "log", 1, Builtin::Real, log },      { "log10", 1, Builtin::Real, log10 },
  { "sqrt", 1, Builtin::Real, sqrt },    { "floor", 1, Builtin::Real, floor },
  { "ceil", 1, Builtin::Real, ceil },    { "round", 1, Builtin::Real, round },
  { "rint", 1, Builtin::Real, rint },
  { "atan2", 2, Builtin::Real, nullptr, atan2 }, { "pow", 2, Builtin::Real, nullptr, pow },
  { "fmod", 2, Builtin::Real, nullptr, fmod },
  { "abs", 1, Builtin::Abs },            { "fabs", 1, Builtin::Abs },
  { "min", 2, Builtin::Extreme },        { "max", 2, Builtin::Extreme },
  { "arg", 1, Builtin::Argument },       { "csqrt", 1, Builtin::Root },
  { "print", 1, Builtin::Print },        { "println", 1, Builtin::Print },
  { "random", 0, Builtin::Random },      { "randomI", 0, Builtin::Random },
};

const Builtin *
builtin_named (const std::string &name)
{
  for (const Builtin &b : table)
    if (name == b.name)
      return &b;
  return nullptr;
}

std::vector<std::string>
builtin_names ()
{
  std::vector<std::string> names;
  for (const Builtin &b : table)
    names.push_back (b.name);
  return names;
}

} // namespace er::streamit
