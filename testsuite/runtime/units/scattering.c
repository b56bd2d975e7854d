/* SPDX-License-Identifier: MIT */
/* ERBIUM_PIN=compact takes processors that share caches one after the other, scatter those
 * that are far apart; both take each once.  On machines that hwloc makes up. */
// REQUIRES: hwloc
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t "package:2 core:2 pu:2" 0,4,2,6,1,5,3,7
// RUN: %timed %t "core:4 pu:1" 0,1,2,3
// RUN: %timed %t "package:2 l3:2 core:2 pu:1" 0,4,2,6,1,5,3,7
// RUN: %timed %t "pu:1" 0
#include "core/topology.c"
#include "test.h"

int
main (int argc, char **argv)
{
  expect_equal (argc, 3);
  expect_equal (hwloc_topology_init (&topology), 0);
  expect_equal (hwloc_topology_set_synthetic (topology, argv[1]), 0);
  expect_equal (hwloc_topology_load (topology), 0);
  int count = hwloc_get_nbobjs_by_type (topology, HWLOC_OBJ_PU);
  char *next = argv[2];
  for (int n = 0; n < 2 * count; n++) /* then from the beginning */
    {
      if (n == count)
        next = argv[2];
      expect_equal (scattered (n, count)->logical_index, strtol (next, &next, 10));
      next += *next == ',';
      expect_equal (compact (n, count)->logical_index, n % count);
    }
  expect_equal (*next, 0);
}
