/* SPDX-License-Identifier: MIT */
/* What runs out is told as an error of the call that the program made, with what mends it: frames of a channel that is sent
 * on or made; spaces that pages are for. */
// RUN: %build
// RUN: %status 122 %timed sh -c 'ulimit -f 300; exec %t send' 2>&1 | FileCheck --check-prefix=SEND %s
// RUN: %status 122 %timed sh -c 'ulimit -f 300; exec %t push' 2>&1 | FileCheck --check-prefix=PUSH %s
// RUN: %status 122 %timed sh -c 'ulimit -f 100; exec %t alloc' 2>&1 | FileCheck --check-prefix=ALLOC %s
// RUN: %status 122 %timed %t many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: %timed %t more
// UNSUPPORTED: sanitizer
#include "erbium/papers.h"
#include "test.h"

enum { MESSAGE = 4096, MESSAGES = 2000, SPACES = 1100 };

static const char *way;

static bool
is (const char *which)
{
  return strcmp (way, which) == 0;
}

static void
many (void)
{
  for (int n = 0; n < SPACES; n++)
    // MANY: running-out.c:[[#@LINE+2]]: error: erbium_space_alloc: there are pages for 1024 spaces at a time
    // MANY-NEXT: note: join spaces before there are more, or call erbium_spmc_init for more before the first space
    space_alloc (0);
}

static void *
nothing (void *unused)
{
  return unused;
}

int
main (int argc, char **argv)
{
  static char bytes[MESSAGE];
  expect_equal (argc, 2);
  way = argv[1];
  if (is ("more"))
    spmc_init (SPACES + 1);
  if (is ("many") || is ("more"))
    {
      many ();
      chan_setcons (chan_alloc (), SPACES);
      return 0;
    }
  int child = space_alloc (0);
  if (is ("alloc"))
    // ALLOC: running-out.c:[[#@LINE+1]]: error: erbium_chan_alloc_as: no frames for {{[0-9]+}} pages
    chan_alloc_as (1 << 20, 0);
  int c = chan_alloc_as (65536, CHAN_EAGER);
  chan_setcons (c, child); /* which never reads */
  for (int n = 0; n < MESSAGES; n++)
    if (is ("send"))
      // SEND: running-out.c:[[#@LINE+1]]: error: erbium_chan_send: no frames for {{[0-9]+}} more pages
      chan_send (c, bytes, sizeof bytes);
    else
      {
        memset (chan_room (c, sizeof bytes), 1, sizeof bytes);
        // PUSH: running-out.c:[[#@LINE-1]]: error: erbium_chan_room: no frames for {{[0-9]+}} more pages
        chan_push (c, sizeof bytes);
      }
  space_start (child, nothing, NULL);
  return 0;
}
