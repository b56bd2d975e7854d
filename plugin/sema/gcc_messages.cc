/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcc_messages.cc - GCC's own messages about processes, views and elements, in the terms of the
 * language.
 *
 *   before   too few arguments to function 'run.p'
 *   after    too few arguments to function 'p'
 *            note: 'p' declared here
 *
 *   before   assignment of read-only location '*element(v + 4)'
 *   after    assignment of read-only location 'v[[1]]'
 *
 *   before   incompatible types ... from 'view int' {aka 'int *'}
 *   after    incompatible types ... from 'view int'
 *
 * For the front end run p (x) is a call of a member (language/run_members.cc).  A message that
 * names the member gets the name of the process, and the note that GCC adds only for functions.
 */
#include "sema/checks.h"

#include "gcc-rich-location.h"
#include "gcc/gcc.h"
#include "intl.h"
#include "lex/lex.h"
#include "options.h"

#include <string.h>

namespace erbium {

/* ---- A process called as a function, whose value is used ---------------
 *
 *   int z = p (2);
 *   error: void value not ignored as it ought to be
 *   note: process 'p' called as a function; use 'run' to start it
 *
 * GCC gives the error while it parses, and replaces the call by an error node, so that no check
 * sees it (process_calls.cc has the other calls).  The message names no function, so the name is
 * searched in the line.
 */

static location_t void_place = UNKNOWN_LOCATION; /* of the message that is being written */

static void
see_void (const gcc_message &message)
{
  if (enabled_p () && message.kind == message.ERROR
      && (strcmp (message.format, _("void value not ignored as it ought to be")) == 0
          || strcmp (message.format, _("invalid use of void expression")) == 0))
    void_place = message.place;
}

/* Returns the process whose name ends before END, where a ( stands, and where its name begins;
 * NULL_TREE if there is none, or if it follows `run'. */
static tree
process_before (const char *line, int end, int *begin)
{
  while (end > 0 && ISBLANK (line[end - 1]))
    end--;
  int first = end;
  while (first > 0 && word_char ((unsigned char) line[first - 1]))
    first--;
  if (first == end || ISDIGIT (line[first]))
    return NULL_TREE;
  *begin = first;
  tree decl = lookup_name (get_identifier (std::string (line + first, line + end).c_str ()));
  while (first > 0 && ISBLANK (line[first - 1]))
    first--;
  bool started = first >= 3 && strncmp (line + first - 3, "run", 3) == 0
                 && (first == 3 || !word_char ((unsigned char) line[first - 4]));
  bool process = decl && TREE_TYPE (decl) && process_type_p (TREE_TYPE (decl));
  return process && !started ? decl : NULL_TREE;
}

static void
explain_void ()
{
  location_t loc = void_place;
  void_place = UNKNOWN_LOCATION;
  if (loc <= BUILTINS_LOCATION || linemap_location_from_macro_expansion_p (line_table, loc))
    return;
  expanded_location at = expand_location (loc);
  std::string line;
  if (!read_source_line (at.file, at.line, &line) || at.column < 1)
    return;
  int begin = 0, length = (int) line.length ();
  tree decl = NULL_TREE;
  for (int n = expand_location (get_start (loc)).column - 1; n < length && !decl; n++)
    if (line[(size_t) n] == '(')
      decl = process_before (line.c_str (), n, &begin);
  const line_map_ordinary *map;
  linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, &map);
  if (!decl || !map)
    return;
  location_t name = linemap_position_for_line_and_column (line_table, map, (linenum_type) at.line,
                                                          (unsigned) begin + 1);
  gcc_rich_location rich (name);
  rich.add_fixit_insert_before (name, "run ");
  inform (&rich, "process %qD called as a function; use %<run%> to start it", decl);
  inform (DECL_SOURCE_LOCATION (decl), "%qD declared here", decl);
}

/* ---- Warnings of GCC that an error of the plugin follows -----------------
 *
 *   view int v = w;                    where w is a view float
 *   before   warning: initialization of 'view int' from incompatible pointer type ...
 *            error: cannot convert 'view float' to 'view int'; their element types differ
 *   after    the error alone
 *
 * GCC warns of conversions between pointers, and between these and integers, while it parses;
 * the checks come later (conversions.cc).  Which types a warning is about may only be known from
 * the note that follows.  So its text is held back until it is complete with its notes, and is
 * dropped if one of the types is a view or a record.
 */

/* The types that the message and its notes have named. */
static struct
{
  bool ours;    /* a view or record */
  bool runtime; /* ... and what is behind one, which converts */
} named;

static void
see_type (tree type)
{
  bool marked = view_p (type) || record_p (type);
  named.ours |= marked;
  named.runtime |= !marked && (runtime_pointer_p (type, VIEW) || runtime_pointer_p (type, RECORD));
}

/* Returns whether the message is GCC's own for a value that a process returns.  For GCC, a process
 * is a function that returns void; check_return has the plugin's error. */
