/* SPDX-License-Identifier: MIT */
/* stack_guard.c - the gap below the stack of a fiber, and how an overflow into it is found. */
#define _GNU_SOURCE
#include "fiber/fiber_stack.h"
#include "core/core.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

enum { CANARY = 64 }; /* bytes of zeros below an unguarded stack */

enum erb_gap_guard erb_stack_guard = ERB_GUARD_MARKED;
long erb_stack_mapped_guards = -1;

size_t
erb_stack_gap (void)
{
  size_t page = erb_page_size ();
  return ((64 << 10) + page - 1) / page * page;
}

/* Returns how many guards can be mapped with half of the mappings that the system permits.  Each
 * guard within a mapping makes two more mappings. */
static long
guards_that_can_be_mapped (void)
{
  long mappings = 65530;
  FILE *file = fopen ("/proc/sys/vm/max_map_count", "r");
  if (file && fscanf (file, "%ld", &mappings) != 1)
    mappings = 65530;
  if (file)
    fclose (file);
  return mappings / 4;
}

/* Marks the gap as guarded; returns whether that has worked.  Emulators accept advice that they do
 * not know and do nothing, so the first gap is tested. */
static bool
mark (char *gap, size_t bytes)
{
  static bool seen;
  if (madvise (gap, bytes, MADV_GUARD_INSTALL) != 0)
    return false;
  seen = seen || (madvise (gap, bytes, MADV_POPULATE_READ) != 0 && errno == EFAULT);
  return seen;
}

static bool
map (char *gap, size_t bytes)
{
  if (erb_stack_mapped_guards < 0)
    erb_stack_mapped_guards = guards_that_can_be_mapped ();
  if (erb_stack_mapped_guards == 0 || mprotect (gap, bytes, PROT_NONE) != 0)
    return false;
  erb_stack_mapped_guards--;
  return true;
}

enum erb_gap_guard
erb_stack_install_guard (char *gap, size_t bytes)
{
  if (erb_stack_guard == ERB_GUARD_MARKED)
    {
      if (mark (gap, bytes))
        return ERB_GUARD_MARKED;
      erb_stack_guard = ERB_GUARD_MAPPED;
    }
  return erb_stack_guard == ERB_GUARD_MAPPED && map (gap, bytes) ? ERB_GUARD_MAPPED
                                                                 : ERB_GUARD_NONE;
}

/* Tests the canary, which is zero if it was never written.  Reading it takes no memory. */
bool
erb_stack_overran (const struct erb_stack *s)
{
  uint64_t all = 0;
  if (s->guard != ERB_GUARD_NONE)
    return false;
  for (const uint64_t *at = (const uint64_t *) (s->low - CANARY); at < (uint64_t *) s->low; at++)
    all |= *at;
  return all != 0;
}
