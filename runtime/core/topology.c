/* SPDX-License-Identifier: MIT */
/* topology.c - processors and pinning, by hwloc.
 *
 * hwloc takes 2 to 5 ms to begin, so it is asked only where the order of processors matters: of two
 * processors both orders are the same.  Without hwloc (ERB_NO_HWLOC, for a cross compiler that
 * lacks it), PIN has no effect on more than two.
 */
#define _GNU_SOURCE
#include "core/core.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

static int64_t cache_of_hwloc (void);
static void bind_in_order (enum erb_pin pin, int n);

/* Returns the number of processors on which the process may run. */
int
erb_processors (void)
{
  cpu_set_t set;
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    return CPU_COUNT (&set);
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int) n : 1;
}

int
erb_processor_here (void)
{
  return sched_getcpu ();
}

bool
erb_bind_to_processor (int n)
{
  cpu_set_t one;
  CPU_ZERO (&one);
  if (n < CPU_SETSIZE)
    CPU_SET (n, &one);
  return sched_setaffinity (0, sizeof one, &one) == 0; /* fails for an empty set */
}

/* Moves the calling thread, which may run on `mine', to processor n, and permits it all of `mine'
 * again.  Returns whether it has moved. */
static bool
go_to (int n, const cpu_set_t *mine)
{
  cpu_set_t one;
  CPU_ZERO (&one);
  CPU_SET (n, &one);
  bool there = sched_setaffinity (0, sizeof one, &one) == 0;
  sched_setaffinity (0, sizeof *mine, mine);
  return there;
}

bool
erb_go_to_processor (int n)
{
  cpu_set_t mine;
  return n < CPU_SETSIZE && sched_getaffinity (0, sizeof mine, &mine) == 0
         && CPU_ISSET (n, &mine) && go_to (n, &mine);
}

