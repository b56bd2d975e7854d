/* SPDX-License-Identifier: MIT */
/* However a space dies, its parent is told at its next wait: which space, how, where. */
// RUN: %build
// RUN: %status 119 %timed %t segv 2>&1 | FileCheck %s --check-prefixes=ALL,SEGV
// RUN: %status 119 %timed %t abort 2>&1 | FileCheck %s --check-prefixes=ALL,ABORT
// RUN: %status 119 %timed %t kill 2>&1 | FileCheck %s --check-prefixes=ALL,KILL
// RUN: %status 119 %timed %t exit 2>&1 | FileCheck %s --check-prefixes=ALL,EXIT
// RUN: %status 119 %timed %t _exit 2>&1 | FileCheck %s --check-prefixes=ALL,EXIT
// RUN: %status 119 %timed %t exec 2>&1 | FileCheck %s --check-prefixes=ALL,EXEC
// RUN: %status 119 %timed %t misuse 2>&1 | FileCheck %s --check-prefixes=ALL,MISUSE
// RUN: %status 119 %timed %t deep 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: %status 119 %timed %t in-ret 2>&1 | FileCheck %s --check-prefix=RET
// RUN: %status 119 %timed %t at-end 2>&1 | FileCheck %s --check-prefix=END
// MISUSE: deaths.c:[[#]]: error: erbium_space_join: there is no child 9; this space has allocated 0, in process 'space 0.1'
// MISUSE-NEXT: note: pass what erbium_space_alloc has returned here, to this space
// ALL: deaths.c:[[#@LINE+56]]: error: erbium_space_join: space 0.1 (gid 7, {{.*}}deaths.c:[[#@LINE+51]])
// SEGV-SAME: has died of SIGSEGV (Segmentation fault); it was expected to call erbium_space_ret, or return from its function, in process 'space 0'
// SEGV-NEXT: note: run it under a debugger
// ABORT-SAME: has died of SIGABRT (Aborted)
// KILL-SAME: has died of SIGKILL (Killed)
// KILL-NEXT: note: find out what has killed it
// EXIT-SAME: has called exit or exec (status 3) instead of returning
// EXIT-NEXT: note: let its function return
// EXEC-SAME: has called exit or exec (status 0) instead of returning
// MISUSE-SAME: has ended with an error (status 120)
// MISUSE-NEXT: note: its own message gives the reason
// DEEP: error: erbium_space_sync: space 0.1.1 (gid 8, {{.*}}) has died of SIGKILL (Killed){{.*}}, in process 'space 0.1'
// DEEP: error: erbium_space_join: space 0.1 (gid 7, {{.*}}) has ended with an error (status 119){{.*}}, in process 'space 0'
// RET: error: erbium_space_sync: space 0.1 (gid 7, {{.*}}) has died of SIGKILL (Killed)
// END: erbium: error: the end of main: space 0.1 (gid 7, {{.*}}) has died of SIGKILL (Killed)
#include <signal.h>
#include "erbium/papers.h"
#include "test.h"

static void *
dies (void *way)
{
  if (strcmp (way, "segv") == 0)
    raise (SIGSEGV);
  if (strcmp (way, "abort") == 0)
    abort ();
  if (strcmp (way, "exit") == 0)
    exit (3);
  if (strcmp (way, "_exit") == 0)
    _exit (3);
  if (strcmp (way, "exec") == 0)
    execl ("/bin/true", "true", NULL);
  if (strcmp (way, "misuse") == 0)
    space_join (9);
  if (strcmp (way, "deep") == 0)
    {
      int child = space_alloc (8);
      space_start (child, dies, "kill");
      space_sync (child, true);
    }
  if (strcmp (way, "in-ret") == 0)
    space_ret ();
  raise (SIGKILL);
  return NULL;
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  int child = space_alloc (7);
  space_start (child, dies, argv[1]);
  if (strcmp (argv[1], "at-end") == 0)
    return 0;
  if (strcmp (argv[1], "in-ret") == 0)
    space_sync (child, true), space_sync (child, true);
  space_join (child);
}
