/* SPDX-License-Identifier: MIT */
/* erbium.c - the work of grain.h with processes of the task model --mode. */
#include "grain.h"

#include <erbium.h>

typedef ERBIUM_RECORD (uint32_t) record;
typedef ERBIUM_VIEW (uint32_t) view;

#include "../connect.h"

/* Returns the sum of the items of r, which it reads one at a time. */
static uint32_t
sum_of (record r, int id)
{
  view in = connect_from (r, id, 1);
  uint32_t sum = 0;
  for (erbium_index i = 0; erbium_update (in, i + 1) > i; i++)
    {
      sum += ERBIUM_AT (in, i);
      erbium_release (in, i + 1);
    }
  erbium_free_view (in, ERBIUM_TERMINATE);
  return sum;
}

static void
put (view out, erbium_index i, uint32_t x)
{
  erbium_stall (out, i + 1);
  ERBIUM_AT (out, i) = x;
  erbium_commit (out, i + 1);
}

/* ---- Tree ----------------------------------------------------------------- */

static ERBIUM_PROCESS (node, record, int, long, long);

/* A node has a record for the result of each half. */
static void
node (record result, int id, long first, long end)
{
  view out = connect_to (result, id, 2);
  uint32_t sum;
  if (end - first <= LEAF)
    sum = grain_leaf (first, end);
  else
    {
      long middle = first + (end - first) / 2;
      record left = erbium_new_record (uint32_t, 1, 1), right = erbium_new_record (uint32_t, 1, 1);
      ERBIUM_RUN (node, left, 1, first, middle);
      ERBIUM_RUN (node, right, 1, middle, end);
      sum = sum_of (left, 1) + sum_of (right, 1);
    }
  put (out, 0, sum);
}

static uint32_t
tree (const struct bench_options *o)
{
  record result = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (node, result, 1, 0, o->items);
  return sum_of (result, 1);
}

/* ---- Histogram ------------------------------------------------------------- */

static ERBIUM_PROCESS (produce, record, int, long);

/* Writes each PRODUCERS-th burst. */
static void
produce (record r, int id, long items)
{
  view out = connect_to (r, id, 4096);
  for (long i = (id - 1) * SMALL; i < items; i += PRODUCERS * SMALL)
    {
      long end = bench_min (i + SMALL, items);
      erbium_commit (out, i);
      erbium_stall (out, end);
      bench_fill_scalar (ERBIUM_SPAN (out, i, end), (uint32_t) i, end - i);
      erbium_commit (out, end);
    }
  erbium_commit (out, items);
}

static uint32_t
histogram (const struct bench_options *o)
{
  static uint32_t bin[BINS];
  uint32_t sum = 0;
  record r = erbium_new_record (uint32_t, PRODUCERS, 1);
  for (int n = 0; n < PRODUCERS; n++)
    ERBIUM_RUN (produce, r, n + 1, o->items);
  view in = connect_from (r, 1, 4096);
  for (erbium_index i = 0, end; (end = erbium_update (in, i + SMALL)) > i; i = end)
    {
      const uint32_t *x = ERBIUM_SPAN (in, i, end);
      for (erbium_index k = 0; k < end - i; k++)
        {
          bin[grain_mixed (x[k]) % BINS]++;
          sum += x[k];
        }
      erbium_release (in, end);
    }
  return sum;
}

/* ---- Router ---------------------------------------------------------------- */

static ERBIUM_PROCESS (number, record, long);
static ERBIUM_PROCESS (route, record, record, record, record, record);
static ERBIUM_PROCESS (sink, record, record, int);

static void
number (record r, long items)
{
  view out = connect_to (r, 1, 4096);
  for (long i = 0; i < items; i++)
    put (out, i, (uint32_t) i);
}

