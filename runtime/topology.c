/* SPDX-License-Identifier: MIT */
/* topology.c - processors and pinning, from hwloc.
 *
 * Built without hwloc (ERB_NO_HWLOC, for a cross compiler that lacks it),
 * processors are counted by the system and PIN has no effect.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <sched.h>
#include <unistd.h>

/* Those that the process may run on. */
int
erb_processors (void)
{
  cpu_set_t set;
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    return CPU_COUNT (&set);
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int) n : 1;
}

#ifdef ERB_NO_HWLOC

void
erb_pin_self (enum erb_pin pin, int n)
{
  (void) pin, (void) n;
}

#else
#include <hwloc.h>

static hwloc_topology_t topology; /* a fact of the machine: read once */
static hwloc_cpuset_t allowed_set;

static void
load (void)
{
  if (hwloc_topology_init (&topology) != 0)
    topology = NULL;
  else if (hwloc_topology_load (topology) != 0)
    {
      hwloc_topology_destroy (topology);
      topology = NULL;
    }
  else if ((allowed_set = hwloc_bitmap_alloc ()))
    hwloc_get_cpubind (topology, allowed_set, HWLOC_CPUBIND_PROCESS);
}

/* The nth processor in hwloc's order, in which neighbours share caches. */
static hwloc_obj_t
nth_processor (int n)
{
  int count = hwloc_get_nbobjs_inside_cpuset_by_type (topology, allowed_set, HWLOC_OBJ_PU);
  if (count <= 0)
    return NULL;
  return hwloc_get_obj_inside_cpuset_by_type (topology, allowed_set, HWLOC_OBJ_PU,
                                              (unsigned) (n % count));
}

/* Far apart: the nth of a distribution over the whole machine. */
static void
bind_scattered (int n)
{
  int count = hwloc_get_nbobjs_inside_cpuset_by_type (topology, allowed_set, HWLOC_OBJ_PU);
  if (count <= 0)
    return;
  hwloc_obj_t root = hwloc_get_root_obj (topology);
  hwloc_cpuset_t *sets = calloc ((size_t) count, sizeof *sets);
  if (sets && hwloc_distrib (topology, &root, 1, sets, (unsigned) count, INT32_MAX, 0) == 0)
    {
      hwloc_bitmap_singlify (sets[n % count]);
      hwloc_set_cpubind (topology, sets[n % count], HWLOC_CPUBIND_THREAD);
      for (int k = 0; k < count; k++)
        hwloc_bitmap_free (sets[k]);
    }
  free (sets);
}

void
erb_pin_self (enum erb_pin pin, int n)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, load);
  if (!topology || !allowed_set || pin == ERB_PIN_NONE)
    return;
  if (pin == ERB_PIN_SCATTER)
    {
      bind_scattered (n);
      return;
    }
  hwloc_obj_t processor = nth_processor (n);
  if (processor)
    hwloc_set_cpubind (topology, processor->cpuset, HWLOC_CPUBIND_THREAD);
}
#endif
