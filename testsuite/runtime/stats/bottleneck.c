/* SPDX-License-Identifier: MIT */
/* Statistics name what holds the others up, by the rule of docs/reference/settings.md: a process
 * that never waits; a record at which both sides wait, since it holds too little; the processors;
 * or none. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %t | FileCheck %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=thread %t run 2>&1 | FileCheck --check-prefix=SLOW %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=fiber %t run 2>&1 | FileCheck --check-prefix=SLOW %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=space %t run 2>&1 | FileCheck --check-prefix=SLOW %s
// On a machine with other work, it may be busy for less than 75 % of the time.
// SLOW: bottleneck | {{(none; busiest is )?}}process 'slow' (3), busy for [[#]] % of {{[0-9.]+}} ms
// SLOW-NEXT: longest waits | for data in record 'late' (2): {{[0-9.]+}} ms
#include <time.h>

#include "figures/figures.h"
#include "test.h"

enum { N = 20, MS = 1000000 };

typedef ERBIUM_RECORD (int) record;

static void
print (const char *what, struct erb_findings *f)
{
  struct erb_sheet sheet = erb_sheet_of (stdout, false);
  puts (what);
  erb_findings_print (&sheet, f);
}

static void
try_rules (void)
{
  struct erb_findings f, all;
  const int64_t waits[] = { 15 * MS, 40 * MS }, other[] = { 5 * MS, 45 * MS };
  erb_findings_begin (&f, 100 * MS, 2);
  print ("nothing", &f);
  // CHECK: nothing
  // CHECK-NEXT: bottleneck | none; no process was busy
  erb_findings_process (&f, "light", 4, 1, 30 * MS, 30 * MS);
  erb_findings_record (&f, "narrow", 1, waits);
  erb_findings_record (&f, "wide", 2, other);
  print ("record", &f);
  // CHECK-NEXT: record
  // CHECK-NEXT: bottleneck | record 'narrow' (1), both sides wait for 15 % of 100.000 ms
  // CHECK-NEXT: longest waits | for room in record 'wide' (2): 45.000 ms
  erb_findings_process (&f, "heavy", 2, 1, 75 * MS, 75 * MS);
  print ("process", &f);
  // CHECK-NEXT: process
  // CHECK-NEXT: bottleneck | process 'heavy' (2), busy for 75 % of 100.000 ms
  // CHECK-NEXT: longest waits
  erb_findings_begin (&all, 0, 0);
  erb_findings_add (&all, &f, 1);
  print ("rank", &all);
  // CHECK-NEXT: rank
  // CHECK-NEXT: bottleneck | process 'heavy' (2) of rank 1, busy for 75 % of 100.000 ms
  // CHECK-NEXT: longest waits | for room in record 'wide' (2) of rank 1: 45.000 ms
  erb_findings_process (&f, "workers", 0, 5, 80 * MS, 20 * MS);
  print ("processors", &f);
  // CHECK-NEXT: processors
  // CHECK-NEXT: bottleneck | processors: 2, busy for 92 % of 100.000 ms
  erb_findings_begin (&f, 100 * MS, 2);
  erb_findings_process (&f, "light", 4, 1, 74 * MS, 74 * MS);
  print ("none", &f);
  // CHECK: none
  // CHECK-NEXT: bottleneck | none; busiest is process 'light' (4), busy for 74 % of 100.000 ms
}

/* Commits at once, one by one. */
ERBIUM_PROCESS (fast, record);
void
fast (record r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      erbium_commit (v, i + 1);
    }
}

/* Takes 10 ms for each element. */
ERBIUM_PROCESS (slow, record, record);
void
slow (record from, record to)
{
  const struct timespec moment = { 0, 10 * MS };
  ERBIUM_VIEW (int) v = erbium_new_read_view (from), w = erbium_new_write_view (to);
  erbium_register (v, 1);
  erbium_register (w, 1);
  erbium_alloc (v, 4);
  erbium_alloc (w, 4);
  for (int i = 0; i < N; i++)
    {
      erbium_update (v, i + 1);
      nanosleep (&moment, NULL);
      erbium_release (v, i + 1);
      erbium_stall (w, i + 1);
      erbium_commit (w, i + 1);
    }
}

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc < 2)
    {
      try_rules ();
      return 0;
    }
  record r = erbium_new_record (int, 1, 1), late = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (late);
  erbium_name_record (late, "late");
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  ERBIUM_RUN (fast, r);
  ERBIUM_RUN (slow, r, late);
  for (int i = 0; i < N; i++)
    {
      erbium_update (v, i + 1);
      erbium_release (v, i + 1);
    }
}
