/* SPDX-License-Identifier: MIT */
/* hot.h - the fast path of the primitives: what happens to an element while no process waits.
 *
 * The four synchronisations of a view are short: update and stall are a comparison; commit and
 * release are a store between two, of which the second shows whether a process sleeps until this
 * index.  Everything else takes the slow path, a call: a cached limit is used up, a process has to
 * be woken, or the view is watched.  The fast path has no locked instruction and no fence.
 *
 * The one idea: an index has one writer and only grows.  A commit or release index belongs to one
 * registered id, and the view that holds the id stores it.  A reader may keep a copy of an index as
 * a bound, which can only be too small, and reads the index again only when the bound is used up.
 *
 * An index shares its cache line with the other fields of its slot, below.  While no process
 * sleeps, only the holder of the id writes this line.  A process that falls asleep until an index,
 * and one that wakes it, also store wake_at there, under the record's lock.
 *
 *   producer                         consumer
 *   stall   reads release indices    update  reads commit indices
 *   ... writes elements              ... reads elements
 *   commit  W: store-release    -->  update  load-acquire (erb_lowest_index)
 *   stall   load-acquire        <--  release G: store-release
 *
 * Paper: Erbium (CASES 2010), sections 3 and 4; see docs/README.md#references.
 *
 * The address of an element: a window has 2^k bytes and is mapped several times in a row.  Element
 * i begins at byte (i * size) mod 2^k, and an element or a run of live elements that crosses the
 * end of a copy continues in the next one.  This holds for any element size, and for a 32-bit index
 * that has wrapped, since 2^32 * size is a multiple of 2^k.
 */
#ifndef ERBIUM_HOT_H
#define ERBIUM_HOT_H

#include <stddef.h>
#include <stdint.h>

#include "atomic.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t erbium_index; /* in elements, from 0 */

typedef struct erbium_record erbium_record;
typedef struct erbium_view erbium_view;

#define ERBIUM_LIKELY(x) __builtin_expect (!!(x), 1)
#define ERBIUM_UNLIKELY(x) __builtin_expect (!!(x), 0)
#define ERBIUM_INLINE static inline __attribute__ ((always_inline, unused))
#define ERBIUM_API extern __attribute__ ((visibility ("default")))
#define ERBIUM_NEVER INT64_MAX /* an index that is never reached */
#define ERBIUM_LINE 128 /* two cache lines, since the prefetcher fetches pairs */

/* The published state of one registered id.  The view that holds the id writes it, except wake_at;
 * views of the other side read it. */
struct erbium_slot {
  erbium_atomic index __attribute__ ((aligned (ERBIUM_LINE)));
                         /* commit index, or release index */
  /* A process sleeps until the index reaches this value; NEVER: none.  Written by sleepers and
   * wakers, under the record's lock. */
  erbium_atomic wake_at;
  erbium_atomic end;     /* terminal index of a terminated producer, or NEVER */
  /* Of a producer: it has written no element of the record's window from this index on. */
  erbium_atomic granted;
  /* Of a producer: elements before this index may be missing in the record's window (stall.c). */
  erbium_atomic aside;
  /* struct erb_process * that holds the id, or 0: a waiting process waits for this one. */
  erbium_atomic owner;
  /* Number of elements that the group of this number has claimed (claim.c). */
  erbium_atomic claimed __attribute__ ((aligned (ERBIUM_LINE / 2)));
};

/* The part of a view that the fast path reads.  Only the owner accesses it, or its worker while the
 * owner is parked, and seldom writes it.
 *
 * If a call must not take the fast path, because the view is watched, freed, not registered or of
 * the other side, its limit is below every index, or the index of its slot is above every index, so
 * that the comparison fails. */
struct erbium_view
{
  char *base __attribute__ ((aligned (ERBIUM_LINE)));
                             /* the window; copies of it come before and after */
  uint64_t mask;             /* size of the window in bytes, - 1 */
  erbium_index update_limit; /* update below this index takes the fast path */
  erbium_index stall_limit;  /* stall below this index takes the fast path */
  struct erbium_slot *commit_slot;  /* slot to which commit publishes */
  struct erbium_slot *release_slot; /* slot to which release publishes */
  /* For compiled code, which accesses the live elements as an array.  Element i is at origin + i *
   * size, for each i that is live until the next primitive, and a 32-bit index means the value
   * nearest to bound.  Set together with the limits, for watched views too. */
  uint64_t origin;
  erbium_index bound;
  /* This is the end of a cache line: compiled code needs one line of each view. */
  const void *watch;         /* not NULL: each access is checked */
};

/* The slow paths, with the index as the caller has passed it; where is "file:line" of the
 * caller. */
ERBIUM_API void erbium_commit_slow (erbium_view *v, erbium_index i, int narrow,
                                   const char *where);
ERBIUM_API erbium_index erbium_update_slow (erbium_view *v, erbium_index i, int narrow,
                                           const char *where);
ERBIUM_API void erbium_release_slow (erbium_view *v, erbium_index i, int narrow,
                                   const char *where);
/* In an argument `narrow' of erbium_stall_slow: the code commits the view, in one branch at least.
 * The plugin tells that; a program that then drops all elements gets no warning by default. */
enum { ERBIUM_MAY_COMMIT = 2 };
ERBIUM_API void erbium_stall_slow (erbium_view *v, erbium_index i, int narrow,
                                   const char *where);
ERBIUM_API void erbium_wake_slow (erbium_view *v);
ERBIUM_API void *erbium_element_slow (const erbium_view *v, uint64_t offset, int narrow,
                                     uint64_t size);
ERBIUM_API void *erbium_element_check (erbium_view *v, uint64_t offset, int narrow,
                                      uint64_t size, const char *where);
