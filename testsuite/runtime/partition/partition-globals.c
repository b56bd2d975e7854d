/* SPDX-License-Identifier: MIT */
/* Each partition has the variables that its runner had at `run', and changes none of others: as
 * where processes are spaces. */
// UNSUPPORTED: thread, address
// RUN: %build
// RUN: env ERBIUM_TASK=space %timed %t > %t.space
// RUN: env ERBIUM_TASK=partition %timed %t.partition > %t.partitions && diff %t.space %t.partitions
// RUN: FileCheck %s < %t.partitions
// CHECK-COUNT-20: process saw 3, made 4, table 20 77 30, by pointer 77, in memory 6, in the file 8, own 1
// CHECK-NEXT: main has 100, table 10 20 30, in memory 5, own 0, sum 0
// The words that the linker sets may be set at the first call of a function, or be read-only:
// RUN: %cc -Wl,-z,lazy %s -o %t %libs && env ERBIUM_TASK=partition %t.partition | diff %t.space -
// RUN: %cc -Wl,-z,now %s -o %t %libs && env ERBIUM_TASK=partition %t.partition | diff %t.space -
// RUN: %cc -Wl,-z,pack-relative-relocs %s -o %t %libs && env ERBIUM_TASK=partition %t.partition | diff %t.space -
#include "test.h"

static volatile long sum, before;
static long table[] = { 10, 20, 30 };
static long *volatile second = &table[1];
static int (*volatile print_to) (char *, const char *, ...) = sprintf;
static char large[3 << 20]; /* no page but one of it is in memory */
static volatile int filled[200000] = { [150000] = 8 }; /* main does not touch these pages */
static __thread long own;

static void twice (long *x) { *x *= 2; }
static void (*volatile change) (long *) = twice;

ERBIUM_PROCESS (adds, ERBIUM_RECORD (char));
void
adds (ERBIUM_RECORD (char) r)
{
  ERBIUM_VIEW (char) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 200);
  erbium_stall (v, 200);
  long saw = before;
  before = saw + 1;
  *second = 77;
  change (&table[0]);
  large[1000000]++;
  own++;
  for (int n = 0; n < 1000; n++)
    sum++;
  print_to (&ERBIUM_AT (v, 0), "process saw %ld, made %ld, table %ld %ld %ld, by pointer %ld, "
            "in memory %d, in the file %d, own %ld", saw, before, table[0], table[1], table[2],
            *second, large[1000000], filled[150000], own);
  erbium_commit (v, 200);
}

int
main (void)
{
  change = NULL;
  change = twice; /* as before */
  large[1000000] = 5;
  for (int n = 0; n < 20; n++)
    {
      ERBIUM_RECORD (char) r = erbium_new_record (char, 1, 1);
      ERBIUM_VIEW (char) v = erbium_new_read_view (r);
      erbium_register (v, 1);
      erbium_alloc (v, 200);
      before = 3;
      ERBIUM_RUN (adds, r);
      before = 100; /* too late */
      erbium_update (v, 200);
      puts (&ERBIUM_AT (v, 0));
      erbium_free_view (v, ERBIUM_TERMINATE);
    }
  erbium_join_all ();
  printf ("main has %ld, table %ld %ld %ld, in memory %d, own %ld, sum %ld\n", before, table[0],
          table[1], table[2], large[1000000], own, sum);
}
