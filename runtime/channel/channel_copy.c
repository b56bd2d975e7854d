/* SPDX-License-Identifier: MIT */
/* channel_copy.c - copying between a buffer and the frames of a channel.
 *
 * Between cores that share no cache, a store to a line that the receiver has read waits for its
 * invalidation; stores that bypass the caches do not wait for each other.
 *
 * Stores of 32 bytes halve the number of stores that wait for cache lines of the receiver.
 */
#include "channel/channel_end.h"

/* Copies in a loop, because memcpy of glibc 2.36 uses `rep movsb` for such sizes.  On Zen 3 and 4
 * that is at most half as fast unless both sides are aligned (glibc bug 30994).  Most messages are
 * aligned to 16 bytes. */
ERBIUM_INLINE void
copy_lanes (char *to, const char *from, size_t size)
{
  typedef char lanes __attribute__ ((vector_size (32), aligned (1), may_alias));
  enum { LANES = sizeof (lanes), STEP = 2 * LANES };
  for (; size >= STEP; to += STEP, from += STEP, size -= STEP)
    {
      const lanes *x = (const lanes *) from;
      lanes a = x[0], b = x[1], *y = (lanes *) to;
      y[0] = a, y[1] = b;
    }
  memcpy (to, from, size);
}

#ifdef __x86_64__
__attribute__ ((target ("avx"))) static void
copy_avx (char *to, const char *from, size_t size)
{
  copy_lanes (to, from, size);
}
#endif

void
erb_chan_copy (char *to, const char *from, size_t size)
{
  enum { FEW = 64, MUCH = 256 };
  if (size < FEW)
    {
      memcpy (to, from, size);
      return;
    }
#ifdef __x86_64__
  if (size >= MUCH && __builtin_cpu_supports ("avx"))
    {
      copy_avx (to, from, size);
      return;
    }
#endif
  copy_lanes (to, from, size);
}

void
erb_chan_stream (char *to, const char *from, size_t size)
{
#ifdef __x86_64__
  typedef long long lane __attribute__ ((vector_size (16), may_alias));
  typedef lane any_lane __attribute__ ((aligned (1)));
  enum { LINE = 64, LANES = LINE / sizeof (lane) };
  size_t before = -(uintptr_t) to % LINE;
  before = before < size ? before : size;
  memcpy (to, from, before);
  for (to += before, from += before, size -= before; size >= LINE;
       to += LINE, from += LINE, size -= LINE)
    for (int n = 0; n < LANES; n++)
      __builtin_ia32_movntdq ((lane *) to + n, ((const any_lane *) from)[n]);
  __builtin_ia32_sfence (); /* before the release store that publishes these bytes */
#endif
  erb_chan_copy (to, from, size);
}
