/* SPDX-License-Identifier: MIT */
/* Determinism: a random network computes what a sequential evaluation with
 * unbounded memory computes, whatever the schedule, the horizons and the
 * settings.
 *
 * From a seed: processes that read and write records with several producers
 * (disjoint blocks), several consumers (sharing or broadcast), teams whose members
 * claim the elements between producers and consumers, cycles with initial tokens,
 * bursts and horizons of any size (also too small ones, so that artificial
 * deadlocks occur), elements of 1 byte to pages, indices that cross
 * 2^32 in 32-bit variables, hand-overs, late starts, growth under way, and ends
 * at any time.
 *
 * The one idea: a process is a sequence of firings.  In a firing it takes a
 * burst of each input into a hash, then writes a burst of values of that hash to
 * each output.  The oracle runs the same firings over arrays, one process at a
 * time, and says what each hash must be at the end.
 *
 *   network [--seed S] [--count N] [--delay] [--show] [--tell]
 *
 * --tell: each process prints its hash at its end, by itself (../replay/networks.test).
 */
// RUN: %build
// RUN: %run %t --count 200 | FileCheck %s
// RUN: %run --only default,spin,one %t --seed 5000 --count 60 --delay | FileCheck %s
// CHECK: networks as computed sequentially
#include <signal.h>
#include "test.h"
#include "random-network.h"
#include "made-records.h"
#include "element.h"
#include "oracle.h"

static bool delay, show, tells;

/* ---- The real run ------------------------------------------------------ */

/* The calls behind the macros: here the size of an element is a number. */

/* A process, while it runs. */
struct runner
{
  struct process *q;
  struct state *s;
  uint64_t random; /* of what must not matter */
  erbium_view *in[PORTS], *out[PORTS];
  erbium_index horizon_in[PORTS], horizon_out[PORTS];
};

static void
perhaps_wait (struct runner *x)
{
  if (delay)
    dither (&x->random);
}

/* A primitive with an index as a 64-bit or a 32-bit variable has it. */
#define CALL(x, primitive, v, i)                                               \
  (chance (&(x)->random) % 2                                                   \
   ? primitive (v, i, 0, ERBIUM_HERE)                                          \
   : primitive (v, (erbium_index) (uint32_t) (i), 1, ERBIUM_HERE))

/* Where a stream does not start at 0, its producers commit what is before at
 * once, and its consumers wait for that: outputs come first. */
static void
connect (struct runner *x)
{
  for (int k = 0; k < x->q->outputs; k++)
    {
      struct port *out = &x->q->out[k];
      x->out[k] = erbium_new_view (real_record[out->record], 1, ERBIUM_HERE);
      x->horizon_out[k] = out->horizon;
      (erbium_alloc) (x->out[k], out->horizon, ERBIUM_HERE);
      perhaps_wait (x);
      (erbium_register) (x->out[k], out->id, ERBIUM_HERE);
      erbium_commit_fast (x->out[k], x->s->at_out[k], 0, ERBIUM_HERE);
    }
  for (int k = 0; k < x->q->inputs; k++)
    {
      struct port *in = &x->q->in[k];
      x->in[k] = erbium_new_view (team_record[in->record], 0, ERBIUM_HERE);
      perhaps_wait (x);
      (erbium_register) (x->in[k], in->id, ERBIUM_HERE);
      x->horizon_in[k] = in->horizon;
      (erbium_alloc) (x->in[k], in->horizon, ERBIUM_HERE);
      erbium_update_fast (x->in[k], x->s->at_in[k], 0, ERBIUM_HERE);
      erbium_release_fast (x->in[k], x->s->at_in[k], 0, ERBIUM_HERE);
    }
}

static void
perhaps_grow (struct runner *x, erbium_view *v, erbium_index *horizon, erbium_index most)
{
  if (*horizon < most && chance (&x->random) % 4 == 0)
    (erbium_alloc) (v, *horizon = 1 + *horizon + chance (&x->random) % most, ERBIUM_HERE);
}

static unsigned char *
element (struct runner *x, erbium_view *v, erbium_index i, size_t size)
{
  bool narrow = chance (&x->random) % 2;
  return erbium_at_one (v, narrow ? (erbium_index) (uint32_t) i : i, narrow, size, ERBIUM_HERE);
}

