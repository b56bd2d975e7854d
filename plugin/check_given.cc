/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_given.cc - views that another process owns.
 *
 * A view that is passed to a process by `run' belongs to that process.  The
 * function is gone through in the order of execution with the set of views
 * that are given away for certain: after an if, those that are given on each
 * way that goes on; a loop's body twice; at a label, where one may come from
 * anywhere, none.  Views are local variables, and members and elements with a
 * constant index of local structures and arrays whose address nobody has.
 */
#include "check.h"

#include "calls.h"
#include "diagnostic.h"

#include <map>
#include <set>
#include <vector>

namespace erbium {

namespace {

/* What is given, copies as what they are copies of, and by which call; or that the code is not reached. */
struct state
{
  bool reached = true;
  std::map<tree, tree> given;
  void leave () { reached = false; }
};

state
both (const state &a, const state &b)
{
  if (!a.reached)
    return b;
  if (!b.reached)
    return a;
  state result;
  for (const auto &g : a.given)
    if (b.given.count (g.first))
      result.given.insert (g);
  return result;
}

class givers
{
public:
  givers (tree fndecl) : copies (fndecl) {}
  void visit (tree t);
private:
  void parts (tree t) { each_part (t, [&] (tree part) { visit (part); }); }
  void used (tree view, location_t loc, tree by);
  tree known_view (tree e);
  void assigned (tree to);
  tree given_name (tree run, tree view);
  void call (tree t);
  void branch (tree condition, tree then, tree otherwise);
  void loop (tree condition, tree body, tree step, bool first);
  void turn (tree condition, tree body, tree step, bool first);
  view_copies copies;
  std::vector<tree> in_wholes; /* members and elements that are views, each once */
  state now;
  bool again = false; /* in the second turn of a loop */
  std::vector<state> *continued = NULL, *broken = NULL;
  std::set<std::pair<tree, tree>> reported; /* view and what uses it */
};

/* The local structure or array of views that E is a part of, by members and constant
 * indices; NULL_TREE where it may be changed through a pointer. */
tree
local_whole (tree e)
{
  if (!e || (TREE_CODE (e) != COMPONENT_REF && TREE_CODE (e) != ARRAY_REF))
    return NULL_TREE;
  for (; TREE_CODE (e) == COMPONENT_REF || TREE_CODE (e) == ARRAY_REF; e = TREE_OPERAND (e, 0))
    if (TREE_CODE (e) == ARRAY_REF && TREE_CODE (TREE_OPERAND (e, 1)) != INTEGER_CST)
      return NULL_TREE;
  bool local = TREE_CODE (e) == PARM_DECL || (VAR_P (e) && !TREE_STATIC (e) && !DECL_EXTERNAL (e));
  return local && !TREE_ADDRESSABLE (e) ? e : NULL_TREE;
}

/* The view E, a local variable or a part of one, always by the same tree; or NULL_TREE. */
tree
givers::known_view (tree e)
{
  if (tree variable = local_view (e))
    return variable;
  while (e && (CONVERT_EXPR_P (e) || TREE_CODE (e) == NON_LVALUE_EXPR))
    e = TREE_OPERAND (e, 0);
  if (!local_whole (e) || !view_p (TREE_TYPE (e)))
    return NULL_TREE;
  for (tree known : in_wholes)
    if (operand_equal_p (known, e, 0))
      return known;
  in_wholes.push_back (e);
  return e;
}

/* TO, a variable or a part of one, has another value: so may all that is in it. */
void
givers::assigned (tree to)
{
  if (tree view = local_view (to))
    now.given.erase (view);
  tree whole = local_whole (to) ? local_whole (to) : to;
  for (tree known : in_wholes)
    if (local_whole (known) == whole)
      now.given.erase (known);
}

/* The name by which VIEW was passed. */
tree
givers::given_name (tree run, tree view)
{
  for (int n = 0; n < call_expr_nargs (run); n++)
    if (tree name = known_view (CALL_EXPR_ARG (run, n)))
      if (copies.original (name) == copies.original (view))
        return name;
  return view;
}

void
givers::used (tree view, location_t loc, tree by)
{
  if (!view || !now.reached)
    return;
  auto g = now.given.find (copies.original (view));
  if (g == now.given.end () || !reported.insert ({ view, by }).second)
    return;
  tree run = g->second;
  now.given.erase (g);
  if (run == by && run_field (CALL_EXPR_FN (by)))
    {
      error_at (loc, "%qE is captured again each time around the loop; a view belongs to one"
                " process", view);
      return;
    }
  tree process = run_target (run_field (CALL_EXPR_FN (run)));
  if (TREE_CODE (by) == CALL_EXPR && run_field (CALL_EXPR_FN (by)))
    error_at (loc, "%qE is captured by a second process; a view belongs to one", view);
  else
    error_at (loc, "%qE is used, and belongs to another process", view);
  if (tree original = copies.original (view); original != view)
    inform (DECL_SOURCE_LOCATION (view), "%qE is a copy of %qD", view, original);
  inform (EXPR_LOCATION (run), "%qE was passed to process %qD here", given_name (run, view), process);
}

void
givers::call (tree t)
{
  tree field = run_field (CALL_EXPR_FN (t));
  if (!field || !run_target (field))
    {
      parts (t);
      if (primitive_of_call (t) != P_none && call_expr_nargs (t) > 0)
        used (known_view (CALL_EXPR_ARG (t, 0)), place::argument (t, 0).location (), t);
      return;
    }
  std::map<tree, tree> fresh;
  for (int n = 0; n < call_expr_nargs (t); n++)
    {
      tree argument = CALL_EXPR_ARG (t, n), view = known_view (argument);
      visit (argument);
      if (!view || !view_p (TREE_TYPE (argument)))
        continue;
      location_t loc = place::argument (t, n).location ();
      used (view, loc, t);
      tree original = copies.original (view);
      if (fresh.count (original) && reported.insert ({ view, t }).second)
        error_at (loc, "%qE is passed twice to one process", view);
      fresh[original] = t;
    }
  for (const auto &g : fresh)
    now.given[g.first] = g.second;
}

void
givers::branch (tree condition, tree then, tree otherwise)
{
  visit (condition);
  state before = now;
  visit (then);
  state after = now;
  now = before;
  visit (otherwise);
  now = both (after, now);
}

void
givers::turn (tree condition, tree body, tree step, bool first)
{
  std::vector<state> continues, *outer = continued;
  continued = &continues;
  if (first)
    visit (condition);
  visit (body);
  continued = outer;
  for (const state &s : continues)
    now = both (now, s);
  visit (step);
  if (!first)
    visit (condition);
}

/* Whether the body is ever done is not known, so what it gives is only looked
 * at in its own second turn, unless FIRST is false: do.  Loops within it had their
 * own second turn in its first one; with another, the time would be 2 to the power
 * of the depth. */
void
givers::loop (tree condition, tree body, tree step, bool first)
{
  std::vector<state> breaks, *outer = broken;
  state before = now;
  broken = &breaks;
  turn (condition, body, step, first);
  state once = now;
  if (now.reached && !again)
    {
      again = true;
      turn (condition, body, step, first);
      again = false;
    }
  broken = outer;
  bool endless = !condition || integer_nonzerop (condition);
  now = endless ? state () : first ? before : once;
  if (endless)
    now.leave ();
  for (const state &s : breaks)
    now = both (now, s);
}

void
givers::visit (tree t)
{
  if (!t || t == error_mark_node)
    return;
  switch (TREE_CODE (t))
    {
    case DECL_EXPR:
      parts (t);
      assigned (DECL_EXPR_DECL (t));
      break;
    case MODIFY_EXPR:
      parts (t);
      assigned (TREE_OPERAND (t, 0));
      break;
    case INDIRECT_REF:
      parts (t);
      used (known_view (viewed (t)), EXPR_LOCATION (t), t);
      break;
    case CALL_EXPR:
      call (t);
      if (call_expr_flags (t) & ECF_NORETURN)
        now.leave ();
      break;
    case COND_EXPR:
      branch (TREE_OPERAND (t, 0), TREE_OPERAND (t, 1), TREE_OPERAND (t, 2));
      break;
    case TRUTH_ANDIF_EXPR: case TRUTH_ORIF_EXPR:
      branch (TREE_OPERAND (t, 0), TREE_OPERAND (t, 1), NULL_TREE);
      break;
    case WHILE_STMT:
      loop (WHILE_COND (t), WHILE_BODY (t), NULL_TREE, true);
      break;
    case DO_STMT:
      loop (DO_COND (t), DO_BODY (t), NULL_TREE, false);
      break;
    case FOR_STMT:
      visit (FOR_INIT_STMT (t));
      loop (FOR_COND (t), FOR_BODY (t), FOR_EXPR (t), true);
      break;
    case SWITCH_STMT:
      {
        visit (SWITCH_STMT_COND (t));
        std::vector<state> breaks, *outer = broken;
        state before = now;
        broken = &breaks;
        visit (SWITCH_STMT_BODY (t));
        broken = outer;
        now = both (now, before);
        for (const state &s : breaks)
          now = both (now, s);
        break;
      }
    case CONTINUE_STMT:
      if (continued)
        continued->push_back (now);
      now.leave ();
      break;
    case BREAK_STMT:
      if (broken)
        broken->push_back (now);
      now.leave ();
      break;
    case RETURN_EXPR: case GOTO_EXPR:
      parts (t);
      now.leave ();
      break;
    case LABEL_EXPR: case CASE_LABEL_EXPR:
      now = state ();
      break;
    default:
      parts (t);
      break;
    }
}

} // namespace

void
check_given (tree fndecl)
{
  givers g (fndecl);
  g.visit (DECL_SAVED_TREE (fndecl));
}

} // namespace erbium
