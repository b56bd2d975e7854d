/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit_items.cc - constants, functions and processes (jit.h).
 *
 *   process p (a : i32, v : read view f32)
 *       void p (int32_t a, erbium_view *v)
 *       static void p_start_ (struct { int32_t a; erbium_view *v; } *x) { p (x->a, x->v); }
 */
#include "codegen/jit/jit.h"

#include <cmath>

#include "erbium/hot.h"
#include "erbium/unchecked.h"
#include "foreign/foreign.h"

namespace er {

Backend::Backend (const Module &module, const std::string &file, const Machine_code &how)
  : module (module), file (file), how (how), c (gcc_jit_context_acquire ())
{
  gcc_jit_context_set_int_option (c, GCC_JIT_INT_OPTION_OPTIMIZATION_LEVEL, how.level);
  gcc_jit_context_set_bool_option (c, GCC_JIT_BOOL_OPTION_DEBUGINFO, how.debug);
  gcc_jit_context_add_command_line_option (c, "-ffp-contract=off"); /* 4.6 */
  /* The stack may be a fiber's, with a guard below it that a larger frame would pass by. */
  gcc_jit_context_add_command_line_option (c, "-fstack-clash-protection");
  /* libgccjit treats a warning as an error, and unreachable code may have undefined behaviour. */
  gcc_jit_context_add_command_line_option (c, "-w");
  /* A program cannot read errno or trap floating-point exceptions, so library functions may be
   * vectorised. */
  gcc_jit_context_add_command_line_option (c, "-fno-math-errno");
  gcc_jit_context_add_command_line_option (c, "-fno-trapping-math");
  /* A loop over the 8 lanes of a vector must not be unrolled before vectorisation, because the
   * vectoriser would see only separate statements.  Afterwards a surrounding loop of up to 8
   * iterations is unrolled, so that arrays that connect such loops stay in registers. */
  gcc_jit_context_add_command_line_option (c, "--param=max-completely-peel-times=7");
  void_type = gcc_jit_context_get_type (c, GCC_JIT_TYPE_VOID);
  bool_type = scalar (Type::Bool);
  int_type = gcc_jit_context_get_type (c, GCC_JIT_TYPE_INT);
  i64 = scalar (Type::I64);
  u64 = scalar (Type::U64);
  f64_type = scalar (Type::F64);
  address = gcc_jit_context_get_type (c, GCC_JIT_TYPE_VOID_PTR);
  text_type = gcc_jit_context_get_type (c, GCC_JIT_TYPE_CONST_CHAR_PTR);
  runtime_types ();
}

Backend::~Backend ()
{
  gcc_jit_context_release (c);
}

std::string
Backend::own_name (std::string name)
{
  while (!taken.insert (name).second)
    name += "_";
  return name;
}

/* ---- Functions of C ------------------------------------------------------ */

gcc_jit_function *
Backend::import (const std::string &name, T result, std::vector<T> parameters, bool more)
{
  gcc_jit_function *&f = functions[name];
  return f ? f : f = imported (name, result, parameters, more);
}

gcc_jit_function *
Backend::imported (const std::string &name, T result, std::vector<T> parameters, bool more)
{
  std::vector<gcc_jit_param *> list;
  for (size_t k = 0; k < parameters.size (); k++)
    list.push_back (
      gcc_jit_context_new_param (c, nullptr, parameters[k], format ("a%zu", k).c_str ()));
  return gcc_jit_context_new_function (c, nullptr, GCC_JIT_FUNCTION_IMPORTED, result, name.c_str (),
                                       int (list.size ()), list.data (), more);
}

/* Returns the address of a function in this process.  If it were called by name, the dynamic linker
 * could bind it to a library with which this tool is linked. */
Backend::R
Backend::address_of (const std::string &name, T result, std::vector<T> parameters)
{
  T pointer = gcc_jit_context_new_function_ptr_type (c, nullptr, result, int (parameters.size ()),
                                                     parameters.data (), 0);
  return gcc_jit_context_new_rvalue_from_ptr (c, pointer, how.in_process->find (name));
}

/* A call of a C function.  GCC must not recognise it as a builtin, and must not evaluate it, except
 * for functions whose results IEEE 754 defines exactly.  Arrays are passed by the address of their
 * first element. */
Backend::R
Backend::outer (const Function &f, std::vector<R> args, At where)
{
  if (is_fixed (f))
    return call (gcc_jit_context_get_builtin_function (c, f.name.c_str ()), args, where);
  std::vector<T> parameters;
  for (const Type *t : f.parameters)
    parameters.push_back (t->kind == Type::Array ? gcc_jit_type_get_pointer (type (t->element))
                                                 : type (t));
  gcc_jit_function *&known = outers[&f];
  if (!how.in_process && !known)
    known = imported (f.name, type (f.result), parameters, false);
  if (known)
    return call (known, args, where);
  return call_at (address_of (f.name, type (f.result), parameters), args, where);
}

/* ---- Constants ----------------------------------------------------------- */

Backend::R
Backend::initial (const Value &value, const Type *t)
{
  if (t->floating ())
    return gcc_jit_context_new_rvalue_from_double (c, type (t), as_number (value.bits));
  if (t->scalar ())
    return number (type (t), int64_t (value.bits));
  T whole = type (t);
  std::vector<R> parts;
  for (size_t k = 0; k < value.parts.size (); k++)
    parts.push_back (
      initial (value.parts[k], t->structure ? t->structure->fields[k].type : t->element));
  if (t->kind == Type::Array)
    {
      T row = gcc_jit_context_new_array_type (c, nullptr, type (t->element), int (t->count));
      R at =
        gcc_jit_context_new_array_constructor (c, nullptr, row, int (parts.size ()), parts.data ());
      return gcc_jit_context_new_struct_constructor (c, nullptr, whole, 1, fields[t].data (), &at);
    }
  return gcc_jit_context_new_struct_constructor (c, nullptr, whole, int (parts.size ()),
                                                 fields[t].data (), parts.data ());
}

void
Backend::constant (const Variable &v)
{
  Constants known;
  std::string name = own_name (v.name + "_constant_");
  L global = gcc_jit_context_new_global (c, at (v.at), GCC_JIT_GLOBAL_INTERNAL, type (v.type),
                                         name.c_str ());
  gcc_jit_global_set_initializer_rvalue (global, initial (known.variable (&v, v.at), v.type));
  variables[&v] = global;
}

/* Converts a double towards zero, saturating, and NaN to 0 (2.4). */
gcc_jit_function *
Backend::saturating_to (const Type *t)
{
  gcc_jit_function *&f = saturating[t->kind];
  if (f)
    return f;
  gcc_jit_param *parameter = gcc_jit_context_new_param (c, nullptr, f64_type, "x");
  R x = gcc_jit_param_as_rvalue (parameter);
  T to = type (t);
  f = gcc_jit_context_new_function (c, nullptr, GCC_JIT_FUNCTION_INTERNAL, to,
                                    own_name ("to_" + t->text () + "_").c_str (), 1, &parameter, 0);
  int bits = t->bits () - t->is_signed ();
  int64_t most = bits == 64 ? -1 : int64_t ((uint64_t (1) << bits) - 1),
          least = t->is_signed () ? -most - 1 : 0;
  auto real = [&] (double d) { return gcc_jit_context_new_rvalue_from_double (c, f64_type, d); };
  auto test = [&] (gcc_jit_comparison how, R y) {
    return gcc_jit_context_new_comparison (c, nullptr, how, x, y);
  };
  B from = gcc_jit_function_new_block (f, nullptr);
  auto give = [&] (R condition, R result) {
    B yes = gcc_jit_function_new_block (f, nullptr), no = gcc_jit_function_new_block (f, nullptr);
    gcc_jit_block_end_with_conditional (from, nullptr, condition, yes, no);
    gcc_jit_block_end_with_return (yes, nullptr, result);
    from = no;
  };
  give (test (GCC_JIT_COMPARISON_NE, x), number (to, 0));
  give (test (GCC_JIT_COMPARISON_GE, real (std::ldexp (1.0, bits))), number (to, most));
  give (test (GCC_JIT_COMPARISON_LE, real (t->is_signed () ? -std::ldexp (1.0, bits) : 0.0)),
        number (to, least));
  gcc_jit_block_end_with_return (from, nullptr, gcc_jit_context_new_cast (c, nullptr, x, to));
  return f;
}

/* a + b or a - b in a function of its own (may_lose_zero). */
gcc_jit_function *
Backend::in_function (Op op, const Type *t)
{
  bool add = op == Op::Add;
  gcc_jit_function *&f = sums[{ t->kind, add }];
  if (f)
    return f;
  T of = type (t);
  gcc_jit_param *parameters[] = { gcc_jit_context_new_param (c, nullptr, of, "a"),
                                  gcc_jit_context_new_param (c, nullptr, of, "b") };
  R a = gcc_jit_param_as_rvalue (parameters[0]), b = gcc_jit_param_as_rvalue (parameters[1]);
  std::string name = own_name ((add ? "plus_" : "minus_") + t->text () + "_");
  f = gcc_jit_context_new_function (c, nullptr, GCC_JIT_FUNCTION_INTERNAL, of, name.c_str (), 2,
                                    parameters, 0);
  gcc_jit_block_end_with_return (
    gcc_jit_function_new_block (f, nullptr), nullptr,
    gcc_jit_context_new_binary_op (
      c, nullptr, add ? GCC_JIT_BINARY_OP_PLUS : GCC_JIT_BINARY_OP_MINUS, of, a, b));
  return f;
}

/* ---- Processes ----------------------------------------------------------- */

/* The structure that holds the arguments of a new process. */
void
Backend::pack (const Process &p)
{
  Code &code = codes[&p];
  Layout all = { 0, 1 };
  for (const Variable *v : p.parameters)
    {
      Layout l = layout_of (v->type);
      all.size = (all.size + l.align - 1) / l.align * l.align + l.size;
      all.align = std::max (all.align, l.align);
      code.fields.push_back (
        gcc_jit_context_new_field (c, nullptr, type (v->type), v->name.c_str ()));
    }
  code.size = (all.size + all.align - 1) / all.align * all.align;
  if (!code.fields.empty ())
    code.arguments =
      gcc_jit_context_new_struct_type (c, nullptr, own_name (p.name + "_arguments_").c_str (),
                                       int (code.fields.size ()), code.fields.data ());
}

/* The function with the name of the process, which C code runs. */
gcc_jit_function *
Backend::named (const Process &p, std::vector<gcc_jit_param *> &list)
{
  bool is_main = p.name == "main";
  for (const Variable *v : p.parameters)
    list.push_back (gcc_jit_context_new_param (c, at (v->at), type (v->type), v->name.c_str ()));
  gcc_jit_function_kind kind = p.external                   ? GCC_JIT_FUNCTION_IMPORTED
                               : how.in_process && !is_main ? GCC_JIT_FUNCTION_INTERNAL
                                                            : GCC_JIT_FUNCTION_EXPORTED;
  return gcc_jit_context_new_function (c, at (p.at), kind, is_main ? int_type : void_type,
                                       p.name.c_str (), int (list.size ()), list.data (), 0);
}

/* A process with large parameters reads them from the memory of the runtime; passed by value they
 * would be on the stack. */
void
Backend::declare_in_place (const Process &p)
{
  Code &code = codes[&p];
  gcc_jit_param *parameter = gcc_jit_context_new_param (c, nullptr, address, "arguments");
  code.start = code.function =
    gcc_jit_context_new_function (c, at (p.at), GCC_JIT_FUNCTION_INTERNAL, void_type,
                                  own_name (p.name + "_body_").c_str (), 1, &parameter, 0);
  R packed =
    gcc_jit_context_new_cast (c, nullptr, gcc_jit_param_as_rvalue (parameter),
                              gcc_jit_type_get_pointer (gcc_jit_struct_as_type (code.arguments)));
  for (size_t k = 0; k < p.parameters.size (); k++)
    variables[p.parameters[k]] = gcc_jit_rvalue_dereference_field (packed, nullptr, code.fields[k]);
}

void
Backend::declare (const Process &p)
{
  Code &code = codes[&p];
  pack (p);
  if (!p.external && code.size > passed_room)
    return declare_in_place (p);
  std::vector<gcc_jit_param *> list;
  code.function = named (p, list);
  for (size_t k = 0; k < list.size (); k++)
    if (!p.external)
      variables[p.parameters[k]] = gcc_jit_param_as_lvalue (list[k]);
}

/* p (a, b) calls the body with the address of both. */
void
Backend::define_named (const Process &p)
{
  Code &code = codes[&p];
  std::vector<gcc_jit_param *> list;
  fn = named (p, list);
  here = at (p.at);
  b = fresh ();
  L packed = temporary (gcc_jit_struct_as_type (code.arguments));
  for (size_t k = 0; k < list.size (); k++)
    set (gcc_jit_lvalue_access_field (packed, nullptr, code.fields[k]),
         gcc_jit_param_as_rvalue (list[k]));
  R there =
    gcc_jit_context_new_cast (c, nullptr, gcc_jit_lvalue_get_address (packed, nullptr), address);
  gcc_jit_block_add_eval (b, here, call (code.function, { there }, here));
  gcc_jit_block_end_with_void_return (b, nullptr);
}

/* Calls the body of the process; a process of C is called by its address in this process. */
Backend::R
Backend::body_call (const Process &p, std::vector<R> args)
{
  if (!p.external || !how.in_process)
    return call (codes[&p].function, args, at (p.at));
  std::vector<T> parameters;
  for (const Variable *v : p.parameters)
    parameters.push_back (type (v->type));
  return call_at (address_of (p.name, void_type, parameters), args, at (p.at));
}

/* The entry point of a new process, which unpacks its arguments. */
void
Backend::define_start (const Process &p)
{
  Code &code = codes[&p];
  if (code.start)
    return how.in_process ? void () : define_named (p);
  gcc_jit_param *parameter = gcc_jit_context_new_param (c, nullptr, address, "arguments");
  std::string name = own_name (p.name + "_start_");
  code.start = gcc_jit_context_new_function (c, at (p.at), GCC_JIT_FUNCTION_INTERNAL, void_type,
                                             name.c_str (), 1, &parameter, 0);
  fn = code.start;
  here = at (p.at);
  b = fresh ();
  std::vector<R> args;
  if (!code.fields.empty ())
    {
      T pointer = gcc_jit_type_get_pointer (gcc_jit_struct_as_type (code.arguments));
      R packed =
        gcc_jit_context_new_cast (c, nullptr, gcc_jit_param_as_rvalue (parameter), pointer);
      for (gcc_jit_field *f : code.fields)
        args.push_back (field (packed, f));
    }
  gcc_jit_block_add_eval (b, at (p.at), body_call (p, args));
  gcc_jit_block_end_with_void_return (b, nullptr);
}

void
Backend::define (const Process &p)
{
  process = &p;
  may_commit = 0;
  each_expression (const_cast<Block &> (p.body), [&] (Expr *&e) {
    if (e->kind == Expr::Operation && e->primitive == Primitive::p_commit)
      may_commit = ERBIUM_MAY_COMMIT;
  });
  here = at (p.at);
  fn = codes[&p].function;
  b = fresh ();
  if (p.name == "main" && how.check)
    gcc_jit_block_add_eval (b, nullptr, call (import ("erbium_checked_build", void_type, {}), {}));
  with_memory (p);
}

/* ---- Functions of the module --------------------------------------------- */

void
Backend::declare (const Function &f)
{
  std::vector<gcc_jit_param *> list;
  for (const Variable *v : f.code->parameters)
    list.push_back (gcc_jit_context_new_param (c, at (v->at), type (v->type), v->name.c_str ()));
  codes[f.code].function = gcc_jit_context_new_function (
    c, at (f.at), GCC_JIT_FUNCTION_INTERNAL, type (f.result),
    own_name (f.name + "_function_").c_str (), int (list.size ()), list.data (), 0);
  for (size_t k = 0; k < list.size (); k++)
    variables[f.code->parameters[k]] = gcc_jit_param_as_lvalue (list[k]);
}

/* Its variables fit on the stack (3.17). */
void
Backend::define (const Function &f)
{
  process = f.code;
  in_defined = true;
  here = at (f.at);
  fn = codes[f.code].function;
  b = fresh ();
  large = nullptr;
  on_stack = {};
  lent.clear ();
  spare.clear ();
  block (f.code->body);
  if (b) /* it is not reached: `if true' with a return */
    gcc_jit_block_end_with_return (b, nullptr, gcc_jit_lvalue_as_rvalue (temporary (f.result)));
  in_defined = false;
}

/* Notes, for the runtime in checked mode, that the module accesses elements without checks. */
void
Backend::note_unchecked ()
{
#ifdef LIBGCCJIT_HAVE_ASM_STATEMENTS
  std::string text = ERBIUM_UNCHECKED_BEFORE;
  for (char letter : file)
    text += letter == '"' || letter == '\\' ? std::string ("\\") + letter : std::string (1, letter);
  gcc_jit_context_add_top_level_asm (c, nullptr, (text + ERBIUM_UNCHECKED_BEHIND).c_str ());
#endif
}

std::string
Backend::build ()
{
  for (const Item &i : module.items)
    if (i.process || (i.function && !i.function->code))
      taken.insert (i.process ? i.process->name : i.function->name);
  for (const Item &i : module.items)
    if (i.constant)
      constant (*i.constant);
    else if (i.process)
      declare (*i.process);
    else if (i.function && i.function->code)
      declare (*i.function);
  for (const Item &i : module.items)
    if (i.process && i.process->name != "main")
      define_start (*i.process);
  for (const Item &i : module.items)
    if (i.process && !i.process->external)
      define (*i.process);
    else if (i.function && i.function->code)
      define (*i.function);
  if (unchecked)
    note_unchecked ();
  const char *wrong = gcc_jit_context_get_first_error (c);
  return wrong ? wrong : "";
}

} // namespace er