/* Takes n elements more of input k; false at the end of the stream. */
static bool
take (struct runner *x, int k, int n)
{
  const struct port *in = &x->q->in[k];
  erbium_index at = x->s->at_in[k], want = at + n;
  erbium_view *v = x->in[k];
  size_t size = record[in->record].size;
  perhaps_grow (x, v, &x->horizon_in[k], in->most_horizon);
  perhaps_wait (x);
  if (chance (&x->random) % 4 == 0)
    (erbium_receive) (v, want, 0, ERBIUM_HERE);
  erbium_index got = CALL (x, erbium_update_fast, v, want);
  for (; at < got; at++)
    if (reads (in, at))
      x->s->hash = fold (x->s->hash, element (x, v, at, size), size);
  x->s->at_in[k] = at;
  perhaps_wait (x);
  if (chance (&x->random) % 4) /* else with the next one */
    CALL (x, erbium_release_fast, v, at);
  return got >= want;
}

static void
give (struct runner *x, int k, int n)
{
  const struct port *out = &x->q->out[k];
  erbium_view *v = x->out[k];
  size_t size = record[out->record].size;
  perhaps_grow (x, v, &x->horizon_out[k], out->most_horizon);
  /* Initial tokens may be more than a horizon. */
  for (erbium_index part; n > 0; n -= (int) part)
    {
      erbium_index at = x->s->at_out[k];
      part = n < out->horizon ? n : out->horizon;
      perhaps_wait (x);
      CALL (x, erbium_stall_fast, v, at + part);
      for (erbium_index i = at; i < at + part; i++)
        if (writes (out, i))
          put (element (x, v, i, size), size, value_of (x->s, k, i));
      x->s->at_out[k] = at + part;
      perhaps_wait (x);
      CALL (x, erbium_commit_fast, v, at + part);
    }
}

ERBIUM_PROCESS (run, int);

static void
hand_over (struct runner *x, int p)
{
  for (int k = 0; k < x->q->inputs; k++)
    {
      erbium_release_fast (x->in[k], x->s->at_in[k], 0, ERBIUM_HERE);
      (erbium_free_view) (x->in[k], ERBIUM_HANDOVER, ERBIUM_HERE);
    }
  for (int k = 0; k < x->q->outputs; k++)
    (erbium_free_view) (x->out[k], ERBIUM_HANDOVER, ERBIUM_HERE);
  perhaps_wait (x);
  ERBIUM_RUN (run, p);
}

static void
name (int p)
{
  char text[32];
  snprintf (text, sizeof text, "%d", p);
  erbium_name_process (text);
}

/* Returns whether p has come to its end, and has not handed over what is left. */
static bool
fire (struct runner *x, int p)
{
  bool fresh = true;
  while (x->s->fired < x->q->firings)
    {
      if (x->q->handover && !fresh && x->s->fired % x->q->handover == 0)
        {
          hand_over (x, p);
          return false;
        }
      fresh = false;
      for (int k = 0; k < x->q->inputs; k++)
        if (!take (x, k, burst_of (x->s, &x->q->in[k])))
          return true;
      for (int k = 0; k < x->q->outputs; k++)
        give (x, k, burst_of (x->s, &x->q->out[k]));
      x->s->fired++;
    }
  return true;
}

void
run (int p)
{
  struct runner x = {
    .q = &process[p], .s = &real[p], .random = seed + 97 * (uint64_t) (p + real[p].fired),
  };
  name (p);
  connect (&x);
  if (x.s->fired == 0 && x.q->tokens)
    give (&x, x.q->outputs - 1, x.q->tokens);
  if (fire (&x, p) && tells)
    printf ("%d has hash %016llx after %d firings\n", p, (unsigned long long) x.s->hash, x.s->fired);
}

#include "team.h"

static void
run_all (void)
{
  int order[PROCESSES];
  uint64_t random = seed * 3 + 1;
  make_records ();
  for (int p = 0; p < processes; p++)
    {
      int other = (int) (chance (&random) % (uint32_t) (p + 1));
      order[p] = order[other];
      order[other] = p;
      start_state (&real[p], p);
    }
  for (int r = 0; r < records; r++)
    if (record[r].team.members)
      ERBIUM_RUN (work, r, 1);
  for (int n = 0; n < processes; n++)
    {
      ERBIUM_RUN (run, order[n]);
      if (chance (&random) % 4 == 0)
        dither (&random);
    }
  erbium_join_all ();
}

