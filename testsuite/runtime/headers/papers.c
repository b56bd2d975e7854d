/* SPDX-License-Identifier: MIT */
/* papers.h compiles without a warning as C and C++, with gcc and clang, and defines the names of
 * DLinux and sumC; they may also be members of structures. */
// RUN: gcc -std=c11 %strict %s -o %t.1 %libs
// RUN: %t.1
// RUN: g++ -x c++ -std=c++11 %strict %s -x none -o %t.2 %libs
// RUN: %t.2
// RUN: %clang -std=gnu17 -fsyntax-only %strict %s
// RUN: %clang -x c++ -std=c++17 -fsyntax-only %strict %s
#include "erbium/papers.h"

struct names { int space_alloc, thread_start, chan; };

static void *
function (void *with)
{
  struct names names = { space_id (), space_gid (), *(int *) with };
  chan_sendLast (names.chan, &names, sizeof names);
  thread_ret ();
  space_ret ();
  return NULL;
}

int
main (void)
{
  int child = thread_alloc (6), chan = chan_alloc (), status = 1;
  struct names names;
  chan_setprod (chan, child, true);
  thread_start (child, function, &chan);
  bool right = chan_recv (chan, &names) == sizeof names;
  right &= names.space_alloc == 1 && names.thread_start == 6;
  right &= thread_sync (child) == SPACE_RETURNED && space_sync (child, true) == SPACE_RETURNED;
  right &= space_watch (child, false, &status) == SPACE_ENDED && status == 0;
  return right && chan_recv (chan, &names) == CHAN_END ? 0 : 1;
}
