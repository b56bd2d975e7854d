/* SPDX-License-Identifier: MIT */
/* ERBIUM_PIN binds each process to one processor, among those that the program may
 * run on and to no other; as many processes as there are such get one each. */
// REQUIRES: hwloc
// RUN: %cc -D_GNU_SOURCE %s -o %t %libs
// RUN: env ERBIUM_PIN=compact %timed %t first
// RUN: env ERBIUM_PIN=compact %timed %t last
// RUN: env ERBIUM_PIN=compact %timed %t all
// RUN: env ERBIUM_PIN=scatter %timed %t first
// RUN: env ERBIUM_PIN=scatter %timed %t last
// RUN: env ERBIUM_PIN=scatter %timed %t all
// RUN: not env ERBIUM_PIN=none %timed %t all
#include "test.h"

static cpu_set_t may, used;

ERBIUM_PROCESS (look, int);
void
look (int n)
{
  (void) n;
  cpu_set_t mine, both;
  expect_equal (sched_getaffinity (0, sizeof mine, &mine), 0);
  expect_equal (CPU_COUNT (&mine), 1);
  CPU_AND (&both, &mine, &may);
  expect_equal (CPU_COUNT (&both), 1);
  CPU_OR (&used, &used, &mine);
}

/* Leaves only the first or the last of the processors that we may use. */
static void
leave_one (const char *which)
{
  int found = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET (cpu, &may) && (found < 0 || strcmp (which, "last") == 0))
      found = cpu;
  CPU_ZERO (&may);
  CPU_SET (found, &may);
  expect_equal (sched_setaffinity (0, sizeof may, &may), 0);
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  expect_equal (sched_getaffinity (0, sizeof may, &may), 0);
  if (strcmp (argv[1], "all") != 0)
    leave_one (argv[1]);
  for (int n = 0; n < CPU_COUNT (&may); n++)
    erbium_join (ERBIUM_RUN (look, n));
  expect (CPU_EQUAL (&used, &may));
}
