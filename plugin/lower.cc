/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower.cc - from what the front end has checked to calls of the runtime.
 *
 *   before   *element (v + (sizetype) i * 4)       v[[i]] of `view int v'
 *   after    *(int *) erbium_element_far (v, (sizetype) i * 4, narrow, 4)
 *
 *   before   __builtin_erbium_update (v, hd)
 *   after    erbium_update_far (v, (long) hd, narrow, "file:line")
 *
 *   before   run.p (v, n)
 *   after    tmp = {v, n}, erbium_process_start ("p", p.erbium, sizeof tmp, &tmp, "file:line")
 *
 * Every call that is made here is a function that the runtime has, so code that
 * no later pass has seen (-O0, an LTO link without the plugin) is slow but right.
 * An element is addressed by its byte offset; narrow tells that the index had 32
 * bits.  This runs before genericizing, on trees that may share nodes (x += 1
 * has x twice), so references are changed in place.
 */
#include "plugin.h"

#include "cgraph.h"
#include "diagnostic.h"
#include "file-prefix-map.h"
#include "fold-const.h"
#include "function.h"
#include "gimple-expr.h"
#include "gimplify.h"
#include "stor-layout.h"
#include "toplev.h"
#include "tree-iterator.h"

namespace erbium {

/* ---- Small parts ------------------------------------------------------- */

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

static tree
pointer_to (tree v)
{
  return fold_convert (ptr_type_node, v);
}

static tree
flag (bool b)
{
  return build_int_cst (integer_type_node, b);
}

/* ---- Indices ----------------------------------------------------------- */

static bool
narrow_type_p (const_tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < 64;
}

/* Whether a term of an offset was made of an index of less than 64 bits alone. */
static bool
narrow_term_p (const_tree e)
{
  if (CONVERT_EXPR_P (e))
    {
      const_tree from = TREE_OPERAND (e, 0);
      return narrow_type_p (TREE_TYPE (from)) || narrow_term_p (from);
    }
  switch (TREE_CODE (e))
    {
    case MULT_EXPR: case LSHIFT_EXPR:
      return TREE_CODE (TREE_OPERAND (e, 1)) == INTEGER_CST && narrow_term_p (TREE_OPERAND (e, 0));
    case PLUS_EXPR: case MINUS_EXPR:
      return narrow_term_p (TREE_OPERAND (e, 0))
             && (TREE_CODE (TREE_OPERAND (e, 1)) == INTEGER_CST
                 || narrow_term_p (TREE_OPERAND (e, 1)));
    case NEGATE_EXPR: case SAVE_EXPR:
      return narrow_term_p (TREE_OPERAND (e, 0));
    default:
      return false;
    }
}

/* The sum of offsets, in bytes, that an address was made of. */
struct offsets
{
  tree sum = NULL_TREE;
  bool narrow = false, wide = false;

  void add (tree part);
};

void
offsets::add (tree part)
{
  if (TREE_CODE (part) == PLUS_EXPR)
    {
      add (TREE_OPERAND (part, 0));
      add (TREE_OPERAND (part, 1));
      return;
    }
  part = unshare_expr (part);
  sum = sum ? fold_build2 (PLUS_EXPR, sizetype, sum, part) : part;
  if (TREE_CODE (part) != INTEGER_CST)
    (narrow_term_p (part) ? narrow : wide) = true;
}

/* An index as an argument, and whether it was narrow.  A constant is what it
 * says, not a value modulo 2^32. */
static tree
index_argument (tree i, bool *narrow)
{
  *narrow = narrow_type_p (TREE_TYPE (i)) && TREE_CODE (i) != INTEGER_CST;
  return fold_convert (long_integer_type_node, i);
}

/* ---- Elements ---------------------------------------------------------- */

static tree lower_address (tree pointer, location_t loc);

/* The sums in E lowered, in place. */
static tree
lower_inner (tree e, location_t loc)
{
  tree type = build_pointer_type (view_element (TREE_TYPE (e)));
  int first = TREE_CODE (e) == SAVE_EXPR ? 0 : 1, last = TREE_CODE (e) == COND_EXPR ? 2 : first;
  for (int n = first; n <= last; n++)
    if (view_p (TREE_TYPE (TREE_OPERAND (e, n))))
      TREE_OPERAND (e, n) = lower_address (TREE_OPERAND (e, n), loc);
  TREE_TYPE (e) = type;
  return e;
}

/* The address of the element at POINTER, which has the type of a view: the view
 * itself, for element 0, or a sum of it and offsets. */
static tree
lower_address (tree pointer, location_t loc)
{
  tree element = view_element (TREE_TYPE (pointer));
  if (!element) /* two calls share the sum: v[[c ? 1 : n]] += 1 */
    return pointer;
  if (TREE_CODE (pointer) != POINTER_PLUS_EXPR && sum_p (pointer))
    return lower_inner (pointer, loc);
  offsets sums;
  while (TREE_CODE (pointer) == POINTER_PLUS_EXPR && view_p (TREE_TYPE (pointer)))
    {
      sums.add (TREE_OPERAND (pointer, 1));
      pointer = TREE_OPERAND (pointer, 0);
    }
  tree size = fold_convert (size_type_node, TYPE_SIZE_UNIT (element));
  tree offset = sums.sum ? fold_convert (size_type_node, sums.sum) : size_zero_node;
  tree narrow = flag (sums.narrow && !sums.wide), v = pointer_to (unshare_expr (pointer));
  tree call = option.check
    ? build_call_expr_loc (loc, runtime_decl (R_look), 5, v, offset, narrow, size,
                           where_string (loc))
    : build_call_expr_loc (loc, runtime_decl (R_element), 4, v, offset, narrow, size);
  return fold_convert_loc (loc, build_pointer_type (element), call);
}

/* The parts of a sum that must be done once, saved. */
static void
save_parts (tree *sum)
{
  tree e = *sum;
  if (!TREE_SIDE_EFFECTS (e) || TREE_CODE (e) == SAVE_EXPR)
    return;
  if (!sum_p (e))
    *sum = save_expr (e);
  else if (TREE_CODE (e) == POINTER_PLUS_EXPR)
    {
      save_parts (&TREE_OPERAND (e, 0));
      TREE_OPERAND (e, 1) = save_expr (TREE_OPERAND (e, 1));
    }
  else
    {
      TREE_OPERAND (e, 0) = save_expr (TREE_OPERAND (e, 0));
      for (int n = 1; n < TREE_OPERAND_LENGTH (e); n++)
        save_parts (&TREE_OPERAND (e, n));
    }
}

/* v[[i++]] += f (): the front end saves the address; but f may move the window, so
 * only the index is saved, and the address computed for each use. */
static tree
lower_saved (tree call, location_t loc)
{
  save_parts (&CALL_EXPR_ARG (call, 0));
  return lower_address (CALL_EXPR_ARG (call, 0), loc);
}

/* ---- Primitives -------------------------------------------------------- */

static tree
argument (tree call, int n, tree otherwise = NULL_TREE)
{
  return n < call_expr_nargs (call) ? CALL_EXPR_ARG (call, n) : otherwise;
}

/* The call for new_record, which is a record of T in this place. */
static tree
lower_new_record (tree call, tree element)
{
  location_t loc = EXPR_LOCATION (call);
  return build_call_expr_loc (
    loc, runtime_decl (R_new_record), 5, fold_convert (size_type_node, TYPE_SIZE_UNIT (element)),
    build_int_cst (size_type_node, TYPE_ALIGN_UNIT (element)),
    fold_convert (integer_type_node, argument (call, 0)),
    fold_convert (integer_type_node, argument (call, 1)), where_string (loc));
}

static tree
lower_primitive (primitive p, tree call)
{
  location_t loc = EXPR_LOCATION (call);
  tree where = where_string (loc), v = argument (call, 0);
  bool narrow = false, also = false;
  tree i = NULL_TREE;
  switch (p)
    {
    case P_commit: case P_update: case P_release: case P_stall:
      {
        static const runtime_function far[] = { R_commit, R_update, R_release, R_stall };
        i = index_argument (argument (call, 1), &narrow);
        return build_call_expr_loc (loc, runtime_decl (far[p - P_commit]), 4, pointer_to (v), i,
                                    flag (narrow), where);
      }
    case P_receive:
      i = index_argument (argument (call, 1), &narrow);
      return build_call_expr_loc (loc, runtime_decl (R_receive), 4, pointer_to (v), i,
                                  flag (narrow), where);
    case P_receive_range:
      {
        i = index_argument (argument (call, 1), &narrow);
        tree hd = index_argument (argument (call, 2), &also);
        return build_call_expr_loc (loc, runtime_decl (R_receive_range), 5, pointer_to (v), i, hd,
                                    flag (narrow && also), where);
      }
    case P_done:
      return build_call_expr_loc (loc, runtime_decl (R_done), 2, pointer_to (v), where);
    case P_missed:
      return build_call_expr_loc (loc, runtime_decl (R_missed), 2, pointer_to (v), where);
    case P_alloc:
      return build_call_expr_loc (loc, runtime_decl (R_alloc), 3, pointer_to (v),
                                  index_argument (argument (call, 1), &narrow), where);
    case P_register:
      return build_call_expr_loc (loc, runtime_decl (R_register), 3, pointer_to (v),
                                  fold_convert (integer_type_node,
                                                argument (call, 1, integer_one_node)), where);
    case P_free_view:
      return build_call_expr_loc (loc, runtime_decl (R_free_view), 3, pointer_to (v),
                                  fold_convert (integer_type_node,
                                                argument (call, 1, integer_zero_node)), where);
    case P_new_read_view: case P_new_write_view:
      return build_call_expr_loc (loc, runtime_decl (R_new_view), 3, pointer_to (v),
                                  flag (p == P_new_write_view), where);
    case P_join:
      return build_call_expr_loc (loc, runtime_decl (R_join), 2,
                                  fold_convert (long_integer_type_node, v), where);
    default:
      return NULL_TREE; /* new_record has no element type here: check.cc has said so */
    }
}

/* ---- run --------------------------------------------------------------- */

/* The member of __erbium_run that FN, of a call, is made from; or NULL_TREE. */
tree
run_field (tree fn)
{
  while (fn && (CONVERT_EXPR_P (fn) || TREE_CODE (fn) == ARRAY_REF || TREE_CODE (fn) == INDIRECT_REF
                || TREE_CODE (fn) == ADDR_EXPR))
    fn = TREE_OPERAND (fn, 0);
  if (!fn || TREE_CODE (fn) != COMPONENT_REF || !VAR_P (TREE_OPERAND (fn, 0)))
    return NULL_TREE;
  tree field = TREE_OPERAND (fn, 1);
  return lookup_attribute ("erbium target", DECL_ATTRIBUTES (field)) ? field : NULL_TREE;
}

/* What `run' names: a process, or a variable that points to one; NULL_TREE
 * where an error was found. */
