/* SPDX-License-Identifier: MIT */
/* space.h compiles without a warning as C and C++, with gcc and clang, and leaves the names of
 * the papers to the program. */
// RUN: gcc -std=c11 %strict %s -o %t.1 %libs
// RUN: %t.1
// RUN: g++ -x c++ -std=c++11 %strict %s -x none -o %t.2 %libs
// RUN: %t.2
// RUN: %clang -std=gnu17 -fsyntax-only %strict %s
// RUN: %clang -x c++ -std=c++17 -fsyntax-only %strict %s
#include "erbium/space.h"

enum { SPACE_RETURNED = 7, SPACE_ENDED, SPACE_DIED };

struct names { int space_alloc, thread_start; };

static void *
space_start (void *unused)
{
  struct names names = { erbium_space_id (), erbium_space_gid () };
  erbium_space_ret ();
  bool right = names.space_alloc == 1 && names.thread_start == 5 && erbium_space_path ();
  return right ? unused : NULL;
}

int
main (void)
{
  int child = erbium_space_alloc (5), status = 1;
  erbium_space_start (child, space_start, NULL);
  bool right = erbium_space_sync (child, true) == ERBIUM_SPACE_RETURNED;
  right &= erbium_space_watch (child, false, &status) == ERBIUM_SPACE_ENDED && status == 0;
  return right && SPACE_RETURNED == 7 ? 0 : 1;
}
