/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_parts.h - what the files of hoisting share.
 *
 *   hoist_pass.cc      the pass
 *   hoist_loops.cc     out of which loops a view is hoisted; what -fopt-info says of the others
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
                             DISTANCE: the index where it begins */
  HOST_WIDE_INT constant = 0; /* EVEN: the rest of that offset */
  tree index = NULL_TREE; /* DISTANCE: the index, unsigned, of 32 bits */
  bool zero_extended = false; /* SETTLED */
};
run run_of (class loop *l, gimple *element);
/* *by is how many elements b is beyond a in each turn of the loops from l down to both;
 * false if that is not one number of less than a REACH. */
bool apart_by (class loop *l, gimple *a, gimple *b, HOST_WIDE_INT *by);
/* How the offset was made of a narrow index: by extension with zeros, or with
 * the sign; false if neither is sure. */
bool extension_of (tree offset, bool *with_zeros);

/* How far from an index that is accessed another may be, and still is near the view's
 * own: so that with 2^30 elements that live, the nearest to it is the one meant. */
const HOST_WIDE_INT REACH = HOST_WIDE_INT_1 << 28;

/* ---- Where a run begins (index_runs.cc) ---- */

/* Whether the index with which element's run begins at l is less than a REACH from one
 * that is accessed, if any of the run is. */
bool begins_near_p (class loop *l, gimple *element, const vec<gimple *> &elements);

/* ---- Which loops (hoist_loops.cc) ---- */

/* Which loops call something that may be a primitive. */
class loudness
{
public:
  explicit loudness (function *fun);
  bool quiet (class loop *l) { return loop_depth (l) > 0 && !loud.get (l); }
  /* What is called in l, the first of them; or NULL. */
  gimple *heard (class loop *l)
  {
    gimple **found = loud.get (l);
    return found ? *found : NULL;
  }
private:
  hash_map<class loop *, gimple *> loud;
};

/* The outermost quiet loop around bb in which v does not change, and before which
 * it can be read; or NULL. */
class loop *outermost (basic_block bb, tree v, loudness &loud);
/* The outermost quiet loop in which the subscript runs evenly, from near; else the
 * outermost one, and it is taken to run unevenly.  elements: all of the function. */
class loop *loop_for_narrow (gimple *stmt, class loop *most, const vec<gimple *> &elements, run &r);
/* Whether bb is on each way out of l, and to its next turn. */
bool always_p (class loop *l, basic_block bb);
/* v, or where it may be NULL an object that can be read instead.  An access that
 * happens if the loop is entered has a view. */
tree readable (code &c, tree v, class loop *l, basic_block access);
/* All subscripts of a function that are left. */
void find_elements (function *fun, vec<gimple *> &elements);

/* ---- Versions (loop_versions.cc) ---- */

/* Elements whose loop has been versioned for them, and how they are extended. */
typedef hash_map<gimple *, bool> settled_map;
/* Versions each loop that has uneven subscripts; false if there was none. */
bool version_loops (function *fun, settled_map &settled);

/* ---- Remarks (hoist_loops.cc) ---- */

/* What -fopt-info says of the views that stay in their loops. */
class remarks
{
public:
  void hoisted (const gimple *element, class loop *l);
  /* A masked access, which corrects its own index. */
  void corrected (const gimple *element);
  void left (gimple *element) { stay.safe_push (element); }
  /* Of those that are left, why; an access that is hoisted in another copy of its
   * loop, a strip, counts as hoisted. */
  void say_why (loudness &loud);
private:
  auto_vec<gimple *> stay;
  hash_set<int_hash<location_t, UNKNOWN_LOCATION>> done;
};

/* ---- Alias (view_aliases.cc) ---- */

/* Tells the alias oracle which references lie apart: numbers for views in one
 * clique of the function; 0 is for variables. */
class apart
{
public:
  explicit apart (function *fun) : fun (fun) {}
  /* pointer is the address of an element of v. */
  void element (tree pointer, tree v);
private:
  void no_variable (tree pointer);
  unsigned short number (tree v);
  function *fun;
  unsigned short clique = 0;
  bitmap windows = NULL;
  auto_vec<tree> views;
};

} // namespace erbium
#endif
