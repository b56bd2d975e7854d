/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages.cc - hooks into GCC's messages.
 *
 * GCC formats a message first, and calls its format decoder to print each argument.  Then it calls
 * the starter of each output of text, which prints the text before the message.  Notes follow, and
 * the group ends (group_end.cc).  A message is held back from its starter to the end of its group:
 * its printer writes to another stream.
 */
#include "gcc/releases.h"

#include "langhooks.h"

#include <string.h>

namespace erbium {

bool
give_warning (location_t place, const char *text, va_list *arguments)
{
  auto_diagnostic_group group;
  return emit_diagnostic_valist (KIND (WARNING), place, 0, text, arguments);
}

void
give_note (location_t place, const char *text, va_list *arguments)
{
  auto_diagnostic_group group;
  emit_diagnostic_valist (KIND (NOTE), place, 0, text, arguments);
}

/* ---- Holding back --------------------------------------------------------- */

static struct
{
  pretty_printer *printer; /* NULL while nothing is held back */
  FILE *stream;            /* the usual one */
  FILE *memory;
  char *text;
  size_t length;
  message_kind kind;       /* as which GCC counts it */
} held;

/* The printer and kind of the message for which the starter was called last. */
static pretty_printer *printer_now;
static message_kind kind_now;
/* The number of warnings that were errors before it. */
static int warnings_as_errors;

void
hold_message ()
{
  FILE *memory = held.printer ? NULL : open_memstream (&held.text, &held.length);
  if (!memory)
    return;
  pp_flush (printer_now);
  held.printer = printer_now;
  held.memory = memory;
  held.stream = stream_of (printer_now);
  stream_of (printer_now) = memory;
  held.kind = kind_now;
}

bool
message_held_p ()
{
  return held.printer != NULL;
}

bool
held_text_has (const char *text)
{
  pp_flush (held.printer);
  fflush (held.memory);
  return strstr (held.text, text) != NULL;
}

static void
release_message (bool printed)
{
  pp_flush (held.printer);
  stream_of (held.printer) = held.stream;
  fclose (held.memory);
  if (printed)
    fwrite (held.text, 1, held.length, held.stream);
  else
    {
      count_of (held.kind)--;
      warnings_as_errors = count_of (KIND (WERROR));
      last_location = UNKNOWN_LOCATION; /* its line has not been shown */
    }
  free (held.text);
  held = {};
}

void
print_held_message ()
{
  release_message (true);
}

void
drop_held_message ()
{
  release_message (false);
}

/* ---- Leaving out ---------------------------------------------------------- *
 *
 * As #pragma GCC diagnostic ignored, between a push and a pop, does. */

static bool left_out;

void
leave_out_from (int option, location_t place)
{
  const line_map_ordinary *map;
  if (left_out || !structured_messages_p ())
    return;
  place = linemap_resolve_location (line_table, place, LRK_MACRO_EXPANSION_POINT, &map);
  if (!map)
    return;
  place = linemap_position_for_line_and_column (line_table, map, SOURCE_LINE (map, place), 1);
  diagnostic_push_diagnostics (global_dc, place);
  diagnostic_classify_diagnostic (global_dc, option, KIND (IGNORED), place);
  left_out = true;
}

void
leave_out_until (location_t place)
{
  if (left_out)
    diagnostic_pop_diagnostics (global_dc, place);
  left_out = false;
}

/* ---- The hooks ------------------------------------------------------------- */

static message_hooks hooks;
static printer_fn print_other;
static std::remove_reference<decltype (text_starter (global_dc))>::type start_other;

/* Returns the kind as which GCC has counted the message already.  For -Werror, it counts an error
 * that was a warning as such. */
static message_kind
counted_kind (message_info info)
{
  int before = warnings_as_errors;
  warnings_as_errors = count_of (KIND (WERROR));
  return warnings_as_errors != before ? KIND (WERROR) : kind_of (info);
}

static void
on_start (text_output output, message_info info)
{
  message_kind kind = kind_of (info);
  printer_now = printer_of (output);
  kind_now = counted_kind (info);
  gcc_message message = { gcc_message::OTHER, format_of (info), option_of (info),
                          diagnostic_location (info) };
  if (kind == KIND (ERROR))
    message.kind = gcc_message::ERROR;
  else if (kind == KIND (WARNING) || kind == KIND (PEDWARN))
    message.kind = gcc_message::WARNING;
  if (hooks.omit (message))
    {
      hold_message ();
      return;
    }
  start_other (output, info);
  hooks.begin (message);
}

/* The format decoder: %E prints an expression, %T a type. */
static bool
print (pretty_printer *pp, text_info *text, const char *spec, int precision, bool wide,
       bool set_locus, bool hash, bool *quoted, formatted_tokens tokens)
{
  if ((*spec == 'E' || *spec == 'T') && !wide && !hash && precision == 0)
    {
      va_list ahead;
      va_copy (ahead, arguments_of (text));
      tree argument = va_arg (ahead, tree);
      va_end (ahead);
      if (argument && hooks.print (pp, *spec, argument))
        {
          (void) va_arg (arguments_of (text), tree);
          return true;
        }
    }
  return print_other (pp, text, spec, precision, wide, set_locus, hash, quoted, tokens);
}

/* ---- Names of types -------------------------------------------------------- *
 *
 * From GCC 15 on, GCC prints most types without the decoder; labels under a source line never used
 * it.  But GCC calls the language hook for the name of a typedef.  GCC adds {aka ...} for the
 * original type, unless that is a structure without a name.  So the original type is replaced by
 * such a structure until the message is complete. */

struct hidden_original { tree decl, type; };
static std::vector<hidden_original> hidden;
static const char *(*name_other) (tree, int);

static const char *
on_name (tree decl, int verbosity)
{
  if (TREE_CODE (decl) == TYPE_DECL && verbosity == 2 && DECL_ORIGINAL_TYPE (decl)
      && hooks.name (TREE_TYPE (decl)) && TREE_CODE (DECL_ORIGINAL_TYPE (decl)) != RECORD_TYPE)
    {
      hidden.push_back ({ decl, DECL_ORIGINAL_TYPE (decl) });
      DECL_ORIGINAL_TYPE (decl) = make_node (RECORD_TYPE);
    }
  return name_other (decl, verbosity);
}

static void
on_group_end ()
{
  for (const hidden_original &h : hidden)
    DECL_ORIGINAL_TYPE (h.decl) = h.type;
  hidden.clear ();
  hooks.end_group ();
}

void
hook_messages (const message_hooks &wanted)
{
  hooks = wanted;
  print_other = get_decoder ();
  set_decoder (print);
  start_other = text_starter (global_dc);
  name_other = lang_hooks.decl_printable_name;
  if (text_messages_p ())
    {
      text_starter (global_dc) = on_start;
      lang_hooks.decl_printable_name = on_name;
    }
  hook_group_end (on_group_end);
}

} // namespace erbium
