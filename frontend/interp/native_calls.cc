/* SPDX-License-Identifier: MIT */
/* native_calls.cc - functions of C (native_calls.h). */
#include "interp/native_calls.h"

#include <cstring>
#include <ffi.h>

#include "foreign/foreign.h"

namespace er {

void *
Library::find (const Expr *e)
{
  void *&place = known[e->name];
  if (!place)
    place = is_fixed (*e->function) ? in_c_library (e->name) : loaded.find (e->name);
  if (!place)
    throw Undefined{ e->at, "there is no function '" + e->name + "'",
                     "name its shared library with --load=FILE", true };
  return place;
}

/* ---- Values as C has them ------------------------------------------------ */

static ffi_type *
type_of (const Type *t)
{
  static ffi_type *const types[] = { &ffi_type_uint8,  &ffi_type_sint64, &ffi_type_sint8,
                                     &ffi_type_sint16, &ffi_type_sint32, &ffi_type_sint64,
                                     &ffi_type_uint8,  &ffi_type_uint16, &ffi_type_uint32,
                                     &ffi_type_uint64, &ffi_type_float,  &ffi_type_double };
  return t->scalar () ? types[t->kind] : t->kind == Type::None ? &ffi_type_void : &ffi_type_pointer;
}

static size_t
size_of (const Type *t)
{
  return t->kind == Type::Bool ? 1 : t->bits () / 8;
}

/* Little-endian: the low bytes come first.  Floats keep their own format. */
static void
put (const Value &value, const Type *t, char *to)
{
  float narrow = float (as_number (value.bits));
  if (t->kind == Type::F32)
    memcpy (to, &narrow, sizeof narrow);
  else
    memcpy (to, &value.bits, size_of (t));
}

static Value
get (const char *from, const Type *t)
{
  uint64_t bits = 0;
  float narrow;
  if (t->kind == Type::F32)
    {
      memcpy (&narrow, from, sizeof narrow);
      return Value (as_bits (narrow));
    }
  memcpy (&bits, from, size_of (t));
  return Value (t->kind == Type::F64 ? bits : t->kind == Type::Bool ? bits & 1 : fit (bits, t));
}

/* One argument: the bytes that are passed to C, and for an array those to which they point. */
struct Argument
{
  alignas (16) char bytes[16];
  std::vector<char> array;
};

static void
marshal (const Value &value, const Type *t, Argument &a)
{
  if (t->scalar ())
    {
      put (value, t, a.bytes);
      return;
    }
  size_t size = size_of (t->element);
  a.array.resize (size * value.parts.size ());
  for (size_t k = 0; k < value.parts.size (); k++)
    put (value.parts[k], t->element, &a.array[size * k]);
  char *address = a.array.data ();
  memcpy (a.bytes, &address, sizeof address);
}

Value
Library::call (const Expr *e, std::vector<Value> &args)
{
  const Function &f = *e->function;
  void *place = find (e);
  std::vector<Argument> values (args.size ());
  std::vector<ffi_type *> types;
  std::vector<void *> pointers;
  for (size_t k = 0; k < args.size (); k++)
    {
      marshal (args[k], f.parameters[k], values[k]);
      types.push_back (type_of (f.parameters[k]));
      pointers.push_back (values[k].bytes);
    }
  ffi_cif cif;
  if (ffi_prep_cif (&cif, FFI_DEFAULT_ABI, unsigned (args.size ()), type_of (f.result),
                    types.data ())
      != FFI_OK)
    throw Undefined { e->at, "'" + e->name + "' cannot be called", "", true };
  alignas (16) char result[16] = { 0 };
  ffi_call (&cif, FFI_FN (place), result, pointers.data ());
  for (size_t k = 0; k < args.size (); k++)
    if (f.parameters[k]->kind == Type::Array)
      for (size_t n = 0; n < args[k].parts.size (); n++)
        args[k].parts[n] =
          get (&values[k].array[n * size_of (f.parameters[k]->element)], f.parameters[k]->element);
  return f.result->kind == Type::None ? Value () : get (result, f.result);
}

} // namespace er
