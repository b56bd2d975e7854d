/* SPDX-License-Identifier: MIT */
/* SIGINT reaches all spaces of the program's group: it ends by that signal, and says
 * nothing; so does one that waits for a space that was interrupted alone. */
// RUN: %build
// RUN: %exits 130 %t group
// RUN: %exits 130 %t child
// RUN: %exits 119 %t handled 2>&1 | FileCheck %s
// CHECK: error: erbium_space_join: space 0.1 (gid 1, {{.*}}) has died of SIGINT (Interrupt)
#include <signal.h>
#include "erbium/papers.h"
#include "test.h"

static void
on_interrupt (int number)
{
  (void) number;
}

static void *
child (void *group)
{
  signal (SIGINT, SIG_DFL);
  kill (group ? 0 : getpid (), SIGINT);
  return NULL;
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  bool group = strcmp (argv[1], "group") == 0;
  setpgid (0, 0);
  signal (SIGINT, strcmp (argv[1], "handled") == 0 ? on_interrupt : SIG_DFL);
  int id = space_alloc (1);
  space_start (id, child, group ? &group : NULL);
  space_join (id);
}
