/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit_types.cc - types, literals and places in libgccjit (jit.h).
 *
 * Arrays are values, so they are members of structures, as in C. */
#include "codegen/jit/jit.h"

#include <cstddef>

#include "../../../runtime/include/erbium/hot.h"

namespace er {

/* The fields of erbium/hot.h that the fast paths read, at their offsets. */
void
Backend::runtime_types ()
{
  static_assert (
    offsetof (erbium_view, update_limit) == 16 && offsetof (erbium_view, stall_limit) == 24
      && offsetof (erbium_view, commit_slot) == 32 && offsetof (erbium_view, release_slot) == 40
      && offsetof (erbium_view, origin) == 48,
    "the layout of a view is not that of runtime_types");
  static_assert (offsetof (erbium_slot, index) == 0 && offsetof (erbium_slot, wake_at) == 8,
                 "the layout of a slot is not that of runtime_types");
  auto field = [&] (T t, const char *name) {
    return gcc_jit_context_new_field (c, nullptr, t, name);
  };
  slot_index = field (i64, "index");
  slot_wake = field (i64, "wake_at");
  gcc_jit_field *of_slot[] = { slot_index, slot_wake };
  slot = gcc_jit_context_new_struct_type (c, nullptr, "erbium_slot", 2, of_slot);
  slot_type = gcc_jit_type_get_pointer (gcc_jit_struct_as_type (slot));
  gcc_jit_field *of_view[] = {
    field (address, "base"), field (u64, "mask"), view_update = field (i64, "update_limit"),
    view_stall = field (i64, "stall_limit"), view_commit = field (slot_type, "commit_slot"),
    view_release = field (slot_type, "release_slot"), view_origin = field (address, "origin") };
  view = gcc_jit_context_new_struct_type (c, nullptr, "erbium_view", 7, of_view);
  view_type = gcc_jit_type_get_pointer (gcc_jit_struct_as_type (view));
}

Backend::T
Backend::scalar (Type::Kind kind)
{
  static const gcc_jit_types same[] = {
    GCC_JIT_TYPE_BOOL,     GCC_JIT_TYPE_INT64_T,  GCC_JIT_TYPE_INT8_T,  GCC_JIT_TYPE_INT16_T,
    GCC_JIT_TYPE_INT32_T,  GCC_JIT_TYPE_INT64_T,  GCC_JIT_TYPE_UINT8_T, GCC_JIT_TYPE_UINT16_T,
    GCC_JIT_TYPE_UINT32_T, GCC_JIT_TYPE_UINT64_T, GCC_JIT_TYPE_FLOAT,   GCC_JIT_TYPE_DOUBLE,
    GCC_JIT_TYPE_INT64_T
  };
  return gcc_jit_context_get_type (c, same[kind]);
}

Backend::T
Backend::unsigned_of (const Type *t)
{
  return scalar (t->bits () == 8    ? Type::U8
                 : t->bits () == 16 ? Type::U16
                 : t->bits () == 32 ? Type::U32
                                    : Type::U64);
}

Backend::T
Backend::aggregate (const Type *t)
{
  std::vector<gcc_jit_field *> list;
  if (t->kind == Type::Array)
    list.push_back (gcc_jit_context_new_field (
      c, nullptr, gcc_jit_context_new_array_type (c, nullptr, type (t->element), int (t->count)),
      "at"));
  else
    for (const Field &f : t->structure->fields)
      list.push_back (gcc_jit_context_new_field (c, nullptr, type (f.type), f.name.c_str ()));
  std::string name = t->kind == Type::Array ? "array" : t->name;
  gcc_jit_struct *s =
    gcc_jit_context_new_struct_type (c, nullptr, name.c_str (), int (list.size ()), list.data ());
  fields[t] = list;
  return gcc_jit_struct_as_type (s);
}

Backend::T
Backend::type (const Type *t)
{
  if (t->kind <= Type::Handle)
    return scalar (t->kind);
  if (t->kind == Type::None)
    return void_type;
  if (t->kind == Type::Record)
    return address;
  if (t->view ())
    return view_type;
  auto known = types.find (t);
  if (known != types.end ())
    return known->second;
  T made = aggregate (t);
  return types[t] = made;
}

Backend::At
Backend::at (Place place)
{
  return place.line
           ? gcc_jit_context_new_location (c, file.c_str (), int (place.line), int (place.column))
           : nullptr;
}

/* "file:line:column", for messages of the runtime. */
Backend::R
Backend::where (Place place)
{
  return gcc_jit_context_new_string_literal (
    c, format ("%s:%u:%u", file.c_str (), place.line, place.column).c_str ());
}

} // namespace er
