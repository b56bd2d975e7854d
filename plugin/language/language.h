/* SPDX-License-Identifier: GPL-3.0-or-later */
/* language.h - the constructs of the language, as GCC's trees have them.
 *
 *   view T, record T   a pointer to T with a name and a mark of its own (view_types.cc)
 *   process            a function type with an attribute (view_types.cc)
 *   v[[i]]             *element (v + offset, narrow), until it is lowered (elements.cc)
 *   update (v, i)      a call of __builtin_erbium_update (primitive_calls.cc)
 *   run p (x)          a call of a member of __erbium_run (run_members.cc), also if p is not
 *                      declared yet (awaited_processes.cc)
 *   all of these       calls of the runtime, once lowered (runtime_calls.cc)
 *
 * The plugin keeps no tree of its own between two callbacks, since a precompiled header replaces
 * the garbage-collected heap.  Whatever a later callback needs is looked up by name, in GCC's
 * symbol table or in attributes.
 */
#ifndef ERBIUM_LANGUAGE_H
#define ERBIUM_LANGUAGE_H

#include "gcc-plugin.h"
#include "tree.h"
#include "c-tree.h"
#include "c-family/c-common.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"

#include <string>

namespace erbium {

/* ---- Types (view_types.cc) --------------------------------------------- */

void register_attributes ();
/* view_element returns T if the type is `view T', record_element if it is `record T'; otherwise
 * they return NULL_TREE. */
tree view_element (const_tree type);
tree record_element (const_tree type);
inline bool view_p (const_tree type) { return view_element (type) != NULL_TREE; }
inline bool record_p (const_tree type) { return record_element (type) != NULL_TREE; }
/* Returns the type of the elements of a view or record, or NULL_TREE for other types. */
inline tree
element_of (const_tree type)
{
  tree element = view_element (type);
  return element ? element : record_element (type);
}
/* Returns whether the elements of two views or records are of the same type. */
bool same_elements_p (tree a, tree b);
/* process_type_p returns whether TYPE, or the type to which a pointer TYPE points, is the type of a
 * process. as_process returns the function type with the attribute of a process. */
bool process_type_p (const_tree type);
tree as_process (tree function_type);
inline bool
process_p (const_tree decl)
{
  return TREE_CODE (decl) == FUNCTION_DECL && process_type_p (TREE_TYPE (decl));
}

/* ---- Types, for messages (type_text.cc) -------------------------------- */

/* Returns "view int" and the like, without the aka of %qT. */
std::string type_text (tree type);
/* Returns whether the type is a view or a record, or is derived from one or from a process, and has
 * no other name. */
bool made_of_views_p (tree type);

/* ---- Elements (elements.cc) -------------------------------------------- */

/* Returns whether an index of this type is taken modulo 2^32 (semantics 1.3). */
inline bool
narrow_type_p (const_tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < 64;
}
/* From now on, represents the address of each element by a call of type T *. */
void watch_subscripts ();
/* Returns the argument of a call that watch_subscripts has introduced, a sum of view and offset;
 * NULL_TREE for other calls. */
tree element_sum (const_tree call);
/* Returns whether the index of such a call has less than 64 bits. */
bool narrow_element_p (const_tree call);
/* Returns whether E is a sum of a view and an offset, perhaps within a conditional. */
bool sum_p (const_tree e);

/* ---- Primitives (primitive_calls.cc) ----------------------------------- */

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

/* Returns whether the translation unit has used the language so far. */
bool enabled_p ();
/* Declares the builtins and the variable that the words of the language are expanded to. */
void declare_language ();
/* Returns the primitive that CALL, a call in the front end's trees, calls, or P_none. */
primitive primitive_of_call (const_tree call);

/* ---- Calls of the runtime (runtime_calls.cc) --------------------------- */

/* The functions of the runtime that lowered code calls; the four synchronisations come first. */
enum runtime_function
{
#define CALL(name, function, signature, effect, word) R_##name,
#include "calls.def"
  R_count
};
tree runtime_decl (runtime_function f);
/* Returns the runtime function that DECL, made by lowering, declares; R_count for other
 * declarations. */
runtime_function runtime_function_of (const_tree decl);
/* Returns the runtime function that STMT, made by lowering, calls; R_count for other statements. */
runtime_function runtime_call (const gimple *stmt);
/* Returns whether a function of the unit that is compiled calls F. */
bool unit_calls_p (runtime_function f);
/* Returns whether the first index in CALL, of a primitive or an element, had 32 bits. */
bool narrow_p (const gimple *call);
/* Returns another declaration of the same function.  The passes ignore calls of this
 * declaration. */
tree plain_runtime_decl (runtime_function f);
/* Returns the function to which primitive P is lowered if it becomes a single call, else
 * R_count. */
runtime_function runtime_function_for (primitive p);
const char *runtime_signature (runtime_function f); /* see calls.def */
const char *runtime_word (runtime_function f);      /* its name in messages */

/* ---- run (run_members.cc) ---------------------------------------------- */

/* Declares __erbium_run, the structure whose members represent the processes that `run' starts. */
void declare_run ();
/* Adds the member NAME, which represents TARGET. TARGET is NULL_TREE after an error, and the member
 * then represents nothing. */
void add_run_member (tree name, tree target, location_t place);
/* Returns the member that FN, the function of a call, names, or NULL_TREE. */
tree run_member (tree fn);
/* Returns the process, or the variable that points to one, for which the member stands;
 * NULL_TREE after an error. */
tree run_target (tree member);
/* Returns the member of this name whose target is the stand-in of a process (see below), or
 * NULL_TREE. */
tree awaited_stand_in (tree name);

/* ---- Processes that are declared further down (awaited_processes.cc) ---- */

/* Notes that `process NAME (' occurs in the text; the declaration may still turn out to be
 * wrong. */
void note_process_name (tree name);
/* Notes the declaration of a process; returns whether it is the first one of the name. */
bool note_process (tree decl);
/* Returns a stand-in for a process that `run' names and that is not declared yet. */
tree await_process (tree name, location_t run);
/* Returns whether TARGET is a stand-in. */
bool awaited_p (tree target);
/* Stops waiting for a declaration of the process NAME. Returns its stand-in, and stores in *RUN the
 * place of the first `run' that named it.  Returns NULL_TREE if no call waits for it. */
tree end_waiting (tree name, location_t *run);
/* Reports the processes that have been run but not declared; to be called at the end of the
 * file. */
void report_missing_processes ();

/* A call of a stand-in.  The calls wait in an attribute of the stand-in until the process is
 * declared; the process is then noted in another attribute. */
struct awaited_call
{
  tree entry; /* NULL_TREE: none */
  tree call () const { return TREE_PURPOSE (TREE_VALUE (TREE_VALUE (entry))); }
  tree caller () const { return TREE_VALUE (TREE_VALUE (TREE_VALUE (entry))); }
  /* The function that starts the process, and the structure that it takes; NULL_TREE if the call
   * has not been lowered, as after an error. */
  tree &start () const { return TREE_PURPOSE (TREE_VALUE (entry)); }
  tree &structure () const { return TREE_PURPOSE (entry); }
  awaited_call next () const { return { TREE_CHAIN (entry) }; }
};
/* add_awaited_call adds CALL to the calls of TARGET; find_awaited_call finds it there. */
void add_awaited_call (tree target, tree call);
awaited_call find_awaited_call (tree target, tree call);
/* Returns the first call of TARGET; the others follow by next ().  The first time, sorts the calls
 * into the order of the text. */
awaited_call awaited_calls (tree target);
/* Notes that DECL has replaced the stand-in TARGET, and that no call of TARGET waits any more. */
void note_declared (tree target, tree decl);
/* Returns the process that has replaced the stand-in TARGET, or NULL_TREE if it has not been
 * declared. */
tree declared_process (tree target);

} // namespace erbium
#endif
