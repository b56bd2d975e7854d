/* SPDX-License-Identifier: MIT */
/* fiber_stack.c - memory for the stacks of fibers.
 *
 * A slab is a mapping that holds many stacks of one size, each above its gap.  A stack that is
 * freed is kept as it is, with its memory, for the next fiber: the one used last first, since it is
 * in the caches.  Beyond KEPT bytes of such stacks the memory is given back and the stack goes back
 * to its slab; a slab whose stacks are all back is unmapped.  So no more is kept than was in use at
 * some time, nor more than KEPT.
 *
 * What is known about a stack is kept outside of it: a stack that is not used is not touched.
 */
#define _GNU_SOURCE
#include "fiber/fiber_stack.h"
#include "core/core.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#if defined __has_include
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
#ifndef VALGRIND_STACK_REGISTER
#define VALGRIND_STACK_REGISTER(low, high) 0
#define VALGRIND_STACK_DEREGISTER(id) ((void) (id))
#endif

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

size_t erb_fiber_default_stack = 256 << 10;

extern void __asan_unpoison_memory_region (const volatile void *at, size_t size)
  __attribute__ ((weak));

#define KEPT ((size_t) 256 << 20)
#define LARGEST_SLAB ((size_t) 64 << 20)

enum
{
  LARGEST = 40,    /* 2^40 bytes; there is a pool for each power of two from a page on */
  FIRST_SLAB = 16, /* stacks */
  CANARY = 64      /* bytes of zeros below an unguarded stack */
};

/* The tops of stacks are used most.  If all began at the same place of a page they would fall on
 * the same few sets of the caches; so they begin at SHIFTS places, in an extra page.  That also
 * makes it an odd number of pages from one stack to the next, which helps the translation caches.
 * With 10,000 fibers it makes a switch a tenth cheaper. */
enum { SHIFTS = 16, SHIFT = 128 };

struct erb_slab
{
  struct pool *pool;
  char *memory;
  size_t bytes;
  int stacks, fresh;      /* in all; the next one that was never used */
  int used;               /* number of stacks in use, kept ones included */
  struct erb_stack *back; /* free, without memory */
  struct erb_slab *next, *previous; /* in the list of its pool, while it has free stacks */
  struct erb_stack stack[];
};

struct pool
{
  size_t size;            /* bytes of a stack, at least */
  struct erb_stack *kept; /* free, with memory, used last first */
  size_t kept_bytes;
  struct erb_slab *slabs; /* that have free stacks */
  int stacks;             /* in all slabs */
};

enum erb_gap_guard erb_stack_guard = ERB_GUARD_MARKED;
long erb_stack_mapped_guards = -1;

static struct erb_lock lock = { ERB_UNLOCKED };
static struct pool pools[LARGEST + 1];
static size_t reserved;

size_t
erb_stack_gap (void)
{
  size_t page = erb_page_size ();
  return ((64 << 10) + page - 1) / page * page;
}

/* ---- Guards ------------------------------------------------------------ */

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

/* Called under the lock, since unmapping a slab changes the number of guards. */
static enum erb_gap_guard
guard (char *gap, size_t bytes)
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

/* ---- Slabs ------------------------------------------------------------- */

static void
link_slab (struct pool *pool, struct erb_slab *slab)
{
  slab->previous = NULL;
  slab->next = pool->slabs;
  if (slab->next)
    slab->next->previous = slab;
  pool->slabs = slab;
}

static void
unlink_slab (struct pool *pool, struct erb_slab *slab)
{
  *(slab->previous ? &slab->previous->next : &pool->slabs) = slab->next;
  if (slab->next)
    slab->next->previous = slab->previous;
}

/* Returns the number of stacks of the next slab: as many as there are already, within bounds. */
static int
stacks_of_next_slab (const struct pool *pool, size_t bytes)
{
  size_t stacks = pool->stacks > FIRST_SLAB ? (size_t) pool->stacks : FIRST_SLAB;
  size_t most = LARGEST_SLAB / bytes;
  if (stacks > most)
    stacks = most;
  return stacks ? (int) stacks : 1;
}

static size_t
stack_and_gap (const struct pool *pool)
{
  return erb_stack_gap () + pool->size + erb_page_size ();
}

