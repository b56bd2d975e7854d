/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin.h - what the files of the plugin share.
 *
 * The way of a program through the plugin, one file a station:
 *
 *   brackets.cc   text       v[[i]] becomes v[(i)], column for column; with
 *                            brackets_*.cc (brackets.h)
 *   words.cc      tokens     view, record, process, run, update, ... where they
 *                            cannot be names of the program
 *   types.cc      types      what `view T' and `record T' are
 *   elements.cc   trees      the address of an element, as the parser builds it
 *   check.cc      trees      what the C front end cannot know to be wrong; with
 *                            check_*.cc (check.h)
 *   messages.cc   messages   what GCC says of run p (x); with messages_*.cc (messages.h)
 *   lower.cc      trees      elements, primitives and run become calls; with
 *                            lower_*.cc (lower.h)
 *   frames.cc     options    how frames larger than a guard are entered
 *   flow*.cc      GIMPLE     warnings about the order of primitives (flow.h)
 *   network*.cc   GIMPLE     writes the process network, if asked to (network.h)
 *   coarsen.cc    GIMPLE     synchronisation per strip instead of per element
 *   prefetch.cc   GIMPLE     receive ahead of update
 *   hoist.cc      GIMPLE     a view in a loop becomes an array
 *   expand.cc     GIMPLE     what is left becomes the near paths of hot.h
 *
 * The plugin keeps no tree of its own between two calls: a precompiled header
 * replaces the garbage-collected heap.  What must be found again is found by
 * name, in GCC's symbol table or in attributes.
 */
#ifndef ERBIUM_PLUGIN_H
#define ERBIUM_PLUGIN_H

#include "gcc-plugin.h"
#include "tree.h"
#include "c-tree.h"
#include "c-family/c-common.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"

/* The link of -flto loads the plugin for its passes, into a compiler without the
 * C front end: what only that has must not be missed there. */
#pragma weak parse_in
extern tree lookup_name (tree) __attribute__ ((weak));
extern void mark_exp_read (tree) __attribute__ ((weak));
extern tree identifier_global_value (tree) __attribute__ ((weak));
extern tree c_fully_fold (tree, bool, bool *, bool) __attribute__ ((weak));

