/* SPDX-License-Identifier: GPL-3.0-or-later */
/* releases.h - what differs between the releases of GCC, a section for each.
 *
 * Each section defines the same names, for its release and for later ones up to the next section;
 * the last section is also used for unknown releases.  This header is private to the folder; other
 * folders use the names of gcc.h.
 *
 *   last_statement_of   the last statement of a block, except debug statements
 *   line_of_file        a line of a file, from GCC's cache of source files
 *   print_as_c          prints a tree as C
 *   AUTOMATIC_INIT      the function for the value that GCC gives to a variable by itself
 *   STORES_MOVE         the switch that moves stores out of loops
 *   POISONED            the preprocessor's warning about a macro that is poisoned
 *   UNUSED_HEADER       ... and about a precompiled header that is not used because of a macro
 *   text_output         the output of messages as text, with its printer, stream and starter
 *   set_decoder         sets the function that prints arguments of formats, to formatted_tokens
 *   arguments_of        the arguments that it prints
 *   message_info        a message, with its kind, format and option
 *   count_of            the number of messages of a kind
 *   last_location       the location of the source line that was shown last
 */
#ifndef ERBIUM_RELEASES_H
#define ERBIUM_RELEASES_H

#include "gcc/gcc.h"

#include "bversion.h"
#include "c-family/c-pretty-print.h"
#include "diagnostic.h"
#include "input.h"

#include <memory>
#include <type_traits>
#include <vector>

#define GCC_RELEASE BUILDING_GCC_MAJOR
#if GCC_RELEASE < 11
#error "the plugin needs GCC 11 or later"
#endif

/* ---- GCC 11, 12, 13 --------------------------------------------------------- */

#if GCC_RELEASE < 14

#if GCC_RELEASE < 12
#define AUTOMATIC_INIT IFN_LAST /* no call */
#define STORES_MOVE true
#else
#define AUTOMATIC_INIT IFN_DEFERRED_INIT
#define STORES_MOVE flag_move_loop_stores
#endif

extern gimple *last_stmt (basic_block);
#define last_statement_of(BLOCK) last_stmt (BLOCK)
#define line_of_file(FILE, LINE) location_get_source_line (FILE, LINE)
#define print_as_c(FILE, TREE) print_c_tree (FILE, TREE)
#define POISONED "poisoning existing macro \"%s\""
#define UNUSED_HEADER "%s: not used because `%s' is defined"

typedef diagnostic_context *text_output;
#define printer_of(OUTPUT) (OUTPUT)->printer
#define stream_of(PRINTER) pp_buffer (PRINTER)->stream
#define text_starter(CONTEXT) diagnostic_starter (CONTEXT)

typedef const char **formatted_tokens;
#define get_decoder() pp_format_decoder (global_dc->printer)
#define set_decoder(FUNCTION) (pp_format_decoder (global_dc->printer) = (FUNCTION))
#define arguments_of(TEXT) *(TEXT)->args_ptr

typedef diagnostic_info *message_info;
typedef diagnostic_t message_kind;
#define KIND(NAME) DK_##NAME
#define kind_of(INFO) (INFO)->kind
#define format_of(INFO) (INFO)->message.format_spec
#define option_of(INFO) (INFO)->option_index
#define count_of(KIND) diagnostic_kind_count (global_dc, KIND)
#define last_location global_dc->last_location

/* ---- GCC 14: classes -------------------------------------------------------- */

#elif GCC_RELEASE == 14

extern gimple *last_nondebug_stmt (basic_block);
#define last_statement_of(BLOCK) last_nondebug_stmt (BLOCK)
#define line_of_file(FILE, LINE) global_dc->get_file_cache ().get_source_line (FILE, LINE)
#define print_as_c(FILE, TREE) print_c_tree (FILE, TREE)
#define AUTOMATIC_INIT IFN_DEFERRED_INIT
#define STORES_MOVE flag_move_loop_stores
#define POISONED "poisoning existing macro \"%s\""
#define UNUSED_HEADER "%s: not used because `%s' is defined"

typedef diagnostic_context *text_output;
#define printer_of(OUTPUT) (OUTPUT)->printer
#define stream_of(PRINTER) pp_buffer (PRINTER)->stream
#define text_starter(CONTEXT) diagnostic_starter (CONTEXT)

typedef const char **formatted_tokens;
#define get_decoder() pp_format_decoder (global_dc->printer)
#define set_decoder(FUNCTION) (pp_format_decoder (global_dc->printer) = (FUNCTION))
#define arguments_of(TEXT) *(TEXT)->m_args_ptr

