/* SPDX-License-Identifier: MIT */
/* tsan.h - reports the library's atomic operations to the thread sanitizer of a program.
 *
 * The sanitizer learns the orders between threads from instrumented code.  A program compiled with
 * -fsanitize=thread is usually linked with a library that is not: the program's fast path publishes
 * with a store that the sanitizer sees (hot.h), and the library reads it with a load that it does
 * not see, or the other way round; so each element would be reported as a race.  Therefore each
 * operation of atomic.h that has an order reports itself here, with its address, as instrumented
 * operations do.  That covers bounds, ends, starts and joins alike.  The locks are those of
 * pthreads, which the sanitizer knows.  What only the asymmetric barriers order (grants, requests,
 * biases) is accessed by relaxed atomic operations, which are never races.
 *
 * The functions are weak: without the sanitizer they are NULL, and an operation costs one more
 * comparison, on slow paths only.  Operations in the code of a program do not use these functions.
 */
#ifndef ERB_TSAN_H
#define ERB_TSAN_H

#include <stddef.h>

#include "erbium/atomic.h"

#if !defined ERBIUM_MODEL && !defined __SANITIZE_THREAD__

extern void __tsan_acquire (void *at) __attribute__ ((weak));
extern void __tsan_release (void *at) __attribute__ ((weak));

#define ERB_TSAN static inline __attribute__ ((always_inline, unused))

ERB_TSAN void
erb_tsan_acquire (const void *at)
{
  if (__builtin_expect (__tsan_acquire != NULL, 0))
    __tsan_acquire ((void *) at);
}

/* Reports a release before the store that publishes, so that a thread that reads the store also
 * finds the report. */
ERB_TSAN void *
erb_tsan_release (const void *at)
{
  if (__builtin_expect (__tsan_release != NULL, 0))
    __tsan_release ((void *) at);
  return (void *) at;
}

ERB_TSAN int64_t
erb_tsan_load (const void *at, size_t size)
{
  int64_t x = size == sizeof (erbium_atomic)
                ? __atomic_load_n (&((const erbium_atomic *) at)->raw, __ATOMIC_ACQUIRE)
                : __atomic_load_n (&((const erbium_atomic32 *) at)->raw, __ATOMIC_ACQUIRE);
  erb_tsan_acquire (at);
  return x;
}

ERB_TSAN int64_t
erb_tsan_load_seq_cst (const void *at, size_t size)
{
  int64_t x = size == sizeof (erbium_atomic)
                ? __atomic_load_n (&((const erbium_atomic *) at)->raw, __ATOMIC_SEQ_CST)
                : __atomic_load_n (&((const erbium_atomic32 *) at)->raw, __ATOMIC_SEQ_CST);
  erb_tsan_acquire (at);
  return x;
}

ERB_TSAN int64_t
erb_tsan_add (void *at, size_t size, int64_t by)
{
  erb_tsan_release (at);
  int64_t x = size == sizeof (erbium_atomic)
                ? __atomic_add_fetch (&((erbium_atomic *)at)->raw, by, __ATOMIC_SEQ_CST)
                : __atomic_add_fetch (&((erbium_atomic32 *)at)->raw, (int32_t)by, __ATOMIC_SEQ_CST);
  erb_tsan_acquire (at);
  return x;
}

ERB_TSAN int
erb_tsan_cas (void *at, size_t size, int64_t from, int64_t to)
{
  int32_t from32 = (int32_t) from;
  erb_tsan_release (at);
  int done = size == sizeof (erbium_atomic)
               ? __atomic_compare_exchange_n (&((erbium_atomic *) at)->raw, &from, to, 0,
                                              __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE)
               : __atomic_compare_exchange_n (&((erbium_atomic32 *) at)->raw, &from32, (int32_t) to,
                                              0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE);
  erb_tsan_acquire (at);
  return done;
}

#undef erbium_load_acquire
#undef erbium_load_seq_cst
#undef erbium_store_release
#undef erbium_add
#undef erbium_cas
#define erbium_load_acquire(p) ((__typeof__ ((p)->raw)) erb_tsan_load ((p), sizeof *(p)))
#define erbium_load_seq_cst(p) ((__typeof__ ((p)->raw)) erb_tsan_load_seq_cst ((p), sizeof *(p)))
#define erbium_store_release(p, x) \
  __atomic_store_n (&((__typeof__ (p)) erb_tsan_release (p))->raw, (x), __ATOMIC_RELEASE)
#define erbium_add(p, x) erb_tsan_add ((p), sizeof *(p), (x))
#define erbium_cas(p, from, to) erb_tsan_cas ((p), sizeof *(p), (from), (to))

#endif
#endif
