/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower.cc - from what the front end has checked to calls of the runtime.
 *
 *   before   *element (v + (sizetype) i * 4)       v[[i]]: lower_elements.cc
 *   after    *(int *) erbium_element_slow (v, (sizetype) i * 4, narrow, 4)
 *
 *   before   __builtin_erbium_update (v, hd)
 *   after    erbium_update_slow (v, (long) hd, narrow, "file:line")
 *
 *   before   run.p (v, n)                          lower_run.cc
 *   after    tmp = {v, n}, erbium_start ("p", p.erbium, sizeof tmp, &tmp, "file:line")
 *
 * The runtime has each function that is called here, so code that no later pass processes (-O0, an
 * LTO link without the plugin) is slow but right.  Lowering runs before genericizing, on trees that
 * share nodes: x += 1 has x two times, and x may contain such an x.  Each node is visited once, and
 * a replaced node is replaced by the same new node everywhere.
 */
#include "lower/lowering.h"

#include "base/base.h"
#include "cgraph.h"
#include "file-prefix-map.h"
#include "gcc/gcc.h"
#include "tree-pretty-print.h"

#include <map>
#include <string>

namespace erbium {

tree
where_string (location_t loc)
{
  expanded_location place = expand_location (loc);
  const char *file = place.file ? remap_macro_filename (place.file) : "?";
  char *text = xasprintf ("%s:%d", file, place.line);
  tree literal = build_string_literal (strlen (text) + 1, text);
  free (text);
  return literal;
}

location_t
written_place (location_t loc)
{
  while (linemap_location_from_macro_expansion_p (line_table, loc)
         && linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, NULL)
              <= BUILTINS_LOCATION)
    {
      const line_map *map = linemap_lookup (line_table, loc);
      loc = linemap_unwind_toward_expansion (line_table, loc, &map);
    }
  return loc;
}

/* ---- Primitives -------------------------------------------------------- */

/* Returns a number that the call of a primitive needs and the program leaves out. */
static tree
left_out (primitive p)
{
  bool one = p == P_register || p == P_new_write_view || p == P_claim;
  return one ? integer_one_node : integer_zero_node;
}

/* Returns what messages call the object LHS, to which a record is stored, or "". */
static std::string
object_text (tree lhs)
{
  STRIP_NOPS (lhs);
  switch (TREE_CODE (lhs))
    {
    case VAR_DECL: case PARM_DECL: case RESULT_DECL: case FIELD_DECL:
      return DECL_NAME (lhs) ? IDENTIFIER_POINTER (DECL_NAME (lhs)) : "";
    case ARRAY_REF:
      {
        std::string array = object_text (TREE_OPERAND (lhs, 0));
        tree index = TREE_OPERAND (lhs, 1);
        bool known = TREE_CODE (index) == INTEGER_CST && tree_fits_uhwi_p (index);
        std::string number = known ? std::to_string (tree_to_uhwi (index)) : "";
        return array.empty () ? "" : array + "[" + number + "]";
      }
    case COMPONENT_REF:
      {
        std::string whole = object_text (TREE_OPERAND (lhs, 0));
        std::string field = object_text (TREE_OPERAND (lhs, 1));
        bool through = TREE_CODE (TREE_OPERAND (lhs, 0)) == INDIRECT_REF;
        return whole.empty () ? field : whole + (through ? "->" : ".") + field;
      }
    case INDIRECT_REF:
      return object_text (TREE_OPERAND (lhs, 0));
    default:
      return "";
    }
}

/* Returns NAME as an argument of a call: a string, or NULL. */
static tree
name_argument (const std::string *name)
{
  if (!name || name->empty ())
    return null_pointer_node;
  return build_string_literal (name->size () + 1, name->c_str ());
}

/* Returns the call for new_record, whose elements are of type ELEMENT and which is stored to what
 * is called NAME. */
static tree
lower_new_record (tree call, tree element, const std::string *name)
{
  location_t loc = written_place (EXPR_LOCATION (call));
  return build_call_expr_loc (
    loc, runtime_decl (R_new_record), 6, fold_convert (size_type_node, TYPE_SIZE_UNIT (element)),
    build_int_cst (size_type_node, TYPE_ALIGN_UNIT (element)),
    fold_convert (long_integer_type_node, CALL_EXPR_ARG (call, 0)),
    fold_convert (long_integer_type_node, CALL_EXPR_ARG (call, 1)), where_string (loc),
    name_argument (name));
}

