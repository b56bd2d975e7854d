/* SPDX-License-Identifier: MIT */
/* main.c - a version of examples/fft between two ends in memory.
 *
 * The source copies vectors from a table, in order and round and round; the sink adds
 * up the bits of what comes, each vector times its place in the table.  The sum of a
 * round is known, from the transforms alone, before the stream begins; if a round comes
 * to another one the program fails.  So what is printed as the sum are the points that
 * have come, and were right.
 *
 * What is timed is the steady state, at the sink: first a quarter of --items comes, then
 * the clock is started, then come the --items.  A sink that gets many bursts at a time
 * may start it later; then fewer are timed, and the time of all is reckoned from theirs.
 *
 *   --points   of a vector     --burst    points between two synchronisations
 *   --buffers  bursts in each record, or in flight for each worker
 *   --stages   groups of passes
 *   --mode     thread or fiber; of the peers: which of their ways
 *
 * All have one thread for each CPU of the list, bound to it.
 */
#include "../common.h"

#include <unistd.h>

#include "../../../examples/fft/fft.h"

/* Those who have no processes have no such function. */
extern int erbium_set (const char *name, const char *value) __attribute__ ((weak));
extern void pin_workers (const struct bench_options *o) __attribute__ ((weak));

enum { TABLE = MOST_POINTS }; /* points */

static float *table;
static int points;
static long total, warm;        /* points */
static long taken, come, timed; /* so far; timed: of those, before the clock was started */
static double timed_from, timed_to;
static uint32_t sum, right;     /* of the bits since a round began; of a whole round */

static void
fill_table (void)
{
  uint32_t x = 1;
  table = new_floats (2 * TABLE);
  for (int i = 0; i < 2 * TABLE; i++)
    {
      x = x * 1664525u + 1013904223u;
      table[i] = (float) (int32_t) x / 2147483648.0f;
    }
}

static int64_t
read_table (void *from, float *vectors, int64_t count)
{
  (void) from;
  long left = bench_min (count * points, total - taken), n = left;
  for (long part; left; left -= part, taken += part, vectors += 2 * part)
    {
      part = bench_min (left, TABLE - taken % TABLE);
      memcpy (vectors, table + 2 * (taken % TABLE), (size_t) part * 2 * sizeof (float));
    }
  return n / points;
}

static uint32_t
sum_of (const float *vector, long place)
{
  return (uint32_t) (place + 1) * bench_sum ((const uint32_t *) vector, 2 * points);
}

/* What comes in a round. */
static uint32_t
sum_of_round (const struct plan *p)
{
  float *out = new_floats (2 * points), *scratch = new_floats (2 * points);
  uint32_t all = 0;
  for (long k = 0; k < TABLE / points; k++)
    {
      transform (p, 0, p->passes, 1, table + 2 * points * k, out, scratch);
      all += sum_of (out, k);
    }
  return all;
}

static void
end_round (void)
{
  if (sum != right)
    {
      fprintf (stderr, "fft: WRONG SUM %u, must be %u, before point %ld\n", sum, right, come);
      exit (1);
    }
  sum = 0;
}

static void
add_up (void *to, const float *vectors, int64_t count)
{
  (void) to;
  for (int64_t k = 0; k < count; k++)
    {
      sum += sum_of (vectors + 2 * points * k, come % TABLE / points);
      come += points;
      if (come % TABLE == 0)
        end_round ();
    }
  if (come >= warm && timed == 0)
    timed = come, timed_from = bench_now ();
  if (come == total)
    timed_to = bench_now ();
}

/* Threads of OpenMP are bound before main begins: so once more from the start. */
static void
bind_threads (const struct bench_options *o, char **argv)
{
  char places[BENCH_MAX_THREADS * 8] = "";
  if (getenv ("OMP_PLACES"))
    return;
  for (int i = 0; i < o->cpu_count; i++)
    snprintf (places + strlen (places), 8, "%s{%d}", i ? "," : "", o->cpus[i]);
  setenv ("OMP_PLACES", places, 1);
  setenv ("OMP_PROC_BIND", "true", 1);
  execv ("/proc/self/exe", argv);
  bench_die (o, "cannot be started again");
}

static void
set (const struct bench_options *o, const char *name, const char *value)
{
  if (erbium_set (name, value))
    bench_unavailable (o, "the library has no such task model");
}

/* Returns which way. */
static int
choose_mode (struct bench_options *o)
{
  char names[256] = "", workers[16];
  for (int k = 0; version_ways[k]; k++)
    snprintf (names + strlen (names), sizeof names - strlen (names), "%s%s", k ? " " : "", version_ways[k]);
  bench_confine (o);
  if (pin_workers)
    pin_workers (o);
  if (!erbium_set)
    return bench_mode (o, names);
  bool fiber = bench_mode (o, "thread fiber") == 1;
  snprintf (workers, sizeof workers, "%d", o->cpu_count);
  setenv ("ERBIUM_TASK", fiber ? "fiber" : "thread", 1);
  set (o, "TASK", getenv ("ERBIUM_TASK"));
  set (o, "PIN", "compact");
  if (fiber)
    {
      setenv ("ERBIUM_WORKERS", workers, 1);
      set (o, "WORKERS", workers);
    }
  return 0;
}

static struct job
job_of (struct bench_options *o)
{
  struct job j = { .ends = { NULL, NULL, read_table, add_up, false, false } };
  if (o->stages < 1)
    bench_die (o, "--stages %ld: must be 1 or more", o->stages);
  if (o->burst % o->points)
    bench_die (o, "--burst must be a multiple of --points");
  j.way = choose_mode (o);
  j.burst = (int) (o->burst / o->points);
  j.window = (int) o->buffers;
  j.workers = o->cpu_count;
  if (!(j.plan = plan_new (points, false)))
    bench_die (o, "no plan");
  j.groups = (int) bench_min (o->stages, j.plan->passes);
  return j;
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "points burst buffers stages mode");
  static struct bench_result r;
  if (o.points < LEAST_POINTS || o.points > MOST_POINTS || o.points & (o.points - 1))
    bench_die (&o, "--points %ld: must be a power of two from %d to %d", o.points, LEAST_POINTS, MOST_POINTS);
  if (o.items % (4 * TABLE))
    bench_die (&o, "--items must be a multiple of %d", 4 * TABLE);
  bind_threads (&o, argv);
  points = (int) o.points;
  warm = o.items / 4, total = warm + o.items;
  fill_table ();
  r.ping_before = bench_ping (&o);
  struct job j = job_of (&o);
  right = sum_of_round (j.plan);
  double start = bench_now ();
  run_stream (&j);
  if (timed == total) /* all in one piece: with the way to there */
    timed = 0, timed_from = start;
  r.seconds = (timed_to - timed_from) * (double) o.items / (double) (total - timed);
  r.setup = timed_from - start, r.sum = (uint32_t) come;
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
  return 0;
}
