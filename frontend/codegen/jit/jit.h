/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit.h - compiles a module to machine code with libgccjit.
 *
 * This back end generates with libgccjit what emit_c expresses in C. It uses the same symbols,
 * types and runtime calls, so that objects of both kinds can be linked:
 *
 *   process p (v : write view f32) {...}    void p (erbium_view *v)
 *   run p (v)                               erbium_start ("p", start of p, ...)
 *   commit (v, i)                           the fast path of erbium/hot.h, inline
 *   v[[i]]                                  *(float *) (v->origin + i * 4)
 *
 * The origin of a view remains valid until the next primitive is called.  A loop that contains no
 * operations (primitives, runs, or calls of functions that are not pure) therefore reads the origin
 * once, before its first iteration, so that GCC can vectorise the loop.
 */
#ifndef ERBIUM_JIT_H
#define ERBIUM_JIT_H

#include <functional>
#include <set>

#include <libgccjit.h>

#include "eval/eval.h"
#include "ir/ir.h"
#include "foreign/foreign.h"

namespace er {

/* How to compile. */
struct Machine_code
{
  int level = 2;          /* -O */
  bool debug = false;     /* -g */
  bool check = false;     /* checks each access, as in a checked build */
  /* set for code that runs in this process: its symbols are then local, and functions of C are
   * looked up in these libraries */
  const Loaded *in_process = nullptr;
};

class Backend
{
public:
  /* The module must be well-formed.  The module and `how` must outlive the Backend. */
  Backend (const Module &module, const std::string &file, const Machine_code &how);
  ~Backend ();
  Backend (const Backend &) = delete;

  gcc_jit_context *context () const { return c; }
  /* Builds the whole module with libgccjit.  Returns an error message, or an empty string. */
  std::string build ();

private:
  typedef gcc_jit_type *T;
  typedef gcc_jit_rvalue *R;
  typedef gcc_jit_lvalue *L;
  typedef gcc_jit_location *At;
  typedef gcc_jit_block *B;

  const Module &module;
  std::string file;
  Machine_code how;
  gcc_jit_context *c;

  /* jit_types.cc */
  T void_type, bool_type, int_type, i64, u64, f64_type, address, text_type, view_type, slot_type;
  gcc_jit_struct *view, *slot;
  gcc_jit_field *view_update, *view_stall, *view_commit, *view_release, *view_origin, *slot_index,
    *slot_wake;
  std::map<const Type *, T> types;
  /* the fields of an aggregate; an array has a single field, named at */
  std::map<const Type *, std::vector<gcc_jit_field *>> fields;
  std::map<const Type *, T> start_types;
  void runtime_types ();
  T scalar (Type::Kind kind);
  T unsigned_of (const Type *t);
  T type (const Type *t);
  T aggregate (const Type *t);
  R number (T t, int64_t n) { return gcc_jit_context_new_rvalue_from_long (c, t, n); }
  At at (Place place);
  R where (Place place);

  /* jit_items.cc */
  struct Code
  {
    gcc_jit_function *function = nullptr, *start = nullptr;
    gcc_jit_struct *arguments = nullptr;
    std::vector<gcc_jit_field *> fields;
    uint64_t size = 1;
  };
  std::map<const Process *, Code> codes;
  /* functions of C and of the runtime that generated code calls */
  std::map<std::string, gcc_jit_function *> functions;
  /* functions that the module declares, with the types that it gives them, which may be wrong, as
   * for printf */
  std::map<const Function *, gcc_jit_function *> outers;
  std::map<Type::Kind, gcc_jit_function *> saturating; /* by the type of their result */
  std::set<std::string> taken; /* symbols of the module */
  std::string own_name (std::string name); /* returns a symbol name that the module does not use */
  gcc_jit_function *import (const std::string &name, T result, std::vector<T> parameters,
                            bool more = false);
  gcc_jit_function *imported (const std::string &name, T result, std::vector<T> parameters,
                              bool more);
  R outer (const Function &f, std::vector<R> args, At where);
  R address_of (const std::string &name, T result, std::vector<T> parameters);
  void pack (const Process &p);
  void declare (const Function &f);
  void define (const Function &f);
  bool in_defined = false; /* fn is a function that the module defines */
  gcc_jit_function *named (const Process &p, std::vector<gcc_jit_param *> &list);
  void declare (const Process &p);
  void declare_in_place (const Process &p);
  void define_named (const Process &p);
  R body_call (const Process &p, std::vector<R> args);
  void define_start (const Process &p);
  void define (const Process &p);
  bool unchecked = false; /* an element is accessed without a check */
  void note_unchecked ();
  void constant (const Variable &v);
  R initial (const Value &value, const Type *t);
  gcc_jit_function *saturating_to (const Type *t);
  /* by type, and whether the function adds or subtracts */
  std::map<std::pair<Type::Kind, bool>, gcc_jit_function *> sums;
  gcc_jit_function *in_function (Op op, const Type *t);

