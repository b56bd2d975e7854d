/* SPDX-License-Identifier: MIT */
/* atomic.h - every access of the runtime to memory that two tasks share.
 *
 * The whole runtime, inlined primitives included, reads and writes shared
 * memory through the operations of this file and through nothing else.  That
 * buys two things:
 *
 *   - the orders can be reviewed: grep for erbium_store_release and look for
 *     the comment that names the erbium_load_acquire it pairs with;
 *   - the very same sources run under the exhaustive explorer in
 *     testsuite/model: with ERBIUM_MODEL defined each operation becomes a call
 *     that the explorer schedules, delays and, to prove that it matters,
 *     weakens.
 *
 * The compiler's __atomic builtins are used instead of <stdatomic.h> because
 * this header is also read by C++ compilers, where _Atomic does not exist.  On
 * x86-64 every load and store below is a plain mov.
 */
#ifndef ERBIUM_ATOMIC_H
#define ERBIUM_ATOMIC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Wrapped, so that a plain access by mistake does not compile. */
typedef struct { int64_t raw; } erbium_atomic;
typedef struct { int32_t raw; } erbium_atomic32; /* also a futex word */

#ifdef ERBIUM_MODEL

/* Defined by testsuite/model.  where is "file:line" of the access. */
int64_t erbium_model_load (const void *at, int size, int acquire, const char *where);
void erbium_model_store (void *at, int size, int64_t x, int release, const char *where);
int64_t erbium_model_add (void *at, int size, int64_t x, const char *where);
int erbium_model_cas (void *at, int size, int64_t from, int64_t to, const char *where);
void erbium_model_barrier (int heavy, const char *where);

#define ERBIUM_MODEL_STR_(x) #x
#define ERBIUM_MODEL_STR(x) ERBIUM_MODEL_STR_ (x)
#define ERBIUM_MODEL_AT __FILE__ ":" ERBIUM_MODEL_STR (__LINE__)
#define ERBIUM_SIZE(p) ((int) sizeof (p)->raw)

#define erbium_load_relaxed(p) erbium_model_load ((p), ERBIUM_SIZE (p), 0, ERBIUM_MODEL_AT)
#define erbium_load_acquire(p) erbium_model_load ((p), ERBIUM_SIZE (p), 1, ERBIUM_MODEL_AT)
#define erbium_store_relaxed(p, x) erbium_model_store ((p), ERBIUM_SIZE (p), (x), 0, ERBIUM_MODEL_AT)
#define erbium_store_release(p, x) erbium_model_store ((p), ERBIUM_SIZE (p), (x), 1, ERBIUM_MODEL_AT)
#define erbium_add(p, x) erbium_model_add ((p), ERBIUM_SIZE (p), (x), ERBIUM_MODEL_AT)
#define erbium_cas(p, from, to) erbium_model_cas ((p), ERBIUM_SIZE (p), (from), (to), ERBIUM_MODEL_AT)
#define erbium_light_barrier() erbium_model_barrier (0, ERBIUM_MODEL_AT)

#else

#define erbium_load_relaxed(p) __atomic_load_n (&(p)->raw, __ATOMIC_RELAXED)
#define erbium_load_acquire(p) __atomic_load_n (&(p)->raw, __ATOMIC_ACQUIRE)
#define erbium_store_relaxed(p, x) __atomic_store_n (&(p)->raw, (x), __ATOMIC_RELAXED)
#define erbium_store_release(p, x) __atomic_store_n (&(p)->raw, (x), __ATOMIC_RELEASE)

/* Read-modify-write: slow paths and claim, never in the four synchronisations (tested). */
#define erbium_add(p, x) __atomic_add_fetch (&(p)->raw, (x), __ATOMIC_ACQ_REL)
#define erbium_cas(p, from, to) \
  __extension__ ({ __typeof__ ((p)->raw) erbium_from_ = (from); \
    __atomic_compare_exchange_n (&(p)->raw, &erbium_from_, (to), 0, \
                                 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); })

/* The cheap half of an asymmetric barrier: it only stops the compiler.  The
 * other half is os->heavy_barrier (membarrier), which makes every running
 * thread of the process execute a real one. */
#define erbium_light_barrier() __atomic_signal_fence (__ATOMIC_SEQ_CST)

#endif

#ifdef __cplusplus
}
#endif
#endif
