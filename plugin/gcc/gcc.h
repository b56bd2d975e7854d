/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcc.h - what differs between the releases of GCC.
 *
 * GCC's internals change from release to release.  Only this folder depends on the release for
 * which the plugin is built.  The other folders use the names below and those parts of GCC that are
 * the same in all releases, so the plugin has one source for all of them.
 *
 *   releases.h    the differences, in a section for each release; nearly all tests of the version
 *   group_end.cc  the end of a message with its notes, which has another hook in each release
 *   messages.cc   hooks into GCC's messages
 *   names.cc      functions and formats with a different name or text in some releases
 *   compiler.cc   rejects a compiler other than the one for which the plugin was built
 *   probe.cc      checks a release before the plugin is built for it, with probe_input.c
 *
 * docs/internals/gcc-releases.md describes how to add a release.
 */
#ifndef ERBIUM_GCC_H
#define ERBIUM_GCC_H

#include "gcc-plugin.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "pretty-print.h"

#include <string>

namespace erbium {

/* ---- The compiler (compiler.cc) ---------------------------------------- */

/* Ends the compilation with an error if the running compiler is not the one that the plugin was
 * built for. */
void check_compiler (const struct plugin_gcc_version *);
/* Returns whether the running program is the C compiler proper.  lto1 and cc1plus have no names to
 * look up. */
bool c_compiler_p ();

/* ---- The preprocessor's buffers ---------------------------------------- */

/* Their first fields.  The headers for plugins do not declare the structure, so the probe compares
 * these fields with the text of a file before the plugin is built. */
struct cpp_buffer_head
{
  const unsigned char *cur, *line_base, *next_line, *buf, *rlimit;
};

/* ---- Names (names.cc) ---------------------------------------------------- */

/* Reads a line of a file without the newline; returns false if there is no such line. */
bool read_source_line (const char *file, int line, std::string *text);
/* Writes T to a dump, as C. */
void write_c (FILE *, tree t);
/* Returns the last statement of the block that is not a debug statement, or NULL. */
gimple *last_statement (basic_block);
/* Returns whether the call stands for the value that -ftrivial-auto-var-init gives to a variable;
 * its first argument is the size. */
bool automatic_init_p (const gcall *);
/* Returns whether GCC may move stores out of loops (-fmove-loop-stores). */
bool stores_move_p ();

/* The untranslated warnings of the preprocessor about a macro that is poisoned, and about a
 * precompiled header that is not used because of a macro. */
extern const char *const poisoned_format, *const unused_header_format;

/* ---- Messages (messages.cc) -------------------------------------------- */

/* Gives a warning that belongs to no option of GCC; returns false if GCC suppresses it. */
bool give_warning (location_t, const char *text, va_list *);
void give_note (location_t, const char *text, va_list *);

/* A message of GCC that is about to be printed. */
struct gcc_message
{
  enum { ERROR, WARNING, OTHER } kind;
  const char *format; /* in the user's language */
  int option;         /* OPT_W..., or 0 */
  location_t place;
};

struct message_hooks
{
  /* The message is formatted, and nothing has been printed.  Returns whether it is held back with
   * "In function 'f':", which GCC then prints before the next message. */
  bool (*omit) (const gcc_message &);
  /* The message is formatted, but only "In function 'f':" has been printed. */
  void (*begin) (const gcc_message &);
  /* Prints the argument of %E or %T; returns false if GCC shall print it. */
  bool (*print) (pretty_printer *, char letter, tree argument);
  /* GCC prints a type by its name; returns true if it shall omit {aka ...}. */
  bool (*name) (tree type);
  /* The message is complete with its notes. */
  void (*end_group) ();
};

/* Installs the hooks.  `omit' and `begin' are not called if messages are written in a format for
 * programs, such as JSON. */
void hook_messages (const message_hooks &);
/* Leaves warnings of OPTION out of the formats for programs, which the hooks do not reach, from the
 * beginning of the line of PLACE on; ends that at PLACE. */
void leave_out_from (int option, location_t place);
void leave_out_until (location_t place);
/* Holds the message and its notes back; for `begin'. */
void hold_message ();
/* Returns whether a message is held back. */
bool message_held_p ();
/* Returns whether the text held back so far contains TEXT. */
bool held_text_has (const char *text);
/* Prints the message held back, or drops it, as if GCC had not given it. */
void print_held_message ();
void drop_held_message ();

} // namespace erbium
#endif
