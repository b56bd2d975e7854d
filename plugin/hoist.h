/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist.h - the parts of hoisting (hoist.cc): how an index runs (hoist_runs.cc),
 * which references lie apart (hoist_alias.cc). */
#ifndef ERBIUM_HOIST_H
#define ERBIUM_HOIST_H

#include "gimple_parts.h"

namespace erbium {

/* How a narrow subscript runs through a loop. */
struct run
{
  enum { UNEVEN, EVEN, DISTANCE } kind = UNEVEN;
  tree start = NULL_TREE; /* EVEN: the offset where it begins, without constants;
                             DISTANCE: the index where it begins */
  tree index = NULL_TREE; /* DISTANCE: the index, unsigned, of 32 bits */
};
run run_of (class loop *l, gimple *element);

/* Tells the alias oracle which references lie apart: numbers for views in one
 * clique of the function; 0 is for variables. */
class apart
{
public:
  explicit apart (function *fun) : fun (fun) {}
  /* pointer is the address of an element of v. */
  void element (tree pointer, tree v);
  /* When all elements are known. */
  void variables ();
private:
  unsigned short number (tree v);
  function *fun;
  unsigned short clique = 0;
  auto_vec<tree> views;
};

/* v without casts and copies. */
tree plain_view (tree v);

} // namespace erbium
#endif
