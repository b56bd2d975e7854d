/* SPDX-License-Identifier: MIT */
/* Determinism: a random network computes what a sequential evaluation with
 * unbounded memory computes, whatever the schedule, the horizons and the
 * settings.
 *
 * From a seed: processes that read and write records with several producers
 * (disjoint blocks), several consumers (sharing or broadcast), cycles with
 * initial tokens, bursts and horizons of any size (also too small ones, so that
 * artificial deadlocks occur), elements of 1 byte to pages, indices that cross
 * 2^32 in 32-bit variables, hand-overs, late starts, growth under way, and ends
 * at any time.
 *
 * The one idea: a process is a sequence of firings.  In a firing it takes a
 * burst of each input into a hash, then writes a burst of values of that hash to
 * each output.  The oracle runs the same firings over arrays, one process at a
 * time, and says what each hash must be at the end.
 *
 *   network [--seed S] [--count N] [--delay] [--show]
 */
// RUN: %build
// RUN: %run %t --count 200 | FileCheck %s
// RUN: %run --only default,spin,one %t --seed 5000 --count 60 --delay | FileCheck %s
// CHECK: networks as computed sequentially
#include <signal.h>
#include "test.h"

enum { PROCESSES = 10, RECORDS = 9, PORTS = 4, MOST_BURST = 24 };

/* ---- The network ------------------------------------------------------- */

struct port
{
  int record, id;
  int burst;          /* 1 to MOST_BURST */
  erbium_index horizon, most_horizon;
};

struct process
{
  int inputs, outputs, firings, tokens; /* tokens: for its last output */
  struct port in[PORTS], out[PORTS];
  int handover;       /* at every so many firings, or 0 */
};

struct record
{
  size_t size;
  erbium_index start; /* of the stream; what is before is skipped */
  int producers, consumers;
  int block;          /* of elements that one producer, or one consumer that
                         shares, has in a row */
  bool shared;        /* else broadcast */
};

/* Where a process has come to: the same in the oracle and in the real run. */
struct state
{
  int fired;
  uint64_t hash, random;
  erbium_index at_in[PORTS], at_out[PORTS];
};

static int processes, records;
static struct process process[PROCESSES];
static struct record record[RECORDS];
static struct state wanted[PROCESSES], real[PROCESSES];
static bool delay, show;
static uint64_t seed;

static uint64_t generator;

static int
between (int least, int most)
{
  return least + (int) (chance (&generator) % (uint32_t) (most - least + 1));
}

static size_t
random_size (void)
{
  static const size_t sizes[] = { 1, 2, 3, 4, 7, 8, 12, 24, 64, 100, 600, 5000 };
  int n = between (0, 40);
  return n < 12 ? sizes[n] : sizes[n % 8];
}

static void
add_port (struct port *ports, int *n, int r, int id)
{
  int burst = between (1, between (1, MOST_BURST));
  erbium_index horizon = burst + between (0, 1) * between (0, 3 * MOST_BURST);
  ports[(*n)++] = (struct port) {
    r, id, burst, horizon, between (0, 3) ? horizon : horizon * between (2, 40)
  };
}

static void
add_record (int last_producer, bool feedback)
{
  struct record *r = &record[records];
  *r = (struct record) {
    .size = random_size (), .block = between (1, 9), .shared = between (0, 1),
    .start = between (0, 3) ? 0 : (INT64_C (1) << 32) - between (1, 300),
  };
  for (int p = last_producer; p >= 0 && r->producers < 3; p--)
    if (process[p].outputs < PORTS - 1 && (p == last_producer || between (0, 2) == 0))
      {
        add_port (process[p].out, &process[p].outputs, records, ++r->producers);
        if (feedback)
          break;
      }
  if (r->producers == 0)
    return;
  int first = feedback ? between (0, last_producer) : last_producer + 1;
  for (int p = first; p < processes && r->consumers < 4; p++)
    if (process[p].inputs < PORTS - 1 && (feedback || between (0, 1)))
      {
        add_port (process[p].in, &process[p].inputs, records, ++r->consumers);
        if (feedback)
          break;
      }
  if (feedback)
    {
      process[last_producer].tokens = between (1, 3 * MOST_BURST);
      r->shared = false;
    }
  records++;
}

static void
generate (bool cyclic)
{
  generator = seed * 77 + 5;
  processes = between (2, PROCESSES);
  records = 0;
  for (int p = 0; p < processes; p++)
    process[p] = (struct process) {
      .firings = between (1, 60), .handover = between (0, 3) ? 0 : between (1, 20),
    };
  for (int n = between (1, RECORDS - 1); n > 0; n--)
    add_record (between (0, processes - 2), false);
  if (cyclic)
    {
      int p = between (0, processes - 1);
      if (process[p].outputs < PORTS - 1)
        add_record (p, true);
    }
}

static void
start_state (struct state *s, int p)
{
  *s = (struct state) { .hash = seed, .random = seed * 31 + (uint64_t) p };
  for (int k = 0; k < process[p].inputs; k++)
    s->at_in[k] = record[process[p].in[k].record].start;
  for (int k = 0; k < process[p].outputs; k++)
    s->at_out[k] = record[process[p].out[k].record].start;
}