static bool
value_returned_p (const gcc_message &message)
{
  return current_function_decl && process_type_p (TREE_TYPE (current_function_decl))
         && strcmp (message.format, _("%<return%> with a value, in function returning void")) == 0;
}

/* With the options excluded here, the compiler may end before the group does. */
static bool
may_hold_p ()
{
  return enabled_p () && !flag_fatal_errors && flag_max_errors == 0;
}

/* Returns whether no error follows that needs "In function 'f':".  For -Wc++-compat, new_record and
 * new_read_view convert a 'void *' to the type of a record or a view. */
static bool
on_omit (const gcc_message &message)
{
  return message.option == OPT_Wc___compat && named.ours && !named.runtime && may_hold_p ();
}

static bool
held_back_p (const gcc_message &message)
{
  return (message.option == OPT_Wincompatible_pointer_types || message.option == OPT_Wint_conversion
          || value_returned_p (message))
         && message.kind != message.OTHER && may_hold_p ();
}

/* The message is formatted already, so its types have been seen.  "In function 'f':" is not held
 * back: GCC prints it once, and it is right for the plugin's error, too. */
static void
on_begin (const gcc_message &message)
{
  see_void (message);
  if (!held_back_p (message))
    return;
  named.ours |= value_returned_p (message);
  hold_message ();
}

/* Returns whether the message and its notes are dropped. */
static bool
drop_doubled ()
{
  bool held = message_held_p ();
  bool runtime = named.runtime
                 || (held && held_text_has ("erbium_view *"))
                 || (held && held_text_has ("erbium_record *"));
  bool drop = held && named.ours && !runtime;
  named = {};
  if (drop)
    drop_held_message ();
  else if (held)
    print_held_message ();
  return drop;
}

/* ---- Names in messages ------------------------------------------------- */

/* The process that the message being written is about.  No tree is kept longer than that. */
static location_t declared = UNKNOWN_LOCATION;
static tree process;

/* Returns the element E as the program writes it, v[[3]] or v[[...]]; "" for other expressions. */
static std::string
element_text (tree e)
{
  tree sum = e && TREE_CODE (e) == INDIRECT_REF ? element_sum (TREE_OPERAND (e, 0)) : NULL_TREE;
  if (!sum)
    return "";
  bool added = TREE_CODE (sum) == POINTER_PLUS_EXPR;
  tree view = added ? TREE_OPERAND (sum, 0) : sum;
  tree offset = added ? TREE_OPERAND (sum, 1) : NULL_TREE;
  STRIP_NOPS (view);
  tree size = view_p (TREE_TYPE (sum)) ? TYPE_SIZE_UNIT (view_element (TREE_TYPE (sum)))
                                       : NULL_TREE;
  if (!DECL_P (view) || !DECL_NAME (view) || !size || !tree_fits_shwi_p (size))
    return "";
  std::string index = "...";
  if (!offset)
    index = "0";
  else if (TREE_CODE (offset) == INTEGER_CST && tree_to_shwi (size) > 0)
    index = std::to_string ((long) TREE_INT_CST_LOW (offset) / (long) tree_to_shwi (size));
  return std::string (IDENTIFIER_POINTER (DECL_NAME (view))) + "[[" + index + "]]";
}

/* Prints %E, an expression. */
static bool
print_expression (pretty_printer *pp, tree e)
{
  tree field = EXPR_P (e) ? run_member (e) : NULL_TREE;
  tree target = field ? run_target (field) : NULL_TREE;
  if (target && DECL_NAME (target))
    {
      pp_string (pp, IDENTIFIER_POINTER (DECL_NAME (target)));
      process = target;
      declared = DECL_SOURCE_LOCATION (target);
      return true;
    }
  std::string element = element_text (e);
  pp_string (pp, element.c_str ());
  return !element.empty ();
}

static bool
print_type (pretty_printer *pp, tree type)
{
  if (!TYPE_P (type))
    return false;
  see_type (type);
  if (!made_of_views_p (type))
    return false;
  pp_string (pp, type_text (type).c_str ());
  return true;
}

static bool
on_print (pretty_printer *pp, char letter, tree argument)
{
  return letter == 'E' ? print_expression (pp, argument) : print_type (pp, argument);
}

static bool
on_name (tree type)
{
  see_type (type);
  return view_p (type) || record_p (type);
}

/* A message and its notes are complete. */
static void
on_end_group ()
{
  location_t place = declared;
  declared = UNKNOWN_LOCATION;
  if (drop_doubled ())
    place = UNKNOWN_LOCATION;
  if (place > BUILTINS_LOCATION)
    inform (place, "%qD declared here", process);
  process = NULL_TREE;
  explain_void ();
}

void
watch_messages ()
{
  hook_messages ({ on_omit, on_begin, on_print, on_name, on_end_group });
}

} // namespace erbium
