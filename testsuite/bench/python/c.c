/* SPDX-License-Identifier: MIT */
/* c.c - the network of the benchmark `python' in C: an array, a moving sum, a sum. */
#include "../common.h"
#include "network.h"

ERBIUM_PROCESS (feed, ERBIUM_RECORD (uint32_t), const uint32_t *, int64_t, int64_t);
void
feed (ERBIUM_RECORD (uint32_t) out, const uint32_t *from, int64_t items, int64_t burst)
{
  ERBIUM_VIEW (uint32_t) v = erbium_new_write_view (out);
  erbium_register (v, 1);
  erbium_alloc (v, 2 * burst);
  for (erbium_index i = 0, to; i < items; i = to)
    {
      to = i + burst < items ? i + burst : items;
      erbium_stall (v, to);
      memcpy (ERBIUM_SPAN (v, i, to), from + i, (size_t) (to - i) * sizeof *from);
      erbium_commit (v, to);
    }
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst");
  bench_confine (&o);
  /* In huge pages, as NumPy's arrays are. */
  uint32_t *array = bench_memory (&o, (size_t) o.items * sizeof *array), sum = 0;
  bench_fill (array, 0, o.items);
  erbium_program_enter (NULL); /* the runtime begins, as when Python imports the module */
  double start = bench_now ();
  ERBIUM_RECORD (uint32_t) x = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RECORD (uint32_t) y = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (feed, x, array, o.items, o.burst);
  ERBIUM_RUN (smooth, x, y, o.burst);
  erbium_join (ERBIUM_RUN (add, y, &sum, o.burst));
  double seconds = bench_now () - start;
  printf ("{\"items\": %ld, \"seconds\": %.9f, \"sum\": %u}\n", o.items, seconds, sum);
}
