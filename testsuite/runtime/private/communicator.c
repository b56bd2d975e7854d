/* SPDX-License-Identifier: MIT */
/* A communicator copies while readers compute: several streams of one process, bursts of all sizes,
 * streams that rest, views that are handed over and passed on, readers that stop early.  The
 * elements are the same with each kind of communicator. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core %run --but own %t
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=shared %run --but own %t
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=sibling %run --only thread,doze,fiber %t
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=auto %run --only thread,doze,fiber %t
#include "test.h"

enum { HORIZON = 200, STREAMS = 3 };

ERBIUM_PROCESS (produce, ERBIUM_VIEW (uint64_t), int, int);
void
produce (ERBIUM_VIEW (uint64_t) v, int n, int seed)
{
  uint64_t state = (uint64_t) seed;
  for (int i = 0; i < n;)
    {
      int burst = 1 + (int) (chance (&state) % (HORIZON / 2));
      burst = burst < n - i ? burst : n - i;
      erbium_stall (v, i + burst);
      for (int k = i; k < i + burst; k++)
        ERBIUM_AT (v, k) = mixed ((uint64_t) k + (uint64_t) seed);
      i += burst;
      erbium_commit (v, i);
      if (chance (&state) % 100 == 0)
        usleep (200); /* longer than processes spin */
      dither (&state);
    }
}

/* Reads [from, to) of a stream, in bursts. */
static int
take (ERBIUM_VIEW (uint64_t) v, int from, int to, int seed, uint64_t *state)
{
  while (from < to)
    {
      int burst = 1 + (int) (chance (state) % (HORIZON / 2));
      int end = (int) erbium_update (v, from + burst < to ? from + burst : to);
      if (end == 0)
        return from;
      for (int k = from; k < end; k++)
        expect_equal (ERBIUM_AT (v, k), mixed ((uint64_t) k + (uint64_t) seed));
      from = end;
      erbium_release (v, from);
    }
  return from;
}

ERBIUM_PROCESS (go_on, ERBIUM_VIEW (uint64_t), int, int, int);
void
go_on (ERBIUM_VIEW (uint64_t) v, int from, int n, int seed)
{
  uint64_t state = 77;
  expect_equal (take (v, from, n + 1, seed, &state), n);
}

int
main (void)
{
  ERBIUM_RECORD (uint64_t) r[STREAMS];
  ERBIUM_VIEW (uint64_t) in[STREAMS], half[STREAMS];
  uint64_t state = 5;
  int n = 2000 * rounds (10), at = 0;
  for (int s = 0; s < STREAMS; s++)
    {
      r[s] = erbium_new_record (uint64_t, 1, 2);
      ERBIUM_VIEW (uint64_t) out = erbium_new_write_view (r[s]);
      in[s] = erbium_new_read_view (r[s]);
      half[s] = erbium_new_read_view (r[s]);
      erbium_register (out, 1);
      erbium_register (in[s], 1);
      erbium_register (half[s], 2);
      erbium_alloc (out, HORIZON);
      erbium_alloc (in[s], HORIZON);
      erbium_alloc (half[s], HORIZON);
      ERBIUM_RUN (produce, out, n, s);
    }
  for (; at < n / 2; at += 500)
    for (int s = 0; s < STREAMS; s++)
      {
        take (in[s], at, at + 500, s, &state);
        take (half[s], at, at + 500, s, &state);
      }
  for (int s = 0; s < STREAMS; s++)
    {
      erbium_free_view (half[s], s == 1 ? ERBIUM_HANDOVER : ERBIUM_TERMINATE);
      ERBIUM_RUN (go_on, in[s], at, n, s);
    }
  ERBIUM_VIEW (uint64_t) last = erbium_new_read_view (r[1]);
  erbium_alloc (last, HORIZON);
  erbium_register (last, 2);
  expect_equal (take (last, at, n + 1, 1, &state), n);
}
