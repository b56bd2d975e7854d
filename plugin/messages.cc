/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages.cc - what GCC says of run p (x) and of elements.
 *
 *   before   too few arguments to function 'run.p'
 *   after    too few arguments to function 'p'
 *            note: 'p' is declared here
 *
 *   before   assignment of read-only location '*element(v + 4)'
 *   after    assignment of read-only location 'v[[1]]'
 *
 *   before   incompatible types ... from 'view int' {aka 'int *'}
 *   after    incompatible types ... from 'view int'
 *
 * For the front end run p (x) is a call of a member (words_run.cc).  Where a message
 * prints the member, the process is printed, and the note added that GCC has for
 * functions only.
 */
#include "check.h"
#include "messages.h"

#include "c-family/c-pretty-print.h"
#include "diagnostic.h"

namespace erbium {

static printer_fn print_other;
static void (*end_group) (diagnostic_context *);

/* Of the process that the message now being made is about: no tree is kept
 * longer than that. */
static location_t declared = UNKNOWN_LOCATION;
static tree process;

/* The element that E is, as the program writes it: v[[3]], or v[[...]]; "" if none. */
static std::string
element_text (tree e)
{
  tree sum = e && TREE_CODE (e) == INDIRECT_REF ? element_sum (TREE_OPERAND (e, 0)) : NULL_TREE;
  if (!sum)
    return "";
  bool added = TREE_CODE (sum) == POINTER_PLUS_EXPR;
  tree view = added ? TREE_OPERAND (sum, 0) : sum, offset = added ? TREE_OPERAND (sum, 1) : NULL_TREE;
  STRIP_NOPS (view);
  tree size = view_p (TREE_TYPE (sum)) ? TYPE_SIZE_UNIT (view_element (TREE_TYPE (sum))) : NULL_TREE;
  if (!DECL_P (view) || !DECL_NAME (view) || !size || !tree_fits_shwi_p (size))
    return "";
  std::string index = "...";
  if (!offset)
    index = "0";
  else if (TREE_CODE (offset) == INTEGER_CST && tree_to_shwi (size) > 0)
    index = std::to_string ((long) TREE_INT_CST_LOW (offset) / (long) tree_to_shwi (size));
  return std::string (IDENTIFIER_POINTER (DECL_NAME (view))) + "[[" + index + "]]";
}

/* %qE: an expression; %qT: a type. */
static bool
print (pretty_printer *pp, text_info *text, const char *spec, int precision, bool wide,
       bool set_locus, bool hash, bool *quoted, const char **buffer)
{
  if (*spec == 'E' && !wide && !hash && precision == 0)
    {
      va_list ahead;
      va_copy (ahead, *text->args_ptr);
      tree e = va_arg (ahead, tree), field = e && EXPR_P (e) ? run_field (e) : NULL_TREE;
      va_end (ahead);
      tree target = field ? run_target (field) : NULL_TREE;
      if (target && DECL_NAME (target))
        {
          (void) va_arg (*text->args_ptr, tree);
          pp_string (pp, IDENTIFIER_POINTER (DECL_NAME (target)));
          process = target;
          declared = DECL_SOURCE_LOCATION (target);
          return true;
        }
      std::string element = element_text (e);
      if (!element.empty ())
        {
          (void) va_arg (*text->args_ptr, tree);
          pp_string (pp, element.c_str ());
          return true;
        }
    }
  if (*spec == 'T' && !wide && !hash && precision == 0)
    {
      va_list ahead;
      va_copy (ahead, *text->args_ptr);
      tree type = va_arg (ahead, tree);
      va_end (ahead);
      if (type && TYPE_P (type))
        see_type (type);
      if (type && TYPE_P (type) && made_of_views_p (type))
        {
          (void) va_arg (*text->args_ptr, tree);
          pp_string (pp, type_text (type).c_str ());
          return true;
        }
    }
  return print_other (pp, text, spec, precision, wide, set_locus, hash, quoted, buffer);
}

/* A message and its notes are complete. */
static void
on_end_group (diagnostic_context *context)
{
  location_t place = declared;
  declared = UNKNOWN_LOCATION;
  if (drop_doubled (context))
    place = UNKNOWN_LOCATION;
  if (place > BUILTINS_LOCATION)
    inform (place, "%qD is declared here", process);
  process = NULL_TREE;
  explain_void ();
  if (end_group)
    end_group (context);
}

void
watch_messages ()
{
  print_other = pp_format_decoder (global_dc->printer);
  pp_format_decoder (global_dc->printer) = print;
  end_group = global_dc->end_group_cb;
  global_dc->end_group_cb = on_end_group;
  watch_doubled ();
}

} // namespace erbium
