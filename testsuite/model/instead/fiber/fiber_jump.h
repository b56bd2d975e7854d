/* SPDX-License-Identifier: MIT */
/* fiber_jump.h - the jump from one stack to another, for the explorer: within a task, which stands
 * for the thread. */
#ifndef ERB_FIBER_JUMP_H
#define ERB_FIBER_JUMP_H

#include "explorer.h"

ERB_INLINE void
erb_fiber_jump (struct erb_fiber *from, struct erb_fiber *to)
{
  model_jump (&from->context, to->context);
}

#endif
