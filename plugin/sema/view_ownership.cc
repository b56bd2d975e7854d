/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_ownership.cc - views that another process owns.
 *
 * A view that is passed to a process by `run' belongs to that process.  The walk follows the order
 * of execution, with the set of views that are certainly passed: after an if, those that are passed
 * on each path that continues; in a loop, the body is walked two times; at a label, where control
 * may come from anywhere, the set is empty.  Views are local variables, members and elements with a
 * constant index of local structures and arrays whose address is not taken, and such structures as
 * a whole.
 *
 * The condition of a loop, with the constants that local variables have after the first iteration,
 * shows whether there is a second one.  If it does not, a mistake that only a second iteration
 * would make is a warning and no error, since the loop may end for a reason that is not visible.
 */
#include "sema/checks.h"

#include "base/base.h"
#include "calls.h"
#include "diagnostic.h"

#include <map>
#include <set>
#include <vector>

namespace erbium {

namespace {

/* The views that are passed, by the views that they are copies of, each with the call; or that the
 * code is not reached. */
struct state
{
  bool reached = true;
  std::map<tree, tree> given;
  known_values values;
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
  result.values = a.values;
  result.values.keep_common (b.values);
  return result;
}

/* The places of each `run' in a loop. */
static std::set<location_t> counted;

class ownership
{
public:
  ownership (tree fndecl) : copies (fndecl) {}
  void visit (tree t);
private:
  void parts (tree t) { each_part (t, [&] (tree part) { visit (part); }); }
  void used (tree view, location_t loc, tree by);
  tree known_view (tree e);
  void assigned (tree to, tree value);
  bool report (location_t loc, const char *text, tree view);
  tree given_name (tree run, tree view);
  void call (tree t);
  void branch (tree condition, tree then, tree otherwise);
  void loop (tree condition, tree body, tree step, bool first);
  void switches (tree t);
  void statement (tree t);
  void turn (tree condition, tree body, tree step, bool first);
  view_copies copies;
  std::vector<tree> in_wholes; /* members and elements that are views, each once */
  state now;
  bool again = false; /* in the second iteration of a loop */
  bool doubtful = false; /* which the loop may not have */
  bool any_default = false; /* of the switch */
  std::vector<tree> changed; /* everything that was assigned to, in order */
  std::vector<state> *continued = NULL, *broken = NULL;
  std::set<std::pair<tree, tree>> reported; /* view and what uses it */
};

/* Returns the view E, a local variable or a part of one, as the same tree each time; or
 * NULL_TREE. */
