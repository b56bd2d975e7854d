/* SPDX-License-Identifier: MIT */
/* atomic.h - the atomic operations of the runtime.
 *
 * Tasks synchronise through the operations of this file, and through locks of pthreads.  The locks
 * that the model explorer (testsuite/model) schedules are taken through erb_os (core/os.h).
 * Elements, and state under a lock, are plain memory that these operations order.  Four places,
 * which the explorer does not run, use builtins of the compiler instead: the log of a space
 * (log_writer.c), the report of its death (space_life.c), the size of a page, for which all threads
 * store the same value (os.c), and the functions of core/tsan.h, which the library calls in place
 * of these operations, for programs with ThreadSanitizer.
 *
 * Restricting synchronisation to these operations has two advantages:
 *
 *   - the orders can be reviewed: each erbium_store_release has a comment that names the
 *     erbium_load_acquire with which it pairs;
 *   - the same sources run under the exhaustive explorer in testsuite/model: with ERBIUM_MODEL
 *     defined, each operation is a call that the explorer schedules, delays and, to show that its
 *     order matters, weakens.
 *
 * The operations are __atomic builtins rather than <stdatomic.h>, because C++ compilers, which do
 * not have _Atomic, also read this header.  On x86-64 each load and each store is a plain mov.
 */
#ifndef ERBIUM_ATOMIC_H
#define ERBIUM_ATOMIC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Structures, so that an accidental plain access does not compile. */
typedef struct { int64_t raw; } erbium_atomic;
typedef struct { int32_t raw; } erbium_atomic32; /* may be a futex word */

#ifdef ERBIUM_MODEL

/* Defined by testsuite/model; where is "file:line" of the access. */
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
#define erbium_load_seq_cst(p) erbium_model_load ((p), ERBIUM_SIZE (p), 2, ERBIUM_MODEL_AT)
#define erbium_store_relaxed(p, x) \
  erbium_model_store ((p), ERBIUM_SIZE (p), (x), 0, ERBIUM_MODEL_AT)
#define erbium_store_release(p, x) \
  erbium_model_store ((p), ERBIUM_SIZE (p), (x), 1, ERBIUM_MODEL_AT)
#define erbium_add(p, x) erbium_model_add ((p), ERBIUM_SIZE (p), (x), ERBIUM_MODEL_AT)
#define erbium_cas(p, from, to) \
  erbium_model_cas ((p), ERBIUM_SIZE (p), (from), (to), ERBIUM_MODEL_AT)
#define erbium_light_barrier() erbium_model_barrier (0, ERBIUM_MODEL_AT)

#else

#define erbium_load_relaxed(p) __atomic_load_n (&(p)->raw, __ATOMIC_RELAXED)
#define erbium_load_acquire(p) __atomic_load_n (&(p)->raw, __ATOMIC_ACQUIRE)
#define erbium_load_seq_cst(p) __atomic_load_n (&(p)->raw, __ATOMIC_SEQ_CST)
#define erbium_store_relaxed(p, x) __atomic_store_n (&(p)->raw, (x), __ATOMIC_RELAXED)
#define erbium_store_release(p, x) __atomic_store_n (&(p)->raw, (x), __ATOMIC_RELEASE)

/* Read-modify-write operations.  claim executes one in each call.  Other primitives use them only
 * if a process starts, ends, waits or is woken, if a window is allocated, or if calls are
 * counted.  A test disassembles the library to show that their other paths have none
 * (testsuite/runtime/library/no-locked-instruction.c).  Each is sequentially consistent: if each
 * of two threads executes one, and then erbium_load_seq_cst of what the other thread has
 * changed, at least one of them sees the change.  An acquire load does not promise that
 * (AArch64, ldapr). */
#define erbium_add(p, x) __atomic_add_fetch (&(p)->raw, (x), __ATOMIC_SEQ_CST)
#define erbium_cas(p, from, to) \
  __extension__ ({ __typeof__ ((p)->raw) erbium_from_ = (from); \
    __atomic_compare_exchange_n (&(p)->raw, &erbium_from_, (to), 0, \
                                 __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE); })

/* The cheap half of an asymmetric barrier, which restrains only the compiler.  The other half is
 * erb_os->heavy_barrier (membarrier), which makes every running thread of the process execute a
 * full barrier. */
#define erbium_light_barrier() __atomic_signal_fence (__ATOMIC_SEQ_CST)

#endif

#ifdef __cplusplus
}
#endif
#endif
