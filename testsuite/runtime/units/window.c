/* SPDX-License-Identifier: MIT */
/* window.c: each byte is seen twice, and a window that has grown shows the same
 * bytes as the old one for the stretch of the stream that the old one holds. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs -lcmocka
// RUN: %timed %t
#include <setjmp.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include "test.h"
#include "window/window.h"

static struct erb_arena *arena;
static size_t page;

static int
setup (void **state)
{
  (void) state;
  page = erb_page_size ();
  arena = erb_arena_new (NULL);
  return arena == NULL;
}

static int
teardown (void **state)
{
  (void) state;
  erb_arena_free (arena);
  return 0;
}

static char *
at (const struct erb_window *w, uint64_t position)
{
  return w->base + (position & (w->bytes - 1));
}

static char
value (uint64_t position)
{
  return (char) mixed (position / 64);
}

static void
write_range (const struct erb_window *w, uint64_t from, uint64_t to)
{
  for (uint64_t p = from; p < to; p += 64)
    *at (w, p) = value (p);
}

static void
check_range (const struct erb_window *w, uint64_t from, uint64_t to)
{
  for (uint64_t p = from; p < to; p += 64)
    {
      assert_int_equal (*at (w, p), value (p));
      assert_int_equal (at (w, p)[w->bytes], value (p));
    }
}

static void
mapped_twice (void **state)
{
  (void) state;
  for (size_t bytes = page; bytes <= 64 * page; bytes *= 2)
    {
      struct erb_window *w = erb_window_new (arena, bytes, bytes == 2 * page);
      assert_non_null (w);
      assert_int_equal (w->bytes, bytes);
      for (size_t n = 0; n < bytes; n += 61)
        {
          assert_int_equal (w->base[n], 0);
          w->base[n] = (char) n;
          assert_int_equal (w->base[n + bytes], (char) n);
          w->base[n + bytes] = 1;
          assert_int_equal (w->base[n], 1);
        }
      erb_window_free (arena, w);
    }
}

/* Memory that was given back comes again as zeros. */
static void
comes_zeroed (void **state)
{
  (void) state;
  for (int n = 0; n < 100; n++)
    {
      struct erb_window *w = erb_window_new (arena, 4 * page, n % 2);
      for (size_t p = 0; p < w->bytes; p += 64)
        assert_int_equal (w->base[p], 0);
      memset (w->base, n + 1, w->bytes);
      erb_window_free (arena, w);
    }
}

static void
two_do_not_share (void **state)
{
  (void) state;
  struct erb_window *a = erb_window_new (arena, page, false), *b = erb_window_new (arena, page, false);
  memset (a->base, 1, page);
  memset (b->base, 2, page);
  assert_int_equal (a->base[100], 1);
  erb_window_free (arena, a);
  erb_window_free (arena, b);
}

/* Neighbours begin in different places of a page, at a boundary that all elements like but those
 * that want a window of their own; and a window that grows keeps its place. */
static void
begins_elsewhere (void **state)
{
  (void) state;
  struct erb_window *a = erb_window_new (arena, 2 * page, false),
                    *b = erb_window_new (arena, 2 * page, false),
                    *c = erb_window_new (arena, 2 * page, true);
  assert_int_not_equal ((uintptr_t) a->base % page, (uintptr_t) b->base % page);
  assert_int_equal ((uintptr_t) a->base % ERB_PHASE, 0);
  assert_int_equal ((uintptr_t) b->base % ERB_PHASE, 0);
  assert_int_not_equal ((uintptr_t) b->base % page, 0);
  assert_int_equal ((uintptr_t) c->base % page, 0);
  size_t place = (uintptr_t) b->base % page;
  b = erb_window_grow (arena, b, 3 * page, 8 * page);
  assert_int_equal ((uintptr_t) b->base % page, place);
  erb_window_free (arena, a);
  erb_window_free (arena, b);
  erb_window_free (arena, c);
}

enum { LARGEST = 1 << 20 }; /* a race detector clears what is unmapped, twice over */

/* The stream goes on from end in a window that grows again and again, by
 * factors of 2 to 8; the live stretch is a page less than the window. */
static void
grow_from (uint64_t end, uint64_t *seed)
{
  struct erb_window *w = erb_window_new (arena, 2 * page, chance (seed) % 4 == 0), *old;
  uint64_t live = end > w->bytes - page ? end - (w->bytes - page) : 0;
  live = (live + 63) / 64 * 64;
  write_range (w, live, end);
  for (int n = 0; n < 5 && w->bytes < LARGEST; n++)
    {
      old = w;
      w = erb_window_grow (arena, old, end, old->bytes << (1 + chance (seed) % 3));
      assert_non_null (w);
      assert_true (w->extents <= 3 * (n + 1) + 1);
      check_range (w, live, end);
      /* Both show the same memory. */
      if (live < end)
        {
          *at (old, live) = 77;
          assert_int_equal (*at (w, live), 77);
          *at (w, live) = value (live);
          assert_int_equal (*at (old, live), value (live));
        }
      uint64_t to = live + w->bytes - page - chance (seed) % (w->bytes / 2);
      to = to / 64 * 64;
      if (to > end)
        {
          write_range (w, (end + 63) / 64 * 64, to);
          check_range (w, live, to);
          end = to;
        }
      uint64_t forward = chance (seed) % (end - live + 1);
      live += forward / 64 * 64;
    }
  erb_window_free (arena, w);
}

static void
grown_shows_the_same (void **state)
{
  (void) state;
  uint64_t seed = 1;
  uint64_t ends[] = { 0, 64, 4096, 8192, 12288, 100 * 4096 + 640, UINT64_C (1) << 40 };
  for (size_t n = 0; n < sizeof ends / sizeof ends[0]; n++)
    grow_from (ends[n], &seed);
  for (int n = 0; n < 300; n++)
    grow_from ((uint64_t) chance (&seed) * 64 * (chance (&seed) % 2 ? 1 : 4096), &seed);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (mapped_twice), cmocka_unit_test (comes_zeroed),
    cmocka_unit_test (two_do_not_share), cmocka_unit_test (begins_elsewhere), cmocka_unit_test (grown_shows_the_same),
  };
  return cmocka_run_group_tests (tests, setup, teardown);
}
