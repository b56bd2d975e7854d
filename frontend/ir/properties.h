/* SPDX-License-Identifier: MIT */
/* properties.h - properties of an expression or a type that do not depend on its context. */
#ifndef ERBIUM_PROPERTIES_H
#define ERBIUM_PROPERTIES_H

#include "ir/module.h"

namespace er {

/* Whether a call of it is an operation (3.5). */
inline bool
is_operation (const Expr *e)
{
  return e->kind == Expr::Operation || e->kind == Expr::Run
         || (e->kind == Expr::Call && e->function && !e->function->pure);
}

/* Scalars, and arrays and structures of data (2.2). */
bool is_data (const Type *type);
bool is_constant (const Expr *e); /* 2.9 */
/* The most scalars that a type may have (2.3). */
const uint64_t most_scalars = uint64_t (1) << 20;
/* n, up to most; most + 1 if it is more. */
inline uint64_t
at_most (uint64_t n, uint64_t most)
{
  return n > most ? most + 1 : n;
}
/* How many scalars are in it, up to most_scalars; one more if there are more. */
uint64_t scalars_in (const Type *type);

}

#endif
