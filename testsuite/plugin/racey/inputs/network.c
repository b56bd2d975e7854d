/* SPDX-License-Identifier: MIT */
/* network.c - network [ROUNDS]: prints a signature, which any reordering would change.
 *
 *   workers ==(field)==+==> workers            all see all; which of it they take depends on it
 *                      +--> watcher 0..2 ==(digests)==> folder 0, 1 ==(folded)==> main
 *
 * Element r * WORKERS + k of `field` is what worker k has made in round r, of values out of the rounds
 * before: so it depends on all of them.  The workers share the record as producers, the watchers see all
 * of it in bursts as they come, the folders share the blocks of what the watchers say.  Workers
 * hand their ids over where the signature says so, watchers where the schedule happens to;
 * everybody registers late.  Processes are disturbed by delays that differ with each run.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "racey.h"

enum { WATCHERS = 3, FOLDERS = 2, BLOCK = 64, BURST = 20 };

/* A cache line, so that a small window holds few of them and is soon used again. */
struct token { uint64_t word[8]; };

struct network { long rounds; record struct token field, digests, folded; };

/* With which a successor goes on. */
struct state { int k; long at; uint64_t signature; };

/* ---- Chance, which must not show ------------------------------------------- */

static uint64_t
noise (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return mix ((uint64_t) t.tv_nsec, (uintptr_t) &t);
}

static void
disturb (void)
{
  uint64_t x = noise ();
  struct timespec moment = { 0, (long) (x >> 8 & 0x1ffff) };
  if (x % 8 == 0)
    sched_yield ();
  else if (x % 8 == 1)
    for (volatile int i = 0; i < (int) (x >> 8 & 0xfff); i++)
      ;
  else if (x % 64 == 2)
    nanosleep (&moment, NULL);
}

/* So long that others would run a window ahead, if they could. */
static void
fall_behind (void)
{
  uint64_t x = noise ();
  struct timespec moment = { 0, (long) (x >> 8 & 0xffffff) };
  if (x % 8 == 0)
    nanosleep (&moment, NULL);
}

/* ---- Processes ------------------------------------------------------------- */

/* Of the element at that place. */
static uint64_t
absorb (uint64_t signature, long place, struct token t)
{
  signature = mix (signature, (uint64_t) place);
  for (int i = 0; i < 8; i++)
    signature = mix (signature, t.word[i]);
  return signature;
}

/* What lies before the element, and behind it up to `next`, is of others. */
static void
emit (view struct token to, long element, long next, uint64_t x)
{
  commit (to, element);
  stall (to, element + 1);
  for (uint64_t i = 0; i < 8; i++)
    to[[element]].word[i] = mix (x, i);
  commit (to, next);
}

static uint64_t
pick (view struct token all, long end, uint64_t signature)
{
  long room = end < LOOK_BACK * WORKERS ? end : LOOK_BACK * WORKERS;
  for (int i = 0; i < PICKS && room; i++)
    {
      long place = end - 1 - (long) (signature % (uint64_t) room);
      signature = absorb (signature, place, all[[place]]);
    }
  return signature;
}

process worker (struct network n, struct state s)
{
  view struct token own = new_write_view (n.field), all = new_read_view (n.field);
  disturb ();
  register (own, s.k + 1);
  alloc (own, (LOOK_BACK + 2) * WORKERS);
  disturb ();
  register (all, s.k + 1);
  alloc (all, LOOK_BACK * WORKERS);
  while (s.at < n.rounds)
    {
      long begin = s.at * WORKERS, mine = begin + s.k;
      release (all, begin - LOOK_BACK * WORKERS);
      if (update (all, begin) < begin)
        abort ();
      s.signature = pick (all, begin, mix (s.signature, (uint64_t) mine));
      disturb ();
      s.at++;
      emit (own, mine, s.at < n.rounds ? mine + WORKERS : n.rounds * WORKERS, s.signature);
      if (s.signature % 61 == 0 && s.at < n.rounds)
        {
          free_view (own, HANDOVER);
          free_view (all, HANDOVER);
          run worker (n, s);
          return;
        }
    }
}

static long
blocks_of (const struct network *n)
{
  return n->rounds * WORKERS / BLOCK + 1;
}

/* The digest of a block, or at the end of what is left. */
static void
tell (view struct token digests, const struct network *n, const struct state *s, long block)
{
  long blocks = blocks_of (n), element = block * WATCHERS + s->k;
  emit (digests, element, block + 1 < blocks ? element + WATCHERS : blocks * WATCHERS, s->signature);
}

process watcher (struct network n, struct state s)
{
  view struct token in = new_read_view (n.field), out = new_write_view (n.digests);
  long end;
  disturb ();
  register (in, WORKERS + s.k + 1);
  register (out, s.k + 1);
  alloc (in, BURST);
  alloc (out, 4 * WATCHERS);
  while ((end = update (in, s.at + 1 + (long) (noise () % BURST))) > s.at)
    {
      fall_behind ();
      for (; s.at < end; s.at++)
        {
          s.signature = absorb (s.signature, s.at, in[[s.at]]);
          if ((s.at + 1) % BLOCK == 0)
            tell (out, &n, &s, s.at / BLOCK);
        }
      release (in, end);
      fall_behind ();
      if (noise () % 16 == 0)
        {
          free_view (in, HANDOVER);
          free_view (out, HANDOVER);
          run watcher (n, s);
          return;
        }
    }
  tell (out, &n, &s, blocks_of (&n) - 1);
}

process folder (struct network n, int k)
{
  view struct token in = new_read_view (n.digests), out = new_write_view (n.folded);
  uint64_t signature = (uint64_t) k;
  long blocks = blocks_of (&n);
  disturb ();
  register (in, k + 1);
  register (out, k + 1);
  alloc (in, WATCHERS);
  alloc (out, 2 * FOLDERS);
  for (long b = k; b < blocks; b += FOLDERS)
    {
      long begin = b * WATCHERS;
      release (in, begin);
      if (update (in, begin + WATCHERS) < begin + WATCHERS)
        abort ();
      for (long i = begin; i < begin + WATCHERS; i++)
        signature = absorb (signature, i, in[[i]]);
      emit (out, b, b + FOLDERS < blocks ? b + FOLDERS : blocks, signature);
      disturb ();
    }
}

static uint64_t
signature_of (record struct token folded)
{
  view struct token v = new_read_view (folded);
  uint64_t signature = 0;
  register (v, 1);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      signature = absorb (signature, i, v[[i]]);
      release (v, i + 1);
    }
  return signature;
}

int
main (int count, char **argument)
{
  struct network n = { count > 1 ? atol (argument[1]) : 300, new_record (WORKERS, WORKERS + WATCHERS),
                       new_record (WATCHERS, FOLDERS), new_record (FOLDERS, 1) };
  for (int k = 0; k < FOLDERS; k++)
    run folder (n, k);
  for (int k = 0; k < WATCHERS; k++)
    run watcher (n, (struct state) { k, 0, (uint64_t) k });
  for (int k = 0; k < WORKERS; k++)
    run worker (n, (struct state) { k, 0, (uint64_t) k });
  printf ("%016llx\n", (unsigned long long) signature_of (n.folded));
}
