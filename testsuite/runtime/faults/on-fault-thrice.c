/* SPDX-License-Identifier: MIT */
/* What stdout is may make a fault each time that it is flushed, which is done when a fault is told: two are
 * told, the third ends the program with the status of the first. */
// ThreadSanitizer flushes stdout in _exit, which makes a fault again, and so on.
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=thread sh -c 'timeout 20 %t; echo status $?' 2>&1 | FileCheck %s
// RUN: env ERBIUM_TASK=fiber sh -c 'timeout 20 %t; echo status $?' 2>&1 | FileCheck %s
// CHECK: error: commit: expected a write view, not read view
// CHECK: error: commit: expected a write view, not read view
// CHECK: note: this happened in the function given to erbium_on_fault, which was called for:
// CHECK: error: commit: expected a write view, not read view
// CHECK: status 120
#define _GNU_SOURCE
#include "test.h"

static struct ends e;

static ssize_t
write_wrong (void *cookie, const char *text, size_t size)
{
  (void) cookie, (void) text;
  erbium_commit (e.in, 1);
  return (ssize_t) size;
}

int
main (void)
{
  e = both_ends (4);
  stdout = fopencookie (NULL, "w", (cookie_io_functions_t) { .write = write_wrong });
  expect (stdout != NULL);
  printf ("something to flush\n");
  erbium_commit (e.in, 1);
}
