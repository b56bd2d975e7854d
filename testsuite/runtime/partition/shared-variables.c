/* SPDX-License-Identifier: MIT */
/* Variables that the program shares are one memory for all partitions; wrong ranges are errors. */
// UNSUPPORTED: thread, address
// RUN: %cc %s -o %t %libs
// RUN: env ERBIUM_TASK=partition %timed %t.partition | FileCheck %s
// CHECK: shared 400, own 0, beside 0
// RUN: env ERBIUM_TASK=partition %status 120 %t.partition unaligned 2>&1 | FileCheck --check-prefix=UNALIGNED %s
// UNALIGNED: shared-variables.c:[[#]]: error: erbium_partition_share: the range is not one of whole pages{{$}}
// UNALIGNED-NEXT: note: align the variables to the size of a page
// RUN: env ERBIUM_TASK=partition %status 120 %t.partition elsewhere 2>&1 | FileCheck --check-prefix=ELSEWHERE %s
// ELSEWHERE: error: erbium_partition_share: the range is not one of the program's variables
// RUN: env ERBIUM_TASK=partition %status 120 %t.partition late 2>&1 | FileCheck --check-prefix=LATE %s
// LATE: error: erbium_partition_share: a partition has been started already
// RUN: env ERBIUM_TASK=partition %status 120 %t.partition many 2>&1 | FileCheck --check-prefix=MANY %s
// MANY: error: erbium_partition_share: there are 16 ranges already
// Without partitions, it is not needed:
// RUN: env ERBIUM_TASK=thread %timed %t | FileCheck --check-prefix=ALL %s
// ALL: shared 400, own 400, beside 400
#include "test.h"

#include "erbium/partition.h"

enum { PAGE = 4096 };

static struct { _Atomic long count; char rest[PAGE - sizeof (long)]; } shared __attribute__ ((aligned (PAGE)));
static _Atomic long beside __attribute__ ((aligned (PAGE)));
static _Atomic long own;
static char pages[20][PAGE] __attribute__ ((aligned (PAGE)));

ERBIUM_PROCESS (adds);
void
adds (void)
{
  for (int n = 0; n < 100; n++)
    {
      atomic_fetch_add (&shared.count, 1);
      atomic_fetch_add (&own, 1);
      atomic_fetch_add (&beside, 1);
    }
}

static void
share_wrongly (const char *how)
{
  if (strcmp (how, "unaligned") == 0)
    erbium_partition_share (&shared, 100);
  else if (strcmp (how, "elsewhere") == 0)
    erbium_partition_share (mmap (NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), PAGE);
  else if (strcmp (how, "many") == 0)
    for (int n = 0; n < 20; n++)
      erbium_partition_share (pages[n], PAGE);
  else
    {
      ERBIUM_RUN (adds);
      erbium_join_all ();
      erbium_partition_share (pages[0], PAGE);
    }
}

int
main (int count, char **argument)
{
  erbium_partition_share (&shared, sizeof shared);
  if (count > 1)
    share_wrongly (argument[1]);
  for (int n = 0; n < 4; n++)
    ERBIUM_RUN (adds);
  erbium_join_all ();
  printf ("shared %ld, own %ld, beside %ld\n", shared.count, own, beside);
}
