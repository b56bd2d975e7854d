/* SPDX-License-Identifier: MIT */
/* erbium/spmc.h and erbium/channel.h compile without a warning as C++11 and C++17, and work
 * there. */
// RUN: g++ -std=c++11 %strict %s -o %t.1 %libs
// RUN: %run --only default %t.1
// RUN: g++ -std=gnu++17 -O2 %strict %s -o %t.2 %libs
// RUN: %run --only default %t.2
// RUN: %clang -x c++ -std=c++17 -fsyntax-only %strict %s
// RUN: %clang -x c -std=gnu11 -fsyntax-only %strict %s
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "erbium/channel.h"

int
main (void)
{
  char text[8] = "";
  erbium_spmc_init (2);
  int c = erbium_chan_alloc (), lazy = erbium_chan_alloc_as (100, ERBIUM_CHAN_LAZY);
  erbium_chan_setcons (c, 1);
  erbium_chan_setprod (lazy, 1, 1);
  if (fork () == 0)
    {
      erbium_spmc_enter (1);
      erbium_chan_recv (c, text);
      erbium_chan_send_last (lazy, text, sizeof text);
      erbium_spmc_leave ();
      _exit (0);
    }
  erbium_chan_send (c, "there", 6);
  char back[8];
  bool ok = erbium_chan_recv (lazy, back) == sizeof back && strcmp (back, "there") == 0;
  wait (NULL);
  return ok ? 0 : 1;
}