/* ---- All together ------------------------------------------------------ */

static void
describe (void)
{
  fprintf (stderr, "network --seed %llu --count 1%s\n", (unsigned long long) seed,
           delay ? " --delay" : "");
  for (int r = 0; r < records; r++)
    fprintf (stderr, "  record %d: size %zu, start %lld, %d producers, %d consumers, block %d%s\n",
             r, record[r].size, (long long) record[r].start, record[r].producers,
             record[r].consumers, record[r].block, record[r].shared ? ", shared" : "");
  for (int r = 0; r < records; r++)
    if (record[r].team.members)
      fprintf (stderr, "  team of record %d: %d members, run %d, horizon %lld%s\n", r,
               record[r].team.members, record[r].team.run, (long long) record[r].team.horizon,
               record[r].team.by_output ? ", by output" : "");
  for (int p = 0; p < processes; p++)
    {
      struct process *q = &process[p];
      fprintf (stderr, "  process %d: %d firings, handover %d, tokens %d\n", p, q->firings,
               q->handover, q->tokens);
      for (int k = 0; k < q->inputs; k++)
        fprintf (stderr, "    in  record %d id %d burst %d horizon %lld to %lld\n",
                 q->in[k].record, q->in[k].id, q->in[k].burst, (long long) q->in[k].horizon,
                 (long long) q->in[k].most_horizon);
      for (int k = 0; k < q->outputs; k++)
        fprintf (stderr, "    out record %d id %d burst %d horizon %lld to %lld\n",
                 q->out[k].record, q->out[k].id, q->out[k].burst,
                 (long long) q->out[k].horizon, (long long) q->out[k].most_horizon);
    }
}

static void
fault (const struct erbium_fault *f)
{
  (void) f;
  describe ();
}

static void
compare (int p)
{
  if (real[p].hash == wanted[p].hash && real[p].fired == wanted[p].fired
      && memcmp (real[p].at_in, wanted[p].at_in, sizeof real[p].at_in) == 0
      && memcmp (real[p].at_out, wanted[p].at_out, sizeof real[p].at_out) == 0)
    return;
  fprintf (stderr, "process %d has hash %016llx after %d firings, should have %016llx after %d\n",
           p, (unsigned long long) real[p].hash, real[p].fired,
           (unsigned long long) wanted[p].hash, wanted[p].fired);
  describe ();
  exit (1);
}

static volatile sig_atomic_t seconds; /* that the network has run for */

static void
one_network (void)
{
  generate (seed % 3 == 0);
  if (!oracle ())
    {
      generate (false); /* the cycle had too few tokens */
      expect (oracle ());
    }
  if (show)
    describe ();
  seconds = 0;
  run_all ();
  for (int p = 0; p < processes; p++)
    compare (p);
}

/* Counts seconds, and not those for which the whole machine has stood still. */
static void
hangs (int number)
{
  (void) number;
  alarm (1);
  if (++seconds < 60)
    return;
  dprintf (STDERR_FILENO, "hangs: network --seed %llu --count 1%s\n", (unsigned long long) seed,
           delay ? " --delay" : "");
  _exit (1);
}

int
main (int argc, char **argv)
{
  uint64_t from = 1, count = 10;
  for (int n = 1; n < argc; n++)
    if (strcmp (argv[n], "--delay") == 0)
      delay = true;
    else if (strcmp (argv[n], "--show") == 0)
      show = true;
    else if (strcmp (argv[n], "--tell") == 0)
      tells = true;
    else if (strcmp (argv[n], "--seed") == 0 && n + 1 < argc)
      from = strtoull (argv[++n], NULL, 10);
    else if (strcmp (argv[n], "--count") == 0 && n + 1 < argc)
      count = strtoull (argv[++n], NULL, 10);
  signal (SIGALRM, hangs);
  alarm (1);
  erbium_on_fault (fault);
  for (seed = from; seed < from + count; seed++)
    one_network ();
  printf ("%llu networks as computed sequentially\n", (unsigned long long) count);
}
