/* SPDX-License-Identifier: MIT */
/* kernel.h - what the kernels of this folder are written with.
 *
 * A kernel is compiled in four ways from one text:
 *
 *   view      by the plugin, as a function whose arguments are views
 *   array     with [[ ]] made [ ] (views.mk) and T * for VIEW (T)
 *   process   by the plugin, as a process whose arguments are views
 *   restrict  with [[ ]] made [ ] and T *restrict for VIEW (T)
 *
 * Views of a process are known to be different ones, those of a function are not,
 * as the arrays behind restrict pointers are and those behind pointers are not.
 * So view belongs to array, process to restrict.
 *
 * A file has KERNEL (parameters) and its body, then STREAMS and CALL, then includes
 * measure.h, which makes the rest.  A line whose loop the vectoriser takes over
 * arrays ends in the mark that testsuite/plugin/vectorise reads, "vectorised".
 *
 * noipa: the kernel is what a library's function would be.  Its callers know
 * nothing of it, and it knows nothing of where its arguments come from.  That a
 * process is called at all, by the name that it has for the linker, is a trick to
 * time its loop alone.
 */
#include <limits.h>
#include <stdint.h>

#if VARIANT_VIEW || VARIANT_PROCESS
#define VIEW(T) view T
#elif VARIANT_RESTRICT
#define VIEW(T) T *restrict
#else
#define VIEW(T) T *
#endif

#if VARIANT_PROCESS
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_ (a, b)
#define QUOTE_(a) #a
#define QUOTE(a) QUOTE_ (a)
#define SYMBOL PASTE (kernel_, VARIANT)
#define KERNEL(...)                                                            \
  void kernel (__VA_ARGS__) __asm__ (QUOTE (SYMBOL));                          \
  process SYMBOL (__VA_ARGS__)
#else
#define KERNEL(...) __attribute__ ((noipa)) static void kernel (__VA_ARGS__)
#endif

/* The live indices are [TL, HD); HISTORY elements below them may be read. */
enum { N = 4096, TL = 5 * N + 96, HD = TL + N, HISTORY = 256 };

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