/* The system's list of the hardware threads of a core is like "3,7" or "6-7". */
int
erb_sibling_of (int n)
{
  char name[96];
  int first = -1, second = -1;
  snprintf (name, sizeof name, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", n);
  FILE *f = n < 0 ? NULL : fopen (name, "re");
  if (!f)
    return -1;
  int found = fscanf (f, "%d%*[,-]%d", &first, &second);
  fclose (f);
  return found < 2 ? -1 : first == n ? second : first;
}

int
erb_leave_processor (bool (*taken) (const void *, int), const void *data)
{
  cpu_set_t mine;
  if (sched_getaffinity (0, sizeof mine, &mine) != 0)
    return -1;
  for (int n = 0; n < CPU_SETSIZE; n++)
    if (CPU_ISSET (n, &mine) && !taken (data, n))
      return go_to (n, &mine) ? n : -1;
  return -1;
}

/* If the C library does not know the size, asks hwloc, which takes a millisecond. */
size_t
erb_own_cache (void)
{
  static erbium_atomic known; /* all threads store the same value */
  int64_t bytes = erbium_load_relaxed (&known);
  if (bytes)
    return (size_t) bytes;
  bytes = sysconf (_SC_LEVEL2_CACHE_SIZE);
  if (bytes <= 0)
    bytes = cache_of_hwloc ();
  if (bytes <= 0)
    bytes = 1 << 20;
  erbium_store_relaxed (&known, bytes);
  return (size_t) bytes;
}

static cpu_set_t permitted; /* to the first thread that is bound; others inherit what is bound */
static pthread_once_t permitted_once = PTHREAD_ONCE_INIT;

static void
read_permitted (void)
{
  if (sched_getaffinity (0, sizeof permitted, &permitted) != 0)
    CPU_ZERO (&permitted);
}

/* Binds the calling thread to the nth of at most two processors.  Returns false if there are
 * more. */
static bool
bind_to_one_of_two (int n)
{
  pthread_once (&permitted_once, read_permitted);
  cpu_set_t one;
  int count = CPU_COUNT (&permitted), skip = count == 2 ? n % 2 : 0, k = 0;
  if (count == 0 || count > 2)
    return false;
  while (!CPU_ISSET (k, &permitted) || skip-- > 0)
    k++;
  CPU_ZERO (&one);
  CPU_SET (k, &one);
  return sched_setaffinity (0, sizeof one, &one) == 0;
}

void
erb_unbind_self (void)
{
  pthread_once (&permitted_once, read_permitted);
  if (CPU_COUNT (&permitted) > 0)
    sched_setaffinity (0, sizeof permitted, &permitted);
}

void
erb_pin_self (enum erb_pin pin, int n)
{
  if (pin != ERB_PIN_NONE && !bind_to_one_of_two (n))
    bind_in_order (pin, n);
}

#ifdef ERB_NO_HWLOC

static int64_t
cache_of_hwloc (void)
{
  return 0;
}

static void
bind_in_order (enum erb_pin pin, int n)
{
  (void) pin, (void) n;
}

#else
#include <hwloc.h>

/* The processors on which the process may run, read once. */
static hwloc_topology_t topology;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool
restrict_to_allowed (void)
{
  hwloc_cpuset_t allowed = hwloc_bitmap_alloc ();
  bool done = allowed
              && hwloc_get_cpubind (topology, allowed, HWLOC_CPUBIND_PROCESS) == 0
              && hwloc_topology_restrict (topology, allowed, 0) == 0;
  hwloc_bitmap_free (allowed);
  return done;
}

static void
load (void)
{
  if (hwloc_topology_init (&topology) != 0)
    topology = NULL;
  else if (hwloc_topology_load (topology) != 0 || !restrict_to_allowed ())
    {
      hwloc_topology_destroy (topology);
      topology = NULL;
    }
}

static int64_t
cache_of_hwloc (void)
{
  pthread_once (&once, load);
  hwloc_obj_t cache = topology ? hwloc_get_obj_by_type (topology, HWLOC_OBJ_L2CACHE, 0) : NULL;
  return cache ? (int64_t) cache->attr->cache.size : 0;
}

/* Takes a processor below o: at each level descends into the object with the fewest taken
 * processors, the first of several.  userdata counts the taken ones. */
static hwloc_obj_t
take_far (hwloc_obj_t o)
{
  while (o->arity > 0)
    {
      hwloc_obj_t best = NULL;
      for (unsigned k = 0; k < o->arity; k++)
        {
          hwloc_obj_t c = o->children[k];
          bool left = (intptr_t) c->userdata < hwloc_bitmap_weight (c->cpuset);
          if (left && (!best || (intptr_t) c->userdata < (intptr_t) best->userdata))
            best = c;
        }
      best->userdata = (void *) ((intptr_t) best->userdata + 1);
      o = best;
    }
  return o;
}

/* Returns the nth of all processors, ordered such that each is as far from its predecessors as
 * possible: sockets in turn, and in each its cores in turn. */
static hwloc_obj_t
scattered (int n, int count)
{
  static hwloc_obj_t *order; /* under the lock */
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  if (!order && (order = calloc ((size_t) count, sizeof *order)))
    for (int k = 0; k < count; k++)
      order[k] = take_far (hwloc_get_root_obj (topology));
  pthread_mutex_unlock (&lock);
  return order ? order[n % count] : NULL;
}

/* Returns the nth processor in hwloc's order, in which neighbours share caches. */
static hwloc_obj_t
compact (int n, int count)
{
  return hwloc_get_obj_by_type (topology, HWLOC_OBJ_PU, (unsigned) (n % count));
}

static void
bind_in_order (enum erb_pin pin, int n)
{
  pthread_once (&once, load);
  int count = topology ? hwloc_get_nbobjs_by_type (topology, HWLOC_OBJ_PU) : 0;
  if (count <= 0)
    return;
  hwloc_obj_t processor = pin == ERB_PIN_SCATTER ? scattered (n, count) : compact (n, count);
  if (processor)
    hwloc_set_cpubind (topology, processor->cpuset, HWLOC_CPUBIND_THREAD);
}
#endif
