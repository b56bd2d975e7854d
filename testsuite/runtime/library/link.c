/* SPDX-License-Identifier: MIT */
/* A program links with the shared and with the static library. */
// RUN: %cc %s -o %t.so -L%out -lerbium -Wl,-rpath,%out
// RUN: %run --only default %t.so
// RUN: readelf -d %t.so | FileCheck %s
// CHECK: NEEDED{{.*}}[liberbium.so.{{[0-9]+\.[0-9]+}}]
// RUN: %cc %s -o %t.a %libs
// RUN: %run --only default %t.a
#include "../headers/use.h"

int
main (void)
{
  return use ();
}
