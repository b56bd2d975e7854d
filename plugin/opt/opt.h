/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opt.h - the optimisations: the code that their passes share, and the two passes that consist of a
 * single file each.
 *
 *   coarsen/           synchronisation per strip instead of per element
 *   prefetch_pass.cc   receive ahead of update
 *   hoist/             a view in a loop becomes an array
 *   expand_pass.cc     the remaining calls become the fast paths of erbium/hot.h
 *
 * Lowering generates calls of the runtime.  Each pass replaces some of them with other calls of
 * this kind or with plain GIMPLE, so any pass may be left out.
 *
 *   gimple_code.cc     straight-line code; the fields of a view
 *   builtin_calls.cc   functions that GCC knows by name: what they may do, and how long they take
 */
#ifndef ERBIUM_OPT_H
#define ERBIUM_OPT_H

#include "language/language.h"

#include "backend.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "cfgloop.h"
#include "context.h"
#include "dumpfile.h"
#include "fold-const.h"
#include "gcc/gcc.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-pass.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-manip.h"

#include "erbium/hot.h"

namespace erbium {

/* ---- Passes ------------------------------------------------------------ */

void register_prefetch_pass (const char *plugin);
void register_expand_passes (const char *plugin);

/* Verifies the IL if the option `verify' is given. */
void verify_after (function *fun, const char *pass);

/* ---- Elements and views ------------------------------------------------ */

/* Return the arguments of C, a call erbium_element_slow (view, offset, narrow, size). */
inline tree element_view (const gimple *c) { return gimple_call_arg (c, 0); }
inline tree element_offset (const gimple *c) { return gimple_call_arg (c, 1); }
inline tree element_size (const gimple *c) { return gimple_call_arg (c, 3); }

/* ---- Library functions (builtin_calls.cc) ------------------------------ */

/* The running time of a function that GCC knows by name, provided that the function neither runs
 * code of the program nor waits. */
enum builtin_time
{
  BUILTIN_NOTHING,  /* generates no code */
  BUILTIN_QUICK,    /* sqrt, rounding, instructions of the processor */
  BUILTIN_LONG,     /* sin, pow */
  BUILTIN_MEMORY,   /* memcpy and the like: grows with the third argument, in bytes */
  BUILTIN_ANY_TIME, /* depends on its arguments, or is not known */
  BUILTIN_UNKNOWN   /* none of these: it may run code of the program, or wait */
};
builtin_time builtin_time_of (const gcall *call);

/* ---- Code (gimple_code.cc) --------------------------------------------- */

/* Builds straight-line code, a value at a time, at the end of a sequence. */
class code
{
public:
  explicit code (location_t place) : place (place) {}
  gimple_seq seq = NULL;

  tree op (enum tree_code c, tree type, tree a, tree b);
  tree convert (tree type, tree a);
  /* Loads the field of TYPE at OFFSET bytes in a view or slot. */
  tree load (tree from, size_t offset, tree type);
  /* Returns the index nearest to NEAR that is I modulo 2^32. */
  tree widen (tree i, tree near);
  tree call (tree fn, tree type, const vec<tree> &arguments);
  /* Returns pointer + bytes. */
  tree plus (tree pointer, tree bytes);
  tree expression (tree e);

private:
  location_t place;
  tree add (gimple *stmt, tree type);
  tree field_alias = NULL_TREE;
};

/* Load origin and bound of a view (hot.h). */
tree load_origin (code &c, tree v);
tree load_bound (code &c, tree v);
/* Returns the address of an element, given the origin and bound of its view. */
tree element_address (code &c, tree origin, tree bound, tree offset, bool narrow, tree size);
/* Returns V without casts and copies. */
tree plain_view (tree v);
/* Returns V, or an object that can be read instead if V is NULL. */
tree view_or_nil (code &c, tree v);

} // namespace erbium
#endif
