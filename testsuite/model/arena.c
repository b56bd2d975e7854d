/* SPDX-License-Identifier: MIT */
/* arena.c - memory for tasks and set-up, at the same addresses in each execution. */
#include "tasks.h"

#include <string.h>

enum { ARENA = 256 << 10 };

static char arenas[MODEL_TASKS + 1][ARENA] __attribute__ ((aligned (4096)));
static char *setup_arena;

char *
arena_of (int task)
{
  return arenas[task];
}

void
arena_reset (void)
{
  setup_arena = arenas[MODEL_TASKS];
}

void *
model_alloc (size_t size, size_t align)
{
  char **free_at = current ? &current->arena : &setup_arena;
  char *end = arena_of (current ? current - tasks : MODEL_TASKS) + ARENA;
  size_t mask = (align < 16 ? 16 : align) - 1;
  char *p = (char *) (((uintptr_t) *free_at + sizeof size + mask) & ~mask);
  if (p + size > end)
    model_fail ("limit", "arena of a task is full", "model_alloc");
  memcpy (p - sizeof size, &size, sizeof size);
  *free_at = p + size;
  return memset (p, 0, size);
}

size_t
model_size (const void *p)
{
  size_t size;
  memcpy (&size, (const char *) p - sizeof size, sizeof size);
  return size;
}

void
model_free (void *p)
{
  if (!p)
    return;
  if (current)
    post ((struct op) { .kind = OP_FREE, .where = "free" });
  memory_free (p, model_size (p));
}
