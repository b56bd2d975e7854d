/* SPDX-License-Identifier: MIT */
/* arena.h - the file in which the windows of a program have their stretches: arena.c. */
#ifndef ERB_ARENA_H
#define ERB_ARENA_H

#include "window/window.h"

enum { ERB_ORDERS = 64 };

struct erb_arena
{
  struct erb_lock lock;
  struct erb_heap *heap;
  int fd;
  uint64_t end;  /* no stretch beyond was ever taken */
  uint64_t size; /* of the file */
  struct erb_free *free[ERB_ORDERS];
  erbium_atomic windows; /* that are mapped */
  struct erb_spare_windows *spare; /* kept for reuse, or NULL */
};

/* Takes a stretch of `bytes' = 2^k bytes, and stores its offset in the file.  Returns whether there
 * was memory for it. */
extern bool erb_arena_take (struct erb_arena *a, size_t bytes, uint64_t *offset);
/* Gives a stretch back: its pages to the system at once, its offset to the next window of that
 * size, unless there is no memory to note it. */
extern void erb_arena_give (struct erb_arena *a, uint64_t offset, size_t bytes);

#endif