ERBIUM_API void *erbium_address_check (erbium_view *v, uint64_t offset, int narrow,
                                      uint64_t size, const char *where);
/* Called by a checked program of the textual IR before it executes an undefined operation
 * (ir-spec/6-memory.md, 6.3).  Reports it and ends the program with ERBIUM_EXIT_MISUSE, unless
 * checks are off.  what is a printf format that uses up to two numbers, each as "%lld"; where is
 * "file:line:column".  Does not block. */
ERBIUM_API void erbium_undefined (const char *what, const char *hint, int64_t n, int64_t of,
                                  const char *where);
/* Called by a program of the textual IR if there is no memory for the size bytes of a process's
 * large variables (8.3).  Ends the program with ERBIUM_EXIT_RESOURCE.  Does not block. */
ERBIUM_API void erbium_no_memory (uint64_t size, const char *where);
/* Checks an access through a watched view; size is that of an element, in bytes. */
ERBIUM_API void erbium_check_slow (erbium_view *v, erbium_index from, erbium_index to,
                                 int narrow, uint64_t size, const char *where);

/* Returns the value of a 32-bit index, which counts modulo 2^32: the one nearest to `at'. */
ERBIUM_INLINE erbium_index
erbium_wide (erbium_index i, int narrow, erbium_index at)
{
  int32_t ahead = (int32_t) ((uint32_t) i - (uint32_t) at);
  return narrow ? (erbium_index) ((uint64_t) at + (uint64_t) ahead) : i;
}

/* Publishes i, and wakes, on the slow path, the processes that sleep until index i.  The store is W
 * or G in the picture above, and pairs with the load-acquire in erb_lowest_index. */
ERBIUM_INLINE void
erbium_publish_fast (erbium_view *v, struct erbium_slot *s, erbium_index i)
{
  erbium_store_release (&s->index, i);
  /* The store is S1, the next load S4 (sync/wait_queue.c): the sleeper's heavy barrier, between its
   * S2 and S3, orders them. */
  erbium_light_barrier ();
  if (ERBIUM_UNLIKELY (i >= erbium_load_relaxed (&s->wake_at)))
    erbium_wake_slow (v);
}

ERBIUM_INLINE void
erbium_commit_fast (erbium_view *v, erbium_index i, int narrow, const char *where)
{
  struct erbium_slot *s = v->commit_slot;
  erbium_index at = erbium_load_relaxed (&s->index), to = erbium_wide (i, narrow, at);
  if (ERBIUM_UNLIKELY (to <= at))
    erbium_commit_slow (v, i, narrow, where);
  else
    erbium_publish_fast (v, s, to);
}

ERBIUM_INLINE void
erbium_release_fast (erbium_view *v, erbium_index i, int narrow, const char *where)
{
  struct erbium_slot *s = v->release_slot;
  erbium_index at = erbium_load_relaxed (&s->index), to = erbium_wide (i, narrow, at);
  if (ERBIUM_UNLIKELY (to <= at))
    erbium_release_slow (v, i, narrow, where);
  else
    erbium_publish_fast (v, s, to);
}

/* The fast path does not store the update index, which matters only at the end of a stream: there
 * it shows whether the last elements have been returned.  So an update to the limit itself, the
 * last committed element, takes the slow path. */
ERBIUM_INLINE erbium_index
erbium_update_fast (erbium_view *v, erbium_index i, int narrow, const char *where)
{
  erbium_index to = erbium_wide (i, narrow, v->update_limit);
  if (ERBIUM_UNLIKELY (to >= v->update_limit))
    return erbium_update_slow (v, i, narrow, where);
  return to;
}

/* A commit may be far beyond the last stall, so a 32-bit index means the value nearest to the
 * commit index, not to the limit. */
ERBIUM_INLINE void
erbium_stall_fast (erbium_view *v, erbium_index i, int narrow, const char *where)
{
  erbium_index at = narrow ? erbium_load_relaxed (&v->commit_slot->index) : 0;
  if (ERBIUM_UNLIKELY (erbium_wide (i, narrow, at) >= v->stall_limit))
    erbium_stall_slow (v, i, narrow, where);
}

/* Returns the address of the element whose index times size is offset: computed modulo 2^32 * size
 * if the index is narrow.  The plugin expands v[[i]] to this unless it has something better. */
ERBIUM_INLINE void *
erbium_element_fast (const erbium_view *v, uint64_t offset, int narrow, uint64_t size)
{
  if (narrow)
    offset = (uint64_t) erbium_wide ((erbium_index) ((int64_t) offset / (int64_t) size), 1,
                                     v->bound) * size;
  return (void *) (uintptr_t) (v->origin + offset);
}

/* Returns the address of element i.  A narrow index is sufficient for a position in the window; a
 * wide one saves a load. */
ERBIUM_INLINE void *
erbium_address (const erbium_view *v, erbium_index i, int narrow, uint64_t size)
{
  uint64_t offset = (uint64_t) i * size;
  return narrow ? (void *) (v->base + (offset & v->mask))
                : (void *) (uintptr_t) (v->origin + offset);
}

/* Returns the address of element from; the elements up to `to' follow it in memory.  narrow: bit 0
 * for from, bit 1 for to. */
ERBIUM_INLINE void *
erbium_at_fast (erbium_view *v, erbium_index from, erbium_index to, int narrow,
                uint64_t size, const char *where)
{
  if (ERBIUM_UNLIKELY (v->watch != NULL))
    erbium_check_slow (v, from, to, narrow, size, where);
  return erbium_address (v, from, narrow & 1, size);
}

#ifdef __cplusplus
}
#endif
#endif
