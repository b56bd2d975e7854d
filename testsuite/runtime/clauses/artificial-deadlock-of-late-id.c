/* SPDX-License-Identifier: MIT */
/* An id that nobody has taken may be taken by one who waits for room: a larger horizon lets him.
 *
 * "awake": while somebody is awake, who may take it as well, no horizon grows for that. */
// RUN: %build
// RUN: %run %t
// RUN: %run %t handed-over
// RUN: %run %t alone
// RUN: env ERBIUM_VERBOSE=2 %run %t awake
#include "test.h"

enum { N = 5 };

/* Takes an id of x only after all of s. */
ERBIUM_PROCESS (late, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
late (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) s, int horizon)
{
  ERBIUM_VIEW (int) before = erbium_new_write_view (s);
  erbium_register (before, 1);
  erbium_alloc (before, horizon);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (before, i + 1);
      ERBIUM_AT (before, i) = i;
      erbium_commit (before, i + 1);
    }
  ERBIUM_VIEW (int) out = erbium_new_write_view (x);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = 7;
  erbium_commit (out, 1);
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
consume (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) s)
{
  ERBIUM_VIEW (int) first = erbium_new_read_view (x), then = erbium_new_read_view (s);
  erbium_register (first, 1);
  erbium_alloc (first, 1);
  erbium_register (then, 1);
  erbium_alloc (then, 1);
  expect_equal (erbium_update (first, 1), 1);
  expect_equal (ERBIUM_AT (first, 0), 7);
  for (int i = 0; i < N; i++)
    {
      expect_equal (erbium_update (then, i + 1), i + 1);
      expect_equal (ERBIUM_AT (then, i), i);
      erbium_release (then, i + 1);
    }
}

/* One who writes all, then reads it by an id that was handed over. */
static void
alone (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_free_view (in, ERBIUM_HANDOVER);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
  in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  expect_equal (erbium_update (in, N), N);
  expect_equal (ERBIUM_AT (in, N - 1), N - 1);
}

/* The first producer of x hands its id over before it has committed anything. */
static void
hand_over (ERBIUM_RECORD (int) x)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (x);
  erbium_register (out, 1);
  erbium_free_view (out, ERBIUM_HANDOVER);
}

/* Here main is the late one, and another fills s meanwhile. */
ERBIUM_PROCESS (fill, ERBIUM_RECORD (int));
void
fill (ERBIUM_RECORD (int) s)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (s);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

static void
awake (void)
{
  ERBIUM_RECORD (int) x = erbium_new_record (int, 1, 1), s = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (fill, s);
  ERBIUM_RUN (consume, x, s);
  usleep (500000); /* longer than the runtime takes to parks_seen a deadlock */
  ERBIUM_VIEW (int) out = erbium_new_write_view (x);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = 7;
  erbium_commit (out, 1);
}

static void
try (bool handed_over, int horizon)
{
  ERBIUM_RECORD (int) x = erbium_new_record (int, 1, 1), s = erbium_new_record (int, 1, 1);
  if (handed_over)
    hand_over (x);
  ERBIUM_RUN (late, x, s, horizon);
  ERBIUM_RUN (consume, x, s);
  erbium_join_all ();
}

int
main (int arguments, char **argument)
{
  const char *how = arguments > 1 ? argument[1] : "";
  if (strcmp (how, "alone") == 0)
    alone ();
  else if (strcmp (how, "awake") == 0)
    awake ();
  else
    for (int horizon = 1; horizon <= N; horizon += N - 1)
      try (strcmp (how, "handed-over") == 0, horizon);
}