  /* jit_statements.cc */
  gcc_jit_function *fn = nullptr; /* the function that is being built */
  /* where the next statement is added; nullptr if that statement cannot be reached */
  B b = nullptr;
  /* the location of the current statement, for code that has no location of its own */
  At here = nullptr;
  const Process *process = nullptr;
  int may_commit = 0; /* ERBIUM_MAY_COMMIT if the process has a commit */
  int temporaries = 0;
  struct Loop
  {
    B next, out; /* next is created when it is first needed */
  };
  std::vector<Loop> loops;
  std::map<const Variable *, L> variables;
  /* for each view of every process, the variable from which its origin is derived so that GCC
   * assumes no aliasing between views (see apart) */
  std::map<const Variable *, L> anchors;
  std::map<const Variable *, L> origins; /* origins that a loop without operations has read */
  B fresh () { return gcc_jit_function_new_block (fn, nullptr); }
  L temporary (T t)
  {
    return gcc_jit_function_new_local (fn, nullptr, t, format ("t%d_", temporaries++).c_str ());
  }
  L temporary (const Type *t);
  void set (L place, R value, At where = nullptr)
  {
    gcc_jit_block_add_assignment (b, where ? where : here, place, value);
  }
  void jump (B to) { gcc_jit_block_end_with_jump (b, here, to); b = nullptr; }
  void go (R condition, B yes, B no)
  {
    gcc_jit_block_end_with_conditional (b, here, condition, yes, no);
    b = nullptr;
  }
  R call (gcc_jit_function *f, std::vector<R> args, At where = nullptr);
  R call_at (R address, std::vector<R> args, At where);

  /* jit_memory.cc: aggregates: on the stack as long as there is room, otherwise in memory that is
   * allocated when the process begins and freed when it ends (layout.h) */
  L large = nullptr;                  /* the address of that memory */
  Stack_use on_stack;
  uint64_t in_large = 0;              /* bytes */
  /* temporaries in that memory: lent holds those that the current statement uses, spare those
   * that are free */
  std::map<T, std::vector<L>> lent, spare;
  L room (T t, uint64_t size, At where, const std::string &name);
  L lend (T t, uint64_t size);
  void take_back ();
  void with_memory (const Process &p);
  std::vector<B> leaves; /* blocks in which the process ends */
  void leave ();
  void end_process (B b);
  void block (const Block &list);
  void statement (const Stmt *s);
  void declaration (const Stmt *s);
  void choice (const Stmt *s);
  void for_loop (const Stmt *s);
  void while_loop (const Stmt *s);
  void turns (const Stmt *s);
  void print (const Stmt *s);
  R piece (const Expr *e, std::string &pattern);
  bool read_origins (const Stmt *s);
  R apart (const Variable *view, R origin, T pointer);

  /* jit_expressions.cc */
  R expression (const Expr *e);
  R lazily (const Expr *e, Op op);
  R select (const Expr *e);
  R choose (R condition, T t, R yes, R no);
  R unary (const Expr *e);
  R binary (const Expr *e);
  R arithmetic (const Expr *e, gcc_jit_binary_op op, T in);
  R shift (const Expr *e);
  R conversion (const Expr *e);
  R converted (R value, const Type *from, const Type *to, At where);
  R construct (const Expr *e);
  R function_call (const Expr *e);
  R defined_call (const Expr *e);
  /* if true, place () saves the values of the indices in an lvalue when it is called, so that later
   * assignments do not affect them */
  bool fixing = false;
  L place (const Expr *e);
  R copied_call (const Expr *e);
  L element (const Expr *e);
  L row (L whole, const Type *t, R k, At where);
  L member (L whole, const Type *t, size_t k, At where);

  /* jit_checks.cc: the checks of a checked build */
  std::map<std::string, gcc_jit_function *> checks;
  struct Check; /* a check function that is being built; it is then kept in checks */
  gcc_jit_function *check_function (const std::string &name, T result, std::vector<T> parameters,
                          const std::function<void (Check &)> &body);
  R text_of (const char *text) { return gcc_jit_context_new_string_literal (c, text); }
  R array_index (R i, const Type *array, Place place);
  R quotient (const Expr *e, R x, R y);
  R of_index (Op op, R x, R y, const Saying &beyond, Place place);

  /* jit_primitives.cc */
  R value (const Expr *e, const Type *wanted); /* of an expression that may be an operation */
  R operation (const Expr *e, const Type *wanted);
  R kept (R value, T t);
  void publish (R v, R i, gcc_jit_field *of, const char *slow, Place place);
  R update (R v, R i, Place place);
  void stall (R v, R i, Place place);
  R ahead (R v, bool write);
  R simple (const Expr *e);
  R narrow (const Expr *e);
  R new_record (const Expr *e, const Type *element);
  R run (const Expr *e);
  R field (R pointer, gcc_jit_field *f)
  {
    return gcc_jit_lvalue_as_rvalue (gcc_jit_rvalue_dereference_field (pointer, nullptr, f));
  }
};

} // namespace er
#endif
