/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dataflow.h - what a function does to its views, read from its GIMPLE.
 *
 *   function_views.cc   which views a function has, and the primitives called for each
 *   flow_loops.cc       the loops
 *   flow_paths.cc       what must happen before or after a statement, over the CFG
 *   linear_sums.cc      indices as sums of SSA names and a number
 *
 * The warnings (warn/) and the process network (network/) use this analysis.  The analysis reads a
 * function right after SSA form is built, when each subscript is still a separate call and nothing
 * is inlined.  It changes nothing.
 */
#ifndef ERBIUM_DATAFLOW_H
#define ERBIUM_DATAFLOW_H

#include <map>
#include <set>
#include <string>
#include <vector>

#include "language/language.h"

#include "backend.h"
#include "cfganal.h"
#include "gcc/gcc.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-pass.h"

namespace erbium {

/* Orders SSA names by their versions, so that messages do not depend on their addresses.  Version 0
 * is no name. */
struct by_version
{
  static unsigned version (const_tree t)
  {
    return t && TREE_CODE (t) == SSA_NAME ? SSA_NAME_VERSION (t) : 0;
  }
  bool operator() (const_tree a, const_tree b) const { return version (a) < version (b); }
};
typedef std::set<tree, by_version> ssa_names;

/* ---- Views and their events (function_views.cc) ------------------------ */

struct event
{
  gimple *stmt;
  runtime_function f; /* R_count: any other use */
};

struct flow_view
{
  tree name = NULL_TREE;   /* an identifier */
  gimple *made = NULL;     /* the call of new_..._view, if the function makes it */
  gimple *origin = NULL;   /* the statement that it comes from; NULL: a parameter */
  bool writes = false;     /* it is a write view, which the function makes */
  bool hidden = false;     /* it may have other events than those */
  std::vector<event> events; /* in the order of the text */
  bool has (runtime_function f) const;
};

struct flow_loop
{
  basic_block header;
  std::set<basic_block> body;
  std::vector<edge> latches, exits;
  bool has (basic_block bb) const { return body.count (bb) != 0; }
};

struct flow_function
{
  std::vector<flow_view> views;
  std::vector<flow_loop> loops; /* inner before outer */
  std::map<unsigned, unsigned> view_of; /* from the version of an SSA name */
  std::vector<gimple *> runs; /* the calls that start processes */
  std::vector<bool> in_cycle; /* blocks that control may reach again, by index; perhaps more */
  /* Returns whether the budget of this function permits another query about paths that visits
   * `blocks' blocks.  Without a budget, a function with thousands of primitives and blocks would
   * take too long. */
  bool affordable (unsigned blocks) const;
  const flow_view *view (const_tree name) const;
private:
  mutable unsigned long visited = 0;
};

inline bool
element_p (runtime_function f)
{
  return f == R_element || f == R_element_check || f == R_address_check;
}
inline tree index_of (const gimple *call) { return gimple_call_arg (call, 1); }
/* Finds the views of the current function, and its runs. */
void find_views (flow_function *f);
/* Returns whether the first argument of the function is a view. */
bool of_view_p (runtime_function f);
/* Returns the pointer that STMT copies, or NULL_TREE. */
tree copied (const gimple *stmt);
/* Returns the source text of a reference to memory, such as s.v, p->v or views[...]; "" if the text
 * is not known. */
std::string text_of (tree t);

/* ---- Loops (flow_loops.cc) --------------------------------------------- */

/* Returns the natural loops of the current function, inner before outer.  The dominators must have
 * been computed. */
std::vector<flow_loop> find_loops ();
/* The blocks that control may reach again, by index; perhaps more. */
std::vector<bool> find_cycles ();

/* ---- Paths (flow_paths.cc) --------------------------------------------- */

enum mark_kind { M_use, M_clear, M_set };

/* The rules for a query about the paths of a function.  In a query, a statement sets a state,
 * clears it, or uses it; a use while the state is set is a mistake.  The answer is a mistake that
 * is certain to happen once execution reaches some place.  The rules say where this place may be:
 */
enum path_rule
{
  AT_USE = 1,   /* when the use is first executed, the state is set on every path */
  FROM_SET = 2, /* from a statement that sets it, each path leads to a use */
  BRANCHES = 4, /* from one side of a branch that is first taken with it set likewise */
  LOOPS = 8     /* a turn of a loop ends with it set, and the next has a use */
};

class flow_paths
{
public:
  flow_paths (const flow_function &f) : f (f) {}
  void mark (gimple *stmt, mark_kind kind);
  struct answer
  {
    gimple *use, *set; /* set: a statement before the use, if any */
    edge branch;       /* the side of a branch that leads there, or NULL */
  };
  bool ask (unsigned rules, answer *a);

private:
  struct mark_at { gimple *stmt; mark_kind kind; };
  typedef std::vector<mark_at> marks;
  const flow_function &f;
  std::map<basic_block, marks> by_block;
  std::vector<bool> unset; /* blocks that may begin without the state, by index */

  bool unset_p (basic_block bb, size_t end);
  void find_unset ();
  bool certain_first (basic_block bb, size_t end, const gimple *cut, edge cut_edge, gimple **set);
  bool certain (basic_block bb, size_t end, const gimple *cut, edge cut_edge, gimple **set);
  std::vector<bool> inevitable (const flow_loop *within);
  mark_kind first (basic_block bb, size_t from, gimple **use);
  gimple *find_use (basic_block bb, size_t from);
  bool always_after (basic_block bb, size_t from, const std::vector<bool> &in,
                     const flow_loop *within);
  bool ask_at_use (answer *a);
  bool ask_from_set (answer *a);
  bool ask_branches (answer *a);
  bool ask_loops (answer *a);
  const marks &at (basic_block bb);
};

/* ---- Indices (linear_sums.cc) ------------------------------------------ */

/* A sum of SSA names times numbers, and a number. */
struct linear
{
  bool known = true;
  bool wraps = false; /* known modulo 2^32 only: k + 3000000000u may be k - 1294967296 */
  HOST_WIDE_INT constant = 0;
  std::map<tree, HOST_WIDE_INT, by_version> terms;
  linear () {}
  linear (HOST_WIDE_INT n) : constant (n) {}
  void add (const linear &other, HOST_WIDE_INT times = 1);
  HOST_WIDE_INT of (tree name) const;
  bool minus (const linear &other, HOST_WIDE_INT *difference) const;
};
linear linear_of (tree t);
/* Returns the index of the element whose address CALL computes. */
linear element_index (const gimple *call);
/* Clears the state where a name of L gets another value. */
void clear_at_terms (flow_paths *paths, const linear &l);

/* The inequality left - right <= most. */
struct bound
{
  linear left, right;
  HOST_WIDE_INT most;
};
/* Stores in *B the inequality that holds when edge E is taken; returns false if there is none that
 * can be expressed. */
bool bound_of_edge (edge e, bound *b);

/* each_turn_p returns whether each complete iteration of L executes BB. invariant_p returns whether
 * the value of X is the same in each iteration of L. */
bool each_turn_p (const flow_loop &l, basic_block bb);
bool invariant_p (const flow_loop &l, const linear &x);
/* Returns X with NAME replaced by VALUE. */
linear with (const linear &x, tree name, const linear &value);
/* Stores the initial value of PHI in *START and the increment of each iteration in *STEP; returns
 * false if they are not known. */
bool evolution (const flow_loop &l, gphi *phi, linear *start, HOST_WIDE_INT *step);

} // namespace erbium
#endif
