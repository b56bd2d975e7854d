/* SPDX-License-Identifier: MIT */
/* walk.h - functions by which passes traverse and change a module, and copy and compare parts of
 * it.
 *
 *   each_process (module, [&] (Process &p) { ... });        those with a body
 *   each_code (module, [&] (Process &p) { ... });           also the functions with a body
 *   each_statement (p.body, [&] (Stmt *&s) { ... });        outer before inner, in text order
 *   each_root (*s, [&] (Expr *&root) { ... });              the expressions of one statement
 *   rewrite (root, [&] (Expr *&e) { ... });                 a tree, operands before operators
 *
 * The called function may replace what it receives by reference.  A function that each_statement
 * calls must not change the block that the statement is in: build a new block instead.
 */
#ifndef ERBIUM_WALK_H
#define ERBIUM_WALK_H

#include "ir/module.h"

namespace er {

template <typename F> void
each_process (Module &module, F f)
{
  for (Item &item : module.items)
    if (item.process && !item.process->external)
      f (*item.process);
}

template <typename F> void
each_code (Module &module, F f)
{
  for (Item &item : module.items)
    if (item.function && item.function->code)
      f (*item.function->code);
    else if (item.process && !item.process->external)
      f (*item.process);
}

template <typename F> void
each_statement (Block &block, F f)
{
  for (Stmt *&s : block)
    {
      f (s);
      each_statement (s->body, f);
      each_statement (s->other, f);
    }
}

/* Calls f for each expression of s in the order of evaluation, without those of statements inside
 * s. */
template <typename F> void
each_root (Stmt &s, F f)
{
  for (Expr **root : { &s.place, &s.value, &s.from, &s.to, &s.step })
    if (*root)
      f (*root);
  for (Expr *&piece : s.pieces)
    f (piece);
}

template <typename F> void
rewrite (Expr *&e, F f)
{
  for (Expr *&a : e->args)
    rewrite (a, f);
  f (e);
}

/* Returns the name or element to which a place belongs: for a.x[3], for example, this is the name
 * `a'. */
inline const Expr *
root_of (const Expr *place)
{
  while (place->kind == Expr::Subscript || place->kind == Expr::Member)
    place = place->args[0];
  return place;
}

/* Returns whether e is a call of a function that may change arrays and receives two arrays of the
 * same variable (4.11). */
inline bool
passes_twice (const Expr *e)
{
  if (!e || e->kind != Expr::Call || e->function->pure)
    return false;
  auto array = [] (const Expr *a) { return a->type->kind == Type::Array; };
  for (size_t k = 0; k < e->args.size (); k++)
    for (size_t n = 0; n < k; n++)
      if (array (e->args[k]) && array (e->args[n])
          && root_of (e->args[k])->variable == root_of (e->args[n])->variable)
        return true;
  return false;
}

/* Calls f for every node of every expression of a block. */
template <typename F> void
each_expression (Block &block, F f)
{
  each_statement (block, [&] (Stmt *&s) {
    each_root (*s, [&] (Expr *&root) { rewrite (root, f); });
  });
}

/* Return a copy, with new variables for those that a block declares.  Run the verifier
 * afterwards. */
Expr *copy (Module &module, const Expr *e);
Block copy (Module &module, const Block &block);

/* Return whether a and b are the same program or expression, regardless of their source
 * locations. */
bool equal (const Module &a, const Module &b);
bool equal (const Expr *a, const Expr *b);

} // namespace er
#endif