tree
run_target (tree field)
{
  return TREE_VALUE (TREE_VALUE (lookup_attribute ("erbium target", DECL_ATTRIBUTES (field))));
}

/* FN with the member replaced by what it names. */
static tree
real_function (tree fn)
{
  if (TREE_CODE (fn) == COMPONENT_REF)
    return run_target (TREE_OPERAND (fn, 1));
  tree copy = copy_node (fn);
  TREE_OPERAND (copy, 0) = real_function (TREE_OPERAND (fn, 0));
  if (TREE_CODE (copy) == ARRAY_REF)
    TREE_TYPE (copy) = TREE_TYPE (TREE_TYPE (TREE_OPERAND (copy, 0)));
  return copy;
}

/* The structure that a call's arguments travel in, function first if it is not
 * known by name. */
static tree
build_arguments_type (tree call, bool indirect)
{
  tree structure = make_node (RECORD_TYPE), last = NULL_TREE;
  call_expr_arg_iterator iter;
  tree arg;
  auto add = [&] (tree type)
  {
    tree field = build_decl (BUILTINS_LOCATION, FIELD_DECL, NULL_TREE, TYPE_MAIN_VARIANT (type));
    DECL_CONTEXT (field) = structure;
    *(last ? &DECL_CHAIN (last) : &TYPE_FIELDS (structure)) = field;
    last = field;
  };
  add (indirect ? ptr_type_node : char_type_node);
  FOR_EACH_CALL_EXPR_ARG (arg, iter, call)
    add (TREE_TYPE (arg));
  layout_type (structure);
  return structure;
}

