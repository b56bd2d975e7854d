/* SPDX-License-Identifier: MIT */
/* LC: a communicator runs on the processor that the mapping has for that of its process, also if
 * the process is bound to its own. */
// RUN: %build
// RUN: %timed %t
#define _GNU_SOURCE
#include "lc-test.h"
#include "places.h"

static int mapping[CPU_SETSIZE];

static void
check_place (Communicator kp, int want)
{
  cpu_set_t set;
  Channel ch = LCcreate_as (0, sizeof (struct message), 1, 1);
  struct message m = message (7);
  LCwait (LCsend (kp, ch, (char *) &m)); /* so the communicator has begun */
  expect (is_message (LCreceive (ch), 7));
  expect (places_of_thread ("erbium/lc", &set));
  expect_equal (CPU_COUNT (&set), 1);
  expect (CPU_ISSET (want, &set));
  finalizeCommunicator (kp);
  LCdetach (ch);
}

int
main (void)
{
  cpu_set_t all, one;
  expect_equal (sched_getaffinity (0, sizeof all, &all), 0);
  int here = place_in_set (&all, 0), other = place_in_set (&all, 1);
  if (other < 0)
    return 0;
  CPU_ZERO (&one);
  CPU_SET (here, &one);
  expect_equal (sched_setaffinity (0, sizeof one, &one), 0);
  for (int i = 0; i < CPU_SETSIZE; i++)
    mapping[i] = other;
  check_place (initCommunicator (mapping), other);
  mapping[here] = here;
  check_place (initCommunicator (mapping), here);
  expect_equal (sched_getaffinity (0, sizeof one, &one), 0); /* the caller stays where it was */
  expect_equal (CPU_COUNT (&one), 1);
}
