/* SPDX-License-Identifier: MIT */
/* hot.h - the path that an element takes when nobody has to wait.
 *
 * The four synchronisations of a view are a comparison and a store each:
 * whatever needs more (a cached bound is used up, someone sleeps, the view is
 * watched) leaves through a call.  No locked instruction, no fence.
 *
 * The one idea: an index has one writer.  A commit or release index belongs
 * to one view, lives on a cache line that only this view's process writes, and
 * grows.  Whoever reads it may remember it as a bound, which can only be too
 * small, and needs it again only when the bound is used up.
 *
 *   producer                         consumer
 *   stall   reads release indices    update  reads commit indices
 *   ... writes elements              ... reads elements
 *   commit  W: store-release    -->  update  load-acquire (erb_lowest_index)
 *   stall   load-acquire        <--  release G: store-release
 *
 * Paper: Erbium (CASES'10), sections 3 and 4.  The arithmetic of an address:
 * a window is 2^k bytes mapped several times in a row, element i starts at byte
 * (i * size) mod 2^k, and an element or a run of live elements that crosses
 * the seam goes on in the next copy.  That holds for any element size, and
 * for a 32-bit index that has wrapped, since 2^32 * size is a multiple of 2^k.
 */
#ifndef ERBIUM_HOT_H
#define ERBIUM_HOT_H

#include <stddef.h>
#include <stdint.h>

#include "atomic.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t erbium_index; /* in elements; 0 and up */

typedef struct erbium_record erbium_record;
typedef struct erbium_view erbium_view;

#define ERBIUM_LIKELY(x) __builtin_expect (!!(x), 1)
#define ERBIUM_UNLIKELY(x) __builtin_expect (!!(x), 0)
#define ERBIUM_INLINE static inline __attribute__ ((always_inline, unused))
#define ERBIUM_API extern __attribute__ ((visibility ("default")))
#define ERBIUM_NEVER INT64_MAX /* an index that is not reached */
#define ERBIUM_LINE 128 /* two cache lines: the prefetcher fetches pairs */

/* What the holder of one registered id tells the others: written by the view
 * that holds the id, read by the views of the other side. */
struct erbium_slot {
  erbium_atomic index __attribute__ ((aligned (ERBIUM_LINE)));
                         /* commit index, or release index */
  erbium_atomic wake_at; /* somebody sleeps until index gets here; written by
                            sleepers and wakers under the record's lock */
  erbium_atomic end;     /* terminal index of a terminated producer, or NEVER */
  erbium_atomic granted; /* producers: no element from here on was touched */
  erbium_atomic aside;   /* producers: what was written before may not stand in
                            the window (stall.c) */
  erbium_atomic owner;   /* struct erb_process *, for reports */
  /* Elements that have been claimed by the group of this number (claim.c). */
  erbium_atomic claimed __attribute__ ((aligned (ERBIUM_LINE / 2)));
};

/* What the owner alone touches, and seldom changes: the near path only reads it.
 *
 * Where a call must not take the near path, because the view is watched, freed,
 * not registered or of the other side, its limit is below and its slot's index
 * above any index, and the comparison fails. */
struct erbium_view
{
  char *base __attribute__ ((aligned (ERBIUM_LINE)));
                             /* the window; copies before and after it */
  uint64_t mask;             /* bytes of the window - 1 */
  erbium_index update_limit; /* update to less than this need not look */
  erbium_index stall_limit;  /* nor stall to less than this */
  struct erbium_slot *commit_slot;  /* where commit publishes */
  struct erbium_slot *release_slot; /* where release does */
  /* For compiled code, which sees the live elements as an array: element i is
   * at origin + i * size, for each i that is live until a primitive is called,
   * and an index of 32 bits means the value nearest to bound.  Set where the
   * limits are; set for watched views too. */
  uint64_t origin;
  erbium_index bound;
  /* The end of a cache line: compiled code needs one of each view. */
  const void *watch;         /* not NULL: each access is looked at */
};

/* The calls behind the comparisons, with the index as the caller gave it;
 * where is "file:line" of the caller. */
ERBIUM_API void erbium_commit_slow (erbium_view *v, erbium_index i, int narrow,
                                   const char *where);
ERBIUM_API erbium_index erbium_update_slow (erbium_view *v, erbium_index i, int narrow,
                                           const char *where);
ERBIUM_API void erbium_release_slow (erbium_view *v, erbium_index i, int narrow,
                                   const char *where);