tree
ownership::known_view (tree e)
{
  if (local_structure_p (e))
    return e;
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

/* Notes that TO, a variable or a part of one, has another value, and so may all parts of it. */
void
ownership::assigned (tree to, tree value)
{
  changed.push_back (to);
  now.values.assign (to, value);
  if (tree view = local_view (to))
    now.given.erase (view);
  tree whole = local_whole (to) ? local_whole (to) : to;
  if (has_view_p (TREE_TYPE (to)))
    now.given.erase (whole);
  for (tree known : in_wholes)
    if (local_whole (known) == whole)
      now.given.erase (known);
}

/* Returns the name by which VIEW was passed. */
tree
ownership::given_name (tree run, tree view)
{
  for (int n = 0; n < call_expr_nargs (run); n++)
    if (tree name = known_view (CALL_EXPR_ARG (run, n)))
      if (copies.original (name) == copies.original (view) || local_whole (view) == name
          || local_whole (name) == view)
        return name;
  return view;
}

/* Reports TEXT, with the name of VIEW; returns whether GCC has printed it. */
bool
ownership::report (location_t loc, const char *text, tree view)
{
  if (!doubtful)
    {
      error_at (loc, text, view);
      return true;
    }
  return warning_wanted_p (W_after_run) && warn_at (W_after_run, loc, text, view);
}

void
ownership::used (tree view, location_t loc, tree by)
{
  if (!view || !now.reached)
    return;
  auto g = now.given.find (copies.original (view));
  if (tree whole = local_whole (view); whole && g == now.given.end ())
    g = now.given.find (whole);
  for (size_t n = 0; g == now.given.end () && n < in_wholes.size (); n++)
    if (local_whole (in_wholes[n]) == view)
      g = now.given.find (in_wholes[n]);
  if (g == now.given.end () || !reported.insert ({ view, by }).second)
    return;
  tree run = g->second;
  now.given.erase (g);
  if (run == by && run_member (CALL_EXPR_FN (by)))
    {
      report (loc, "%qE passed to a process again in each iteration; a view belongs to one process",
              view);
      return;
    }
  tree process = run_target (run_member (CALL_EXPR_FN (run)));
  bool captured = TREE_CODE (by) == CALL_EXPR && run_member (CALL_EXPR_FN (by));
  if (!report (loc, captured ? "%qE passed to a second process; a view belongs to one process"
                             : "%qE used after it was passed to a process", view))
    return;
  if (tree original = copies.original (view); original != view)
    inform (DECL_SOURCE_LOCATION (view), "%qE is a copy of %qD", view, original);
  inform (EXPR_LOCATION (run), "%qE passed to process %qD here", given_name (run, view),
          process);
}

void
ownership::call (tree t)
{
  tree field = run_member (CALL_EXPR_FN (t));
  if (!field || !run_target (field))
    {
      parts (t);
      if (primitive_of_call (t) != P_none && call_expr_nargs (t) > 0)
        used (known_view (CALL_EXPR_ARG (t, 0)), place::argument (t, 0).location (), t);
      return;
    }
  if (broken)
    counted.insert (LOCATION_LOCUS (EXPR_LOCATION (t)));
  std::map<tree, tree> fresh;
  for (int n = 0; n < call_expr_nargs (t); n++)
    {
      tree argument = CALL_EXPR_ARG (t, n), view = known_view (argument);
      visit (argument);
      if (!view || !(view == argument || view_p (TREE_TYPE (argument))))
        continue;
      location_t loc = place::argument (t, n).location ();
      used (view, loc, t);
      tree original = copies.original (view);
      if (fresh.count (original) && reported.insert ({ view, t }).second)
        error_at (loc, "%qE passed twice to the same process", view);
      fresh[original] = t;
    }
  for (const auto &g : fresh)
    now.given[g.first] = g.second;
}

void
ownership::branch (tree condition, tree then, tree otherwise)
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
ownership::turn (tree condition, tree body, tree step, bool first)
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

/* Walks a loop.  FIRST: the condition comes before the body.  Then the body may never be executed,
 * and the views that it passes are only used in its own second iteration.  Inner loops have their
 * second iteration in the first one of the outer loop; otherwise the time would be 2 to the power
 * of the depth. */
void
ownership::loop (tree condition, tree body, tree step, bool first)
{
  std::vector<state> breaks, *outer = broken;
  state before = now;
  size_t earlier = changed.size ();
  broken = &breaks;
  turn (condition, body, step, first);
  state once = now;
  tree more = condition ? now.values.of (condition) : integer_one_node;
  if (now.reached && !again && !(more && integer_zerop (more)))
    {
      again = true;
      doubtful = !more;
      turn (condition, body, step, first);
      again = doubtful = false;
    }
  broken = outer;
  bool endless = !condition || integer_nonzerop (condition);
  now = endless ? state () : first ? before : once;
  if (endless)
    now.leave ();
  for (const state &s : breaks)
    now = both (now, s);
  for (; earlier < changed.size (); earlier++)
    now.values.assign (changed[earlier], NULL_TREE);
}

void
ownership::switches (tree t)
{
  visit (SWITCH_STMT_COND (t));
  std::vector<state> breaks, *outer = broken;
  bool outer_default = any_default;
  state before = now;
  broken = &breaks;
  any_default = false;
  visit (SWITCH_STMT_BODY (t));
  broken = outer;
  if (!any_default)
    now = both (now, before);
  any_default = outer_default;
  for (const state &s : breaks)
    now = both (now, s);
}

/* Visits loops and jumps, which change what is known behind them. */
void
ownership::statement (tree t)
{
  switch (TREE_CODE (t))
    {
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
      switches (t);
      break;
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
    case CASE_LABEL_EXPR:
      any_default |= !CASE_LOW (t);
      now = state ();
      break;
    case LABEL_EXPR:
      now = state ();
      break;
    default:
      parts (t);
      break;
    }
}

void
ownership::visit (tree t)
{
  if (!t || t == error_mark_node)
    return;
  switch (TREE_CODE (t))
    {
    case DECL_EXPR:
      parts (t);
      assigned (DECL_EXPR_DECL (t), VAR_P (DECL_EXPR_DECL (t))
                                      ? now.values.of (DECL_INITIAL (DECL_EXPR_DECL (t)))
                                      : NULL_TREE);
      break;
    case MODIFY_EXPR:
      parts (t);
      assigned (TREE_OPERAND (t, 0), now.values.of (TREE_OPERAND (t, 1)));
      break;
    case PREINCREMENT_EXPR: case POSTINCREMENT_EXPR: case PREDECREMENT_EXPR:
    case POSTDECREMENT_EXPR:
      parts (t);
      assigned (TREE_OPERAND (t, 0), now.values.after_step (t));
      break;
    case ASM_EXPR:
      parts (t);
      now.values = known_values ();
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
    default:
      statement (t);
      break;
    }
}

} // namespace

bool
turns_counted_p (location_t place)
{
  return counted.count (LOCATION_LOCUS (place)) > 0;
}

void
check_given (tree fndecl)
{
  ownership o (fndecl);
  o.visit (DECL_SAVED_TREE (fndecl));
}

} // namespace erbium
