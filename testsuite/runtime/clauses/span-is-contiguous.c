/* SPDX-License-Identifier: MIT */
/* Any run of live elements is contiguous in memory, wherever it starts and
 * across the end of the window. */
// RUN: %build
// RUN: %run %t
#include "test.h"

typedef struct { uint8_t byte[12]; } element;
enum { H = 300, ROUNDS = 500 };

int
main (void)
{
  ERBIUM_RECORD (element) r = erbium_new_record (element, 1, 1);
  ERBIUM_VIEW (element) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, H);
  erbium_alloc (out, H);
  for (int64_t i = 0; i < (int64_t) ROUNDS * H; i += H)
    {
      erbium_stall (out, i + H);
      element *write = ERBIUM_SPAN (out, i, i + H);
      for (int k = 0; k < H; k++)
        memset (&write[k], (int) (i + k), sizeof *write);
      erbium_commit (out, i + H);
      erbium_update (in, i + H);
      const element *read = ERBIUM_SPAN (in, i, i + H);
      for (int k = 0; k < H; k++)
        for (size_t b = 0; b < sizeof *read; b++)
          {
            expect_equal (read[k].byte[b], (uint8_t) (i + k));
            expect_equal (ERBIUM_AT (in, i + k).byte[b], (uint8_t) (i + k));
          }
      erbium_release (in, i + H);
    }
}