namespace erbium {

/* ---- Options: -fplugin-arg-erbium-NAME[=VALUE] (options.cc) ------------ */

struct options
{
  bool check = false;       /* each element is looked at when the program runs */
  bool coarsen = true;      /* the passes, each switchable: no-coarsen and so on */
  bool hoist = true;
  bool inline_near = true;
  bool verify = false;      /* the IL after each pass */
  int prefetch = 0;         /* elements ahead; 0: none */
  int strip = 1024;         /* the most iterations that a strip has */
};
extern options option;
/* An error and false where the argument is none. */
bool read_option (const struct plugin_argument *a);

/* Whether this is the compiler of C: lto1 and cc1plus have no names to look up. */
bool c_compiler_p ();

/* ---- Text (brackets.h) ------------------------------------------------- */

/* The subscripts [[ ]] of the file that the preprocessor has just entered. */
void on_include_file (void *, void *);
/* From the start of the unit on. */
void watch_line_numbers ();
void watch_lines ();
/* They are subscripts from here on, for sure. */
void use_brackets ();
/* Whether there is any, so far. */
bool subscripts_p ();
/* Whether a [[ of a subscript stands at this place. */
enum subscript { SUBSCRIPT_NO, SUBSCRIPT_YES, SUBSCRIPT_UNKNOWN };
subscript subscript_at (location_t);
/* Whether a plain [ or ] is known to stand there.  Not all are. */
bool plain_bracket_p (location_t);

/* The first fields of the preprocessor's buffers, in GCC 11 and 12 (erbium.cc
 * refuses others). */
struct cpp_buffer_head
{
  const unsigned char *cur, *line_base, *next_line, *buf, *rlimit;
};

/* ---- Words (words.cc) -------------------------------------------------- */

void start_words ();
/* From the first text on that may use the language. */
void define_words ();
/* A text has been entered, and not been read (words_context.cc). */
void note_joined_lines (const unsigned char *begin, const unsigned char *end);
/* Told before the first token is read: a text that is preprocessed already. */
void read_preprocessed ();
/* With -E, where there is nothing else to do. */
void define_for_preprocessor ();

/* ---- Types (types.cc) -------------------------------------------------- */

void register_attributes ();
/* T where type is `view T' (`record T'), else NULL_TREE. */
tree view_element (const_tree type);
tree record_element (const_tree type);
inline bool view_p (const_tree type) { return view_element (type) != NULL_TREE; }
inline bool record_p (const_tree type) { return record_element (type) != NULL_TREE; }
/* Of a view or record, or NULL_TREE. */
inline tree
element_of (const_tree type)
{
  tree element = view_element (type);
  return element ? element : record_element (type);
}
/* Whether a function type, or what a pointer of this type points to, is a process. */
bool process_type_p (const_tree type);
tree as_process (tree function_type);
inline bool process_p (const_tree decl)
{
  return TREE_CODE (decl) == FUNCTION_DECL && process_type_p (TREE_TYPE (decl));
}

/* ---- Elements (elements.cc) -------------------------------------------- */

/* Whether an index of this type is taken modulo 2^32 (semantics 1.3). */
inline bool
narrow_type_p (const_tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < 64;
}
/* From here on an element's address is a T *: a call that the plugin knows. */
void watch_subscripts ();
/* Of such a call, the sum of view and offset that it is for; else NULL_TREE. */
tree element_sum (const_tree call);
/* Whether its index has less than 64 bits. */
bool narrow_element_p (const_tree call);
/* Whether this is a sum of a view and an offset, perhaps in a conditional. */
bool sum_p (const_tree e);

/* ---- Primitives (primitives.cc) ---------------------------------------- */

enum primitive
{
#define PRIMITIVE(name, signature, side, wait, effect, prose) P_##name,
#include "primitives.def"
  P_none
};

struct primitive_info
{
  const char *name;
  const char *signature; /* see primitives.def */
  const char *side;      /* READ, WRITE, ANY, NONE */
  const char *wait;
  const char *effect;
};
extern const primitive_info primitive_table[];

/* Whether the translation unit has used the language so far. */
bool enabled_p ();
/* From the first word of the language on: declares what the words stand for. */
void enable ();
/* Which primitive a call in the front end's trees is of, or P_none. */
primitive primitive_of_call (const_tree call);
/* The functions of the runtime that lowered code calls; the four
 * synchronisations are the first. */
enum runtime_function
{
#define CALL(name, function, signature, effect, word) R_##name,
#include "calls.def"
  R_count
};
tree runtime_decl (runtime_function f);
/* Which one a declaration is of, if lowering made it; else R_count. */
runtime_function runtime_function_of (const_tree decl);
/* A call that lowering made, of which function; R_count for other statements. */
runtime_function runtime_call (const gimple *stmt);
/* The same function for calls that no pass is to look at again. */
tree plain_runtime_decl (runtime_function f);
/* What a primitive becomes if it is one call of its own, else R_count. */
runtime_function runtime_function_for (primitive p);
const char *runtime_signature (runtime_function f); /* see calls.def */
const char *runtime_word (runtime_function f);      /* what messages call it */

/* ---- Trees ------------------------------------------------------------- */

/* The variable that `run' stands for, and its pseudo-field for a process
 * (words.cc): run p (x) is parsed as the call of a member. */
tree run_field (tree call_fn);
tree run_target (tree field);
/* "file:line" of a place, a pointer to a string. */
tree where_string (location_t);

/* Messages of GCC about run p (x) name p (messages.cc). */
void watch_messages ();
/* `run' names a process that is not declared yet: what stands for it (lower_later.cc). */
bool later_p (tree target);
tree later_process (tree name, location_t place);
/* CALL is one of what stands for it. */
void await_process (tree target, tree call);
/* A declaration or definition, perhaps of such a process. */
void meet_process (tree decl);
/* `process NAME (' stands there, though there may be errors in what follows. */
void see_process_name (tree name);
/* At the end of the file: which are never declared. */
void tell_missing_processes ();
/* Likewise: how frames that are larger than a guard are entered (frames.cc). */
void touch_large_frames ();

void check_function (tree fndecl); /* check.cc */
/* GCC's warning of return with a value is for functions only (check_return.cc). */
void watch_returns ();
/* Declarations of one name, before they are made one (check_derived.cc). */
void watch_redeclarations ();
void on_finish_decl (void *, void *);
void lower_function (tree fndecl); /* lower.cc */

/* ---- Dumps (dump.cc) --------------------------------------------------- */

/* Asks for the dump of a station, once all passes are registered. */
void set_dump (const char *name);
/* The dumps `lower', with how many nodes lowering has looked at, and `check'. */
void dump_lowered (tree fndecl, int nodes);
void dump_looks (tree fndecl);

/* ---- GIMPLE ------------------------------------------------------------ */

void register_flow_pass (const char *plugin);
/* Switches a warning of it; an error and false where NAME is none. */
bool set_flow_warning (const char *name, bool on);
void register_network_pass (const char *plugin);
/* Where the network is written, a file or a folder; an error and false where NAME is none. */
bool set_network_file (const char *name);
void register_coarsen_pass (const char *plugin);
void register_prefetch_pass (const char *plugin);
void register_hoist_pass (const char *plugin);
void register_expand_passes (const char *plugin);

} // namespace erbium
#endif
