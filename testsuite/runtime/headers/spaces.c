/* SPDX-License-Identifier: MIT */
/* space.h compiles without a warning as C and C++, with gcc and clang, and behind
 * names of the program's own. */
// RUN: gcc -std=c11 %strict %s -o %t.1 %libs
// RUN: %t.1
// RUN: g++ -x c++ -std=c++11 %strict %s -x none -o %t.2 %libs
// RUN: %t.2
// RUN: %clang -std=gnu17 -fsyntax-only %strict %s
// RUN: %clang -x c++ -std=c++17 -fsyntax-only %strict %s
#include "erbium/space.h"

struct thread { int space_alloc, thread_start; };

static void *
function (void *unused)
{
  struct thread names = { space_id (), space_gid () };
  thread_ret ();
  space_ret ();
  return names.space_alloc == 1 && names.thread_start == 5 && space_path () ? unused : NULL;
}

int
main (void)
{
  int child = space_alloc (5), other = thread_alloc (6), status = 1;
  space_start (child, function, NULL);
  thread_start (other, function, &status);
  bool right = space_sync (child, true) == SPACE_RETURNED && thread_sync (other) == SPACE_RETURNED
               && space_watch (child, false, &status) == SPACE_RETURNED && status == 0;
  thread_join (other);
  return right ? 0 : 1;
}
