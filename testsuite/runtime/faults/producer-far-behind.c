/* SPDX-License-Identifier: MIT */
/* A producer that jumps to where the consumer has released, while another may still write
 * at the beginning: they share a window, and none is so large.  Once the other has committed,
 * the same jump needs next to nothing. */
// RUN: %build
// RUN: %exits 122 --each %s %t
// RUN: %run %t commits
#include "test.h"

enum { HORIZON = 16 };

int
main (int argc, char **argv)
{
  const erbium_index far = INT64_C (1) << 34;
  (void) argv;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r), w = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (v, 1);
  erbium_register (w, 2);
  erbium_alloc (in, HORIZON);
  erbium_alloc (v, HORIZON);
  erbium_alloc (w, HORIZON);
  erbium_release (in, far);
  erbium_commit (w, argc > 1 ? far : 7);
  erbium_stall (v, far);
  // CHECK: producer-far-behind.c:[[#@LINE-1]]: error: stall: index 17179869184 of write view [[#]] (id 1) of record 1 ({{.*}}) is too far ahead of another producer of its record, which has committed 7: no window is so large, in process 'main'
  // CHECK-NEXT: note: a producer commits past the elements that are not its own, or ends
}
