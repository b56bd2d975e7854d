/* SPDX-License-Identifier: MIT */
/* In checked mode an element that two producers have written is an error also where one of them, or both, wrote zeros, by
 * whatever access, at the beginning and windows later; and whatever is written by one arrives, each value of a byte
 * at each place. */
// UNSUPPORTED: thread
// RUN: %build -DSIZE=3
// RUN: %cc -DSIZE=1 %s -o %t.1 %libs
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %timed %t | FileCheck --check-prefix=APART %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 ERBIUM_WINDOW=4096 %timed %t | FileCheck --check-prefix=APART %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 ERBIUM_WINDOW=4096 %timed %t.1 | FileCheck --check-prefix=APART %s
// APART: all seen
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %status 120 %timed %t 77 0 78 2>&1 | FileCheck --check-prefix=BOTH -D#I=77 %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %status 120 %timed %t 77 78 0 2>&1 | FileCheck --check-prefix=BOTH -D#I=77 %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %status 120 %timed %t 77 0 0 2>&1 | FileCheck --check-prefix=BOTH -D#I=77 %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %status 120 %timed %t 77 0 0 late 2>&1 | FileCheck --check-prefix=BOTH -D#I=77 %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %status 120 %timed %t.1 77 0 0 2>&1 | FileCheck --check-prefix=BOTH -D#I=77 %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 ERBIUM_WINDOW=4096 %status 120 %timed %t 64100 0 0 2>&1 | FileCheck --check-prefix=BOTH -D#I=64100 %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 ERBIUM_WINDOW=4096 %status 120 %timed %t 64100 1 0 2>&1 | FileCheck --check-prefix=BOTH -D#I=64100 %s
// BOTH: error: element [[#I]] of record 1 ({{.*}}) was written by process 'first' (write id 1) and by process 'second' (write id 2)
// BOTH-NOT: error
#include "test.h"

/* Elements of three bytes lie across pages; a horizon that is larger than the first window has it grow. */
enum { LENGTH = 70000, BLOCK = 100, BURST = 10 * BLOCK, GROWS = 30000 };
struct some { unsigned char byte[SIZE]; };

static int twice = -1, value[2];
static bool late;

static struct some
element (int k)
{
  struct some e;
  for (int n = 0; n < SIZE; n++)
    e.byte[n] = (unsigned char) (mixed ((uint64_t) k) >> n);
  return e;
}

/* By a pointer, as a function that knows nothing of records would. */
static void
fill (struct some *to, int from)
{
  for (int k = 0; k < BLOCK; k++)
    to[k] = element (from + k);
}

ERBIUM_PROCESS (writes, ERBIUM_RECORD (struct some), int);
void
writes (ERBIUM_RECORD (struct some) r, int id)
{
  ERBIUM_VIEW (struct some) v = erbium_new_write_view (r);
  erbium_name_process (id == 1 ? "first" : "second");
  erbium_register (v, id);
  erbium_alloc (v, BURST);
  if (late && id == 1)
    usleep (20000);
  for (int i = 0; i < LENGTH; i += BLOCK)
    {
      if (i == GROWS)
        erbium_alloc (v, 4 * BURST);
      erbium_stall (v, i + BLOCK);
      if (i / BLOCK % 2 == id - 1)
        fill (ERBIUM_SPAN (v, i, i + BLOCK), i);
      if (twice >= i && twice < i + BLOCK)
        memset (&ERBIUM_AT (v, twice), value[id - 1], sizeof (struct some));
      erbium_commit (v, i + BLOCK);
    }
}

int
main (int argc, char **argv)
{
  if (argc > 3)
    {
      twice = atoi (argv[1]);
      value[0] = atoi (argv[2]);
      value[1] = atoi (argv[3]);
    }
  late = argc > 4;
  ERBIUM_RECORD (struct some) r = erbium_new_record (struct some, 2, 1);
  ERBIUM_VIEW (struct some) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, BURST);
  ERBIUM_RUN (writes, r, 1);
  ERBIUM_RUN (writes, r, 2);
  for (int i = 0; erbium_update (v, i + 1) > i; i++)
    {
      struct some is = ERBIUM_AT (v, i), want = element (i);
      expect (memcmp (&is, &want, sizeof is) == 0);
      erbium_release (v, i + 1);
    }
  puts ("all seen");
}
