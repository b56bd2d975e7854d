/* SPDX-License-Identifier: MIT */
/* random-network.h - a network of processes and records, from a seed. */
#ifndef RANDOM_NETWORK_H
#define RANDOM_NETWORK_H

#include "test.h"

enum { PROCESSES = 10, RECORDS = 9, PORTS = 4, MOST_BURST = 24 };

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

/* Members that claim runs of a stream, and write a value for each element of them (team.h). */
struct team
{
  int members;        /* or 0: none; the consumers read what the producers write */
  int run;            /* elements that one claims at a time, */
  bool by_output;     /* with its write view */
  erbium_index horizon;
};

struct record
{
  size_t size;
  erbium_index start; /* of the stream; what is before is skipped */
  int producers, consumers;
  int block;          /* of elements that one producer, or one consumer that
                         shares, has in a row */
  bool shared;        /* else broadcast */
  struct team team;
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
static struct state wanted[PROCESSES];      /* by the oracle */
static SHARED struct state real[PROCESSES]; /* by the run */
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

/* A member waits for all of a run, so in a cycle a run has one element. */
static void
add_teams (void)
{
  bool cyclic = false;
  for (int p = 0; p < processes; p++)
    cyclic |= process[p].tokens > 0;
  for (int r = 0; r < records; r++)
    if (between (0, 3) == 0)
      {
        int run = cyclic ? 1 : between (1, between (1, MOST_BURST));
        record[r].team = (struct team) {
          between (1, 4), run, between (0, 1), run + between (0, 1) * between (0, 3 * MOST_BURST)
        };
      }
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
  add_teams ();
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

#endif
