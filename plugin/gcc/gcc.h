/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcc.h - what differs between the releases of GCC.
 *
 * GCC's internals change from release to release.  This folder alone knows which release the
 * plugin is built for.  The stations use the names below, and of GCC itself what is the same in
 * all releases, so each of them has one source.
 *
 *   releases.h    what differs, a section for each release: the one place with tests of the version
 *   group_end.cc  the end of a message with its notes, for which each release has another hook
 *   messages.cc   hooks into GCC's messages
 *   names.cc      small things that have another name in each release
 *   compiler.cc   whether the compiler is the one that the plugin was built for
 *   probe.cc      what a release is asked before the plugin is built for it
 *
 * docs/internals/gcc-releases.md says how a release is added.
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

/* Ends the compilation unless this is the compiler that the plugin was built for. */
void check_compiler (const struct plugin_gcc_version *);
/* Whether this is the C compiler proper.  lto1 and cc1plus have no names to look up. */
bool c_compiler_p ();

/* ---- The preprocessor's buffers ---------------------------------------- */

/* Their first fields.  The structure itself is in no header that a plugin may include, so
 * the probe compares these with a file, before the plugin is built. */
struct cpp_buffer_head
{
  const unsigned char *cur, *line_base, *next_line, *buf, *rlimit;
};

/* ---- Names (names.cc) ---------------------------------------------------- */

/* Reads a line of a file, without its end; returns false if there is none. */
bool read_source_line (const char *file, int line, std::string *text);
/* Writes T to a dump, as C. */
void write_c (FILE *, tree t);
/* The last statement of the block that is not for the debugger alone, or NULL. */
gimple *last_statement (basic_block);

/* What the preprocessor says of a macro that is poisoned, and of a precompiled header that is not
 * used because of one; untranslated. */
extern const char *const poisoned_format, *const unused_header_format;

/* ---- Messages (messages.cc) -------------------------------------------- */

/* Gives a warning of no option; returns false if GCC suppresses it. */
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
  /* Its text has been made, and nothing of it printed but "In function 'f':". */
  void (*begin) (const gcc_message &);
  /* Prints the argument of %E or %T in place of GCC; returns false if it does not. */
  bool (*print) (pretty_printer *, char letter, tree argument);
  /* A type is printed by its name; returns whether it is to be that alone, without {aka ...}. */
  bool (*name) (tree type);
  /* It is complete with its notes. */
  void (*end_group) ();
};

/* Calls these from now on.  Where messages are written for other programs, as JSON, `begin' is
 * not called. */
void hook_messages (const message_hooks &);
/* In `begin': holds the message and its notes back. */
void hold_message ();
/* Whether a message is held back. */
bool message_held_p ();
/* Whether it has this text so far. */
bool held_text_has (const char *text);
/* Prints what is held back, or drops it, as if it had not been given. */
void print_held_message ();
void drop_held_message ();

} // namespace erbium
#endif
