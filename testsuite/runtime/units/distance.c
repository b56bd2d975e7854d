/* SPDX-License-Identifier: MIT */
/* A reader stays behind a fast producer by more than a processor's own cache, and reads a stream
 * that rests to its last element.
 *
 * One thread has both ends.  The pauses of the reader are the time in which the producer commits:
 * fakes in the table of the operating system let the clock go on and the producer commit. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "test.h"
#include "sync/sync.h"

enum { PAUSE = 20 }; /* ns */

static struct erb_os os;
static int64_t now;
static long pauses;
static struct ends e;
static erbium_index committed, rate; /* elements in PAUSE ns */

static int64_t
fake_now (void)
{
  return now;
}

static void
commit_to (erbium_index i)
{
  erbium_stall (e.out, i);
  erbium_commit (e.out, i);
  committed = i;
}

static void
fake_pause (void)
{
  now += PAUSE;
  pauses++;
  commit_to (committed + rate);
}

static void
begin (int horizon)
{
  e = both_ends (horizon);
  committed = 0;
  rate = 0;
  pauses = 0;
  os = erb_os_linux;
  os.now = fake_now;
  os.pause = fake_pause;
  erb_os = &os;
}

static void
end (void)
{
  erb_os = &erb_os_linux;
  erbium_free_view (e.out, ERBIUM_TERMINATE);
  erbium_free_view (e.in, ERBIUM_TERMINATE);
}

static erbium_index
known (void)
{
  return ((struct erb_view *) ERBIUM_VIEW_OF (e.in))->known;
}

static int
cache (void)
{
  return (int) (erb_own_cache () / sizeof (int));
}

/* Reads up to i as a program does, burst by burst. */
static void
read_to (erbium_index i)
{
  expect_equal (erbium_update (e.in, i), i);
  erbium_release (e.in, i);
}

static void
stays_behind (void)
{
  begin (4 * cache ());
  commit_to (3 * cache ());
  read_to (1);
  expect (committed - known () > cache ());
  expect (known () > 1);
  end ();
}

/* The producer is as near as after a wait, and fast: the reader lets it get ahead. */
static void
gets_behind (void)
{
  begin (4 * cache ());
  rate = 100;
  commit_to (cache () / 2);
  read_to (1);
  expect (committed - known () > cache ());
  expect (known () > 1);
  end ();
}

/* It rests after that. */
static void
takes_the_rest (void)
{
  begin (4 * cache ());
  commit_to (3 * cache ());
  for (erbium_index i = 1; i <= committed; i += 1000)
    read_to (i);
  expect_equal (known (), committed);
  end ();
}

/* It is slow, or has stopped: the reader waits no longer than for a moment, and seldom. */
static void
does_not_wait_for (erbium_index elements_in_a_pause)
{
  begin (4 * cache ());
  rate = elements_in_a_pause;
  for (int n = 0; n < 1000; n++)
    {
      commit_to (committed + 10000);
      read_to (committed - 5000);
    }
  expect (pauses < 10000);
  end ();
}

/* Nor where the producer cannot get far enough ahead. */
static void
has_no_room (void)
{
  begin (cache ());
  commit_to (cache () * 3 / 4);
  read_to (1);
  expect_equal (known (), committed);
  expect_equal (pauses, 0);
  end ();
}

int
main (void)
{
  char window[32];
  snprintf (window, sizeof window, "%zu", 4 * sizeof (int) * erb_own_cache ());
  expect_equal (erbium_set ("WINDOW", window), 0);
  stays_behind ();
  gets_behind ();
  takes_the_rest ();
  does_not_wait_for (0);
  does_not_wait_for (1);
  has_no_room ();
  return 0;
}
