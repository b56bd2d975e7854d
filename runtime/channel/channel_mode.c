/* SPDX-License-Identifier: MIT */
/* channel_mode.c - how the bytes of a message get to pages and back: a row of a table each.
 *
 *   mode    | put, get                        | copies each | faults         | fixes
 *   --------|---------------------------------|-------------|----------------|-----------
 *   DIRECT  | buffer and frame                | one         | none           | to a byte
 *   NWR     | buffer and page, page and frame | two         | one a page     | pages
 *   WR      | the same by spmcR_write, read   | two         | none           | pages
 *   WR2     | buffer and frame by these       | one         | none           | pages
 *   MAP     | buffer and page, which is frame | one         | one a run of pages | pages
 */
#define _GNU_SOURCE
#include "channel/channel_end.h"

/* ---- DIRECT ------------------------------------------------------------ */

/* A loop, since memcpy is `rep movsb` for as much in glibc 2.36: on Zen 3 and 4 half as fast, and less, unless
 * both are aligned (glibc bug 30994), and most messages are to 16 bytes. */
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

/* Half as many stores wait for lines of the receiver's cache where one has 32 bytes. */
static void
copy (char *to, const char *from, size_t size)
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

static void
put_direct (struct erb_chan *c, size_t at, const void *from, size_t size)
{
  copy (c->base + at, from, size);
}

static void
get_direct (struct erb_chan *c, size_t at, void *to, size_t size)
{
  copy (to, c->base + at, size);
}

/* Page after page, so that who sees the last one fixed may read them all. */
static void
publish_direct (struct erb_chan *c, size_t to)
{
  size_t page = erb_spmc.page, n = c->published / page;
  erb_event_published (c->map, c->va + c->published, to - c->published);
  for (; (n + 1) * page <= to; n++)
    /* Acquired in erb_spmc_await; so is the next one. */
    erbium_store_release (&c->word[n], erb_spmc_fixed (page)); /* ready, spmc_wait.c */
  if (to > n * page)
    erbium_store_release (&c->word[n], erb_spmc_fixed (to - n * page)); /* ready, spmc_wait.c */
  c->published = to;
  c->fixes++;
  erb_spmc_wake (c->map->region);
}

/* ---- The papers' ------------------------------------------------------- */

static void
put_by_fault (struct erb_chan *c, size_t at, const void *from, size_t size)
{
  memmove (c->va + at, from, size);
}

static void
get_by_fault (struct erb_chan *c, size_t at, void *to, size_t size)
{
  memmove (to, c->va + at, size);
}

static void
put_by_call (struct erb_chan *c, size_t at, const void *from, size_t size)
{
  erbium_spmc_write (c->va + at, from, size, NULL);
}

static void
get_by_call (struct erb_chan *c, size_t at, void *to, size_t size)
{
  erbium_spmc_read (c->va + at, to, size, NULL);
}

static void
publish_pages (struct erb_chan *c, size_t to)
{
  erbium_spmc_fix (c->va + c->published, to - c->published, NULL);
  c->published = to;
}

/* ---- The table --------------------------------------------------------- */

static const struct erb_chan_mode modes[] = {
  { CHAN_DIRECT, 0, false, put_direct, publish_direct, get_direct },
  { CHAN_NWR, ERBIUM_SPMC_TWICE, true, put_by_fault, publish_pages, get_by_fault },
  { CHAN_WR, ERBIUM_SPMC_TWICE, true, put_by_call, publish_pages, get_by_call },
  { CHAN_WR2, 0, true, put_by_call, publish_pages, get_by_call },
  { CHAN_MAP, 0, true, put_by_fault, publish_pages, get_by_fault },
};

const struct erb_chan_mode *
erb_chan_mode (int kind)
{
  for (size_t n = 0; n < sizeof modes / sizeof modes[0]; n++)
    if (modes[n].kind == (kind & ~CHAN_LAZY))
      return &modes[n];
  return NULL;
}
