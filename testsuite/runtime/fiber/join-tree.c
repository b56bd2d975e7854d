/* SPDX-License-Identifier: MIT */
/* A tree whose nodes join their children is walked depth first, so few of its processes are alive
 * at a time, and each ends once. */
// RUN: %cc %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t
#include "test.h"

#include <stdatomic.h>

enum { DEPTH = 11, MOST = 4 * DEPTH };

static atomic_int alive, most, ended;

ERBIUM_PROCESS (node, int);
void
node (int depth)
{
  int now = ++alive;
  if (now > most)
    most = now;
  if (depth > 0)
    {
      erbium_process left = ERBIUM_RUN (node, depth - 1), right = ERBIUM_RUN (node, depth - 1);
      erbium_join (left);
      erbium_join (right);
    }
  alive--;
  ended++;
}

int
main (void)
{
  erbium_join (ERBIUM_RUN (node, DEPTH));
  expect_equal (ended, (2 << DEPTH) - 1);
  expect (most <= MOST);
}
