/* SPDX-License-Identifier: MIT */
/* layout.cc - sizes of types (layout.h). */
#include "layout.h"

#include <algorithm>
#include <limits>

namespace er {

static int64_t
alignment_of (const Type *t)
{
  if (t->kind == Type::Array)
    return alignment_of (t->element);
  int64_t most = t->kind == Type::Struct ? 1 : std::max (t->bits () / 8, 1);
  if (t->kind == Type::Struct)
    for (const Field &f : t->structure->fields)
      most = std::max (most, alignment_of (f.type));
  return most;
}

int64_t
bytes_of (const Type *t)
{
  static const int64_t too_large = std::numeric_limits<int64_t>::max () / 4;
  if (t->kind == Type::Array)
    {
      int64_t product = 0;
      bool over = t->count > uint64_t (too_large) || __builtin_mul_overflow (int64_t (t->count), bytes_of (t->element), &product);
      return over ? too_large : std::min (product, too_large);
    }
  if (t->kind != Type::Struct)
    return alignment_of (t);
  int64_t at = 0, whole = alignment_of (t);
  for (const Field &f : t->structure->fields)
    {
      int64_t even = alignment_of (f.type);
      at = std::min ((at + even - 1) / even * even + bytes_of (f.type), too_large);
    }
  return (at + whole - 1) / whole * whole;
}

int64_t
largest_horizon (const Type *element)
{
  static const int64_t most_bytes = int64_t (1) << 30;
  return std::max<int64_t> (most_bytes / std::max<int64_t> (bytes_of (element), 1), 1);
}

} // namespace er
