/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages.cc - what GCC says of run p (x).
 *
 *   before   too few arguments to function 'run.p'
 *   after    too few arguments to function 'p'
 *            note: 'p' is declared here
 *
 * For the front end that is a call of a member (words_run.cc).  Where a message
 * prints the member, the process is printed, and the note added that GCC has for
 * functions only.
 */
#include "check.h"

#include "c-family/c-pretty-print.h"
#include "diagnostic.h"

#include <set>

namespace erbium {

static printer_fn print_other;
static void (*end_group) (diagnostic_context *);

/* Of the process that the message now being made is about: no tree is kept
 * longer than that. */
static location_t declared = UNKNOWN_LOCATION;
static tree process;

/* %qE: an expression. */
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
    }
  return print_other (pp, text, spec, precision, wide, set_locus, hash, quoted, buffer);
}

/* A message and its notes are complete. */
static void
on_end_group (diagnostic_context *context)
{
  location_t place = declared;
  declared = UNKNOWN_LOCATION;
  if (place > BUILTINS_LOCATION)
    inform (place, "%qD is declared here", process);
  process = NULL_TREE;
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
}

/* ---- Processes that are declared too late ------------------------------ */

/* What `run' has named before it was declared. */
static std::set<std::string> missing;

bool
first_missing_p (tree name)
{
  return missing.insert (IDENTIFIER_POINTER (name)).second;
}

/* "process p (view int v, int n)" */
static std::string
declaration_text (tree fndecl)
{
  std::string text = std::string ("process ") + IDENTIFIER_POINTER (DECL_NAME (fndecl)) + " (";
  const char *between = "";
  for (tree p = DECL_ARGUMENTS (fndecl); p; p = DECL_CHAIN (p))
    {
      text += between + type_text (TREE_TYPE (p));
      if (DECL_NAME (p))
        text += (text.back () == '*' ? "" : " ") + std::string (IDENTIFIER_POINTER (DECL_NAME (p)));
      between = ", ";
    }
  return text + (DECL_ARGUMENTS (fndecl) ? ")" : "void)");
}

void
explain_missing (tree fndecl)
{
  if (process_p (fndecl) && missing.count (IDENTIFIER_POINTER (DECL_NAME (fndecl))))
    inform (DECL_SOURCE_LOCATION (fndecl), "%qD is defined here, below the %<run%> that starts it;"
            " put %<%s%s;%> above that", fndecl, TREE_PUBLIC (fndecl) ? "" : "static ",
            declaration_text (fndecl).c_str ());
}

} // namespace erbium
