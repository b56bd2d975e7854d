/* SPDX-License-Identifier: MIT */
/* What the columns of waiting count: how often, how often with sleep, and how long,
 * for the process and for the record.  The clock is turned on at each look, and the
 * process is the one that it waits for, so it does wait, until its horizon grows. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_STATS=1 ERBIUM_SPIN=0 %t 2>&1 | FileCheck %s
// CHECK: main 1 0 20 {{[0-9]+}} | {{[0-9.]+ [0-9]+$}}
// CHECK: main 1 | 0 0 0.000 | [[#%u,WAITS:]] [[#]] [[MS:[0-9]*[1-9][0-9]*\.[0-9]+]]{{$}}
// CHECK: tight 0 0 20 {{[0-9]+}} | {{[-0-9]+}} 20 8{{$}}
// CHECK: tight 0 | 0 0 0.000 | [[#WAITS]] [[#]] [[MS]]{{$}}
#include "test.h"
#include "core/os.h"

static struct erb_os fake;
static SHARED atomic_long looks;

static int64_t
turned_on (void)
{
  return erb_os_linux.now () + (atomic_fetch_add (&looks, 1) << 24); /* 16 ms */
}

int
main (void)
{
  fake = erb_os_linux;
  fake.now = turned_on;
  erb_os = &fake;
  struct ends e = both_ends (4);
  erbium_name_record (e.record, "tight");
  erbium_stall (e.out, 20);
  erbium_commit (e.out, 20);
}
