/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit_memory.cc - memory for aggregates (jit.h).
 *
 *   process p() { var a : [60000]i64; a[1] = 2i64; }
 *
 *   void p ()
 *   {
 *     char *large_ = aligned_alloc (64, 480000);
 *     if (large_ == NULL) erbium_no_memory (480000, "p.er:1:9");
 *     ((array *) (large_ + 0))->at[1] = 2;
 *     free (large_);
 *   }
 *
 * Aggregates that do not fit on the stack share one allocation, which GCC knows not to alias
 * anything else.
 */
#include "codegen/jit/jit.h"

namespace er {

static const uint64_t alignment = 64; /* a cache line, and the longest vector */

/* Allocates size bytes for type t until the process ends. */
Backend::L
Backend::room (T t, uint64_t size, At where, const std::string &name)
{
  if (on_stack.has (size))
    {
      on_stack.take (size);
      return gcc_jit_function_new_local (fn, where, t, name.c_str ());
    }
  T byte = gcc_jit_context_get_type (c, GCC_JIT_TYPE_CHAR);
  if (!large)
    large = gcc_jit_function_new_local (fn, nullptr, gcc_jit_type_get_pointer (byte), "large_");
  in_large = (in_large + alignment - 1) / alignment * alignment;
  R there = gcc_jit_lvalue_get_address (
    gcc_jit_context_new_array_access (c, nullptr, gcc_jit_lvalue_as_rvalue (large),
                                      number (i64, int64_t (in_large))),
    nullptr);
  in_large += size;
  return gcc_jit_rvalue_dereference (
    gcc_jit_context_new_cast (c, nullptr, there, gcc_jit_type_get_pointer (t)), where);
}

/* Allocates likewise until the statement ends. */
Backend::L
Backend::lend (T t, uint64_t size)
{
  bool kept = !on_stack.has (size);
  std::vector<L> &free = spare[t];
  L place = nullptr;
  if (kept && !free.empty ())
    {
      place = free.back ();
      free.pop_back ();
    }
  else
    place = room (t, size, nullptr, format ("t%d_", temporaries++));
  if (kept)
    lent[t].push_back (place);
  return place;
}

Backend::L
Backend::temporary (const Type *t)
{
  return t->aggregate () ? lend (type (t), layout_of (t).size) : temporary (type (t));
}

void
Backend::take_back ()
{
  for (auto &of : lent)
    spare[of.first].insert (spare[of.first].end (), of.second.begin (), of.second.end ());
  lent.clear ();
}

/* Builds the body of p from b on, with the allocation that it turns out to need. */
void
Backend::with_memory (const Process &p)
{
  B entry = b, first = b = fresh ();
  large = nullptr;
  on_stack = {};
  in_large = 0;
  lent.clear ();
  spare.clear ();
  leaves.clear ();
  block (p.body);
  if (b)
    leave ();
  for (B last : leaves)
    {
      if (large)
        {
          R there =
            gcc_jit_context_new_cast (c, nullptr, gcc_jit_lvalue_as_rvalue (large), address);
          gcc_jit_block_add_eval (
            last, nullptr, call (gcc_jit_context_get_builtin_function (c, "free"), { there }));
        }
      end_process (last);
    }
  At where = at (p.at);
  if (large)
    {
      in_large = (in_large + alignment - 1) / alignment * alignment; /* as aligned_alloc requires */
      R size = number (u64, int64_t (in_large)), there = gcc_jit_lvalue_as_rvalue (large);
      gcc_jit_function *take = gcc_jit_context_get_builtin_function (c, "aligned_alloc");
      T bytes = gcc_jit_context_get_type (c, GCC_JIT_TYPE_SIZE_T);
      R taken = call (take, { number (bytes, int64_t (alignment)),
                              gcc_jit_context_new_cast (c, nullptr, size, bytes) });
      T pointer = gcc_jit_rvalue_get_type (there);
      gcc_jit_block_add_assignment (entry, where, large,
                                    gcc_jit_context_new_cast (c, nullptr, taken, pointer));
      B none = fresh ();
      R is_none = gcc_jit_context_new_comparison (c, nullptr, GCC_JIT_COMPARISON_EQ, there,
                                                  gcc_jit_context_null (c, pointer));
      gcc_jit_block_end_with_conditional (entry, where, is_none, none, first);
      R tell = call (import ("erbium_no_memory", void_type, { u64, text_type }),
                     { size, this->where (p.at) });
      gcc_jit_block_add_eval (none, where, tell);
      gcc_jit_block_end_with_jump (none, where, first);
    }
  else
    gcc_jit_block_end_with_jump (entry, where, first);
}

} // namespace er