typedef const diagnostic_info *message_info;
typedef diagnostic_t message_kind;
#define KIND(NAME) DK_##NAME
#define kind_of(INFO) (INFO)->kind
#define format_of(INFO) (INFO)->message.m_format_spec
#define option_of(INFO) (INFO)->option_index
#define count_of(KIND) global_dc->diagnostic_count (KIND)
#define last_location global_dc->m_last_location

/* ---- GCC 15: several outputs, each with its printer -------------------------- */

#elif GCC_RELEASE == 15

#include "diagnostic-format-text.h"

extern gimple *last_nondebug_stmt (basic_block);
#define last_statement_of(BLOCK) last_nondebug_stmt (BLOCK)
#define line_of_file(FILE, LINE) global_dc->get_file_cache ().get_source_line (FILE, LINE)
#define print_as_c(FILE, TREE) print_c_tree (FILE, TREE, TDF_NONE)
#define AUTOMATIC_INIT IFN_DEFERRED_INIT
#define STORES_MOVE flag_move_loop_stores
#define POISONED "poisoning existing macro %qs"
#define UNUSED_HEADER "%s: not used because %qs is defined"

typedef diagnostic_text_output_format &text_output;
#define printer_of(OUTPUT) (OUTPUT).get_printer ()
#define stream_of(PRINTER) pp_buffer (PRINTER)->m_stream
#define text_starter(CONTEXT) diagnostic_text_starter (CONTEXT)

typedef pp_token_list &formatted_tokens;
#define get_decoder() pp_format_decoder (global_dc->get_reference_printer ())
#define set_decoder(FUNCTION) global_dc->set_format_decoder (FUNCTION)
#define arguments_of(TEXT) *(TEXT)->m_args_ptr

typedef const diagnostic_info *message_info;
typedef diagnostic_t message_kind;
#define KIND(NAME) DK_##NAME
#define kind_of(INFO) (INFO)->kind
#define format_of(INFO) (INFO)->message.m_format_spec
#define option_of(INFO) (INFO)->option_id.m_idx
#define count_of(KIND) global_dc->diagnostic_count (KIND)
#define last_location global_dc->m_last_location

/* ---- GCC 16: a namespace ----------------------------------------------------- */

#else

#include "diagnostics/file-cache.h"
#include "diagnostics/text-sink.h"

extern gimple *last_nondebug_stmt (basic_block);
#define last_statement_of(BLOCK) last_nondebug_stmt (BLOCK)
#define line_of_file(FILE, LINE) global_dc->get_file_cache ().get_source_line (FILE, LINE)
#define print_as_c(FILE, TREE) print_c_tree (FILE, TREE, TDF_NONE)
#define AUTOMATIC_INIT IFN_DEFERRED_INIT
#define STORES_MOVE flag_move_loop_stores
#define POISONED "poisoning existing macro %qs"
#define UNUSED_HEADER "%s: not used because %qs is defined"

typedef diagnostics::text_sink &text_output;
#define printer_of(OUTPUT) (OUTPUT).get_printer ()
#define stream_of(PRINTER) pp_buffer (PRINTER)->m_stream
#define text_starter(CONTEXT) diagnostics::text_starter (CONTEXT)

typedef pp_token_list &formatted_tokens;
#define get_decoder() pp_format_decoder (global_dc->get_reference_printer ())
#define set_decoder(FUNCTION) global_dc->set_format_decoder (FUNCTION)
#define arguments_of(TEXT) *(TEXT)->m_args_ptr

typedef const diagnostics::diagnostic_info *message_info;
typedef enum diagnostics::kind message_kind;
#define KIND_ERROR diagnostics::kind::error
#define KIND_WERROR diagnostics::kind::werror
#define KIND_WARNING diagnostics::kind::warning
#define KIND_PEDWARN diagnostics::kind::pedwarn
#define KIND_NOTE diagnostics::kind::note
#define KIND_IGNORED diagnostics::kind::ignored
#define KIND(NAME) KIND_##NAME
#define kind_of(INFO) (INFO)->m_kind
#define format_of(INFO) (INFO)->m_message.m_format_spec
#define option_of(INFO) (INFO)->m_option_id.m_idx
#define count_of(KIND) global_dc->diagnostic_count (KIND)
#define last_location global_dc->m_last_location

#endif

namespace erbium {

/* Returns whether messages are plain text, and not in a format for programs (group_end.cc). */
bool text_messages_p ();
/* Returns whether messages are written in a format for programs, alone or beside the text. */
bool structured_messages_p ();
/* Calls HOOK whenever a message is complete with its notes. */
void hook_group_end (void (*hook) ());

} // namespace erbium
#endif
