/* SPDX-License-Identifier: MIT */
/* tbb.cc - --work behind of grain.h with oneTBB: a task makes another one ready, and computes. */
#include "grain.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

static double
behind (long items)
{
  double ns = 0;
  for (long i = 0; i < items; i++)
    {
      tbb::task_group group;
      uint32_t late = 0;
      double since = bench_now ();
      group.run ([&] { late = grain_ns_from (since); });
      grain_compute_from (since);
      group.wait ();
      ns += late;
    }
  return 1e-9 * ns;
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "mode work load");
  if (strcmp (o.work, "behind"))
    bench_die (&o, "--work '%s' is not known", o.work);
  bench_confine (&o);
  tbb::global_control threads (tbb::global_control::max_allowed_parallelism, (size_t) o.cpu_count);
  tbb::task_arena arena (o.cpu_count);
  arena.execute ([&] { grain_seconds = behind (o.items); });
  grain_print (&o, 0, (uint32_t) o.items);
  return 0;
}
