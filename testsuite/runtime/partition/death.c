/* SPDX-License-Identifier: MIT */
/* The death of a partition ends the program as that of a thread does: the message names the process,
 * and the place of the instruction in the program's file. */
// UNSUPPORTED: thread, address
// RUN: %build
// RUN: env ERBIUM_TASK=partition %status 139 sh -c '%t.partition segv; exit $?' > %t.out 2>&1
// RUN: FileCheck --check-prefix=SEGV %s < %t.out
// SEGV: error: process 'dies' died of SIGSEGV, an access to memory that is not there
// SEGV-NEXT: erbium: note: addr2line -ie {{.*}}.partition 0x{{[0-9a-f]+}} names the line
// RUN: sed -n 's/.*note: \(addr2line -ie [^ ]* 0x[0-9a-f]*\).*/\1/p' %t.out | sh | FileCheck --check-prefix=LINE %s
// LINE: death.c:[[# @LINE + 18]]
// RUN: env ERBIUM_TASK=partition %status 134 sh -c '%t.partition abort; exit $?' 2>&1 | FileCheck --check-prefix=ABORT %s
// ABORT: error: process 'dies' died of SIGABRT, a call of abort
// RUN: env ERBIUM_TASK=partition %status 7 %t.partition exit 2>&1 | FileCheck --allow-empty --implicit-check-not={{.}} %s
#include "test.h"

static const char *how;

ERBIUM_PROCESS (dies, ERBIUM_RECORD (int));
void
dies (ERBIUM_RECORD (int) r)
{
  volatile int *none = NULL;
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  if (strcmp (how, "segv") == 0)
    {
      *none = 1;
    }
  if (strcmp (how, "abort") == 0)
    abort ();
  exit (7);
}

int
main (int count, char **argument)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  how = argument[count - 1];
  ERBIUM_RUN (dies, r);
  erbium_update (v, 10);
}
