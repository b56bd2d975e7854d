/* SPDX-License-Identifier: MIT */
/* one_of_two.h - a kernel that says of all threads that they run on the first of two processors,
 * or where they say themselves, and that notes what is asked of it. */
#include <sched.h>
#include "shared.h"

static const int first = 3, second = 5;
static _Thread_local int running_on = 3;
/* How often each set was asked for. */
static SHARED atomic_int to_first, to_second, to_both, to_other;

int
sched_getcpu (void)
{
  return running_on;
}

int
sched_getaffinity (pid_t task, size_t size, cpu_set_t *set)
{
  (void) task;
  CPU_ZERO_S (size, set);
  CPU_SET_S (first, size, set);
  CPU_SET_S (second, size, set);
  return 0;
}

int
sched_setaffinity (pid_t task, size_t size, const cpu_set_t *set)
{
  bool a = CPU_ISSET_S (first, size, set), b = CPU_ISSET_S (second, size, set);
  (void) task;
  atomic_fetch_add (a && b ? &to_both : a ? &to_first : b ? &to_second : &to_other, 1);
  return 0;
}
