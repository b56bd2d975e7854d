/* SPDX-License-Identifier: MIT */
/* measure.h - the data of a kernel, in records or in arrays, and its timing loop.
 *
 * The kernel's file has defined
 *
 *   STREAMS(IN, OUT)   IN (T, name, rate, value of element i) or
 *                      OUT (T, name, rate) for each argument; rate: elements
 *                      an index of the loop
 *   CALL               one call of the kernel
 *   RESULT             a variable that it sets, if it sets one
 *
 * Data and addresses are alike: both begin at a page, at the same index, and
 * the live part of a window goes across its seam.
 */
#include "variant.h"

#ifndef RESULT
#define RESULT (int) { 0 }
#endif

static uint64_t
mix (uint64_t h, const void *p, unsigned long n)
{
  for (unsigned long k = 0; k < n; k++)
    h = (h ^ ((const unsigned char *) p)[k]) * 0x100000001b3u;
  return h;
}

#if VARIANT_VIEW || VARIANT_PROCESS

#define DECLARE_IN(T, v, rate, value) static view T v;
#define DECLARE_OUT(T, v, rate) static view T v;

#define MAKE_IN(T, v, rate, value)                                             \
  {                                                                            \
    record T stream_ = new_record (1, 1);                                      \
    view T feed_ = new_write_view (stream_);                                   \
    v = new_read_view (stream_);                                               \
    register (feed_);                                                          \
    alloc (feed_, rate * (N + HISTORY));                                       \
    register (v);                                                              \
    alloc (v, rate * (N + HISTORY));                                           \
    for (long i = 0; i < rate * (long) HD; i++)                                \
      {                                                                        \
        stall (feed_, i + 1);                                                  \
        feed_[[i]] = value;                                                    \
        commit (feed_, i + 1);                                                 \
        update (v, i + 1);                                                     \
        if (i + 1 > rate * (N + HISTORY))                                      \
          release (v, i + 1 - rate * (N + HISTORY));                           \
      }                                                                        \
  }

#define MAKE_OUT(T, v, rate)                                                   \
  {                                                                            \
    record T stream_ = new_record (1, 0);                                      \
    v = new_write_view (stream_);                                              \
    register (v);                                                              \
    alloc (v, rate * (N + HISTORY));                                           \
    for (long i = 0; i < rate * (long) HD; i++)                                \
      {                                                                        \
        stall (v, i + 1);                                                      \
        v[[i]] = (T) { 0 };                                                    \
      }                                                                        \
  }

#define HASH_OUT(T, v, rate)                                                   \
  for (long i = rate * (long) (TL - HISTORY); i < rate * (long) HD; i++)       \
    {                                                                          \
      T element = v[[i]];                                                      \
      hash = mix (hash, &element, sizeof element);                             \
    }

#else

#include <stdlib.h>
#include <string.h>

#define DECLARE_IN(T, v, rate, value) static T *v;
#define DECLARE_OUT(T, v, rate) static T *v;

static void *
page (unsigned long bytes)
{
  bytes = (bytes + 4095) / 4096 * 4096;
  void *p = aligned_alloc (4096, bytes);
  return p ? memset (p, 0, bytes) : (abort (), NULL);
}

#define MAKE_IN(T, v, rate, value)                                             \
  v = (T *) page (rate * (long) HD * sizeof (T));                              \
  for (long i = 0; i < rate * (long) HD; i++)                                  \
    v[i] = value;

#define MAKE_OUT(T, v, rate) v = (T *) page (rate * (long) HD * sizeof (T));

#define HASH_OUT(T, v, rate)                                                   \
  for (long i = rate * (long) (TL - HISTORY); i < rate * (long) HD; i++)       \
    hash = mix (hash, &v[i], sizeof (T));

#endif

#define HASH_IN(T, v, rate, value)

STREAMS (DECLARE_IN, DECLARE_OUT)

static void
make (void)
{
  STREAMS (MAKE_IN, MAKE_OUT)
}

/* Calls with some instructions before each (variant.h). */
#define TIMES(nops)                                                            \
  static void times_##nops (long n)                                            \
  {                                                                            \
    while (n-- > 0)                                                            \
      {                                                                        \
        __asm__ volatile (".rept " #nops "\n\tnop\n\t.endr");                 \
        CALL;                                                                  \
      }                                                                        \
  }
APPROACHES (TIMES)

#define NAME_TIMES(nops) times_##nops,

static uint64_t
hash (void)
{
  uint64_t hash = mix (0xcbf29ce484222325u, &RESULT, sizeof RESULT);
  STREAMS (HASH_IN, HASH_OUT)
  return hash;
}

const struct variant VARIANT = { make, { APPROACHES (NAME_TIMES) }, hash };