/* static void NAME.erbium (void *a) { NAME (a->first, ...); } */
static tree
build_start (tree target, tree fntype, tree structure)
{
  location_t loc = BUILTINS_LOCATION;
  static unsigned number;
  char *text = xasprintf ("%s.erbium.%u",
                          TREE_CODE (target) == FUNCTION_DECL
                            ? IDENTIFIER_POINTER (DECL_NAME (target)) : "start", number++);
  tree decl = build_decl (loc, FUNCTION_DECL, get_identifier (text),
                          build_function_type_list (void_type_node, ptr_type_node, NULL_TREE));
  free (text);
  TREE_STATIC (decl) = 1;
  TREE_USED (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  TREE_NOTHROW (decl) = !flag_exceptions;
  tree result = build_decl (loc, RESULT_DECL, NULL_TREE, void_type_node);
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = decl;
  DECL_RESULT (decl) = result;
  tree parameter = build_decl (loc, PARM_DECL, get_identifier ("a"), ptr_type_node);
  DECL_ARG_TYPE (parameter) = ptr_type_node;
  DECL_CONTEXT (parameter) = decl;
  DECL_ARTIFICIAL (parameter) = 1;
  TREE_USED (parameter) = 1;
  DECL_ARGUMENTS (decl) = parameter;

  tree packed = build1 (INDIRECT_REF, structure,
                        fold_convert (build_pointer_type (structure), parameter));
  tree field = TYPE_FIELDS (structure);
  tree fn = TREE_CODE (target) == FUNCTION_DECL
              ? build_fold_addr_expr (target)
              : fold_convert (build_pointer_type (fntype),
                              build3 (COMPONENT_REF, TREE_TYPE (field), packed, field, NULL_TREE));
  auto_vec<tree> arguments;
  while ((field = DECL_CHAIN (field)))
    arguments.safe_push (build3 (COMPONENT_REF, TREE_TYPE (field), unshare_expr (packed), field,
                                 NULL_TREE));
  tree call = build_call_array_loc (loc, void_type_node, fn, arguments.length (),
                                    arguments.address ());
  TREE_SIDE_EFFECTS (call) = 1;
  tree block = make_node (BLOCK);
  BLOCK_SUPERCONTEXT (block) = decl;
  TREE_USED (block) = 1;
  DECL_INITIAL (decl) = block;
  DECL_SAVED_TREE (decl) = build3 (BIND_EXPR, void_type_node, NULL_TREE, call, block);
  TREE_SIDE_EFFECTS (DECL_SAVED_TREE (decl)) = 1;
  push_struct_function (decl);
  cfun->function_start_locus = cfun->function_end_locus = loc;
  pop_cfun ();
  cgraph_node::finalize_function (decl, true);
  return decl;
}

/* The start function for a process known by name, and the structure it takes:
 * made once, kept in an attribute of the process. */
static tree
start_of (tree target, tree fntype, tree call, tree *structure)
{
  static const char mark[] = "erbium start";
  bool direct = TREE_CODE (target) == FUNCTION_DECL;
  tree known = direct && prototype_p (fntype)
                 ? lookup_attribute (mark, DECL_ATTRIBUTES (target)) : NULL_TREE;
  if (known)
    {
      *structure = TREE_PURPOSE (TREE_VALUE (known));
      return TREE_VALUE (TREE_VALUE (known));
    }
  *structure = build_arguments_type (call, !direct);
  tree start = build_start (target, fntype, *structure);
  if (direct && prototype_p (fntype))
    DECL_ATTRIBUTES (target) = tree_cons (get_identifier (mark), build_tree_list (*structure, start),
                                          DECL_ATTRIBUTES (target));
  return start;
}

/* An argument as it travels: a view is given to the process. */
static tree
given (tree arg, tree where)
{
  if (!view_p (TREE_TYPE (arg)))
    return arg;
  return fold_convert (TREE_TYPE (arg),
                       build_call_expr (runtime_decl (R_give), 2, pointer_to (arg), where));
}

static tree
lower_run (tree call)
{
  location_t loc = EXPR_LOCATION (call);
  tree field = run_field (CALL_EXPR_FN (call)), target = run_target (field);
  if (!target)
    return build_zero_cst (long_integer_type_node);
  tree fn = real_function (CALL_EXPR_FN (call)), fntype = TREE_TYPE (fn), structure;
  while (POINTER_TYPE_P (fntype) || TREE_CODE (fntype) == ARRAY_TYPE)
    fntype = TREE_TYPE (fntype);
  tree start = start_of (target, fntype, call, &structure);
  tree where = where_string (loc);

  tree packed = create_tmp_var_raw (structure, "run");
  TREE_ADDRESSABLE (packed) = 1;
  DECL_CONTEXT (packed) = current_function_decl;
  vec<constructor_elt, va_gc> *values = NULL;
  tree member = TYPE_FIELDS (structure);
  if (TREE_CODE (target) != FUNCTION_DECL)
    CONSTRUCTOR_APPEND_ELT (values, member, pointer_to (fn));
  call_expr_arg_iterator iter;
  tree arg;
  FOR_EACH_CALL_EXPR_ARG (arg, iter, call)
    {
      member = DECL_CHAIN (member);
      CONSTRUCTOR_APPEND_ELT (values, member, given (arg, where));
    }
  tree init = build_constructor (structure, values);
  TREE_SIDE_EFFECTS (init) = 1;
  tree made = build4 (TARGET_EXPR, structure, packed, init, NULL_TREE, NULL_TREE);
  TREE_SIDE_EFFECTS (made) = 1;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (target));
  tree begin = build_call_expr_loc (
    loc, runtime_decl (R_start), 5, build_string_literal (strlen (name) + 1, name),
    fold_convert (ptr_type_node, build_fold_addr_expr (start)),
    fold_convert (size_type_node, TYPE_SIZE_UNIT (structure)),
    fold_convert (ptr_type_node, build_fold_addr_expr (packed)), where);
  tree both = build2 (COMPOUND_EXPR, TREE_TYPE (begin), made, begin);
  SET_EXPR_LOCATION (both, loc);
  return both;
}