/* ---- Elements ---------------------------------------------------------- */

/* Bytes of an element: all of a small one, the ends of a large one. */
static size_t
part (size_t size, size_t b)
{
  return size <= 64 || b < 32 ? b : size - 64 + b;
}

static void
put (unsigned char *at, size_t size, uint64_t value)
{
  for (size_t b = 0; b < size && b < 64; b++)
    at[part (size, b)] = (unsigned char) ((value >> (8 * (b % 8))) + b);
}

static uint64_t
fold (uint64_t hash, const unsigned char *at, size_t size)
{
  for (size_t b = 0; b < size && b < 64; b++)
    hash = (hash ^ at[part (size, b)]) * UINT64_C (0x100000001b3);
  return mixed (hash);
}

static bool
mine (erbium_index i, int block, int id, int of)
{
  return (i / block) % of == id - 1;
}

static bool
reads (const struct port *in, erbium_index i)
{
  const struct record *r = &record[in->record];
  return !r->shared || mine (i, r->block, in->id, r->consumers);
}

static bool
writes (const struct port *out, erbium_index i)
{
  const struct record *r = &record[out->record];
  return mine (i, r->block, out->id, r->producers);
}

static int
burst_of (struct state *s, const struct port *port)
{
  return 1 + (int) (chance (&s->random) % (uint32_t) port->burst);
}

static uint64_t
value_of (const struct state *s, int k, erbium_index i)
{
  return mixed (s->hash + (uint64_t) k * 7919 + (uint64_t) i);
}

/* ---- The oracle -------------------------------------------------------- */

enum { ROOM = 61 * MOST_BURST + 4 * MOST_BURST };

static struct
{
  uint64_t value[ROOM];
  erbium_index committed[3];
  bool ended[3];
} array[RECORDS];

/* What update (i) from at returns; -1: it waits. */
static erbium_index
oracle_update (int r, erbium_index at, erbium_index i)
{
  erbium_index low = INT64_MAX;
  bool end = false;
  for (int p = 0; p < record[r].producers; p++)
    low = array[r].committed[p] < low ? array[r].committed[p] : low;
  for (int p = 0; p < record[r].producers; p++)
    end |= array[r].ended[p] && array[r].committed[p] == low;
  if (low >= i)
    return i;
  return !end ? -1 : low > at ? low : 0;
}

static void
oracle_write (struct state *s, int p, int k, int n)
{
  struct port *out = &process[p].out[k];
  erbium_index start = record[out->record].start;
  for (erbium_index i = s->at_out[k]; i < s->at_out[k] + n; i++)
    if (writes (out, i))
      array[out->record].value[i - start] = value_of (s, k, i);
  s->at_out[k] += n;
  array[out->record].committed[out->id - 1] = s->at_out[k];
}

static void
oracle_read (struct state *s, const struct port *in, erbium_index *at, erbium_index to)
{
  size_t size = record[in->record].size;
  unsigned char *element = calloc (1, size);
  for (; *at < to; ++*at)
    if (reads (in, *at))
      {
        put (element, size, array[in->record].value[*at - record[in->record].start]);
        s->hash = fold (s->hash, element, size);
      }
  free (element);
}

/* Runs p as far as it goes; true if it moved.  phase: the input that it is at,
 * -1 at its start, -2 at its end. */
static bool
oracle_run (int p, int *phase, erbium_index *want)
{
  struct process *q = &process[p];
  struct state *s = &wanted[p];
  bool moved = false;
  if (*phase == -1)
    {
      if (q->tokens)
        oracle_write (s, p, q->outputs - 1, q->tokens);
      *phase = 0;
    }
  while (*phase >= 0 && s->fired < q->firings)
    {
      for (; *phase < q->inputs; ++*phase)
        {
          struct port *in = &q->in[*phase];
          erbium_index *at = &s->at_in[*phase];
          if (!*want)
            *want = *at + burst_of (s, in);
          erbium_index got = oracle_update (in->record, *at, *want);
          if (got == -1)
            return moved;
          moved = true;
          if (got)
            oracle_read (s, in, at, got);
          if (got < *want)
            goto end;
          *want = 0;
        }
      for (int k = 0; k < q->outputs; k++)
        oracle_write (s, p, k, burst_of (s, &q->out[k]));
      *phase = 0;
      s->fired++;
      moved = true;
    }
end:
  for (int k = 0; k < q->outputs && *phase != -2; k++, moved = true)
    array[q->out[k].record].ended[q->out[k].id - 1] = true;
  *phase = -2;
  return moved;
}

