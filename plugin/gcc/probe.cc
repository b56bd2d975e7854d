/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.cc - checks that GCC behaves as the plugin requires.
 *
 * The probe is a separate plugin, which consists of this folder alone.  Before the build compiles
 * the plugin for a release, it compiles probe_input.c with the probe (plugin.mk).  This must show
 * each fact below; the probe reports the first missing one.  So the build tries a release that is
 * not known yet, and rejects it early if something has changed.
 */
#include "gcc/gcc.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "diagnostic-core.h"
#include "langhooks.h"
#include "options.h"
#include "plugin-version.h"
#include "target.h"

#include <fstream>
#include <sstream>
#include <string.h>

int plugin_is_GPL_compatible;

using namespace erbium;

namespace {

enum fact { BUFFER, LINES, PROMOTED, SUM, CONVERTED, BEGIN, NAMES, END, PARSED, FACTS };

const char *const missing[FACTS] = {
  "the preprocessor's buffers do not begin with the fields of 'cpp_buffer_head'",
  "the preprocessor does not call 'line_change' for the first token of each line",
  "the front end does not call 'targetm.promoted_type' for the operand of a subscript",
  "the front end does not call 'targetm.invalid_binary_op' for the sum of a subscript",
  "the front end does not call 'targetm.convert_to_type' for the operand of a subscript",
  "no hook is called when a message begins",
  "'lang_hooks.decl_printable_name' is not called to print a type in a message",
  "no hook is called when a message and its notes are complete",
  "'lang_hooks.parse_file' does not parse the file",
};
bool seen[FACTS];

/* ---- The text ---------------------------------------------------------------- */

/* Writes into the buffer, as the plugin does: v[[i]] becomes v[(i)]. */
void
on_include_file (void *name, void *)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (parse_in);
  std::ifstream file ((const char *) name);
  std::stringstream text;
  text << file.rdbuf ();
  size_t size = text.str ().size ();
  if (seen[BUFFER] || !b || size == 0 || b->next_line != b->buf || b->rlimit != b->buf + size
      || memcmp (text.str ().data (), b->buf, size) != 0)
    return;
  seen[BUFFER] = true;
  size_t open = text.str ().find ("[["), close = text.str ().find ("]]");
  if (open == std::string::npos || close == std::string::npos)
    return;
  const_cast<unsigned char *> (b->buf)[open + 1] = '(';
  const_cast<unsigned char *> (b->buf)[close] = ')';
}

void (*line_change) (cpp_reader *, const cpp_token *, int);

void
on_line_change (cpp_reader *reader, const cpp_token *token, int parsing_args)
{
  line_change (reader, token, parsing_args);
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  seen[LINES] |= b && b->buf <= b->line_base && b->line_base <= b->cur && b->cur <= b->next_line
                 && b->next_line <= b->rlimit && b->line_base < b->next_line;
}

void
on_start_unit (void *, void *)
{
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  line_change = callbacks->line_change;
  if (line_change)
    callbacks->line_change = on_line_change;
}

/* ---- Subscripts ---------------------------------------------------------------- */

tree (*promote) (const_tree);
tree (*convert_to) (tree, tree);
const char *(*binary) (int, const_tree, const_tree);

tree
on_promote (const_tree type)
{
  bool pointer = POINTER_TYPE_P (type);
  seen[PROMOTED] |= pointer;
  return pointer ? build_pointer_type (TREE_TYPE (type)) : promote (type);
}

const char *
on_binary (int code, const_tree a, const_tree b)
{
  seen[SUM] |= seen[PROMOTED] && code == PLUS_EXPR && POINTER_TYPE_P (a);
  return binary (code, a, b);
}

tree
on_convert (tree type, tree e)
{
  seen[CONVERTED] |= seen[SUM];
  return convert_to (type, e);
}

/* ---- Messages ------------------------------------------------------------------ */

bool
on_omit (const gcc_message &)
{
  return false;
}

void
on_begin (const gcc_message &message)
{
  if (message.option != OPT_Wint_conversion || message.kind == message.OTHER)
    return;
  seen[BEGIN] = true;
  hold_message ();
}

bool
on_print (pretty_printer *, char, tree)
{
  return false;
}

bool
on_name (tree type)
{
  seen[NAMES] |= TYPE_P (type);
  return true;
}

void
on_end_group ()
{
  std::string line;
  if (!message_held_p ())
    return;
  seen[END] = read_source_line (main_input_filename, 1, &line) && line.compare (0, 2, "/*") == 0
              && held_text_has ("number") && !held_text_has ("aka");
  drop_held_message ();
}

/* ---- The result ------------------------------------------------------------------ */

void (*parse_file) (void);

void
on_parse_file ()
{
  parse_file ();
  seen[PARSED] = true;
}

void
on_finish (void *, void *)
{
  for (int n = 0; n < FACTS; n++)
    if (!seen[n])
      {
        error_at (UNKNOWN_LOCATION, "the Erbium plugin does not work with GCC %s: %s",
                  gcc_version.basever, missing[n]);
        return;
      }
}

} // namespace

int
plugin_init (struct plugin_name_args *plugin, struct plugin_gcc_version *now)
{
  check_compiler (now);
  promote = targetm.promoted_type;
  convert_to = targetm.convert_to_type;
  binary = targetm.invalid_binary_op;
  targetm.promoted_type = on_promote;
  targetm.convert_to_type = on_convert;
  targetm.invalid_binary_op = on_binary;
  parse_file = lang_hooks.parse_file;
  lang_hooks.parse_file = on_parse_file;
  hook_messages ({ on_omit, on_begin, on_print, on_name, on_end_group });
  register_callback (plugin->base_name, PLUGIN_INCLUDE_FILE, on_include_file, NULL);
  register_callback (plugin->base_name, PLUGIN_START_UNIT, on_start_unit, NULL);
  register_callback (plugin->base_name, PLUGIN_FINISH, on_finish, NULL);
  return 0;
}
