/* SPDX-License-Identifier: MIT */
/* copy.c - pages without faults: read, write, map, at; test.
 *
 * Each frame has a fixed place in the window, so these calls copy directly to it and from it.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"

/* ---- Pages and bytes --------------------------------------------------- */

/* The bytes [begin, end) of a page that a call concerns. */
struct part { int page; size_t begin, end; };

/* Returns the first part of [va, va + size). */
static struct part
part_at (const struct erb_spmc_map *m, const char *va, size_t size)
{
  size_t begin = (uintptr_t) va % erb_spmc.page, room = erb_spmc.page - begin;
  return (struct part) { erb_spmc_page_at (m, va), begin, begin + (size < room ? size : room) };
}

static bool
is_fixed (const struct erb_spmc_map *m, const struct part *p, const char *call, const char *where)
{
  const erbium_atomic *word = erb_spmc_word (m, p->page);
  return erb_spmc_ready (m, p->page, word, erb_spmc_fixed (p->end), call, where);
}

static int
page_after (const struct erb_spmc_map *m, const char *va, size_t size)
{
  return erb_spmc_page_at (m, va + size - 1) + 1;
}

char *
erb_spmc_place (const struct erb_spmc_map *m, const void *va)
{
  int page = erb_spmc_page_at (m, va), block = erb_spmc_block_at (m->region, m->port, page);
  int64_t frame = erb_spmc_frame (m->region, block, page) - erb_spmc.block[block].frame;
  return erb_spmc_frames_at (m, block) + (size_t) frame * erb_spmc.page
         + (uintptr_t) va % erb_spmc.page;
}

static char *
page_place (const struct erb_spmc_map *m, int page)
{
  return erb_spmc_place (m, erb_spmc_va (m, page));
}

/* ---- The caller's memory ----------------------------------------------- */

void
erb_spmc_no_memory (size_t size, const char *name, const char *call, const char *where)
{
  erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "pass the address of memory of that size",
                "%s is NULL; expected the address of %zu bytes", name, size);
}

/* ---- Frames of the producer's pages ------------------------------------ */

static void
touch_page (const struct erb_spmc_map *m, int page, bool zero)
{
  erbium_atomic *word = erb_spmc_word (m, page);
  if (erbium_load_relaxed (word) != 0)
    return;
  if (zero && erb_spmc.block[erb_spmc_block_at (m->region, m->port, page)].dirty)
    memset (page_place (m, page), 0, erb_spmc.page);
  erbium_store_relaxed (word, erb_spmc_fixed (0));
}

void
erb_spmc_touch (const struct erb_spmc_map *m, int from, int to)
{
  for (int p = from; p < to; p++)
    touch_page (m, p, true);
}

static void
expect_unfixed (const struct erb_spmc_map *m, const char *va, size_t size, const char *call,
                const char *where)
{
  for (struct part p; size; va += p.end - p.begin, size -= p.end - p.begin)
    {
      p = part_at (m, va, size);
      if ((size_t) erbium_load_relaxed (erb_spmc_word (m, p.page)) >> 1 > p.begin)
        erb_spmc_fault (call, where, m, p.page, "extend the segment and write the next generation",
                        "it is fixed and can no longer be written");
    }
}

/* ---- Waiting for all of a range ---------------------------------------- */

static void
await_part (const struct erb_spmc_map *m, const struct part *p, const char *call, const char *where)
{
  erbium_atomic *word = erb_spmc_word (m, p->page);
  if (!erb_spmc_await (m, p->page, word, erb_spmc_fixed (p->end), call, where))
    erb_spmc_fault_of_end (call, where, m, p->page);
}

static void
await_range (const struct erb_spmc_map *m, const char *va, size_t size, const char *call,
             const char *where)
{
  for (struct part p; size; va += p.end - p.begin, size -= p.end - p.begin)
    {
      p = part_at (m, va, size);
      await_part (m, &p, call, where);
    }
}

static void
await_pages (const struct erb_spmc_map *m, int from, int to, const char *call, const char *where)
{
  await_range (m, erb_spmc_va (m, from), (size_t) (to - from) * erb_spmc.page, call, where);
}

/* ---- Mapping ----------------------------------------------------------- */

static void
open_produced (struct erb_spmc_map *m, int from, int to)
{
  erb_spmc_touch (m, from, to);
  while (from < to)
    {
      int end = from;
      bool full = erb_spmc_is_full (m, from);
      while (end < to && erb_spmc_is_full (m, end) == full)
        end++;
      erb_spmc_map_pages (m, from, end, !full);
      from = end;
    }
}

void
erb_spmc_open (struct erb_spmc_map *m, int from, int to)
{
  if (erb_spmc_produces (m))
    open_produced (m, from, to);
  else
    erb_spmc_map_pages (m, from, to, false);
}

void
(erbium_spmc_map) (void *va, size_t size, const char *where)
{
  static const char call[] = "erbium_spmc_map";
  struct erb_spmc_map *m = erb_spmc_map_at (va, size, call, where);
  if (size == 0)
    return;
  int from = erb_spmc_page_at (m, va), to = page_after (m, va, size);
  erb_spmc_expect_data (m, from, to, call, where);
  if (!erb_spmc_produces (m))
    await_pages (m, from, to, call, where);
  erb_spmc_open (m, from, to);
}

