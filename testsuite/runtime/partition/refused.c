/* SPDX-License-Identifier: MIT */
/* A program of which there can be no second image is refused, with the reason. */
// UNSUPPORTED: sanitizer
// RUN: %cc %s -o %t.a %out/liberbium.a -lhwloc
// RUN: env ERBIUM_TASK=partition %status 123 %t.a 2>&1 | FileCheck --check-prefix=ARCHIVE %s
// ARCHIVE: refused.c:[[#]]: error: run: process 'ends' cannot be a partition: the program is linked with liberbium.a, so each image would have a runtime of its own; link with liberbium.so, in process 'main'
// ARCHIVE-NEXT: refused.c:[[#]]: note: set ERBIUM_TASK to thread, fiber or space
// RUN: %cc -no-pie %s -o %t.fixed -L%out -Wl,-rpath,%out -lerbium
// RUN: env ERBIUM_TASK=partition %status 123 %t.fixed 2>&1 | FileCheck --check-prefix=FIXED %s
// FIXED: process 'ends' cannot be a partition: the program is not position-independent; compile and link it with -pie, in process 'main'
// RUN: %cc -static %s -o %t.static %out/liberbium.a -Wl,--unresolved-symbols=ignore-in-object-files
// RUN: env ERBIUM_TASK=partition %status 123 %t.static 2>&1 | FileCheck --check-prefix=STATIC %s
// STATIC: process 'ends' cannot be a partition: the program is linked statically, so each image would have a C library of its own, in process 'main'
// RUN: %cc -fsanitize=address %s -o %t.address -L%out -Wl,-rpath,%out -lerbium
// RUN: env ERBIUM_TASK=partition %status 123 %t.address 2>&1 | FileCheck --check-prefix=SHADOW -DWHICH=address %s
// RUN: %cc -fsanitize=thread %s -o %t.thread -L%out -Wl,-rpath,%out -lerbium
// RUN: env ERBIUM_TASK=partition TSAN_OPTIONS=report_bugs=0 %status 123 %t.thread 2>&1 | FileCheck --check-prefix=SHADOW -DWHICH=thread %s
// SHADOW: process 'ends' cannot be a partition: the program was compiled with -fsanitize=[[WHICH]], which keeps the state of each variable at an address of its own, in process 'main'
// A sealed program has no threads:
// RUN: %cc %s -o %t.so -L%out -Wl,-rpath,%out -lerbium
// RUN: env ERBIUM_TASK=partition ERBIUM_SEAL=1 %status 123 %t.so 2>&1 | FileCheck --check-prefix=SEALED %s
// SEALED: process 'ends' would need a thread (ERBIUM_TASK=partition), but a sealed program
// Nothing else is wrong with it:
// RUN: env ERBIUM_TASK=partition %t.so
#include "test.h"

ERBIUM_PROCESS (ends);
void
ends (void)
{
}

int
main (void)
{
  ERBIUM_RUN (ends);
  erbium_join_all ();
}
