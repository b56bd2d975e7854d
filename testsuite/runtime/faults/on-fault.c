/* SPDX-License-Identifier: MIT */
/* erbium_on_fault puts a function of the program before the end: it is told
 * what the message says. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
// CHECK: kind 120, {{.*}}on-fault.c:[[#]], commit, by 'main'
// CHECK-NEXT: read view 1 (id 1) of record 1
// CHECK-NEXT: a read view updates, reads and releases
// CHECK-NEXT: on-fault.c:[[#]]: error: commit:
// CHECK: what was printed before
#include "test.h"

static void
see (const struct erbium_fault *f)
{
  const char *view = strstr (f->message, "read view");
  fprintf (stderr, "kind %d, %s, %s, by '%s'\n%.33s\n%s\n", f->kind, f->where, f->primitive,
           f->process, view, f->hint);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 10);
  erbium_on_fault (see);
  puts ("what was printed before");
  erbium_commit (in, 1);
}