void *
(erbium_spmc_at) (void *va, size_t size, const char *where)
{
  static const char call[] = "erbium_spmc_at";
  struct erb_spmc_map *m = erb_spmc_map_at (va, size, call, where);
  int from = erb_spmc_page_at (m, va), to = size ? page_after (m, va, size) : from + 1;
  erb_spmc_expect_data (m, from, to, call, where);
  int first = erb_spmc_block_at (m->region, m->port, from);
  if (first != erb_spmc_block_at (m->region, m->port, to - 1))
    erb_spmc_fault (call, where, m, to - 1, "use one call for each segment",
                    "pages of two segments are not contiguous");
  if (!erb_spmc_produces (m))
    await_range (m, va, size, call, where);
  else
    {
      expect_unfixed (m, va, size, call, where);
      erb_spmc_touch (m, from, to);
    }
  return erb_spmc_place (m, va);
}

/* ---- write ------------------------------------------------------------- */

static void
write_part (struct erb_spmc_map *m, const char *va, const char *from, const struct part *p)
{
  size_t size = p->end - p->begin;
  touch_page (m, p->page, size < erb_spmc.page);
  memcpy (erb_spmc_place (m, va), from, size);
}

void
(erbium_spmc_write) (void *to, const void *from, size_t size, const char *where)
{
  static const char call[] = "erbium_spmc_write";
  struct erb_spmc_map *m = erb_spmc_map_at (to, size, call, where);
  const char *source = from;
  char *va = to;
  if (size == 0)
    return;
  erb_spmc_expect_memory (from, size, "from", call, where);
  int first = erb_spmc_page_at (m, va), last = page_after (m, va, size);
  erb_spmc_expect_producer (m, first, call, where);
  erb_spmc_expect_data (m, first, last, call, where);
  expect_unfixed (m, va, size, call, where);
  for (size_t done; size; va += done, source += done, size -= done)
    {
      struct part p = part_at (m, va, size);
      write_part (m, va, source, &p);
      done = p.end - p.begin;
    }
  erb_spmc_memory_used ();
}

/* ---- read -------------------------------------------------------------- */

void
(erbium_spmc_read) (const void *from, void *to, size_t size, const char *where)
{
  static const char call[] = "erbium_spmc_read";
  struct erb_spmc_map *m = erb_spmc_map_at (from, size, call, where);
  const char *va = from;
  char *target = to;
  if (size == 0)
    return;
  erb_spmc_expect_memory (to, size, "to", call, where);
  erb_spmc_expect_data (m, erb_spmc_page_at (m, va), page_after (m, va, size), call, where);
  for (size_t done; size; va += done, target += done, size -= done)
    {
      struct part p = part_at (m, va, size);
      done = p.end - p.begin;
      if (!erb_spmc_produces (m))
        await_part (m, &p, call, where);
      memcpy (target, erb_spmc_place (m, va), done);
    }
  erb_spmc_memory_used ();
}

/* ---- test -------------------------------------------------------------- */

/* After the answer "no" the caller may ask again and again, as if it waited. */
static bool
tested (bool answer)
{
  if (!answer)
    erb_event_before_wait ();
  return answer;
}

static bool
test_bytes (const char *va, size_t size, const char *call, const char *where)
{
  const struct erb_spmc_map *m = erb_spmc_map_at (va, size, call, where);
  for (struct part p; size; va += p.end - p.begin, size -= p.end - p.begin)
    {
      p = part_at (m, va, size);
      if (!is_fixed (m, &p, call, where))
        return tested (false);
    }
  return true;
}

bool
(erbium_spmc_test) (const void *va, const char *where)
{
  return test_bytes (va, 1, "erbium_spmc_test", where);
}

bool
(erbium_spmc_test_range) (const void *va, size_t size, const char *where)
{
  return test_bytes (va, size, "erbium_spmc_test_range", where);
}

bool
(erbium_spmc_test_extend) (const void *extva, const char *where)
{
  static const char call[] = "erbium_spmc_test_extend";
  const struct erb_spmc_map *m = erb_spmc_map_at (extva, 0, call, where);
  int page = erb_spmc_page_at (m, extva);
  return tested (erb_spmc_ready (m, page, erb_spmc_word (m, page), ERB_SPMC_LINK, call, where));
}

bool
(erbium_spmc_ended) (const void *va, const char *where)
{
  static const char call[] = "erbium_spmc_ended";
  const struct erb_spmc_map *m = erb_spmc_map_at (va, 1, call, where);
  struct part p = part_at (m, va, 1);
  /* Waits for the byte, or for the next generation. */
  int64_t least = erb_spmc_is_extension (m, p.page) ? ERB_SPMC_LINK : erb_spmc_fixed (p.end);
  const erbium_atomic *word = erb_spmc_word (m, p.page);
  return tested (!erb_spmc_check (m, p.page, word, least, call, where)
                 && erb_spmc_never_fixed (m, p.page)
                 && !erb_spmc_check (m, p.page, word, least, call, where));
}
