/* SPDX-License-Identifier: MIT */
/* A message names the reader of a window that keeps growing, once, as soon as the window is
 * large. */
// RUN: %build
// RUN: env ERBIUM_TASK=thread %t never 2>&1 | FileCheck %s --check-prefix=KEEPS
// RUN: env ERBIUM_TASK=fiber %t never 2>&1 | FileCheck %s --check-prefix=KEEPS
// RUN: env ERBIUM_TASK=space %t never 2>&1 | FileCheck %s --check-prefix=KEEPS
// RUN: env ERBIUM_TASK=fiber %t half 2>&1 | FileCheck %s --check-prefix=KEEPS
// RUN: env ERBIUM_TASK=thread %t later 2>&1 | FileCheck %s --check-prefix=WAITS
// RUN: env ERBIUM_TASK=fiber %t later 2>&1 | FileCheck %s --check-prefix=WAITS
// RUN: env ERBIUM_TASK=space %t later 2>&1 | FileCheck %s --check-prefix=WAITS
// RUN: env ERBIUM_VERBOSE=0 %t never 2>&1 | count 0
// RUN: %t releases 2>&1 | count 0
// RUN: %t enough 2>&1 | count 0
#include "test.h"

enum { ELEMENTS = 6 << 20 };

/* Writes all of r before it writes to s. */
ERBIUM_PROCESS (producer, ERBIUM_RECORD (long), ERBIUM_RECORD (char), long);
void
producer (ERBIUM_RECORD (long) r, ERBIUM_RECORD (char) s, long horizon)
{
  ERBIUM_VIEW (long) w = erbium_new_write_view (r);
  ERBIUM_VIEW (char) x = erbium_new_write_view (s);
  erbium_register (w, 1);
  erbium_register (x, 1);
  erbium_alloc (w, horizon);
  erbium_alloc (x, 1);
  for (long i = 0; i < ELEMENTS; i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = i;
      erbium_commit (w, i + 1);
    }
  erbium_stall (x, 1);
  ERBIUM_AT (x, 0) = 1;
  erbium_commit (x, 1);
}

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  expect_equal (argc, 2);
  bool enough = strcmp (how, "enough") == 0;
  ERBIUM_RECORD (long) r = erbium_new_record (long, 1, 1);
  ERBIUM_RECORD (char) s = erbium_new_record (char, 1, 1);
  ERBIUM_VIEW (long) v = erbium_new_read_view (r);
  ERBIUM_VIEW (char) u = erbium_new_read_view (s);
  erbium_register (v, 1);
  erbium_register (u, 1);
  erbium_alloc (v, 1024);
  erbium_alloc (u, 1);
  ERBIUM_RUN (producer, r, s, enough ? ELEMENTS : 1024);
  if (enough || strcmp (how, "later") == 0)
    expect_equal (erbium_update (u, 1), 1);
  for (long i = 0; erbium_update (v, i + 1); i++)
    {
      expect (ERBIUM_AT (v, i) == i);
      if (strcmp (how, "never") != 0)
        erbium_release (v, strcmp (how, "half") == 0 ? i / 2 : i + 1);
    }
  // KEEPS: window-grows.c:{{[0-9]+}}: warning: the horizon of write view 1 (id 1) of record 1 ({{.*}}) grows to {{[0-9]+}} elements, because process 'main' updates read view 1 (id 1) of record 1 ({{.*}}) and does not release what it has read; call release after the last use of an element
  // KEEPS-NOT: {{.}}
  // WAITS: window-grows.c:{{[0-9]+}}: warning: the horizon of write view 1 (id 1) of record 1 ({{.*}}) grows to {{[0-9]+}} elements, because process 'main' waits for something else before it updates read view 1 (id 1) of record 1 ({{.*}}); if so many elements have to wait there, call alloc with that number
  // WAITS-NOT: {{.}}
}
