/* SPDX-License-Identifier: MIT */
/* Random networks (runtime/property) over ranks compute what a sequential evaluation computes.
 *
 * Each rank generates the network from its seed, since variables of main are not there.  A process
 * gets as arguments the records that it writes, so it runs where those with several producers are.
 * The records that it reads are elements of a record, so they may be anywhere.  No process hands
 * over, since a producer that has committed can only go on on its own rank.
 */
// RUN: %cc -I%root/testsuite/runtime/property %s -o %t %libs
// RUN: %ranks %t 1 8 | FileCheck %s
// RUN: %ranks --of 3 %t 5000 8 | FileCheck %s
// CHECK: networks as computed sequentially
#include <pthread.h>

#include "test.h"
#pragma GCC diagnostic ignored "-Wunused-variable" /* where processes of one rank end (real) */
#include "random-network.h"
#include "made-records.h"
#include "element.h"
#include "oracle.h"

enum { MEMBERS = 4 };

struct inputs { erbium_record *of[PORTS]; };
typedef ERBIUM_RECORD (struct inputs) news;
typedef ERBIUM_RECORD (struct state) result;

/* What is passed to a process: it runs where records with several producers are. */
struct start
{
  uint64_t seed;
  int p, member;          /* member: 0, or of the team of record p */
  bool cyclic;
  news inputs[MEMBERS];   /* the records that it reads, and those of later members of the team */
  erbium_record *out[PORTS];
  result end;
};

/* ---- On each rank ------------------------------------------------------------------------ */

static bool in_main; /* main generates the network, on rank 0 */

/* The network of a seed; all processes of a rank look at one. */
static void
know (const struct start *a)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static bool cyclic;
  pthread_mutex_lock (&lock);
  if (!in_main && (seed != a->seed || processes == 0 || cyclic != a->cyclic))
    {
      seed = a->seed;
      cyclic = a->cyclic;
      generate (cyclic);
    }
  pthread_mutex_unlock (&lock);
}

static struct inputs
learn (news from)
{
  ERBIUM_VIEW (struct inputs) v = erbium_new_read_view (from);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  expect_equal (erbium_update (v, 1), 1);
  struct inputs r = ERBIUM_AT (v, 0);
  erbium_free_view (v, ERBIUM_TERMINATE);
  return r;
}

static erbium_view *
view_of (erbium_record *r, bool writes, int id, erbium_index horizon)
{
  erbium_view *v = erbium_new_view (r, writes, ERBIUM_HERE);
  (erbium_register) (v, id, ERBIUM_HERE);
  (erbium_alloc) (v, horizon, ERBIUM_HERE);
  return v;
}

struct runner
{
  const struct process *q;
  struct state s;
  erbium_view *in[PORTS], *out[PORTS];
};

/* Outputs come first, as in property/network.c. */
static void
connect (struct runner *x, const struct start *a)
{
  struct inputs from = learn (a->inputs[0]);
  for (int k = 0; k < x->q->outputs; k++)
    {
      const struct port *out = &x->q->out[k];
      x->out[k] = view_of (a->out[k], true, out->id, out->horizon);
      erbium_commit_fast (x->out[k], x->s.at_out[k], 0, ERBIUM_HERE);
    }
  for (int k = 0; k < x->q->inputs; k++)
    {
      const struct port *in = &x->q->in[k];
      x->in[k] = view_of (from.of[k], false, in->id, in->horizon);
      erbium_update_fast (x->in[k], x->s.at_in[k], 0, ERBIUM_HERE);
      erbium_release_fast (x->in[k], x->s.at_in[k], 0, ERBIUM_HERE);
    }
}

static bool
take (struct runner *x, int k)
{
  const struct port *in = &x->q->in[k];
  erbium_index at = x->s.at_in[k], want = at + burst_of (&x->s, in);
  size_t size = record[in->record].size;
  erbium_index got = erbium_update_fast (x->in[k], want, 0, ERBIUM_HERE);
  for (; at < got; at++)
    if (reads (in, at))
      x->s.hash = fold (x->s.hash, erbium_at_one (x->in[k], at, 0, size, ERBIUM_HERE), size);
  x->s.at_in[k] = at;
  erbium_release_fast (x->in[k], at, 0, ERBIUM_HERE);
  return got >= want;
}

static void
give (struct runner *x, int k, int n)
{
  const struct port *out = &x->q->out[k];
  size_t size = record[out->record].size;
  for (erbium_index part; n > 0; n -= (int) part)
    {
      erbium_index at = x->s.at_out[k];
      part = n < out->horizon ? n : out->horizon;
      erbium_stall_fast (x->out[k], at + part, 0, ERBIUM_HERE);
      for (erbium_index i = at; i < at + part; i++)
        if (writes (out, i))
          put (erbium_at_one (x->out[k], i, 0, size, ERBIUM_HERE), size, value_of (&x->s, k, i));
      x->s.at_out[k] = at + part;
      erbium_commit_fast (x->out[k], at + part, 0, ERBIUM_HERE);
    }
}

static void
fire (struct runner *x)
{
  for (; x->s.fired < x->q->firings; x->s.fired++)
    {
      for (int k = 0; k < x->q->inputs; k++)
        if (!take (x, k))
          return;
      for (int k = 0; k < x->q->outputs; k++)
        give (x, k, burst_of (&x->s, &x->q->out[k]));
    }
}

static void
report (result end, struct state s)
{
  ERBIUM_VIEW (struct state) v = erbium_new_write_view (end);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = s;
  erbium_commit (v, 1);
}

