/* SPDX-License-Identifier: MIT */
/* ERBIUM_STATS=json prints the statistics as a line of JSON, and ERBIUM_STATS=FILE.json writes it
 * to a file, in each task model (partitions: json-partition.test).  The figures are what the program
 * has done, and sums of processes agree with those of records (inputs/sums.py).  Names may have any
 * characters. */
// RUN: %build
// RUN: env ERBIUM_STATS=json ERBIUM_TASK=thread %t 2> %t.thread && python3 %S/inputs/sums.py %t.thread thread
// RUN: env ERBIUM_STATS=json ERBIUM_TASK=fiber %t 2> %t.fiber && python3 %S/inputs/sums.py %t.fiber fiber
// RUN: env ERBIUM_STATS=json ERBIUM_TASK=space %t 2> %t.space && python3 %S/inputs/sums.py %t.space space
// RUN: env LC_ALL=de_DE.UTF-8 ERBIUM_STATS=%t.file.json ERBIUM_TASK=auto %t 2> %t.err && python3 %S/inputs/sums.py %t.file.json auto
// RUN: count 0 < %t.err
// A second run replaces what the first one has written.
// RUN: env ERBIUM_STATS=%t.file.json %t && python3 %S/inputs/sums.py %t.file.json auto
// RUN: env ERBIUM_STATS=%t.none/x.json %status 123 %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: erbium: error: ERBIUM_STATS: cannot write '{{.*}}.none/x.json': No such file or directory
// NONE-NOT: error:
// A full disk is reported, and the program's status stays as it is.
// RUN: ln -sf /dev/full %t.full.json
// RUN: env ERBIUM_STATS=%t.full.json %t 2>&1 | FileCheck --check-prefix=FULL %s
// FULL: erbium: error: ERBIUM_STATS: cannot write '{{.*}}.full.json': No space left on device
// RUN: env ERBIUM_STATS=2 %status 123 %t 2>&1 | FileCheck --check-prefix=WRONG %s
// WRONG: erbium: error: ERBIUM_STATS is '2'; expected 0, 1, json, or a file whose name ends in .json
#include <locale.h>

#include "test.h"

enum { N = 3000, BURST = 10 };

typedef ERBIUM_RECORD (int) record;

ERBIUM_PROCESS (count_up, record);
void
count_up (record r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_name_process ("up \"\\\n\303\244\377");
  erbium_register (v, 1);
  erbium_alloc (v, BURST);
  for (int i = 0; i < N; i += BURST)
    {
      erbium_stall (v, i + BURST);
      erbium_commit (v, i + BURST);
    }
}

/* Reads all of `from', and writes every other one. */
ERBIUM_PROCESS (halve, record, record);
void
halve (record from, record to)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (from), w = erbium_new_write_view (to);
  erbium_register (v, 1);
  erbium_register (w, 1);
  erbium_alloc (v, BURST);
  erbium_alloc (w, BURST);
  for (int i = 0; i < N; i += 2)
    {
      erbium_update (v, i + 2);
      erbium_release (v, i + 2);
      erbium_stall (w, i / 2 + 1);
      erbium_commit (w, i / 2 + 1);
    }
}

int
main (void)
{
  setlocale (LC_ALL, "");
  record r = erbium_new_record (int, 1, 1), s = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (s);
  erbium_name_record (r, "all");
  erbium_register (v, 1);
  erbium_alloc (v, BURST);
  ERBIUM_RUN (count_up, r);
  ERBIUM_RUN (halve, r, s);
  for (int i = 0; i < N / 2; i += BURST)
    {
      erbium_update (v, i + BURST);
      erbium_release (v, i + BURST);
    }
}
