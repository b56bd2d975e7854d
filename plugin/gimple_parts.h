/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gimple_parts.h - what the passes on GIMPLE share. */
#ifndef ERBIUM_GIMPLE_PARTS_H
#define ERBIUM_GIMPLE_PARTS_H

#include "plugin.h"

#include "backend.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "cfgloop.h"
#include "context.h"
#include "dumpfile.h"
#include "fold-const.h"
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

/* The arguments of an element: erbium_element_slow (view, offset, narrow, size). */
inline tree element_view (const gimple *c) { return gimple_call_arg (c, 0); }
inline tree element_offset (const gimple *c) { return gimple_call_arg (c, 1); }
inline bool element_narrow (const gimple *c) { return integer_onep (gimple_call_arg (c, 2)); }
inline tree element_size (const gimple *c) { return gimple_call_arg (c, 3); }

/* How long a function takes that GCC knows by name and that runs no code of the program
 * and waits for nobody (builtin_calls.cc). */
enum builtin_time
{
  BUILTIN_NOTHING,  /* it is gone in the end */
  BUILTIN_QUICK,    /* sqrt, rounding, instructions of the processor */
  BUILTIN_LONG,     /* sin, pow */
  BUILTIN_MEMORY,   /* memcpy and its like: with the third argument, in bytes */
  BUILTIN_ANY_TIME, /* with its arguments, or not known */
  BUILTIN_UNKNOWN   /* none of these: it may run code of the program, or wait */
};
builtin_time builtin_time_of (const gcall *call);

/* Builds straight-line code, a value at a time, at the end of a sequence. */
class code
{
public:
  explicit code (location_t place) : place (place) {}
  gimple_seq seq = NULL;

  tree op (enum tree_code c, tree type, tree a, tree b);
  tree convert (tree type, tree a);
  /* Field of a view (or slot), at so many bytes, of this type. */
  tree load (tree from, size_t offset, tree type);
  /* The index nearest to `near' that is i modulo 2^32. */
  tree widen (tree i, tree near);
  tree call (tree fn, tree type, const vec<tree> &arguments);
  /* pointer + bytes. */
  tree plus (tree pointer, tree bytes);
  tree expression (tree e);

private:
  location_t place;
  tree add (gimple *stmt, tree type);
  tree field_alias = NULL_TREE;
};

/* origin and bound of a view (hot.h), loaded. */
tree load_origin (code &c, tree v);
tree load_bound (code &c, tree v);
/* The address of an element from its origin and bound. */
tree element_address (code &c, tree origin, tree bound, tree offset, bool narrow, tree size);
/* Checks the IL where the option `verify' says so. */
void verify_after (function *fun, const char *pass);

} // namespace erbium
#endif
