/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks.h - what the files of the checks share.
 *
 *   check_walk.cc       the walk over a function or an initialiser
 *   source_places.cc    where an argument or a value stands in the text
 *   conversions.cc      views and records against other types
 *   derived_types.cc    the same inside of pointers, arrays and functions
 *   subscripts.cc       [[ ]] after other things than views
 *   process_calls.cc    calls of primitives and processes, values that a process returns
 *   local_views.cc      local variables: which are views, copies of views, constants
 *   view_sides.cc       read views and write views
 *   view_ownership.cc   views that another process owns
 *   gcc_messages.cc     GCC's own messages about processes, views and elements
 */
#ifndef ERBIUM_CHECKS_H
#define ERBIUM_CHECKS_H

#include "language/language.h"
#include "sema/sema.h"
#include "tree-iterator.h"

#include <map>
#include <set>
#include <string>

namespace erbium {

/* ---- Places (source_places.cc) ------------------------------------------ */

/* A place in the text.  The front end keeps no place for a plain name.  So the place of an
 * argument, or of the value of an initialiser or of return, is searched for in the text, and only
 * if there is an error to report. */
class place
{
public:
  place (location_t loc) : place (HERE, loc, 0) {}
  static place argument (const_tree call, int n)
  {
    return place (ARGUMENT, EXPR_LOCATION (call), n);
  }
  static place initialiser (location_t name) { return place (INITIALISER, name, 0); }
  static place returned (location_t keyword) { return place (RETURNED, keyword, 0); }
  bool here_p () const { return kind == HERE; }
  location_t location () const;
private:
  enum kind { HERE, ARGUMENT, INITIALISER, RETURNED } kind;
  place (enum kind kind, location_t loc, int n) : kind (kind), loc (loc), n (n) {}
  location_t loc;
  int n;
};

/* Returns the place of an expression, or OTHERWISE if it has none. */
place place_of (const_tree expression, const place &otherwise);
/* Returns the character in the text there, or 0 if it is not known. */
char character_at (location_t);
/* Returns whether WORD stands at this place, perhaps in parentheses, followed by a ]. */
bool word_alone_p (location_t, const char *word);

/* ---- Types (conversions.cc) -------------------------------------------- */

/* The kinds of expressions, as far as the tree of an expression shows its kind. */
enum sort
{
  OTHER,
  VIEW,
  RECORD,
  ELEMENT, /* the address of an element */
  MADE,    /* the result of new_record, new_read_view or new_write_view */
  NOTHING, /* a null pointer */
  WRONG    /* it is reported already, or will be */
};
sort sort_of (tree);
/* Returns whether TYPE is a pointer to the type by which the runtime represents a view or record,
 * as S says. */
bool runtime_pointer_p (tree type, sort s);
/* Checks a value that is used without a conversion where TYPE is expected; false after an error. */
bool check_sink (tree type, tree value, const place &);
/* Checks an argument that is passed through `...'. */
void check_unnamed (tree value, const place &);
/* Checks a NOP_EXPR and the like; false after an error. */
bool check_conversion (tree conversion, const place &);
/* check_operator checks an operator on views and records, check_element an access to an element,
 * and check_address the address of an element. */
void check_operator (tree, const place &);
void check_element (tree indirect, const place &);
void check_address (tree call); /* of an element */

/* ---- Types inside of types (derived_types.cc) -------------------------- */

/* Returns whether B has views, records and processes where A has them. */
bool same_marks_p (tree a, tree b);

/* ---- [[ ]] after other things than views (subscripts.cc) ------------ */

/* Checks an ARRAY_REF or INDIRECT_REF, or the sum that is its address; false after an error. */
bool check_brackets (tree);
/* Checks for i[[v]], with the view and the index in the wrong order.  SUM is the address of an
 * element, and its first bracket is at the given location. */
void check_swapped (tree sum, location_t);

/* ---- Calls (process_calls.cc) -------------------------------------------- */

bool check_primitive (primitive p, tree call);
void check_call (tree call);

/* ---- return (process_calls.cc) ------------------------------------------ */

void check_return (tree value, const place &);

/* ---- The walk ---------------------------------------------------------- */

/* Calls F for each tree directly below T that is evaluated as part of T. */
template <typename F>
void
each_part (tree t, F f)
{
  tree value;
  unsigned HOST_WIDE_INT n;
  if (!t || t == error_mark_node)
    return;
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
        f (tsi_stmt (i));
      break;
    case BIND_EXPR:
      f (BIND_EXPR_BODY (t));
      break;
    case DECL_EXPR:
      if (VAR_P (DECL_EXPR_DECL (t)) && !TREE_STATIC (DECL_EXPR_DECL (t))
          && DECL_INITIAL (DECL_EXPR_DECL (t)))
        f (DECL_INITIAL (DECL_EXPR_DECL (t)));
      break;
    case CONSTRUCTOR:
      FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (t), n, value)
        f (value);
      break;
    default:
      if (EXPR_P (t))
        for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
          if (TREE_OPERAND (t, i) && !TYPE_P (TREE_OPERAND (t, i)))
            f (TREE_OPERAND (t, i));
      break;
    }
}

/* ---- Variables --------------------------------------------------------- */

/* Returns E without conversions if it is a local variable or parameter that has the type of a view,
 * else NULL_TREE. */
tree local_variable (tree e);
/* As local_variable, but returns NULL_TREE if a pointer to the variable exists. */
tree local_view (tree e);
/* Returns the view of which E is an element, or NULL_TREE. */
tree viewed (tree e);
/* Returns the local structure or array of which E is a part, by members and constant indices;
 * NULL_TREE if it may change through a pointer. */
tree local_whole (tree e);
/* Returns whether E is a local structure that contains views, which are passed on with it. */
bool local_structure_p (tree e);
/* Returns whether a value of this type contains a view. */
bool has_view_p (const_tree type);

/* Which local views are copies of others (local_views.cc). */
class view_copies
{
public:
  view_copies (tree fndecl) { visit (DECL_SAVED_TREE (fndecl)); }
  /* Returns the view of which V is a copy, or V. */
  tree original (tree v) const;
private:
  void visit (tree t);
  bool constant_p (tree v) const;
  std::map<tree, int> assigned;
  std::map<tree, tree> from;
  std::set<tree> seen;
};

/* The constants that local variables have at some place of a function (local_views.cc). */
class known_values
{
public:
  /* Returns the constant value that E has at this place, or NULL_TREE. */
  tree of (tree e) const;
  /* Returns the value that the operand of T, an increment or decrement, has after T; or
   * NULL_TREE. */
  tree after_step (tree t) const;
  /* Notes that TO, a variable or any other place, now has VALUE; a VALUE of NULL_TREE means that
   * the value is not known. */
  void assign (tree to, tree value);
  /* Keeps only the values that OTHER also has; to be called where two paths of control meet. */
  void keep_common (const known_values &other);
private:
  std::map<tree, tree> values;
};

void check_sides (tree fndecl); /* view_sides.cc */
void check_given (tree fndecl); /* view_ownership.cc */

} // namespace erbium
#endif