ERBIUM_PROCESS (run, struct start);
void
run (struct start a)
{
  know (&a);
  struct runner x = { .q = &process[a.p] };
  start_state (&x.s, a.p);
  connect (&x, &a);
  if (x.q->tokens)
    give (&x, x.q->outputs - 1, x.q->tokens);
  fire (&x);
  for (int k = 0; k < x.q->outputs; k++) /* others wait for these ends */
    (erbium_free_view) (x.out[k], ERBIUM_TERMINATE, ERBIUM_HERE);
  for (int k = 0; k < x.q->inputs; k++)
    (erbium_free_view) (x.in[k], ERBIUM_TERMINATE, ERBIUM_HERE);
  report (a.end, x.s);
}

/* A member of the team of record a.p, which claims elements of what producers write. */
ERBIUM_PROCESS (work, struct start);
void
work (struct start a)
{
  know (&a);
  const struct record *r = &record[a.p];
  struct inputs from = learn (a.inputs[a.member - 1]);
  erbium_view *out = view_of (a.out[0], true, a.member, r->team.horizon);
  erbium_view *in = view_of (from.of[0], false, a.member, r->team.horizon);
  if (a.member == 1 && r->start > 0)
    (erbium_claim) (r->team.by_output ? out : in, r->start, 1, ERBIUM_HERE);
  bool first = a.member == 1;
  for (a.member = 2; first && a.member <= r->team.members; a.member++)
    ERBIUM_RUN (work, a);
  erbium_commit_fast (out, r->start, 0, ERBIUM_HERE);
  erbium_update_fast (in, r->start, 0, ERBIUM_HERE);
  erbium_release_fast (in, r->start, 0, ERBIUM_HERE);
  for (erbium_index n = r->team.run, i, to = 0;; )
    {
      i = (erbium_claim) (r->team.by_output ? out : in, n, 1, ERBIUM_HERE);
      erbium_commit_fast (out, i, 0, ERBIUM_HERE);
      erbium_release_fast (in, i, 0, ERBIUM_HERE);
      to = erbium_update_fast (in, i + n, 0, ERBIUM_HERE);
      if (to > i)
        erbium_stall_fast (out, to, 0, ERBIUM_HERE);
      for (erbium_index k = i; k < to; k++)
        put (erbium_at_one (out, k, 0, r->size, ERBIUM_HERE), r->size,
             by_team (erbium_at_one (in, k, 0, r->size, ERBIUM_HERE), r->size, k));
      if (to > i)
        erbium_commit_fast (out, to, 0, ERBIUM_HERE);
      if (to != i + n)
        return;
    }
}

/* ---- In main ------------------------------------------------------------------------------ */


/* Tells a process which records it reads. */
static void
publish (news r, struct inputs inputs)
{
  ERBIUM_VIEW (struct inputs) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = inputs;
  erbium_commit (v, 1);
  erbium_free_view (v, ERBIUM_TERMINATE);
}

static void
run_team (int k, bool cyclic)
{
  struct start a = { .seed = seed, .p = k, .member = 1, .cyclic = cyclic };
  int members = record[k].team.members;
  a.out[0] = team_record[k];
  for (int n = 0; n < members; n++)
    a.inputs[n] = erbium_new_record (struct inputs, 1, 1);
  if (members > 0)
    ERBIUM_RUN (work, a);
  for (int n = 0; n < members; n++)
    publish (a.inputs[n], (struct inputs) { { real_record[k] } });
}

static result
run_process (int p, bool cyclic)
{
  const struct process *q = &process[p];
  struct start a = { .seed = seed, .p = p, .cyclic = cyclic };
  struct inputs inputs = { { NULL } };
  a.inputs[0] = erbium_new_record (struct inputs, 1, 1);
  a.end = erbium_new_record (struct state, 1, 1);
  for (int k = 0; k < q->outputs; k++)
    a.out[k] = real_record[q->out[k].record];
  for (int k = 0; k < q->inputs; k++)
    inputs.of[k] = team_record[q->in[k].record];
  ERBIUM_RUN (run, a);
  publish (a.inputs[0], inputs);
  return a.end;
}

static void
compare (int p, result end)
{
  ERBIUM_VIEW (struct state) v = erbium_new_read_view (end);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  expect_equal (erbium_update (v, 1), 1);
  struct state s = ERBIUM_AT (v, 0);
  erbium_free_view (v, ERBIUM_TERMINATE);
  if (s.hash == wanted[p].hash && s.fired == wanted[p].fired
      && memcmp (s.at_in, wanted[p].at_in, sizeof s.at_in) == 0
      && memcmp (s.at_out, wanted[p].at_out, sizeof s.at_out) == 0)
    return;
  fprintf (stderr, "networks: seed %llu: process %d has hash %016llx, should have %016llx\n",
           (unsigned long long) seed, p, (unsigned long long) s.hash,
           (unsigned long long) wanted[p].hash);
  exit (1);
}

static void
one_network (void)
{
  result end[PROCESSES];
  bool cyclic = seed % 3 == 0;
  generate (cyclic);
  if (!oracle ())
    {
      generate (cyclic = false); /* the cycle had too few tokens */
      expect (oracle ());
    }
  make_records ();
  for (int k = 0; k < records; k++)
    run_team (k, cyclic);
  for (int p = 0; p < processes; p++)
    end[p] = run_process (p, cyclic);
  for (int p = 0; p < processes; p++)
    compare (p, end[p]);
  erbium_join_all ();
}

int
main (int count, char **argument)
{
  uint64_t from = count > 1 ? strtoull (argument[1], NULL, 10) : 1;
  in_main = true;
  uint64_t networks = count > 2 ? strtoull (argument[2], NULL, 10) : 10;
  for (seed = from; seed < from + networks; seed++)
    one_network ();
  printf ("%llu networks as computed sequentially\n", (unsigned long long) networks);
}
