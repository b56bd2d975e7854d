/* SPDX-License-Identifier: MIT */
/* A registered id that was freed with HANDOVER may be taken over: the new view
 * starts at its predecessor's terminal index.  Producers and consumers pass the
 * stream on from process to process, and nothing is lost or seen twice. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: 5000 elements by 50 producers and 40 consumers
#include "test.h"

enum { N = 5000, PRODUCERS = 50, CONSUMERS = 40, HORIZON = 16 };

static SHARED atomic_long consumed;

ERBIUM_PROCESS (produce, ERBIUM_RECORD (uint64_t), int);
void
produce (ERBIUM_RECORD (uint64_t) r, int from)
{
  enum { PART = N / PRODUCERS };
  ERBIUM_VIEW (uint64_t) v = erbium_new_write_view (r);
  uint64_t seed = (uint64_t) from;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int i = from; i < from + PART; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = mixed ((uint64_t) i);
      erbium_commit (v, i + 1);
      dither (&seed);
    }
  bool last = from + PART == N;
  erbium_free_view (v, last ? ERBIUM_TERMINATE : ERBIUM_HANDOVER);
  if (!last)
    ERBIUM_RUN (produce, r, from + PART);
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (uint64_t), int);
void
consume (ERBIUM_RECORD (uint64_t) r, int from)
{
  enum { PART = N / CONSUMERS };
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  uint64_t seed = (uint64_t) from;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int i = from; i < from + PART; i++)
    {
      expect_equal (erbium_update (v, i + 1), i + 1);
      expect_equal (ERBIUM_AT (v, i), mixed ((uint64_t) i));
      erbium_release (v, i + 1);
      atomic_fetch_add (&consumed, 1);
      dither (&seed);
    }
  if (from + PART < N)
    {
      erbium_free_view (v, ERBIUM_HANDOVER);
      ERBIUM_RUN (consume, r, from + PART);
    }
  else
    expect_equal (erbium_update (v, N + 1), 0);
}

int
main (void)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, 1, 1);
  ERBIUM_RUN (produce, r, 0);
  ERBIUM_RUN (consume, r, 0);
  erbium_join_all ();
  printf ("%ld elements by %d producers and %d consumers\n", told (&consumed), PRODUCERS,
          CONSUMERS);
}