static void
route (record from, record a, record b, record c, record d)
{
  record to[ROUTES] = { a, b, c, d };
  view out[ROUTES], in = connect_from (from, 1, 4096);
  erbium_index at[ROUTES] = { 0 };
  for (int n = 0; n < ROUTES; n++)
    out[n] = connect_to (to[n], 1, 4096);
  for (erbium_index i = 0; erbium_update (in, i + 1) > i; i++)
    {
      uint32_t x = ERBIUM_AT (in, i);
      int n = grain_route (x);
      erbium_release (in, i + 1);
      put (out[n], at[n], x);
      at[n]++;
    }
}

static void
sink (record from, record result, int id)
{
  view out = connect_to (result, 1, 1);
  put (out, 0, sum_of (from, id));
}

static uint32_t
router (const struct bench_options *o)
{
  record from = erbium_new_record (uint32_t, 1, 1), to[ROUTES], result[ROUTES];
  uint32_t sum = 0;
  for (int n = 0; n < ROUTES; n++)
    {
      to[n] = erbium_new_record (uint32_t, 1, 1);
      result[n] = erbium_new_record (uint32_t, 1, 1);
      ERBIUM_RUN (sink, to[n], result[n], 1);
    }
  ERBIUM_RUN (route, from, to[0], to[1], to[2], to[3]);
  ERBIUM_RUN (number, from, o->items);
  for (int n = 0; n < ROUTES; n++)
    sum += sum_of (result[n], 1);
  return sum;
}

/* ---- Cycle ----------------------------------------------------------------- */

static ERBIUM_PROCESS (pass_on, record, record, record, long);

/* The process with a result begins. */
static void
pass_on (record from, record to, record result, long turns)
{
  view in = connect_from (from, 1, 1), out = connect_to (to, 1, 1);
  uint32_t x = 0;
  for (long i = 0; i < turns; i++)
    {
      if (result)
        put (out, i, x);
      if (!erbium_update (in, i + 1))
        return;
      x = ERBIUM_AT (in, i) + (result != NULL);
      erbium_release (in, i + 1);
      if (!result)
        put (out, i, x);
    }
  if (result)
    put (connect_to (result, 1, 1), 0, x);
}

static uint32_t
cycle (const struct bench_options *o)
{
  record r[PEERS], result = erbium_new_record (uint32_t, 1, 1);
  for (int n = 0; n < PEERS; n++)
    r[n] = erbium_new_record (uint32_t, 1, 1);
  for (int n = 0; n < PEERS; n++)
    ERBIUM_RUN (pass_on, r[n], r[(n + 1) % PEERS], n ? NULL : result, o->items);
  return sum_of (result, 1);
}

/* ---- Short processes -------------------------------------------------------- */

static ERBIUM_PROCESS (hand_over, view, long, long);
static ERBIUM_PROCESS (give_result, record, long);
static ERBIUM_PROCESS (do_nothing, long);

/* Writes item i, and passes its view on to the next process. */
static void
hand_over (view out, long i, long items)
{
  put (out, i, (uint32_t) i);
  if (i + 1 < items)
    ERBIUM_RUN (hand_over, erbium_give (out), i + 1, items);
}

static uint32_t
handover (const struct bench_options *o)
{
  record r = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (hand_over, erbium_give (connect_to (r, 1, 16)), 0, o->items);
  return sum_of (r, 1);
}

static void
give_result (record r, long i)
{
  put (connect_to (r, 1, 1), 0, (uint32_t) i);
}

static uint32_t
future (const struct bench_options *o)
{
  uint32_t sum = 0;
  for (long i = 0; i < o->items; i++)
    {
      record r = erbium_new_record (uint32_t, 1, 1);
      ERBIUM_RUN (give_result, r, i);
      sum += sum_of (r, 1);
    }
  return sum;
}

static void
do_nothing (long i)
{
  __asm__ ("" : : "r" (i));
}

static uint32_t
join (const struct bench_options *o)
{
  uint32_t sum = 0;
  for (long i = 0; i < o->items; i++)
    {
      erbium_join (ERBIUM_RUN (do_nothing, i));
      sum += (uint32_t) i;
    }
  return sum;
}

/* ---- Behind a computation ------------------------------------------------ */

