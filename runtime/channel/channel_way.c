/* SPDX-License-Identifier: MIT */
/* channel_way.c - which way a long message takes.
 *
 * No way is the best one everywhere.  Ordinary stores are the fastest between cores that share a
 * cache.  Between others a store waits for the receiver's copy of the line, and stores past the
 * caches are six times as fast.  A copy from buffer to buffer is the fastest one if the buffers
 * stay in the caches of their cores, because the sender does not write its buffer again, or if they
 * fit in no cache; otherwise it is the slowest.  The processors of a virtual machine move, too.
 *
 * Between threads of one process the last one needs no kernel, and is the first choice; the pages
 * of the others are not even there then, so trials are rare from the start.
 *
 * So a sender measures steps, runs of messages of the same total size.  The cost of a step is the
 * time per byte from its first message to the first one behind it, which includes the work of the
 * program: what a way leaves in the caches shows there.  Periods of the best way alternate with
 * trials of another one.  A trial ends when half of its steps are not clearly better than the best
 * way; a way that wins its trial becomes the best one.  While none does, trials become rare.
 */
#include "channel/channel_end.h"

enum { STEP = 2 << 20 };                          /* bytes */
enum { TRIAL = ERB_CHAN_STEPS, RARE = 512 };      /* steps */
enum { SLOW = 4 };                                /* offers */
static const float CLEARLY = 0.9f; /* of the cost of the best way */
static const float FAR_WORSE = 3;  /* than the best way: such a trial ends soon */
static const float SLUMP = 1.5f;   /* of its cost so far: the cores have moved, perhaps */

enum erb_chan_way erb_chan_only_way = ERB_CHAN_WAYS;

/* Returns whether the end can use a way. */
static bool
is_possible (const struct erb_chan *c, enum erb_chan_way way)
{
#ifndef __x86_64__
  if (way == ERB_CHAN_STREAM)
    return false;
#endif
  return way != ERB_CHAN_DIRECT
         || (!c->lazy && erbium_load_relaxed (&c->map->region->receivers) == 1
             && !erb_ask_only_pages ());
}

/* Returns whether a message can go from buffer to buffer of one process, as between partitions, or
 * between threads that have entered spaces. */
static bool
is_here (const struct erb_chan *c)
{
  return erbium_load_relaxed (&c->map->region->process) == c->pid
         && is_possible (c, ERB_CHAN_DIRECT);
}

/* ---- Periods ----------------------------------------------------------- */

static void
begin_period (struct erb_chan_choice *h, enum erb_chan_way way, int steps)
{
  h->way = way;
  h->last = steps;
  h->steps = h->odd = 0;
}

/* Returns the cost of the last steps.  A quarter of them cost less: interruptions can only lengthen
 * a step. */
static float
cost_of (struct erb_chan_choice *h)
{
  for (int n = 1; n < ERB_CHAN_STEPS; n++)
    for (int k = n; k > 0 && h->costs[k] < h->costs[k - 1]; k--)
      {
        float more = h->costs[k - 1];
        h->costs[k - 1] = h->costs[k];
        h->costs[k] = more;
      }
  return h->costs[ERB_CHAN_STEPS / 4];
}

/* Continues with the best way where there is no other one. */
static void
begin_trial (struct erb_chan *c)
{
  struct erb_chan_choice *h = &c->choice;
  for (int n = 0; n < ERB_CHAN_WAYS; n++)
    {
      h->tried = (h->tried + 1) % ERB_CHAN_WAYS;
      if (h->tried != h->best && is_possible (c, h->tried))
        {
          begin_period (h, h->tried, TRIAL);
          h->steps = -1; /* the first step shows what the best way has left to do */
          return;
        }
    }
  begin_period (h, h->best, RARE);
}

static void
end_trial (struct erb_chan_choice *h, bool wins)
{
  if (wins)
    {
      h->best = h->way;
      h->cost = cost_of (h);
    }
  h->interval = wins ? TRIAL : h->interval < RARE ? 2 * h->interval : RARE;
  begin_period (h, h->best, h->interval);
}

/* A step of the best way has ended. */
static void
go_on (struct erb_chan *c)
{
  struct erb_chan_choice *h = &c->choice;
  if (h->odd == ERB_CHAN_STEPS / 2)
    {
      h->cost = 0;
      begin_period (h, h->best, h->interval = TRIAL);
    }
  else if (h->steps == h->last)
    {
      h->cost = cost_of (h);
      begin_trial (c);
    }
}

/* Notes the cost of a step.  In a trial it is odd if it is not clearly better than the best way,
 * and counts twice if it is far worse; otherwise the last steps are odd while they are much worse
 * than that way was. */
static void
end_step (struct erb_chan *c, float cost)
{
  struct erb_chan_choice *h = &c->choice;
  if (h->steps++ < 0)
    return;
  h->costs[(h->steps - 1) % ERB_CHAN_STEPS] = cost;
  if (h->way == h->best)
    {
      h->odd = h->cost > 0 && cost > SLUMP * h->cost ? h->odd + 1 : 0;
      go_on (c);
      return;
    }
  h->odd += (cost > CLEARLY * h->cost) + (cost > FAR_WORSE * h->cost);
  if (h->odd >= ERB_CHAN_STEPS / 2 || h->steps == h->last)
    end_trial (h, h->odd < ERB_CHAN_STEPS / 2);
}

/* The other side does other things, or has no processor: to meet it for each message takes longer
 * than to leave the message in the pages. */
static void
leave_direct (struct erb_chan_choice *h)
{
  if (h->best == ERB_CHAN_DIRECT)
    {
      h->best = ERB_CHAN_STORE;
      h->cost = 0;
    }
  h->slow = 0;
  begin_period (h, h->best, h->interval = TRIAL);
}

enum erb_chan_way
erb_chan_choose (struct erb_chan *c, size_t size)
{
  struct erb_chan_choice *h = &c->choice;
  bool here = is_here (c);
  if (size < ERB_CHAN_LONG && !here)
    return ERB_CHAN_STORE;
  if (erb_chan_only_way < ERB_CHAN_WAYS)
    return is_possible (c, erb_chan_only_way) ? erb_chan_only_way : ERB_CHAN_STORE;
  if (h->slow >= SLOW && h->way == ERB_CHAN_DIRECT)
    leave_direct (h);
  if (here != h->here)
    *h = (struct erb_chan_choice){ .best = here ? ERB_CHAN_DIRECT : ERB_CHAN_STORE, .here = here };
  if (h->bytes >= STEP || !h->last)
    {
      int64_t now = erb_os->now ();
      if (!h->last)
        begin_period (h, h->best, h->interval = here ? RARE : TRIAL);
      else
        end_step (c, (float) (now - h->began) / (float) h->bytes);
      h->began = now;
      h->bytes = 0;
    }
  h->bytes += (int64_t) size;
  return is_possible (c, h->way) ? h->way : ERB_CHAN_STORE;
}
