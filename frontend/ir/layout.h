/* SPDX-License-Identifier: MIT */
/* layout.h - how much memory things take, and which variables are on the stack.
 *
 * The stack of a fiber has 256 KiB, and the system limits other stacks, but a variable may have
 * 2^20 scalars (2.2).  So a process keeps aggregates on its stack as long as there is room for them
 * (Stack_use), and the others in memory that it takes when it begins and gives back when it ends.
 */
#ifndef ERBIUM_LAYOUT_H
#define ERBIUM_LAYOUT_H

#include "ir/module.h"

namespace er {

/* Returns the largest permitted horizon, which is 1 GiB of elements (5.9). */
int64_t most_horizon (const Type *element);

const uint64_t stack_room = 64 << 10;

/* How much of stack_room is in use.  Small aggregates, which may live in registers, have separate
 * room, so that large ones cannot use it up. */
struct Stack_use
{
  static const uint64_t small = 1 << 10, small_room = 96 << 10;
  uint64_t in_small = 0, in_others = 0;
  bool has (uint64_t size) const
  {
    return size <= small ? in_small + size <= small_room : in_others + size <= stack_room;
  }
  void take (uint64_t size) { (size <= small ? in_small : in_others) += size; }
};

/* C passes structures on the stack without touching each page in turn, so a structure much larger
 * than this could skip the 64 KiB guard below the stack of a fiber. */
const uint64_t passed_room = 16 << 10;
uint64_t size_of_parameters (const Process &p);

/* Returns whether all aggregates of a process together, named or not, could exceed stack_room. */
bool has_large (Process &p);

} // namespace er
#endif
