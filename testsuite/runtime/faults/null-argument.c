/* SPDX-License-Identifier: MIT */
/* NULL for a string or a stream is an error that says which. */
// RUN: %build
// RUN: %exits 120 %t name | FileCheck --check-prefix=NAME %s
// NAME: erbium: error: erbium_name_process: the name is NULL, in process 'main'
// NAME-NEXT: erbium: note: pass a string
// RUN: %exits 120 %t stats | FileCheck --check-prefix=STATS %s
// STATS: erbium: error: erbium_stats: the stream is NULL, in process 'main'
// STATS-NEXT: erbium: note: pass a stream, as stderr
// RUN: %exits 3 %t set | FileCheck --check-prefix=SET %s
// SET: erbium: error: erbium_set: the name is NULL; pass a string, as "CHECK" and "1"
// SET-NEXT: erbium: error: erbium_set: the value is NULL; pass a string, as "CHECK" and "1"
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argc;
  if (strcmp (argv[1], "name") == 0)
    erbium_name_process (NULL);
  else if (strcmp (argv[1], "stats") == 0)
    erbium_stats (NULL);
  else if (erbium_set (NULL, "1") == -1 && erbium_set ("CHECK", NULL) == -1)
    return 3;
}
