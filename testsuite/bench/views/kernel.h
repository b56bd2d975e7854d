/* SPDX-License-Identifier: MIT */
/* kernel.h - what the kernels of this folder are written with.
 *
 * A kernel is one function, and it is compiled several times from one text:
 *
 *   view      as it stands, by the plugin
 *   array     with [[ ]] made [ ] (views.mk), VIEW (T) is T *
 *   restrict  the same, VIEW (T) is T *restrict
 *
 * A file has the function, called kernel, then STREAMS and CALL, then includes
 * measure.h, which makes the rest.  A line whose loop the vectoriser takes over
 * arrays ends in the mark that testsuite/plugin/vectorise reads, "vectorised".
 *
 * noipa: the kernel is what a library's function would be.  Its callers know
 * nothing of it, and it knows nothing of where its arguments come from.
 */
#include <limits.h>
#include <stdint.h>

#define NOIPA __attribute__ ((noipa))

#if VARIANT_VIEW
#define VIEW(T) view T
#elif VARIANT_RESTRICT
#define VIEW(T) T *restrict
#else
#define VIEW(T) T *
#endif

/* The live indices are [TL, HD); HISTORY elements below them may be read. */
enum { N = 2048, TL = 5 * N + 96, HD = TL + N, HISTORY = 256 };

/* Data that no loop can guess: 0 .. 2^32 - 1, and -1 .. 1. */
static inline uint32_t
noise (long i)
{
  uint64_t x = (uint64_t) (i + 1) * 0x9e3779b97f4a7c15u;
  return (uint32_t) ((x ^ x >> 29) * 0xbf58476d1ce4e5b9u >> 32);
}

static inline double
wave (long i)
{
  return (int32_t) noise (i) / 2147483648.0;
}
