/* SPDX-License-Identifier: MIT */
/* Where there is no memory for a window, the message says how much and why. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: %exits 122 sh -c 'ulimit -v 300000; exec "$0"' %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r), in = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_register (in, 1);
  erbium_alloc (v, 1 << 28);
  erbium_stall (v, 1 << 28);
  // CHECK: no-memory.c:[[#]]: error: {{alloc|stall}}: cannot map a window of [[#]] bytes: Cannot allocate memory, in process 'main'
  // CHECK-NEXT: note: use a smaller horizon, or raise
}
