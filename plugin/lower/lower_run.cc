/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower_run.cc - run becomes a call of the runtime, and a function that starts the process.
 *
 *   before   run.p (v, n)
 *   after    tmp = {v, n}, __builtin_clear_padding (&tmp),
 *            erbium_start ("p", p.erbium, sizeof tmp, &tmp, "file:line")
 *            static void p.erbium (void *a) { p (a->v, a->n); }
 *
 *   option `check'    static constructor { erbium_checked_build (); }
 *   otherwise         an ELF note that names the file, if it accesses elements
 */
#include "lower/lowering.h"

#include "erbium/unchecked.h"

#include "cgraph.h"
#include "file-prefix-map.h"
#include "function.h"
#include "gimple-expr.h"

#include <string>

namespace erbium {

/* ---- Functions that the program does not have -------------------------- */

/* Declares static NAME, of TYPE, which returns nothing. */
static tree
declare_function (const char *name, tree type)
{
  tree decl = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, get_identifier (name), type);
  TREE_STATIC (decl) = 1;
  TREE_USED (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  tree result = build_decl (BUILTINS_LOCATION, RESULT_DECL, NULL_TREE, void_type_node);
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = decl;
  DECL_RESULT (decl) = result;
  return decl;
}

void
define_function (tree decl, tree call)
{
  TREE_SIDE_EFFECTS (call) = 1;
  tree block = make_node (BLOCK);
  BLOCK_SUPERCONTEXT (block) = decl;
  TREE_USED (block) = 1;
  DECL_INITIAL (decl) = block;
  DECL_SAVED_TREE (decl) = build3 (BIND_EXPR, void_type_node, NULL_TREE, call, block);
  TREE_SIDE_EFFECTS (DECL_SAVED_TREE (decl)) = 1;
  push_struct_function (decl);
  cfun->function_start_locus = cfun->function_end_locus = BUILTINS_LOCATION;
  pop_cfun ();
  cgraph_node::finalize_function (decl, true);
}

/* ---- Start functions --------------------------------------------------- */

/* Builds the structure for the arguments of a call.  Its first field is the function, if that is
 * not known by name. */
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

tree
declare_start (const char *name)
{
  static unsigned number;
  char *text = xasprintf ("%s.erbium.%u", name, number++);
  tree decl = declare_function (text, build_function_type_list (void_type_node, ptr_type_node,
                                                                NULL_TREE));
  free (text);
  TREE_NOTHROW (decl) = !flag_exceptions;
  tree parameter = build_decl (BUILTINS_LOCATION, PARM_DECL, get_identifier ("a"), ptr_type_node);
  DECL_ARG_TYPE (parameter) = ptr_type_node;
  DECL_CONTEXT (parameter) = decl;
  DECL_ARTIFICIAL (parameter) = 1;
  TREE_USED (parameter) = 1;
  DECL_ARGUMENTS (decl) = parameter;
  return decl;
}

tree
packed_arguments (tree start, tree structure)
{
  return build1 (INDIRECT_REF, structure,
                 fold_convert (build_pointer_type (structure), DECL_ARGUMENTS (start)));
}

/* static void NAME.erbium (void *a) { NAME (a->first, ...); } */
static tree
build_start (tree target, tree fntype, tree structure)
{
  tree decl = declare_start (TREE_CODE (target) == FUNCTION_DECL
                               ? IDENTIFIER_POINTER (DECL_NAME (target)) : "start");
  tree packed = packed_arguments (decl, structure);
  tree field = TYPE_FIELDS (structure);
  tree fn = TREE_CODE (target) == FUNCTION_DECL
              ? build_fold_addr_expr (target)
              : fold_convert (build_pointer_type (fntype),
                              build3 (COMPONENT_REF, TREE_TYPE (field), packed, field, NULL_TREE));
  auto_vec<tree> arguments;
  while ((field = DECL_CHAIN (field)))
    arguments.safe_push (build3 (COMPONENT_REF, TREE_TYPE (field), unshare_expr (packed), field,
                                 NULL_TREE));
  define_function (decl, build_call_array_loc (BUILTINS_LOCATION, void_type_node, fn,
                                               arguments.length (), arguments.address ()));
  return decl;
}

/* Builds the function once for a process that is known by name, and keeps it in an attribute. */
tree
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
  if (awaited_p (target))
    return start_later (target, *structure, call);
  tree start = build_start (target, fntype, *structure);
  if (direct && prototype_p (fntype))
    DECL_ATTRIBUTES (target)
      = tree_cons (get_identifier (mark), build_tree_list (*structure, start),
                   DECL_ATTRIBUTES (target));
  return start;
}

/* ---- The call ---------------------------------------------------------- */

/* Returns FN with the member replaced by the process, or the variable, that it stands for. */
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

/* Returns an argument for the structure: a view is passed on to the process. */
static tree
given (tree arg, location_t loc, tree where)
{
  if (!view_p (TREE_TYPE (arg)))
    return arg;
  tree call = build_call_expr_loc (loc, runtime_decl (R_pass_view), 2, pointer_to (arg), where);
  return fold_convert_loc (loc, TREE_TYPE (arg), call);
}

/* Builds a call that clears the padding of the arguments.  Processes of other ranks get these
 * bytes, and what is in padding by chance may look like the address of something. */
static tree
clear_padding (tree packed, location_t loc)
{
  return build_call_expr_loc (loc, builtin_decl_explicit (BUILT_IN_CLEAR_PADDING), 1,
                              build_fold_addr_expr (packed));
}

tree
lower_run (tree call)
{
  location_t loc = written_place (EXPR_LOCATION (call));
  tree field = run_member (CALL_EXPR_FN (call)), target = run_target (field);
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
      CONSTRUCTOR_APPEND_ELT (values, member, given (arg, loc, where));
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
  begin = build2 (COMPOUND_EXPR, TREE_TYPE (begin), clear_padding (packed, loc), begin);
  tree both = build2 (COMPOUND_EXPR, TREE_TYPE (begin), made, begin);
  SET_EXPR_LOCATION (both, loc);
  return both;
}

/* ---- Checked units ----------------------------------------------------- */

/* The priority of the constructor, before those of the program, which may make records. */
static const int first_of_all = 101;

void
announce_checked_unit ()
{
  static bool announced;
  if (announced || pch_file)
    return; /* the units that use the precompiled header do it */
  announced = true;
  tree decl = declare_function ("erbium.checked",
                                build_function_type_list (void_type_node, NULL_TREE));
  TREE_NOTHROW (decl) = 1;
  DECL_STATIC_CONSTRUCTOR (decl) = 1;
  DECL_PRESERVE_P (decl) = 1;
  SET_DECL_INIT_PRIORITY (decl, first_of_all);
  define_function (decl, build_call_expr (runtime_decl (R_checked), 0));
}

void
note_unchecked_unit ()
{
  static bool noted;
  if (noted || pch_file)
    return; /* the units that use the precompiled header do it */
  noted = true;
  std::string text = ERBIUM_UNCHECKED_BEFORE;
  for (const char *c = remap_macro_filename (main_input_filename); *c; c++)
    text += *c == '"' || *c == '\\' ? std::string ("\\") + *c : std::string (1, *c);
  text += ERBIUM_UNCHECKED_BEHIND;
  symtab->finalize_toplevel_asm (build_string (text.size () + 1, text.c_str ()));
}

} // namespace erbium
