/* SPDX-License-Identifier: MIT */
/* The buffer may have to grow while others run: alloc enlarges the horizon of
 * either side in mid-stream, and no element is lost or changed. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { LENGTH = 40000, READERS = 2 };
struct element { uint64_t a, b, c; }; /* lies across the seam now and then */

ERBIUM_PROCESS (produce, ERBIUM_RECORD (struct element), int);
void
produce (ERBIUM_RECORD (struct element) r, int n)
{
  ERBIUM_VIEW (struct element) v = erbium_new_write_view (r);
  uint64_t seed = 1;
  int64_t horizon = 1;
  erbium_register (v, 1);
  erbium_alloc (v, horizon);
  for (int64_t i = 0, to; i < n; i = to)
    {
      if (horizon < 20000 && chance (&seed) % 16 == 0)
        erbium_alloc (v, horizon += 1 + chance (&seed) % horizon);
      to = i + 1 + chance (&seed) % horizon;
      to = to < n ? to : n;
      erbium_stall (v, to);
      for (int64_t k = i; k < to; k++)
        ERBIUM_AT (v, k) = (struct element) { mixed ((uint64_t) k), (uint64_t) k, ~(uint64_t) k };
      erbium_commit (v, to);
      dither (&seed);
    }
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (struct element), int, int);
void
consume (ERBIUM_RECORD (struct element) r, int id, int n)
{
  ERBIUM_VIEW (struct element) v = erbium_new_read_view (r);
  uint64_t seed = (uint64_t) id + 1;
  int64_t horizon = 2, i = 0, to;
  erbium_register (v, id);
  erbium_alloc (v, horizon);
  while ((to = erbium_update (v, i + 1 + chance (&seed) % 2)) > i)
    {
      if (horizon < 20000 && chance (&seed) % 64 == 0)
        erbium_alloc (v, horizon += 1 + chance (&seed) % horizon);
      for (; i < to; i++)
        {
          const struct element *e = &ERBIUM_AT (v, i);
          expect_equal (e->a, mixed ((uint64_t) i));
          expect_equal (e->b, i);
          expect_equal (e->c, ~i);
        }
      erbium_release (v, to);
      dither (&seed);
    }
  expect_equal (i, n);
}

int
main (void)
{
  for (int n = rounds (3); n > 0; n--)
    {
      int length = LENGTH;
      ERBIUM_RECORD (struct element) r = erbium_new_record (struct element, 1, READERS);
      ERBIUM_RUN (produce, r, length);
      for (int id = 1; id <= READERS; id++)
        ERBIUM_RUN (consume, r, id, length);
      erbium_join_all ();
    }
}