/* Returns the call of the runtime for a primitive, with the arguments of the table of calls. */
static tree
lower_primitive (primitive p, tree call)
{
  location_t loc = written_place (EXPR_LOCATION (call));
  bool view_made = p == P_new_read_view || p == P_new_write_view;
  runtime_function f = view_made ? R_new_view : runtime_function_for (p);
  if (f == R_count || p == P_new_record)
    return NULL_TREE; /* new_record has no element type here: sema/ has reported it */
  auto_vec<tree> arguments;
  int narrow = 0, index = 0, next = 0; /* narrow: a bit for each index */
  for (const char *letter = runtime_signature (f) + 1; *letter; letter++)
    if (*letter == 'L')
      arguments.safe_push (where_string (loc));
    else if (*letter == 'w')
      arguments.safe_push (build_int_cst (integer_type_node, narrow));
    else
      {
        tree given = next < call_expr_nargs (call) ? CALL_EXPR_ARG (call, next) : left_out (p);
        next++;
        if (*letter == 'n')
          narrow |= narrow_type_p (TREE_TYPE (given)) << index++;
        arguments.safe_push (*letter == 'V' || *letter == 'R' ? pointer_to (given)
                             : *letter == 'i' ? fold_convert (integer_type_node, given)
                                              : fold_convert (long_integer_type_node, given));
      }
  return build_call_expr_loc_array (loc, runtime_decl (f), arguments.length (),
                                    arguments.address ());
}

/* ---- The walk ---------------------------------------------------------- */

/* Walks the initialiser of a compound literal, which walk_tree leaves out. */
static void
walk_literal (tree t, walk_tree_fn walk, void *data, hash_set<tree> *seen)
{
  if (TREE_CODE (t) == COMPOUND_LITERAL_EXPR)
    walk_tree (&DECL_INITIAL (COMPOUND_LITERAL_EXPR_DECL (t)), walk, data, seen);
}

struct lower_walk
{
  hash_set<tree> seen;
  hash_map<tree, tree> instead; /* the replaced nodes, and the new ones */
  hash_set<tree> accessed;      /* addresses whose element is used */
  std::map<tree, std::string> stored_to; /* records that are made, and to what they are stored */
  int nodes = 0;                /* that were visited */
};

/* Gives the address of v[[0]], which has no place of its own, that of the access. */
static void
place_element (tree address, location_t loc)
{
  tree call = TREE_CODE (address) == SAVE_EXPR ? TREE_OPERAND (address, 0) : address;
  if (element_sum (call) && !EXPR_HAS_LOCATION (call))
    SET_EXPR_LOCATION (call, loc);
}

/* Returns the call for an element's address, without conversions. */
static tree
bare_address (tree address)
{
  STRIP_NOPS (address);
  return TREE_CODE (address) == SAVE_EXPR ? TREE_OPERAND (address, 0) : address;
}

/* Whether this conversion of an element's address is the decay of an element that is an array: then
 * elements of the array are used. */
static bool
decayed_p (tree conversion)
{
  tree from = TREE_TYPE (TREE_OPERAND (conversion, 0)), to = TREE_TYPE (conversion);
  return POINTER_TYPE_P (from) && POINTER_TYPE_P (to) && TREE_CODE (TREE_TYPE (from)) == ARRAY_TYPE
         && TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (from))) == TYPE_MAIN_VARIANT (TREE_TYPE (to));
}

/* Whether the element is atomic: then it is always used through its address. */
static bool
atomic_element_p (tree address)
{
  return TYPE_ATOMIC (TREE_TYPE (TREE_TYPE (address)));
}

/* Notes the records in VALUE, which is stored to what is called NAME. */
static void
note_object (tree value, const std::string &name, lower_walk *walk)
{
  if (TREE_CODE (value) == COND_EXPR)
    for (int arm = 1; arm < 3; arm++)
      note_object (TREE_OPERAND (value, arm), name, walk);
  else if (CONVERT_EXPR_P (value) && primitive_of_call (TREE_OPERAND (value, 0)) == P_new_record)
    walk->stored_to[value] = name;
  else if (CONVERT_EXPR_P (value) || TREE_CODE (value) == NON_LVALUE_EXPR)
    note_object (TREE_OPERAND (value, 0), name, walk);
  if (TREE_CODE (value) != CONSTRUCTOR)
    return;
  unsigned HOST_WIDE_INT n;
  tree index, part;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (value), n, index, part)
    if (index && TREE_CODE (index) == FIELD_DECL)
      note_object (part, name + "." + object_text (index), walk);
    else if (index && tree_fits_uhwi_p (index))
      note_object (part, name + "[" + std::to_string (tree_to_uhwi (index)) + "]", walk);
}

