/* SPDX-License-Identifier: MIT */
/* fiber_stack.c - memory for the stacks of fibers.
 *
 * A slab is a mapping that holds many stacks of one size, each above its gap.  A stack that is
 * freed is kept as it is, with its memory, for the next fiber: the one used last first, since it is
 * in the caches.  Beyond KEPT bytes of such stacks only the upper part of a stack keeps its memory,
 * and beyond as many of these as KEPT_UPPER permits, the stack goes back to its slab; a slab whose
 * stacks are all back is unmapped.  So no more is kept than was in use at some time, nor more than
 * KEPT + KEPT_UPPER.
 *
 * A fiber that asks for no size gets a stack like a thread's: whether a program's recursion fits on
 * a stack does not depend on the task model.  But page tables for such a stack take 4 KiB, so
 * beyond MANY stacks at a time fibers get SMALL ones, six of which share a table.
 *
 * What is known about a stack is kept outside of it: a stack that is not used is not touched.
 */
#define _GNU_SOURCE
#include "fiber/fiber_stack.h"
#include "core/core.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#if defined __has_include
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
#ifndef VALGRIND_STACK_REGISTER
#define VALGRIND_STACK_REGISTER(low, high) 0
#define VALGRIND_STACK_DEREGISTER(id) ((void) (id))
#define RUNNING_ON_VALGRIND 0
#endif

extern void __asan_unpoison_memory_region (const volatile void *at, size_t size)
  __attribute__ ((weak));

#define KEPT ((size_t) 256 << 20)
#define KEPT_UPPER ((size_t) 64 << 20)
#define UPPER ((size_t) 256 << 10)
#define SMALL ((size_t) 256 << 10)
#define LARGEST_SLAB ((size_t) 128 << 20)

enum
{
  LARGEST = 40,    /* 2^40 bytes; there is a pool for each power of two from a page on */
  FIRST_SLAB = 16, /* stacks */
  MANY = 32768,    /* stacks like those of threads */
  UNSURE = 64      /* uses of a stack after which nothing is assumed about it */
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
  size_t kept_bytes;      /* that these may hold */
  struct erb_slab *slabs; /* that have free stacks */
  int in_use;             /* stacks of fibers */
  int stacks;             /* in all slabs */
};

static struct erb_lock lock = { ERB_UNLOCKED };
static struct pool pools[LARGEST + 1];
static size_t reserved;

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
  s->guard = erb_stack_install_guard (s->low - erb_stack_gap (), erb_stack_gap ());
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

/* Under the lock. */
static struct erb_stack *
take (struct pool *pool)
{
  struct erb_stack *s = pool->kept;
  if (pool->size == 0) /* written once: erb_stack_free reads it without the lock */
    pool->size = (size_t) 1 << (pool - pools);
  if (s)
    {
      pool->kept = s->next;
      pool->kept_bytes -= s->holds;
    }
  else
    s = take_from_slab (pool);
  if (s)
    pool->in_use++;
  return s;
}

/* The size of the stack of a thread that asks for none, which the system sets (ulimit -s). */
static size_t
size_of_threads (void)
{
  static size_t size;
  pthread_attr_t attributes;
  if (!size && pthread_attr_init (&attributes) == 0)
    {
      pthread_attr_getstacksize (&attributes, &size);
      pthread_attr_destroy (&attributes);
    }
  return size > SMALL ? size : SMALL;
}

/* The number of such stacks that fit in a quarter of the addresses that are permitted. */
static size_t
fit_in_quarter (size_t size)
{
  struct rlimit limit;
  bool limited = getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? limit.rlim_cur / 4 / size : SIZE_MAX;
}

/* Under the lock. */
static struct erb_stack *
take_default (void)
{
  struct pool *like_threads = pool_for (size_of_threads ());
  struct erb_stack *s = NULL;
  if (like_threads && like_threads->in_use < MANY
      && (like_threads->kept
          || (size_t) like_threads->in_use < fit_in_quarter (size_of_threads ())))
    s = take (like_threads);
  return s ? s : take (pool_for (SMALL));
}

struct erb_stack *
erb_stack_new (size_t size)
{
  struct pool *pool = pool_for (size);
  if (!pool)
    {
      errno = ENOMEM;
      return NULL;
    }
  erb_os->lock (&lock);
  struct erb_stack *s = size ? take (pool) : take_default ();
  erb_os->unlock (&lock);
  return s;
}

/* Returns how many bytes s, which is free, may keep, or 0.  A stack that was written below its end
 * cannot be kept: its gap has to be zero again.  Under the lock. */
static size_t
may_keep (const struct erb_stack *s)
{
  const struct pool *pool = s->slab->pool;
  if (erb_stack_overran (s))
    return 0;
  if (pool->kept_bytes + pool->size <= KEPT)
    return pool->size;
  return pool->size > UPPER && pool->kept_bytes + UPPER <= KEPT + KEPT_UPPER ? UPPER : 0;
}

/* Whether the part of s that is not kept may be in memory.  A fiber that went so deep has written
 * at least a return address to the page below the upper part, unless one of its frames is larger
 * than a page.  So the answer is yes at each UNSURE-th time, whatever is there.  A page that was
 * never written takes no memory when it is read. */
static bool
was_used_below (struct erb_stack *s)
{
  const uint64_t *at = (const uint64_t *) ((uintptr_t) (s->low + s->size - UPPER)
                                           / erb_page_size () * erb_page_size ());
  const uint64_t *page = at - erb_page_size () / sizeof *at;
  uint64_t all = 0;
  if (RUNNING_ON_VALGRIND || ++s->unsure >= UNSURE)
    return true;
  while (at > page)
    all |= *--at;
  return all != 0;
}

static void
put_among_kept (struct erb_stack *s)
{
  struct pool *pool = s->slab->pool;
  s->next = pool->kept;
  pool->kept = s;
}

void
erb_stack_free (struct erb_stack *s)
{
  struct pool *pool = s->slab->pool;
  size_t below = s->guard == ERB_GUARD_NONE ? erb_page_size () : 0; /* the canary */
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region (s->low, s->size);
  bool lower = pool->size > UPPER && was_used_below (s);
  erb_os->lock (&lock);
  pool->in_use--;
  size_t holds = s->holds = may_keep (s);
  bool as_it_is = holds == pool->size || (holds && !lower);
  pool->kept_bytes += holds;
  if (as_it_is)
    put_among_kept (s);
  erb_os->unlock (&lock);
  if (as_it_is)
    return;
  s->unsure = 0;
  madvise (s->low - below, below + s->size - holds, MADV_DONTNEED);
  erb_os->lock (&lock);
  if (holds)
    put_among_kept (s);
  else
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