static struct erb_slab *
new_slab (struct pool *pool)
{
  size_t each = stack_and_gap (pool);
  int stacks = stacks_of_next_slab (pool, each);
  struct erb_slab *slab = calloc (1, sizeof *slab + (size_t) stacks * sizeof slab->stack[0]);
  if (!slab)
    return NULL;
  slab->pool = pool;
  slab->stacks = stacks;
  slab->bytes = (size_t) stacks * each;
  slab->memory = mmap (NULL, slab->bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (slab->memory == MAP_FAILED)
    {
      free (slab);
      errno = ENOMEM;
      return NULL;
    }
  madvise (slab->memory, slab->bytes, MADV_NOHUGEPAGE); /* a touch would take 2 MiB */
  pool->stacks += stacks;
  reserved += slab->bytes;
  link_slab (pool, slab);
  return slab;
}

static void
free_slab (struct erb_slab *slab)
{
  struct pool *pool = slab->pool;
  for (int n = 0; n < slab->fresh; n++)
    {
      VALGRIND_STACK_DEREGISTER (slab->stack[n].valgrind);
      erb_stack_mapped_guards += slab->stack[n].guard == ERB_GUARD_MAPPED;
    }
  pool->stacks -= slab->stacks;
  reserved -= slab->bytes;
  unlink_slab (pool, slab);
  munmap (slab->memory, slab->bytes);
  free (slab);
}

static struct erb_stack *
fresh_stack (struct erb_slab *slab)
{
  int n = slab->fresh++;
  struct erb_stack *s = &slab->stack[n];
  s->low = slab->memory + (size_t) n * stack_and_gap (slab->pool) + erb_stack_gap ();
  s->size = slab->pool->size + erb_page_size () - (size_t) (n % SHIFTS * SHIFT);
  s->slab = slab;
  s->valgrind = VALGRIND_STACK_REGISTER (s->low, s->low + s->size);
  s->guard = guard (s->low - erb_stack_gap (), erb_stack_gap ());
  return s;
}

static struct erb_stack *
take_from_slab (struct pool *pool)
{
  struct erb_slab *slab = pool->slabs ? pool->slabs : new_slab (pool);
  struct erb_stack *s;
  if (!slab)
    return NULL;
  if ((s = slab->back))
    slab->back = s->next;
  else
    s = fresh_stack (slab);
  if (++slab->used == slab->stacks)
    unlink_slab (pool, slab);
  return s;
}

static void
give_to_slab (struct erb_stack *s)
{
  struct erb_slab *slab = s->slab;
  s->next = slab->back;
  slab->back = s;
  if (slab->used-- == slab->stacks)
    link_slab (slab->pool, slab);
  if (slab->used == 0)
    free_slab (slab);
}

/* ---- Stacks ------------------------------------------------------------ */

static struct pool *
pool_for (size_t size)
{
  size_t most = (size ? size - 1 : 0) | (erb_page_size () - 1);
  int n = 64 - __builtin_clzll (most);
  return n > LARGEST ? NULL : &pools[n];
}

struct erb_stack *
erb_stack_new (size_t size)
{
  struct pool *pool = pool_for (size);
  struct erb_stack *s;
  if (!pool)
    {
      errno = ENOMEM;
      return NULL;
    }
  erb_os->lock (&lock);
  pool->size = (size_t) 1 << (pool - pools);
  if ((s = pool->kept))
    {
      pool->kept = s->next;
      pool->kept_bytes -= pool->size;
    }
  else
    s = take_from_slab (pool);
  erb_os->unlock (&lock);
  return s;
}

/* Keeps s, if it can.  A stack that was written below its end cannot be kept: its gap has to be
 * zero again. */
static bool
keep (struct erb_stack *s)
{
  struct pool *pool = s->slab->pool;
  if (pool->kept_bytes + pool->size > KEPT || erb_stack_overran (s))
    return false;
  s->next = pool->kept;
  pool->kept = s;
  pool->kept_bytes += pool->size;
  return true;
}

void
erb_stack_free (struct erb_stack *s)
{
  size_t below = s->guard == ERB_GUARD_NONE ? erb_page_size () : 0; /* the canary */
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region (s->low, s->size);
  erb_os->lock (&lock);
  bool kept = keep (s);
  erb_os->unlock (&lock);
  if (kept)
    return;
  madvise (s->low - below, below + s->size, MADV_DONTNEED);
  erb_os->lock (&lock);
  give_to_slab (s);
  erb_os->unlock (&lock);
}

/* Returns the address space in use, for tests and statistics. */
size_t
erb_stack_reserved (void)
{
  erb_os->lock (&lock);
  size_t n = reserved;
  erb_os->unlock (&lock);
  return n;
}