static ERBIUM_PROCESS (say_when, record, double);
static ERBIUM_PROCESS (compute, record, long);

/* Its result is how late it begins. */
static void
say_when (record r, double since)
{
  uint32_t ns = grain_ns_from (since);
  put (connect_to (r, 1, 1), 0, ns);
}

/* The processes that it runs are ready on its own worker. */
static void
compute (record result, long items)
{
  uint32_t ns = 0;
  for (long i = 0; i < items; i++)
    {
      record r = erbium_new_record (uint32_t, 1, 1);
      double since = bench_now ();
      ERBIUM_RUN (say_when, r, since);
      grain_compute_from (since);
      ns += sum_of (r, 1);
    }
  put (connect_to (result, 1, 1), 0, ns);
}

static uint32_t
behind (const struct bench_options *o)
{
  record result = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (compute, result, o->items);
  grain_seconds = 1e-9 * sum_of (result, 1);
  return (uint32_t) o->items;
}

/* ---- Sieve ------------------------------------------------------------------ */

static ERBIUM_PROCESS (filter, record, record, int);
static ERBIUM_PROCESS (candidates, record, long);

/* Takes a prime, and runs the next filter for the items that it does not divide.  The last filter
 * writes the number of primes. */
static void
filter (record from, record result, int before)
{
  view in = connect_from (from, 1, 64), out = NULL;
  if (!erbium_update (in, 1))
    {
      put (connect_to (result, 1, 1), 0, (uint32_t) before);
      return;
    }
  uint32_t prime = ERBIUM_AT (in, 0);
  record to = erbium_new_record (uint32_t, 1, 1);
  erbium_index k = 0;
  ERBIUM_RUN (filter, to, result, before + 1);
  out = connect_to (to, 1, 64);
  for (erbium_index i = 0; erbium_update (in, i + 1) > i; i++)
    {
      uint32_t x = ERBIUM_AT (in, i);
      if (x % prime)
        {
          put (out, k, x);
          k++;
        }
      erbium_release (in, i + 1);
    }
}

static void
candidates (record r, long items)
{
  view out = connect_to (r, 1, 64);
  for (long i = 2; i < items; i++)
    put (out, i - 2, (uint32_t) i);
}

static uint32_t
sieve (const struct bench_options *o)
{
  record from = erbium_new_record (uint32_t, 1, 1), result = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (filter, from, result, 0);
  ERBIUM_RUN (candidates, from, o->items);
  return sum_of (result, 1);
}

/* ---- Main as a consumer ------------------------------------------------------ */

static uint32_t
main_takes (const struct bench_options *o)
{
  record r = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (number, r, o->items);
  return sum_of (r, 1);
}

static const struct { const char *name; uint32_t (*of) (const struct bench_options *); } works[] = {
  { "tree", tree }, { "histogram", histogram }, { "router", router }, { "cycle", cycle },
  { "handover", handover }, { "future", future }, { "join", join }, { "sieve", sieve },
  { "main", main_takes }, { "behind", behind },
};

int
main (int argc, char **argv)
{
  static const char *const models[] = { "thread", "fiber", "space", "auto" };
  struct bench_options o = bench_parse (argc, argv, "mode work load");
  size_t n = 0;
  char workers[16];
  while (n < sizeof works / sizeof *works && strcmp (works[n].name, o.work))
    n++;
  if (n == sizeof works / sizeof *works)
    bench_die (&o, "--work '%s' is not known", o.work);
  grain_load (&o);
  snprintf (workers, sizeof workers, "%d", o.cpu_count);
  if (erbium_set ("TASK", models[bench_mode (&o, "thread fiber space auto")])
      || erbium_set ("WORKERS", workers))
    bench_unavailable (&o, "the library has no such task model");
  double start = bench_now ();
  uint32_t sum = works[n].of (&o);
  erbium_join_all ();
  double seconds = bench_now () - start;
  grain_unload ();
  grain_print (&o, seconds, sum);
  return 0;
}
