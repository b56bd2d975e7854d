/* SPDX-License-Identifier: MIT */
/* A window that the reader has given back while its producer still points to it: the producer moves
 * to the next one, also where its descriptor has the same address, and its memory another. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=thread %timed %t
// UNSUPPORTED: sanitizer
#include <sys/mman.h>

#include "test.h"
#include "record/record.h"

enum { N = 1 << 24, AHEAD = 4 }; /* a window of 128 MiB, which is unmapped when it comes back */

static ERBIUM_VIEW (int) in, out;

static struct erb_view *
memory_of (ERBIUM_VIEW (int) v)
{
  return (struct erb_view *) ERBIUM_VIEW_OF (v);
}

static void
pass (int i)
{
  erbium_stall (out, i + 1);
  ERBIUM_AT (out, i) = i;
  erbium_commit (out, i + 1);
  expect_equal (erbium_update (in, i + 1), i + 1);
  expect_equal (ERBIUM_AT (in, i), i);
}

static void
release (int i)
{
  erbium_release (in, i);
  erb_record_take_back (memory_of (in));
}

int
main (void)
{
  erbium_set ("WINDOW", "134217728");
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  in = erbium_new_read_view (r);
  out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, N);
  erbium_alloc (out, AHEAD);
  struct erb_view *reader = memory_of (in), *writer = memory_of (out);
  struct erb_arena *arena = erb_self ()->program->arena;
  const struct erb_window *first = reader->window;
  char *base = writer->hot.base;
  size_t bytes = first->bytes;

  pass (0);
  erb_record_take_back (reader); /* not released */
  expect (reader->window == first);
  release (1); /* more is granted than committed */
  expect (reader->window == first);

  for (int i = 1; i < AHEAD; i++)
    pass (i);
  release (AHEAD);
  expect (!reader->window && writer->window == first);
  expect_equal (erb_arena_windows (arena), 0);
  char *start = base - bytes + (-(uintptr_t) base & (erb_page_size () - 1));
  char *blocked = mmap (start, 3 * bytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  expect (blocked == start);

  erbium_commit (out, AHEAD + 1); /* unwritten, so the reader makes the next window */
  expect_equal (erbium_update (in, AHEAD + 1), AHEAD + 1);
  expect (reader->window && reader->hot.base != base);
  writer->window = reader->window; /* as if the descriptor were where the first one was */
  pass (AHEAD + 1);
  expect (writer->hot.base == reader->hot.base);
  expect_equal (erb_arena_windows (arena), 1);
  return 0;
}
