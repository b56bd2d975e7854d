/* SPDX-License-Identifier: MIT */
/* Guests map memory in ranges of their own: with the pages that they have unmapped, up to a bound,
 * or without.  All is given back when they end.  The same program as a process says the same. */
// UNSUPPORTED: sanitizer
// RUN: %cc %S/inputs/maps.c -o %t.guest
// RUN: %cc %s -o %t -L%out -Wl,-rpath,%out -lerbium
// RUN: %timed %t %t.guest > %t.out && FileCheck %s < %t.out
// RUN: %t.guest all | FileCheck --check-prefix=PROCESS %s
#include "test.h"

#include "erbium/partition.h"

ERBIUM_PARTITION_TLS (64);

static void
run (const char *file, const char *how, size_t kept)
{
  char *const words[] = { "guest", (char *) how, NULL };
  struct erbium_partition_options options = { { -1, -1, -1 }, false, NULL, kept, false };
  int id = erbium_partition_spawn (file, words, NULL, &options);
  expect (id > 0);
  expect_equal (erbium_partition_join (id), 0);
}

static long
resident (void)
{
  long all, in_memory;
  FILE *file = fopen ("/proc/self/statm", "r");
  expect (file && fscanf (file, "%ld %ld", &all, &in_memory) == 2);
  fclose (file);
  return in_memory * 4096 >> 20;
}

int
main (int count, char **argument)
{
  const char *file = argument[count - 1];
  // CHECK: same place 1, apart 1
  // CHECK-NEXT: kept up to 16 MiB
  // CHECK-NEXT: rest 'xx'
  // CHECK-NEXT: over it 1
  // CHECK-NEXT: grown 'x' 0
  // CHECK-NEXT: does not grow 1
  // CHECK-NEXT: file 1
  // CHECK-NEXT: unmapped
  // CHECK-NEXT: wrong -1
  // CHECK-NEXT: end
  run (file, "all", 0);
  // CHECK-NEXT: same place 1, apart 1
  // CHECK-NEXT: kept nothing
  // CHECK: end
  run (file, "all", ERBIUM_PARTITION_KEEP_NONE);
  // CHECK-NEXT: same place 1, apart 1
  // CHECK-NEXT: kept all
  // CHECK: end
  run (file, "all", (size_t) 1 << 30);
  long before = resident ();
  for (int n = 0; n < 3; n++)
    run (file, "leak", 0);
  // CHECK-NEXT: given back
  puts (resident () < before + 8 ? "given back" : "left");
  // PROCESS: kept nothing
  // PROCESS-NEXT: rest 'xx'
  // PROCESS-NEXT: over it 1
  // PROCESS-NEXT: grown 'x' 0
  // PROCESS: file 1
  // PROCESS-NEXT: unmapped
  // PROCESS-NEXT: wrong -1
  // PROCESS-NEXT: end
}
