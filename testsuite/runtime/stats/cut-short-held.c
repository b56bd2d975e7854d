/* SPDX-License-Identifier: MIT */
/* Statistics of a program that a fault ends while a record is locked: what cannot be
 * looked at is said to be missing, and all else is printed. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: env ERBIUM_STATS=1 %exits 120 --only default %t | FileCheck %s
// CHECK: error: commit: expected a write view, not read view
// CHECK-NEXT: note:
// CHECK: process number
// CHECK: main 1 3 8
// CHECK: record views
// CHECK-NEXT: 2 (cut-short-held.c:[[#]]) - - - - | - - -
// CHECK-NEXT: numbers 2 3 8
#include <sys/syscall.h>
#include "test.h"

static struct ends e;
static bool in_window;

/* The runtime asks for a window's memory with the record locked.  What is called here
 * meanwhile is a misuse of another record. */
int
ftruncate (int file, off_t size)
{
  if (in_window)
    erbium_commit (e.in, 1);
  return (int) syscall (SYS_ftruncate, file, size);
}

int
main (void)
{
  erbium_set ("WINDOW", "4294967296");
  e = both_ends (10);
  erbium_name_record (e.record, "numbers");
  erbium_stall (e.out, 8);
  erbium_commit (e.out, 8);
  erbium_update (e.in, 8);
  erbium_release (e.in, 3);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  in_window = true;
  erbium_alloc (v, 1 << 28);
}
