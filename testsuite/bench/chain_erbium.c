/* SPDX-License-Identifier: MIT */
/* chain_erbium.c - n processes in a row: one adds nothing and starts the
 * stream, the others add one to each element and pass it on.
 *
 * Prints the time per element and stage, which should not depend on n.
 */
#include "common.h"

#include <erbium.h>
#include <sys/resource.h>

typedef ERBIUM_RECORD (uint32_t) record;
typedef ERBIUM_VIEW (uint32_t) view;

static long items, burst, horizon;
static uint32_t result;

static ERBIUM_PROCESS (source, record);
static ERBIUM_PROCESS (stage, record, record);

static view
connect (record r, int write)
{
  view v = write ? erbium_new_write_view (r) : erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, horizon);
  return v;
}

static void
source (record to)
{
  view w = connect (to, 1);
  for (long i = 0; i < items; i += burst)
    {
      erbium_stall (w, i + burst);
      bench_fill (ERBIUM_SPAN (w, i, i + burst), (uint32_t) i, burst);
      erbium_commit (w, i + burst);
    }
}

static void
stage (record from, record to)
{
  view r = connect (from, 0), w = connect (to, 1);
  for (erbium_index tl = 0, hd; (hd = erbium_update (r, tl + burst)); tl = hd)
    {
      erbium_stall (w, hd);
      const uint32_t *x = ERBIUM_SPAN (r, tl, hd);
      uint32_t *y = ERBIUM_SPAN (w, tl, hd);
      for (long k = 0; k < hd - tl; k++)
        y[k] = x[k] + 1;
      erbium_commit (w, hd);
      erbium_release (r, hd);
    }
}

static void
sink (record from)
{
  view r = connect (from, 0);
  for (erbium_index tl = 0, hd; (hd = erbium_update (r, tl + burst)); tl = hd)
    {
      result += bench_sum (ERBIUM_SPAN (r, tl, hd), hd - tl);
      erbium_release (r, hd);
    }
  erbium_free_view (r, ERBIUM_TERMINATE);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst window stages");
  items = o.items / o.burst * o.burst, burst = o.burst;
  horizon = o.window / (long) sizeof (uint32_t);
  double start = bench_now ();
  record r = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (source, r);
  for (long n = 2; n < o.stages; n++)
    {
      record next = erbium_new_record (uint32_t, 1, 1);
      ERBIUM_RUN (stage, r, next);
      r = next;
    }
  sink (r);
  erbium_join_all ();
  double seconds = bench_now () - start;
  struct rusage u;
  getrusage (RUSAGE_SELF, &u);
  printf ("{\"peer\":\"%s\",\"burst\":%ld,\"items\":%ld,\"stages\":%ld,\"seconds\":%.6f,"
          "\"sum\":%u,\"ns_per_element_stage\":%.4f,\"max_rss_kib\":%ld,\"switches\":%ld}\n",
          o.peer, burst, items, o.stages, seconds, (unsigned) result,
          seconds * 1e9 / (double) items / (double) o.stages, u.ru_maxrss,
          u.ru_nvcsw + u.ru_nivcsw);
  return 0;
}
