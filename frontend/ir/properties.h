/* SPDX-License-Identifier: MIT */
/* properties.h - properties of an expression or a type that do not depend on its context. */
#ifndef ERBIUM_PROPERTIES_H
#define ERBIUM_PROPERTIES_H

#include "ir/module.h"

namespace er {

/* Returns whether e is an operation (3.5). */
inline bool
is_operation (const Expr *e)
{
  return e->kind == Expr::Operation || e->kind == Expr::Run
         || (e->kind == Expr::Call && e->function && !e->function->pure);
}

/* Returns whether a type is a data type: a scalar, or an array or structure of data types (2.2). */
bool is_data (const Type *type);
bool is_constant (const Expr *e); /* 2.9 */
/* The most scalars that a type may have (2.3). */
const uint64_t most_scalars = uint64_t (1) << 20;
/* Returns n, or most + 1 if n is greater than `most`. */
inline uint64_t
at_most (uint64_t n, uint64_t most)
{
  return n > most ? most + 1 : n;
}
/* Returns the number of scalars in a type, or most_scalars + 1 if there are more than
 * most_scalars. */
uint64_t scalars_in (const Type *type);

}

#endif
