/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_sides.cc - read views and write views.
 *
 * The type of a view does not show its side.  Here a local variable has a side if only results of
 * new_read_view, or only results of new_write_view, are assigned to it.  A parameter, or a variable
 * with one initialiser, has the side of the first primitive that only one side has.  Two primitives
 * in different branches of an if or switch do not contradict each other.
 *
 * Through &v, v may be connected with another record.  So v is not checked after its address is
 * taken, and neither in loops nor below labels, which control may reach after that.
 */
#include "sema/checks.h"

#include "diagnostic.h"

#include <map>
#include <string.h>
#include <vector>

namespace erbium {

namespace {

enum side { NO_SIDE, READ_SIDE, WRITE_SIDE };

/* Branches, outermost first: the statement, and the number of its branch. */
typedef std::vector<std::pair<tree, int>> branches;

struct use
{
  tree view;
  tree original; /* the view that it is a copy of, or itself */
  side needs;
  const char *primitive; /* NULL: an element is written */
  location_t loc;
  branches where;
};

struct assignment
{
  side gives;
  location_t loc;
};

class sides
{
public:
  sides (tree fndecl) : copies (fndecl) {}
  void visit (tree t);
  void report ();
private:
  void assigned (tree view, tree value, location_t otherwise);
  void written (tree element, location_t loc);
  void primitive_used (primitive p, tree call);
  void branch (tree of, int n, tree part);
  void one (const use &u);
  tree known_view (tree e);
  view_copies copies;
  std::set<tree> addressed; /* so far */
  int repeated = 0;         /* how many loops and labels are around */
  std::vector<use> uses;
  std::map<tree, std::vector<assignment>> assignments;
  branches now;
  hash_set<tree> seen;
};

side
side_of (primitive p)
{
  const char *name = primitive_table[p].side;
  return strcmp (name, "READ") == 0 ? READ_SIDE
         : strcmp (name, "WRITE") == 0 ? WRITE_SIDE : NO_SIDE;
}

/* Returns the local variable E, if no pointer can have changed it by now. */
tree
sides::known_view (tree e)
{
  tree view = local_variable (e);
  return view && TREE_ADDRESSABLE (view) && (repeated > 0 || addressed.count (view)) ? NULL_TREE
                                                                                     : view;
}

void
sides::assigned (tree view, tree value, location_t otherwise)
{
  if (TREE_ADDRESSABLE (view) && repeated > 0)
    addressed.insert (view); /* not known below, either */
  STRIP_NOPS (value);
  if (integer_zerop (value))
    return;
  primitive p = primitive_of_call (value);
  side gives = p == P_new_read_view ? READ_SIDE : p == P_new_write_view ? WRITE_SIDE : NO_SIDE;
  location_t loc = EXPR_HAS_LOCATION (value) ? EXPR_LOCATION (value) : otherwise;
  assignments[view].push_back ({ gives, loc });
}

void
sides::written (tree element, location_t loc)
{
  if (tree view = known_view (viewed (element)))
    uses.push_back ({ view, copies.original (view), WRITE_SIDE, NULL, loc, now });
}

void
sides::primitive_used (primitive p, tree call)
{
  tree view = side_of (p) != NO_SIDE && call_expr_nargs (call) > 0
                ? known_view (CALL_EXPR_ARG (call, 0)) : NULL_TREE;
  if (view)
    uses.push_back ({ view, copies.original (view), side_of (p), primitive_table[p].name,
                      place::argument (call, 0).location (), now });
}

void
sides::branch (tree of, int n, tree part)
{
  now.push_back ({ of, n });
  visit (part);
  now.pop_back ();
}

void
sides::visit (tree t)
{
  if (!t || t == error_mark_node
      || (!EXPR_P (t) && TREE_CODE (t) != STATEMENT_LIST && TREE_CODE (t) != CONSTRUCTOR)
      || seen.add (t))
    return;
  switch (TREE_CODE (t))
    {
    case DECL_EXPR:
      if (DECL_INITIAL (DECL_EXPR_DECL (t)) && local_variable (DECL_EXPR_DECL (t)))
        assigned (DECL_EXPR_DECL (t), DECL_INITIAL (DECL_EXPR_DECL (t)), EXPR_LOCATION (t));
      break;
    case MODIFY_EXPR:
      if (tree view = local_variable (TREE_OPERAND (t, 0)))
        assigned (view, TREE_OPERAND (t, 1), EXPR_LOCATION (t));
      written (TREE_OPERAND (t, 0), EXPR_LOCATION (t));
      break;
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR: case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
      written (TREE_OPERAND (t, 0), EXPR_LOCATION (t));
      break;
    case CALL_EXPR:
      if (primitive p = primitive_of_call (t); p != P_none)
        primitive_used (p, t);
      break;
    case ADDR_EXPR:
      if (tree view = local_variable (TREE_OPERAND (t, 0)))
        addressed.insert (view);
      break;
    case LABEL_EXPR:
      repeated++;
      break;
    case FOR_STMT: case WHILE_STMT: case DO_STMT: case LOOP_EXPR:
      repeated++;
      each_part (t, [&] (tree part) { visit (part); });
      repeated--;
      return;
    case COND_EXPR:
      visit (TREE_OPERAND (t, 0));
      branch (t, 1, TREE_OPERAND (t, 1));
      branch (t, 2, TREE_OPERAND (t, 2));
      return;
    case SWITCH_STMT: case SWITCH_EXPR:
      {
        int n = 0; /* each statement may be another branch */
        tree body = TREE_OPERAND (t, 1);
        visit (TREE_OPERAND (t, 0));
        if (body && TREE_CODE (body) == BIND_EXPR)
          body = BIND_EXPR_BODY (body);
        each_part (body, [&] (tree part) { branch (t, n++, part); });
        return;
      }
    default:
      break;
    }
  each_part (t, [&] (tree part) { visit (part); });
}

/* Whether only one of the two is executed, since they are branches of the same statement. */
bool
exclusive_p (const branches &a, const branches &b)
{
  for (size_t n = 0; n < a.size () && n < b.size (); n++)
    if (a[n].first != b[n].first)
      return false;
    else if (a[n].second != b[n].second)
      return true;
  return false;
}

void
side_error (const use &u)
{
  if (!u.primitive)
    error_at (u.loc, "write to an element of the read view %qD", u.view);
  else if (u.needs == READ_SIDE)
    error_at (u.loc, "%qs expects a read view, but %qD is a write view", u.primitive, u.view);
  else
    error_at (u.loc, "%qs expects a write view, but %qD is a read view", u.primitive, u.view);
}

static void
note_copy (const use &u)
{
  if (u.original != u.view)
    inform (DECL_SOURCE_LOCATION (u.view), "%qD is a copy of %qD", u.view, u.original);
}

void
sides::one (const use &u)
{
  const std::vector<assignment> &given = assignments[u.original];
  side known = given.empty () || TREE_CODE (u.original) == PARM_DECL ? NO_SIDE : given[0].gives;
  for (const assignment &a : given)
    known = a.gives == known ? known : NO_SIDE;
  if (known != NO_SIDE && known != u.needs)
    {
      side_error (u);
      note_copy (u);
      inform (given[0].loc, "%qD connected with %qs here", u.original,
              known == READ_SIDE ? "new_read_view" : "new_write_view");
    }
  if (known != NO_SIDE || given.size () + (TREE_CODE (u.original) == PARM_DECL) > 1)
    return;
  for (const use &first : uses)
    if (first.original == u.original && first.primitive)
      {
        /* The first use decides the side, even if it stands below. */
        if (first.needs == u.needs || exclusive_p (first.where, u.where))
          return;
        side_error (u);
        note_copy (u);
        inform (first.loc, "%qD used as a %s view by %qs here", first.view,
                first.needs == READ_SIDE ? "read" : "write", first.primitive);
        return;
      }
}

void
sides::report ()
{
  for (const use &u : uses)
    one (u);
}

} // namespace

void
check_sides (tree fndecl)
{
  sides s (fndecl);
  s.visit (DECL_SAVED_TREE (fndecl));
  s.report ();
}

} // namespace erbium
