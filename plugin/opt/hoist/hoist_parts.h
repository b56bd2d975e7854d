/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_parts.h - shared by the files for hoisting.
 *
 *   hoist_pass.cc      the pass
 *   hoist_loops.cc     out of which loops a view is hoisted; remarks for -fopt-info
 *   index_runs.cc      how a narrow index runs through a loop, and where it begins
 *   loop_versions.cc   versions of a loop, for indices that do not run evenly
 *   view_aliases.cc    which references lie apart
 */
#ifndef ERBIUM_HOIST_PARTS_H
#define ERBIUM_HOIST_PARTS_H

#include "opt/opt.h"

namespace erbium {

/* How a narrow subscript runs through a loop. */
struct run
{
  enum { UNEVEN, EVEN, DISTANCE, SETTLED } kind = UNEVEN;
  tree start = NULL_TREE; /* EVEN: the offset where it begins, less constant;
                             DISTANCE: the index where it begins, less constant */
  HOST_WIDE_INT constant = 0; /* the rest of that offset or index */
  tree index = NULL_TREE; /* DISTANCE: the index, unsigned, of 32 bits, less constant */
  bool zero_extended = false; /* SETTLED */
};
run run_of (class loop *l, gimple *element);
/* Stores in *BY how many elements B is beyond A in each iteration of the loops between L and the
 * two.  Returns false if this is not a constant of less than REACH. */
bool apart_by (class loop *l, gimple *a, gimple *b, HOST_WIDE_INT *by);
/* Determines whether OFFSET extends a narrow index with zeros or with the sign; returns false if
 * neither is certain. */
bool extension_of (tree offset, bool *with_zeros);

/* An index within this distance of an accessed index is certainly close to the view's own index.
 * There are at most 2^30 live elements, so widening to the nearest index gives the intended one. */
const HOST_WIDE_INT REACH = HOST_WIDE_INT_1 << 28;

/* ---- Where a run begins (index_runs.cc) ---- */

/* Returns whether the run of ELEMENT in L begins less than REACH from an index that is accessed,
 * provided that the run makes any access. */
bool begins_near_p (class loop *l, gimple *element, const vec<gimple *> &elements);

/* ---- Which loops (hoist_loops.cc) ---- */

/* The loops with a statement that may call a primitive. */
class synchronising_loops
{
public:
  explicit synchronising_loops (function *fun);
  /* Returns whether L is a loop without such a statement. */
  bool without (class loop *l) { return loop_depth (l) > 0 && !statements.get (l); }
  /* Returns the first such statement of L, or NULL. */
  gimple *first_in (class loop *l)
  {
    gimple **found = statements.get (l);
    return found ? *found : NULL;
  }
private:
  hash_map<class loop *, gimple *> statements;
};

/* Returns the outermost loop around BB that does not synchronise, in which V does not change, and
 * before which it can be read; or NULL. */
class loop *outermost (basic_block bb, tree v, synchronising_loops &others);
/* Returns the outermost loop, at most MOST, in which the subscript of STMT runs evenly and begins
 * near an accessed index.  If there is none, returns MOST, and the subscript counts as uneven.
 * ELEMENTS contains all subscripts of the function. */
class loop *loop_for_narrow (gimple *stmt, class loop *most, const vec<gimple *> &elements, run &r);
/* Returns whether BB is on each path that leaves L or leads to its next iteration. */
bool always_p (class loop *l, basic_block bb);
/* Returns V, or, if V may be NULL, code that selects an object that can be read instead.  V cannot
 * be NULL if entering the loop implies the access. */
tree readable (code &c, tree v, class loop *l, basic_block access);
/* Finds the remaining subscripts of a function. */
void find_elements (function *fun, vec<gimple *> &elements);

/* ---- Versions (loop_versions.cc) ---- */

/* The elements for which a loop has been versioned, and whether their offsets are extended with
 * zeros. */
typedef hash_map<gimple *, bool> settled_map;
/* Versions each loop that has uneven subscripts; returns false if there was none. */
bool version_loops (function *fun, settled_map &settled);

/* ---- Remarks (hoist_loops.cc) ---- */

/* Remarks for -fopt-info about views that stay in their loops. */
class remarks
{
public:
  void hoisted (const gimple *element, class loop *l);
  /* Reports an access that corrects its index each time. */
  void corrected (const gimple *element);
  void left (gimple *element) { stay.safe_push (element); }
  /* Reports why views are left.  An access counts as hoisted if it is hoisted in another copy of
   * its loop, such as a strip. */
  void report (synchronising_loops &others);
private:
  auto_vec<gimple *> stay;
  hash_set<int_hash<location_t, UNKNOWN_LOCATION>> done;
};

/* ---- Alias (view_aliases.cc) ---- */

/* Tells the alias oracle which references do not overlap.  Each view has a number in one clique of
 * the function, and the parameters of a process have one together; number 0 is for variables. */
class apart
{
public:
  explicit apart (function *fun) : fun (fun) {}
  /* Marks POINTER, the address of an element of V. */
  void element (tree pointer, tree v);
  /* Marks the references through the pointer parameters of a process, after all elements. */
  void parameters ();
private:
  void no_variable (tree pointer);
  void mark_references (tree pointer, unsigned short n);
  void mark_all_references (tree pointer, unsigned short n);
  unsigned short number (tree v);
  function *fun;
  unsigned short clique = 0;
  bitmap windows = NULL;
  auto_vec<tree> views;
};

} // namespace erbium
#endif
