/* SPDX-License-Identifier: MIT */
/* In a program that is sealed or recorded, long messages go through the pages, though they would go past
 * them otherwise; and no system call is refused. */
// REQUIRES: x86_64
// UNSUPPORTED: sanitizer
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t past
// RUN: %timed env ERBIUM_SEAL=1 %t through 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: {{.}}
// RUN: rm -rf %t.rec
// RUN: %timed env ERBIUM_RECORD=%t.rec %t through
#include "ways.h"

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  erb_chan_only_way = ERB_CHAN_DIRECT;
  erb_chan_patience = INT64_C (10000000000);
  expect_equal (through_pages ((struct ways_pair) { 0, NULL, NULL }), strcmp (argv[1], "through") == 0);
  return 0;
}