ERBIUM_API void erbium_stall_slow (erbium_view *v, erbium_index i, int narrow,
                                   const char *where);
ERBIUM_API void erbium_wake_slow (erbium_view *v);
ERBIUM_API void *erbium_element_slow (const erbium_view *v, uint64_t offset, int narrow,
                                     uint64_t size);
ERBIUM_API void *erbium_element_check (erbium_view *v, uint64_t offset, int narrow,
                                      uint64_t size, const char *where);
ERBIUM_API void *erbium_address_check (erbium_view *v, uint64_t offset, int narrow,
                                      uint64_t size, const char *where);
/* Called by a checked program of the textual IR before it does what is undefined
 * (ir-spec/6-memory.md, 6.3).  Says so and ends the program with ERBIUM_EXIT_MISUSE, unless
 * checks are switched off.  what is a format of printf for the two numbers, "%lld" each; it uses
 * as many of them as it likes.  where is "file:line:column".  Does not block. */
ERBIUM_API void erbium_undefined (const char *what, const char *mend, int64_t n, int64_t of,
                                  const char *where);
/* Called by a program of the textual IR where there is no memory for the size bytes of a process's large variables (8.3).
 * Ends the program with ERBIUM_EXIT_RESOURCE.  Does not block. */
ERBIUM_API void erbium_no_memory (uint64_t size, const char *where);
/* What a watched view looks at before an access: size is that of an element, bytes. */
ERBIUM_API void erbium_check_slow (erbium_view *v, erbium_index from, erbium_index to,
                                 int narrow, uint64_t size, const char *where);

/* An index variable of 32 bits counts modulo 2^32: the value nearest to at. */
ERBIUM_INLINE erbium_index
erbium_wide (erbium_index i, int narrow, erbium_index at)
{
  return narrow ? (erbium_index) ((uint64_t) at + (uint64_t) (int32_t) ((uint32_t) i - (uint32_t) at))
                : i;
}

/* Publishes i and wakes whoever sleeps until then.  The store is W or G of the
 * picture above; it pairs with the load-acquire in erb_lowest_index. */
ERBIUM_INLINE void
erbium_publish_fast (erbium_view *v, struct erbium_slot *s, erbium_index i)
{
  erbium_store_release (&s->index, i);
  /* S1: ordered before the next load by the sleeper's heavy barrier S2. */
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

/* The update index is not kept here.  It matters only at the end of a stream,
 * to tell whether the last elements have been given out: so whoever asks for
 * the last that is committed, the limit itself, goes far. */
ERBIUM_INLINE erbium_index
erbium_update_fast (erbium_view *v, erbium_index i, int narrow, const char *where)
{
  erbium_index to = erbium_wide (i, narrow, v->update_limit);
  if (ERBIUM_UNLIKELY (to >= v->update_limit))
    return erbium_update_slow (v, i, narrow, where);
  return to;
}

/* A commit may be any way beyond what was stalled for, so the limit does not tell
 * what an index of 32 bits means. */
ERBIUM_INLINE void
erbium_stall_fast (erbium_view *v, erbium_index i, int narrow, const char *where)
{
  erbium_index at = narrow ? erbium_load_relaxed (&v->commit_slot->index) : 0;
  if (ERBIUM_UNLIKELY (erbium_wide (i, narrow, at) >= v->stall_limit))
    erbium_stall_slow (v, i, narrow, where);
}

/* The address of the element whose index times size is offset, as compiled
 * code has it: modulo 2^32 * size where the index is narrow.  What the plugin
 * makes of v[[i]] where it does not do better. */
ERBIUM_INLINE void *
erbium_element_fast (const erbium_view *v, uint64_t offset, int narrow, uint64_t size)
{
  if (narrow)
    offset = (uint64_t) erbium_wide ((erbium_index) ((int64_t) offset / (int64_t) size), 1,
                                     v->bound) * size;
  return (void *) (uintptr_t) (v->origin + offset);
}

/* Where element i is.  A narrow index is good enough for a position in the
 * window; a wide one saves a load. */
ERBIUM_INLINE void *
erbium_address (const erbium_view *v, erbium_index i, int narrow, uint64_t size)
{
  uint64_t offset = (uint64_t) i * size;
  return narrow ? (void *) (v->base + (offset & v->mask)) : (void *) (uintptr_t) (v->origin + offset);
}

/* The address of element from; the elements up to to follow it in memory.  narrow:
 * 1 for from, 2 for to. */
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
