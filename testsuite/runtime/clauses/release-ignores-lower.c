/* SPDX-License-Identifier: MIT */
/* release (v, i) publishes i if i is beyond the release index; else nothing. */
// RUN: %build
// RUN: %run %t 60
// RUN: env ERBIUM_GROW=0 %exits 121 %t 61 | FileCheck %s
// CHECK: artificial deadlock
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argc;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  for (int i = 10; i <= 50; i += 10)
    {
      erbium_stall (out, i);
      erbium_commit (out, i);
      erbium_update (in, i);
      erbium_release (in, i);
      erbium_release (in, i - 7);
      erbium_release (in, 0);
      erbium_release (in, i);
    }
  erbium_stall (out, atol (argv[1])); /* 50 + the horizon, or one too many */
}
