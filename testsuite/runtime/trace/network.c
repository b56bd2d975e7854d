/* SPDX-License-Identifier: MIT */
/* A trace has processes, records, ids, waits and how far each record has come.  Slices nest, and
 * each track is described, in every task model. */
// RUN: %build
// RUN: rm -f %t.thread && env ERBIUM_TASK=thread ERBIUM_TRACE=%t.thread %t && python3 %S/inputs/packets.py %t.thread > %t.thread.txt && FileCheck %s < %t.thread.txt
// RUN: rm -f %t.fiber && env ERBIUM_TASK=fiber ERBIUM_TRACE=%t.fiber %t && python3 %S/inputs/packets.py %t.fiber > %t.fiber.txt && FileCheck %s < %t.fiber.txt
// RUN: rm -f %t.space && env ERBIUM_TASK=space ERBIUM_TRACE=%t.space %t && python3 %S/inputs/packets.py %t.space > %t.space.txt && FileCheck %s < %t.space.txt
// RUN: rm -f %t.images && env ERBIUM_TASK=partition ERBIUM_TRACE=%t.images %t.partition && python3 %S/inputs/packets.py %t.images > %t.images.txt && FileCheck %s < %t.images.txt
// RUN: FileCheck --check-prefix=WORKERS %s < %t.fiber.txt
// RUN: env ERBIUM_TASK=fiber ERBIUM_TRACE=%t.waits ERBIUM_TRACE_LEVEL=waits %t && python3 %S/inputs/packets.py %t.waits | FileCheck --check-prefix=WAITS %s
// RUN: rm -rf %t.files && mkdir %t.files && env ERBIUM_TRACE=%t.files/of.%%p %t && ls %t.files | FileCheck --check-prefix=FILE %s
// FILE: of.{{[0-9]+}}
// CHECK-NOT: error
// CHECK: instant network: network trace begins name=network.c.tmp{{(.partition)?}}
// CHECK-DAG: instant network: network process process=1 parent=0 name=main place=
// CHECK-DAG: begin main (1): process main
// CHECK-DAG: instant network: network record record=1 name=network.c:[[#]] place={{.*}}network.c:[[#]] bytes=4 readers=1 producers=1
// CHECK-DAG: instant network: network record record=1 name=numbers place=
// CHECK-DAG: instant network: network process process=2 parent=1 name=produce place={{.*}}network.c:[[#]]
// CHECK-DAG: instant network: network takes id process=2 record=1 side=1 id=1 index=0 horizon=0
// CHECK-DAG: begin {{main \(1\): wait update|produce \(2\): wait stall}} numbers record=1 side={{[01]}} id=1 index=[[#]] need=[[#]]
// CHECK-DAG: end produce (2):
// CHECK-NOT: error
// CHECK: instant network: network record ends record=1 released=100000 committed=100000 horizon=64
// CHECK: instant network: network trace ends
// CHECK-NOT: error
// WORKERS: begin worker [[#]]: worker produce process=2
// WAITS: begin {{produce|main}} ([[#]]): wait
// WAITS-NOT: worker
#include "test.h"

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 64);
  for (erbium_index i = 0; i < 100000; i += 16)
    {
      erbium_stall (w, i + 16);
      erbium_commit (w, i + 16);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  erbium_name_record (r, "numbers");
  ERBIUM_RUN (produce, r);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  for (erbium_index i = 0; i < 100000; i += 16)
    {
      expect_equal (erbium_update (v, i + 16), i + 16);
      erbium_release (v, i + 16);
    }
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_join_all ();
}