/* ---- The walk ---------------------------------------------------------- */

/* The initialiser of a compound literal, which walk_tree leaves out. */
static void
walk_literal (tree t, walk_tree_fn walk, void *data, hash_set<tree> *seen)
{
  if (TREE_CODE (t) == COMPOUND_LITERAL_EXPR)
    if (tree decl = COMPOUND_LITERAL_EXPR_DECL (t); !seen->add (decl))
      walk_tree (&DECL_INITIAL (decl), walk, data, NULL);
}

static tree
lower_one (tree *tp, int *, void *literals)
{
  tree t = *tp;
  location_t loc = EXPR_LOCATION (t);
  walk_literal (t, lower_one, literals, (hash_set<tree> *) literals);
  switch (TREE_CODE (t))
    {
    case SAVE_EXPR:
      if (element_sum (TREE_OPERAND (t, 0)))
        *tp = lower_saved (TREE_OPERAND (t, 0), EXPR_LOCATION (TREE_OPERAND (t, 0)));
      break;
    CASE_CONVERT:
      {
        tree call = TREE_OPERAND (t, 0), element = record_element (TREE_TYPE (t));
        if (element && primitive_of_call (call) == P_new_record)
          TREE_OPERAND (t, 0) = lower_new_record (call, element);
        break;
      }
    case CALL_EXPR:
      if (tree sum = element_sum (t))
        *tp = lower_address (sum, loc);
      else if (primitive p = primitive_of_call (t); p != P_none)
        {
          if (tree lowered = lower_primitive (p, t))
            *tp = fold_convert_loc (loc, TREE_TYPE (t), lowered);
        }
      else if (run_field (CALL_EXPR_FN (t)))
        *tp = lower_run (t);
      break;
    default:
      break;
    }
  return NULL_TREE;
}

/* __0 has done its service: v + __0 was not folded. */
struct zero_walk
{
  tree zero;
  hash_set<tree> seen;
};

static tree
zero_one (tree *tp, int *subtrees, void *data)
{
  zero_walk *walk = (zero_walk *) data;
  walk_literal (*tp, zero_one, data, &walk->seen);
  if (TYPE_P (*tp))
    *subtrees = 0;
  else if (EXPR_P (*tp)) /* not where it is itself visited: that is only once */
    for (int n = 0; n < TREE_OPERAND_LENGTH (*tp); n++)
      if (TREE_OPERAND (*tp, n) == walk->zero)
        TREE_OPERAND (*tp, n) = build_zero_cst (long_integer_type_node);
  return NULL_TREE;
}

void
lower_function (tree fndecl)
{
  zero_walk walk;
  walk.zero = identifier_global_value (get_identifier ("__0"));
  walk_tree (&DECL_SAVED_TREE (fndecl), zero_one, &walk, &walk.seen);
  hash_set<tree> literals;
  walk_tree (&DECL_SAVED_TREE (fndecl), lower_one, &literals, NULL);
}

} // namespace erbium
