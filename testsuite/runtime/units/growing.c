/* SPDX-License-Identifier: MIT */
/* What may happen while a window grows, made to happen: the two moments that
 * the essay in window.c speaks of are held open, with fakes in the tables of
 * the operating system and of backends. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs -lcmocka
// RUN: %timed %t
#include <setjmp.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include "test.h"
#include "sync/sync.h"

enum { PAGE = 4096, WIDE = 100 }; /* elements of a page: each has its own */
struct element { char byte[PAGE]; };

static struct erb_os os;
static struct erb_backend backend;
static ERBIUM_VIEW (struct element) out;

static struct erb_view *
cold (ERBIUM_VIEW (struct element) v)
{
  return (struct erb_view *) ERBIUM_VIEW_OF (v);
}

/* A window with room for 7 elements; 0 to 3 are there, 0 and 1 read. */
static ERBIUM_VIEW (struct element)
four_elements (void)
{
  ERBIUM_RECORD (struct element) r = erbium_new_record (struct element, 1, 1);
  ERBIUM_VIEW (struct element) in = erbium_new_read_view (r);
  out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 3);
  erbium_alloc (out, 4);
  erbium_stall (out, 4);
  for (int i = 0; i < 4; i++)
    ERBIUM_AT (out, i).byte[0] = (char) (10 + i);
  erbium_commit (out, 4);
  erbium_update (in, 2);
  erbium_release (in, 2);
  assert_int_equal (cold (out)->room, 7);
  return in;
}

static void
write_two_more (void)
{
  for (int i = 4; i < 6; i++)
    ERBIUM_AT (out, i).byte[0] = (char) (10 + i);
  erbium_commit (out, 6);
}

static void
expect_six (ERBIUM_VIEW (struct element) in)
{
  assert_int_equal (erbium_update (in, 6), 6);
  for (int i = 2; i < 6; i++)
    assert_int_equal (ERBIUM_AT (in, i).byte[0], 10 + i);
}

/* ---- The promise comes late --------------------------------------------- */

static bool promised;

/* The processor of the producer had its promise in a store buffer: it has not
 * seen `growing`, and nobody the promise, until now. */
static void
promise_arrives (void)
{
  erbium_store_relaxed (&cold (out)->slot->granted, 6);
  promised = true;
}

/* X2: the maker of a window looks at promises after the heavy barrier. */
static void
promise_that_the_barrier_shows (void **state)
{
  (void) state;
  ERBIUM_VIEW (struct element) in = four_elements ();
  erbium_stall (out, 6);
  erbium_store_relaxed (&cold (out)->slot->granted, 4);
  os = erb_os_linux;
  os.heavy_barrier = promise_arrives;
  erb_os = &os;
  erbium_alloc (in, WIDE);
  erb_os = &erb_os_linux;
  assert_true (promised);
  write_two_more (); /* through the old window */
  expect_six (in);
}

/* ---- The producer comes late ---------------------------------------------- */

static atomic_long window_is_made, waits_or_writes;
static __thread bool producing;

ERBIUM_PROCESS (produce, ERBIUM_VIEW (struct element));
void
produce (ERBIUM_VIEW (struct element) v)
{
  while (!told (&window_is_made))
    sched_yield ();
  producing = true;
  erbium_stall (v, 6);
  tell (&waits_or_writes, 1);
  write_two_more ();
}

static void
lock_seen (struct erb_lock *lock)
{
  if (producing)
    tell (&waits_or_writes, 1);
  erb_os_linux.lock (lock);
}

/* The maker has looked at the promises: what a producer is granted from here
 * on, before the new window stands, nobody counts on. */
static struct erb_window *
grow_beside_producer (struct erb_arena *arena, struct erb_window *old, erb_position end,
                      size_t bytes)
{
  assert_int_equal (end, 4 * PAGE);
  tell (&window_is_made, 1);
  while (!told (&waits_or_writes))
    sched_yield ();
  return erb_window_grow (arena, old, end, bytes);
}

/* X1: a producer is granted nothing while a window is being made. */
static void
producer_waits_for_window (void **state)
{
  (void) state;
  ERBIUM_VIEW (struct element) in = four_elements ();
  os = erb_os_linux;
  os.lock = lock_seen;
  erb_os = &os;
  backend = erb_backend_shared;
  backend.window_grow = grow_beside_producer;
  cold (in)->record->backend = &backend;
  ERBIUM_RUN (produce, out);
  erbium_alloc (in, WIDE);
  expect_six (in);
  erbium_join_all ();
  erb_os = &erb_os_linux;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (promise_that_the_barrier_shows),
    cmocka_unit_test (producer_waits_for_window),
  };
  erbium_set ("WINDOW", "4194304"); /* alloc takes all that it needs */
  return cmocka_run_group_tests (tests, NULL, NULL);
}
