/* SPDX-License-Identifier: MIT */
/* accesses.h - finds which names, parts of arrays, and elements of views a statement reads and
 * writes. */
#ifndef ERBIUM_ACCESSES_H
#define ERBIUM_ACCESSES_H

#include <set>

#include "analysis/values.h"

namespace er {

struct Access
{
  const Variable *base; /* a var or let, or the view of an element */
  bool write;
  bool part;  /* of an array, or an element: at index; else all of it */
  Sum index;  /* if that is known */
};

/* Returns what a statement reads and writes, except variables that it declares.  `values` contains
 * the values of names before the statement.  For a primitive, these are its arguments and the name
 * that receives its result. */
std::vector<Access> accesses_of (const Stmt *s, const Values &values);
/* Returns what the bounds of a For read. */
std::vector<Access> bounds_of (const Stmt *loop, const Values &values);

/* Returns whether the two may access the same place and at least one of them is a write, so that
 * their order must be kept. */
bool conflict (const Access &a, const Access &b);
bool conflict (const std::vector<Access> &a, const std::vector<Access> &b);

} // namespace er
#endif
