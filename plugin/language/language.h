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
 * The plugin keeps no tree of its own between two callbacks, since a precompiled header
 * replaces the garbage-collected heap.  What must be found again is found by name, in GCC's
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
/* T if the type is `view T' (`record T'), else NULL_TREE. */
tree view_element (const_tree type);
tree record_element (const_tree type);
inline bool view_p (const_tree type) { return view_element (type) != NULL_TREE; }
inline bool record_p (const_tree type) { return record_element (type) != NULL_TREE; }
/* The type of the elements of a view or record, or NULL_TREE. */
inline tree
element_of (const_tree type)
{
  tree element = view_element (type);
  return element ? element : record_element (type);
}
/* Whether the elements of two views or records are of the same type. */
bool same_elements_p (tree a, tree b);
/* Whether a function type, or the type that a pointer of this type points to, is a process. */
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
/* Whether the type is a view or a record, or is derived from one or from a process, and has no
 * other name. */
bool made_of_views_p (tree type);

/* ---- Elements (elements.cc) -------------------------------------------- */

/* Whether an index of this type is taken modulo 2^32 (semantics 1.3). */
inline bool
narrow_type_p (const_tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < 64;
}
/* From now on, makes the address of each element a call of type T *. */
void watch_subscripts ();
/* Returns the argument of such a call, a sum of view and offset; NULL_TREE for other calls. */
tree element_sum (const_tree call);
/* Whether the index of such a call has less than 64 bits. */
bool narrow_element_p (const_tree call);
/* Whether E is a sum of a view and an offset, perhaps within a conditional. */
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

/* Whether the translation unit has used the language so far. */
bool enabled_p ();
/* Declares the builtins and the variable that the words of the language are expanded to. */
void declare_language ();
/* The primitive that a call in the front end's trees is of, or P_none. */
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
/* The function that a declaration made by lowering is of; R_count for other declarations. */
runtime_function runtime_function_of (const_tree decl);
/* The function that a call made by lowering is of; R_count for other statements. */
runtime_function runtime_call (const gimple *stmt);
/* The same function for calls that no pass is to process again. */
tree plain_runtime_decl (runtime_function f);
/* The function that a primitive becomes if it is one call of its own, else R_count. */
runtime_function runtime_function_for (primitive p);
const char *runtime_signature (runtime_function f); /* see calls.def */
const char *runtime_word (runtime_function f);      /* its name in messages */

/* ---- run (run_members.cc) ---------------------------------------------- */

/* Declares __erbium_run, the structure whose members are the processes that are started. */
void declare_run ();
/* Adds the member NAME, which stands for TARGET, or after an error for nothing. */
void add_run_member (tree name, tree target, location_t place);
/* Returns the member that FN, the function of a call, names, or NULL_TREE. */
tree run_member (tree fn);
/* Returns the process, or the variable that points to one, for which the member stands;
 * NULL_TREE after an error. */
tree run_target (tree member);
/* The member of this name whose target is the stand-in of a process, or NULL_TREE. */
tree awaited_stand_in (tree name);

/* ---- Processes that are declared further down (awaited_processes.cc) ---- */

/* Notes that `process NAME (' stands in the text; errors may follow. */
void note_process_name (tree name);
/* Notes the declaration of a process; returns whether it is the first one of the name. */
bool note_process (tree decl);
/* Returns a stand-in for a process that `run' names and that is not declared yet. */
tree await_process (tree name, location_t run);
/* Whether TARGET is such a stand-in. */
bool awaited_p (tree target);
/* Ends the waiting for the process NAME.  Returns its stand-in, and in *RUN the place where
 * `run' named it first; NULL_TREE if nothing waits for it. */
tree end_waiting (tree name, location_t *run);
/* At the end of the file: reports the processes that are still awaited. */
void report_missing_processes ();

/* A call of a stand-in.  The calls wait in an attribute of the stand-in until the process is
 * declared; the process is then noted in another attribute. */
struct awaited_call
{
  tree entry; /* NULL_TREE: none */
  tree call () const { return TREE_PURPOSE (TREE_VALUE (TREE_VALUE (entry))); }
  tree caller () const { return TREE_VALUE (TREE_VALUE (TREE_VALUE (entry))); }
  /* The function that starts the process, and the structure it takes; NULL_TREE unless the
   * call has been lowered, which it is not after an error. */
  tree &start () const { return TREE_PURPOSE (TREE_VALUE (entry)); }
  tree &structure () const { return TREE_PURPOSE (entry); }
  awaited_call next () const { return { TREE_CHAIN (entry) }; }
};
/* Adds CALL to the calls of TARGET. */
void add_awaited_call (tree target, tree call);
awaited_call find_awaited_call (tree target, tree call);
/* The first call of TARGET.  They are put into the order of the text, once. */
awaited_call awaited_calls (tree target);
/* Notes that TARGET stands for DECL; no call of it waits any more. */
void note_declared (tree target, tree decl);
/* The process that TARGET stands for, if it has been declared; else NULL_TREE. */
tree declared_process (tree target);

} // namespace erbium
#endif
