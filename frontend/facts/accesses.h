/* SPDX-License-Identifier: MIT */
/* accesses.h - which names, parts of arrays and elements statements read and write. */
#ifndef ERBIUM_ACCESSES_H
#define ERBIUM_ACCESSES_H

#include <set>

#include "facts/values.h"

namespace er {

struct Access
{
  const Variable *base; /* a var or let, or the view of an element */
  bool write;
  bool part;  /* of an array, or an element: at index; else all of it */
  Sum index;  /* if that is known */
};

/* What a statement reads and writes, given what names stand for before it; without what is declared in it.  Of primitives that
   is their arguments, and the name that takes the result. */
std::vector<Access> accesses_of (const Stmt *s, const Values &values);
/* The bounds of a For. */
std::vector<Access> bounds_of (const Stmt *loop, const Values &values);

/* Whether they may be of the same place, and one is a write: then they stay in their order. */
bool conflict (const Access &a, const Access &b);
bool conflict (const std::vector<Access> &a, const std::vector<Access> &b);

} // namespace er
#endif
