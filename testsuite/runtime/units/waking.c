/* SPDX-License-Identifier: MIT */
/* Who sleeps is woken by whatever gives him what he needs, though he has asked
 * for more, and though he fell asleep at the worst moment.
 *
 * Fakes in the table of the operating system take the clock out: a sleeper says
 * that he sleeps and then sleeps until he is woken, whatever his timeout, and
 * each test ends with a look whether he was. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs -lcmocka
// RUN: env ERBIUM_TASK=thread %timed %t
#include <setjmp.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include "test.h"
#include "sync/sync.h"

static struct erb_os os;
static atomic_long asleep, woken;
static __thread bool watched; /* the thread whose sleep the test is about */

static int
sleep_without_clock (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  if (!watched)
    return erb_os_linux.sleep (word, expected, timeout);
  tell (&asleep, (long) (intptr_t) word);
  while (erbium_load_acquire (word) == expected)
    erb_os_linux.sleep (word, expected, -1);
  return 0;
}

static void
wake (erbium_atomic32 *word)
{
  if (told (&asleep) == (long) (intptr_t) word)
    tell (&woken, 1);
  erb_os_linux.wake (word);
}

static void
until_asleep (void)
{
  while (!told (&asleep))
    sched_yield ();
}

static struct erb_view *
cold (ERBIUM_VIEW (int) v)
{
  return (struct erb_view *) ERBIUM_VIEW_OF (v);
}

static void
sleeps_for_more (ERBIUM_VIEW (int) v)
{
  until_asleep ();
  assert_true (erbium_load_relaxed (&cold (v)->slot->wake_at) > 1); /* asks for more */
}

static int
set_up (void **state)
{
  (void) state;
  tell (&asleep, 0);
  tell (&woken, 0);
  os = erb_os_linux;
  os.sleep = sleep_without_clock;
  os.wake = wake;
  erb_os = &os;
  return 0;
}

static int
tear_down (void **state)
{
  (void) state;
  erbium_join_all ();
  erb_os = &erb_os_linux;
  return 0;
}

/* ---- A reader naps: it needs one element and asks for many ---------------- */

ERBIUM_PROCESS (take_one, ERBIUM_VIEW (int));
void
take_one (ERBIUM_VIEW (int) in)
{
  watched = true;
  expect_equal (erbium_update (in, 1), 1);
}

/* The element that it needs is committed, and that alone wakes it not. */
static ERBIUM_VIEW (int)
give_less_than_asked (void)
{
  struct ends e = both_ends (1000);
  erbium_stall (e.out, 1);
  ERBIUM_RUN (take_one, e.in);
  sleeps_for_more (e.out);
  erbium_commit (e.out, 1);
  expect (!told (&woken));
  return e.out;
}

static void
by_termination (void **state)
{
  (void) state;
  erbium_free_view (give_less_than_asked (), ERBIUM_TERMINATE);
  expect (told (&woken));
}

static void
by_handover (void **state)
{
  (void) state;
  erbium_free_view (give_less_than_asked (), ERBIUM_HANDOVER);
  expect (told (&woken));
}

static void
by_unregistering (void **state)
{
  (void) state;
  erbium_register (give_less_than_asked (), -1);
  expect (told (&woken));
}

/* ---- By one who goes to sleep himself ------------------------------------- */

ERBIUM_PROCESS (end_when_woken, int);
void
end_when_woken (int unused)
{
  (void) unused;
  while (!told (&woken))
    sched_yield ();
}

static void
by_join (void **state)
{
  (void) state;
  erbium_process p = ERBIUM_RUN (end_when_woken, 0);
  give_less_than_asked ();
  erbium_join (p);
}

ERBIUM_PROCESS (commit_when_woken, ERBIUM_VIEW (int));
void
commit_when_woken (ERBIUM_VIEW (int) v)
{
  end_when_woken (0);
  erbium_commit (v, 1);
}

static void
by_update (void **state)
{
  (void) state;
  struct ends e = both_ends (4);
  give_less_than_asked ();
  ERBIUM_RUN (commit_when_woken, e.out);
  expect_equal (erbium_update (e.in, 1), 1);
}

/* ---- A writer naps: it needs room for one and asks for much ---------------- */

enum { HORIZON = 1000 };

ERBIUM_PROCESS (stall_for_one, ERBIUM_VIEW (int));
void
stall_for_one (ERBIUM_VIEW (int) out)
{
  watched = true;
  erbium_stall (out, HORIZON);
  erbium_commit (out, HORIZON);
  erbium_stall (out, HORIZON + 1);
}

/* It is given room for one. */
static ERBIUM_VIEW (int)
release_less_than_asked (void)
{
  struct ends e = both_ends (HORIZON);
  ERBIUM_RUN (stall_for_one, e.out);
  sleeps_for_more (e.in);
  erbium_update (e.in, 1);
  erbium_release (e.in, 1);
  expect (!told (&woken));
  return e.in;
}

static void
by_reader_that_terminates (void **state)
{
  (void) state;
  erbium_free_view (release_less_than_asked (), ERBIUM_TERMINATE);
  expect (told (&woken));
}

static void
by_reader_that_hands_over (void **state)
{
  (void) state;
  erbium_free_view (release_less_than_asked (), ERBIUM_HANDOVER);
  expect (told (&woken));
}

static void
by_reader_that_unregisters (void **state)
{
  (void) state;
  erbium_register (release_less_than_asked (), -1);
  expect (told (&woken));
}

/* It waits for the reader to register. */
static void
by_reader_that_registers (void **state)
{
  (void) state;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  ERBIUM_RUN (stall_for_one, out);
  until_asleep ();
  erbium_register (in, 1);
  expect (told (&woken));
  erbium_free_view (in, ERBIUM_TERMINATE);
}

/* ---- A publication at the worst moment --------------------------------------- */

static struct erbium_slot *late;
static bool shown;

/* The processor of the producer had its index in a store buffer, and has seen
 * no request: the barrier shows the index, and nobody will wake. */
static void
index_arrives (void)
{
  erbium_store_release (&late->index, 1);
  shown = true;
}

static int
no_deep_sleep (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  expect (timeout >= 0 && timeout < 50000000); /* naps are shorter */
  return erb_os_linux.sleep (word, expected, timeout);
}

/* S3: who has asked looks again after the heavy barrier, before he sleeps. */
static void
index_that_the_barrier_shows (void **state)
{
  (void) state;
  struct ends e = both_ends (4);
  late = cold (e.out)->slot;
  os.heavy_barrier = index_arrives;
  os.sleep = no_deep_sleep;
  assert_int_equal (erbium_update (e.in, 1), 1);
  assert_true (shown);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown (by_termination, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_handover, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_unregistering, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_join, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_update, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_reader_that_terminates, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_reader_that_hands_over, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_reader_that_unregisters, set_up, tear_down),
    cmocka_unit_test_setup_teardown (by_reader_that_registers, set_up, tear_down),
    cmocka_unit_test_setup_teardown (index_that_the_barrier_shows, set_up, tear_down),
  };
  alarm (60); /* who is not woken sleeps for ever */
  return cmocka_run_group_tests (tests, NULL, NULL);
}
