/* SPDX-License-Identifier: MIT */
/* A view, a record, or a name that is NULL: each use says which it is. */
// RUN: %build
// RUN: %exits 120 %t receive | FileCheck -DWHO=receive %s
// RUN: %exits 120 %t receive_range | FileCheck -DWHO=receive_range %s
// RUN: %exits 120 %t done | FileCheck -DWHO=done %s
// RUN: %exits 120 %t missed | FileCheck -DWHO=missed %s
// RUN: %exits 120 %t alloc | FileCheck -DWHO=alloc %s
// RUN: %exits 120 %t register | FileCheck -DWHO=register %s
// RUN: %exits 120 %t free_view | FileCheck -DWHO=free_view %s
// RUN: %exits 120 %t give | FileCheck -DWHO=erbium_give %s
// CHECK: null-view.c:[[#]]: error: [[WHO]]: the view is NULL, in process 'main'
// CHECK-NEXT: null-view.c:[[#]]: note: make it with new_read_view or new_write_view first
// RUN: %exits 120 %t new_read_view | FileCheck --check-prefix=RECORD -DWHO=new_read_view %s
// RUN: %exits 120 %t new_write_view | FileCheck --check-prefix=RECORD -DWHO=new_write_view %s
// RUN: %exits 120 %t name_record | FileCheck --check-prefix=RECORD -DWHO=erbium_name_record %s
// RECORD: null-view.c:[[#]]: error: [[WHO]]: the record is NULL, in process 'main'
// RECORD-NEXT: null-view.c:[[#]]: note: make it with new_record first
// RUN: %exits 120 %t no_name | FileCheck --check-prefix=NAME %s
// NAME: null-view.c:[[#]]: error: erbium_name_record: the name is NULL, in process 'main'
#include "test.h"

static ERBIUM_VIEW (int) volatile nothing;
static ERBIUM_RECORD (int) volatile nowhere;

/* Does what is called so. */
#define is(x) (strcmp (argv[1], #x) == 0)

int
main (int argc, char **argv)
{
  ERBIUM_VIEW (int) v = nothing;
  ERBIUM_RECORD (int) r = nowhere;
  expect (argc == 2);
  if (is (receive))
    erbium_receive (v, 1);
  else if (is (receive_range))
    erbium_receive_range (v, 0, 1);
  else if (is (done))
    erbium_done (v);
  else if (is (missed))
    erbium_missed (v);
  else if (is (alloc))
    erbium_alloc (v, 1);
  else if (is (register))
    erbium_register (v, 1);
  else if (is (free_view))
    erbium_free_view (v, ERBIUM_TERMINATE);
  else if (is (give))
    (void) erbium_give (v);
  else if (is (new_read_view))
    (void) erbium_new_read_view (r);
  else if (is (new_write_view))
    (void) erbium_new_write_view (r);
  else if (is (name_record))
    erbium_name_record (r, "x");
  else
    erbium_name_record (erbium_new_record (int, 1, 1), NULL);
}