/* False if the network has a true deadlock. */
static bool
oracle (void)
{
  int phase[PROCESSES], left = 0;
  erbium_index want[PROCESSES] = { 0 };
  bool moved = true;
  for (int r = 0; r < records; r++)
    for (int p = 0; p < 3; p++)
      {
        array[r].committed[p] = record[r].start;
        array[r].ended[p] = false;
      }
  for (int p = 0; p < processes; p++)
    {
      start_state (&wanted[p], p);
      phase[p] = -1;
    }
  while (moved)
    {
      moved = false;
      for (int p = 0; p < processes; p++)
        moved |= oracle_run (p, &phase[p], &want[p]);
    }
  for (int p = 0; p < processes; p++)
    left += phase[p] != -2;
  return left == 0;
}

/* ---- The real run ------------------------------------------------------ */

/* The calls behind the macros: here the size of an element is a number. */
static erbium_record *real_record[RECORDS];

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
      x->out[k] = erbium_view_new (real_record[out->record], 1, ERBIUM_HERE);
      x->horizon_out[k] = out->horizon;
      erbium_view_alloc (x->out[k], out->horizon, ERBIUM_HERE);
      perhaps_wait (x);
      erbium_view_register (x->out[k], out->id, ERBIUM_HERE);
      erbium_commit_near (x->out[k], x->s->at_out[k], 0, ERBIUM_HERE);
    }
  for (int k = 0; k < x->q->inputs; k++)
    {
      struct port *in = &x->q->in[k];
      x->in[k] = erbium_view_new (real_record[in->record], 0, ERBIUM_HERE);
      perhaps_wait (x);
      erbium_view_register (x->in[k], in->id, ERBIUM_HERE);
      x->horizon_in[k] = in->horizon;
      erbium_view_alloc (x->in[k], in->horizon, ERBIUM_HERE);
      erbium_update_near (x->in[k], x->s->at_in[k], 0, ERBIUM_HERE);
      erbium_release_near (x->in[k], x->s->at_in[k], 0, ERBIUM_HERE);
    }
}

static void
perhaps_grow (struct runner *x, erbium_view *v, erbium_index *horizon, erbium_index most)
{
  if (*horizon < most && chance (&x->random) % 4 == 0)
    erbium_view_alloc (v, *horizon = 1 + *horizon + chance (&x->random) % most, ERBIUM_HERE);
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
    erbium_view_receive (v, want, 0, ERBIUM_HERE);
  erbium_index got = CALL (x, erbium_update_near, v, want);
  for (; at < got; at++)
    if (reads (in, at))
      x->s->hash = fold (x->s->hash, element (x, v, at, size), size);
  x->s->at_in[k] = at;
  perhaps_wait (x);
  if (chance (&x->random) % 4) /* else with the next one */
    CALL (x, erbium_release_near, v, at);
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
      CALL (x, erbium_stall_near, v, at + part);
      for (erbium_index i = at; i < at + part; i++)
        if (writes (out, i))
          put (element (x, v, i, size), size, value_of (x->s, k, i));
      x->s->at_out[k] = at + part;
      perhaps_wait (x);
      CALL (x, erbium_commit_near, v, at + part);
    }
}

ERBIUM_PROCESS (run, int);

static void
hand_over (struct runner *x, int p)
{
  for (int k = 0; k < x->q->inputs; k++)
    {
      erbium_release_near (x->in[k], x->s->at_in[k], 0, ERBIUM_HERE);
      erbium_view_free (x->in[k], ERBIUM_HANDOVER, ERBIUM_HERE);
    }
  for (int k = 0; k < x->q->outputs; k++)
    erbium_view_free (x->out[k], ERBIUM_HANDOVER, ERBIUM_HERE);
  perhaps_wait (x);
  ERBIUM_RUN (run, p);
}

static void
name (int p)
{
  char text[32];
  snprintf (text, sizeof text, "%d", p);
  erbium_process_name (text);
}

void
run (int p)
{
  struct runner x = {
    .q = &process[p], .s = &real[p], .random = seed + 97 * (uint64_t) (p + real[p].fired),
  };
  bool fresh = true;
  name (p);
  connect (&x);
  if (x.s->fired == 0 && x.q->tokens)
    give (&x, x.q->outputs - 1, x.q->tokens);
  while (x.s->fired < x.q->firings)
    {
      if (x.q->handover && !fresh && x.s->fired % x.q->handover == 0)
        {
          hand_over (&x, p);
          return;
        }
      fresh = false;
      for (int k = 0; k < x.q->inputs; k++)
        if (!take (&x, k, burst_of (x.s, &x.q->in[k])))
          return;
      for (int k = 0; k < x.q->outputs; k++)
        give (&x, k, burst_of (x.s, &x.q->out[k]));
      x.s->fired++;
    }
}

static void
run_all (void)
{
  int order[PROCESSES];
  uint64_t random = seed * 3 + 1;
  for (int r = 0; r < records; r++)
    real_record[r] = erbium_record_new (record[r].size, 1, record[r].producers,
                                        record[r].consumers, ERBIUM_HERE);
  for (int p = 0; p < processes; p++)
    {
      int other = (int) (chance (&random) % (uint32_t) (p + 1));
      order[p] = order[other];
      order[other] = p;
      start_state (&real[p], p);
    }
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
