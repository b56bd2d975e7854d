/* SPDX-License-Identifier: MIT */
/* carry.h - what a program says about processes that run far away: memory that they need a copy of,
 * and places (erbium/ranks.h).
 *
 * Two lists, by address and by name.  Whoever runs a process without the caller's memory asks
 * here what a pointer leads to. */
#ifndef ERB_CARRY_H
#define ERB_CARRY_H

#include "core/core.h"

#include "erbium/ranks.h"

/* Memory that may be copied. */
struct erb_carried
{
  const char *at;
  size_t bytes;
  bool pointers;
  const char *where; /* the call that has said so */
};

/* Stores the memory that contains the address; of several, the one declared last.  Returns false if
 * there is none. */
extern bool erb_carried_at (uintptr_t address, struct erb_carried *found);
/* Returns the rank that erbium_place has given for the name, or -1. */
extern int erb_place_said (const char *name);

#endif