/* Returns the replacement of T, or T with changed parts. */
static tree
lowered (tree t, lower_walk *walk)
{
  location_t loc = EXPR_LOCATION (t);
  switch (TREE_CODE (t))
    {
    case BIND_EXPR:
      for (tree decl = BIND_EXPR_VARS (t); decl; decl = DECL_CHAIN (decl))
        if (VAR_P (decl) && DECL_INITIAL (decl))
          note_object (DECL_INITIAL (decl), object_text (decl), walk);
      return t;
    case MODIFY_EXPR: case INIT_EXPR:
      note_object (TREE_OPERAND (t, 1), object_text (TREE_OPERAND (t, 0)), walk);
      return t;
    case INDIRECT_REF:
      place_element (TREE_OPERAND (t, 0), loc);
      walk->accessed.add (bare_address (TREE_OPERAND (t, 0)));
      return t;
    case SAVE_EXPR:
      if (tree saved = TREE_OPERAND (t, 0); element_sum (saved))
        return lower_saved (saved, EXPR_LOCATION (saved),
                            atomic_element_p (saved) || walk->accessed.contains (saved));
      return t;
    CASE_CONVERT:
      {
        tree call = TREE_OPERAND (t, 0), element = record_element (TREE_TYPE (t));
        if (decayed_p (t))
          walk->accessed.add (bare_address (call));
        if (element && primitive_of_call (call) == P_new_record)
          {
            auto found = walk->stored_to.find (t);
            const std::string *name = found == walk->stored_to.end () ? NULL : &found->second;
            TREE_OPERAND (t, 0) = lower_new_record (call, element, name);
          }
        return t;
      }
    case CALL_EXPR:
      if (tree sum = element_sum (t))
        return lower_address (sum, narrow_element_p (t), loc,
                              atomic_element_p (t) || walk->accessed.contains (t));
      if (primitive p = primitive_of_call (t); p != P_none)
        {
          tree call = lower_primitive (p, t);
          return call ? fold_convert_loc (loc, TREE_TYPE (t), call) : t;
        }
      return run_member (CALL_EXPR_FN (t)) ? lower_run (t) : t;
    default:
      return t;
    }
}

static tree
lower_one (tree *tp, int *subtrees, void *data)
{
  lower_walk *walk = (lower_walk *) data;
  tree t = *tp;
  if (tree *known = walk->instead.get (t))
    *tp = *known;
  if (walk->seen.add (*tp))
    {
      *subtrees = 0;
      return NULL_TREE;
    }
  walk->nodes++;
  walk_literal (t, lower_one, data, NULL);
  *tp = lowered (t, walk);
  if (*tp != t)
    {
      walk->instead.put (t, *tp);
      walk->seen.add (*tp);
    }
  return NULL_TREE;
}

/* ---- Dumps ------------------------------------------------------------- */

/* Prints a call of erbium_element_check (view, offset, narrow, size, where), or the one for an
 * address. */
static tree
print_check (tree *tp, int *, void *file)
{
  tree t = *tp;
  runtime_function f
    = TREE_CODE (t) == CALL_EXPR ? runtime_function_of (get_callee_fndecl (t)) : R_count;
  if (f != R_element_check && f != R_address_check)
    return NULL_TREE;
  FILE *to = (FILE *) file;
  expanded_location place = expand_location (EXPR_LOCATION (t));
  fprintf (to, "%s:%d:%d: checks %sview ", place.file, place.line, place.column,
           f == R_element_check ? "" : "the address, or the end, of ");
  tree v = CALL_EXPR_ARG (t, 0);
  STRIP_NOPS (v);
  print_generic_expr (to, v, TDF_SLIM);
  fputs (", byte ", to);
  print_generic_expr (to, CALL_EXPR_ARG (t, 1), TDF_SLIM);
  fprintf (to, "%s\n", integer_onep (CALL_EXPR_ARG (t, 2)) ? ", of an index of 32 bits" : "");
  return NULL_TREE;
}

static void
dump_lowered (tree fndecl, int nodes)
{
  tree_dump dump (STATION_lower, fndecl);
  if (!dump.file)
    return;
  fprintf (dump.file, ";; %d nodes\n", nodes);
  write_c (dump.file, DECL_SAVED_TREE (fndecl));
  fputc ('\n', dump.file);
}

static void
dump_checks (tree fndecl)
{
  tree_dump dump (STATION_check, fndecl);
  if (!dump.file)
    return;
  if (!option.check)
    fputs ("no access is checked: the option check is not given\n", dump.file);
  hash_set<tree> seen;
  walk_tree (&DECL_SAVED_TREE (fndecl), print_check, dump.file, &seen);
}

/* ---- The station ------------------------------------------------------- */

void
lower_function (tree fndecl)
{
  lower_walk lowering;
  walk_tree (&DECL_SAVED_TREE (fndecl), lower_one, &lowering, NULL);
  lower_openmp (fndecl);
  dump_lowered (fndecl, lowering.nodes);
  if (option.check)
    announce_checked_unit ();
  dump_checks (fndecl);
}

} // namespace erbium
