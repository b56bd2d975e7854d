/* SPDX-License-Identifier: MIT */
/* pace.c - whether processes are better off beside their partners.
 *
 * Two processes on two workers compute at the same time, but their data has to change caches.  What
 * that costs is not known beforehand: lines that both sides use at the same time take several times
 * as long as those of the transfer probe, and a turn in which they are transferred looks like a
 * long one.  So it is tried.  A process whose data may take a good part of its time measures its
 * pace for a while, goes to its partner's worker, and measures it there.  It stays if it is clearly
 * faster, and returns otherwise.  What is connected with it and lives on the same worker goes and
 * returns along with it, at the next wait of each.
 *
 *   NO_TRIAL -> APART   the process waits for one elsewhere, and its last trial was long ago
 *   APART -> BESIDE     it goes, if the data may take a part of its time
 *   APART -> NO_TRIAL   it may not, or there is nobody to go to, or too many would go along
 *   BESIDE -> NO_TRIAL  they all stay until the next trial, or return
 *
 * There is one trial at a time, since each changes the pace of all that are connected.  The time
 * from one trial of a process to its next doubles, so trials cost little.
 */
#include "fiber/move_cost.h"
#include "fiber/partners.h"

enum { NO_TRIAL, APART, BESIDE };

static const int64_t pace_period = 500000;  /* ns for which a pace is measured */
static const int64_t trial_most = 2000000;  /* ns that a trial takes, about */
static const int64_t rest_first = 4000000;  /* ns between two trials: at first, */
static const int64_t rest_most = 256000000; /* and at most */

enum
{
  PART = 4,    /* a transfer that takes less than this part of the time is worth no trial */
  CLEARLY = 8, /* faster by this part */
  LATE = 4     /* periods after which a measurement was interrupted */
};

static int64_t
period_on (const struct erb_worker *w)
{
  return erb_worker_wanders (w) ? 0 : pace_period;
}

static void
begin_period (struct erb_pace *pace, int state, int64_t clock, uint64_t bytes)
{
  pace->state = state;
  pace->at = clock;
  pace->bytes = bytes;
}

/* The time between two trials after one that lasted so long. */
static int64_t
longer (const struct erb_worker *w, int64_t time)
{
  if (erb_worker_wanders (w))
    return 0;
  return time == 0 ? rest_first : time < rest_most ? 2 * time : rest_most;
}

static void
rest (const struct erb_worker *w, struct erb_pace *pace)
{
  pace->state = NO_TRIAL;
  pace->rest = longer (w, pace->rest);
  pace->again = w->clock + pace->rest;
}

/* Makes the next trial of any process begin later the more trials in a row have failed. */
static void
note_trial (const struct erb_worker *w, bool faster)
{
  erbium_program *p = w->program;
  int64_t after = faster ? 0 : longer (w, erbium_load_relaxed (&p->trial_rest));
  erbium_store_relaxed (&p->trial_rest, after);
  erbium_store_relaxed (&p->trial_until, w->clock + after);
}

/* Makes p stay on its worker until then (ns). */
static void
keep (struct erb_process *p, int64_t until)
{
  erbium_store_relaxed (&p->keeps, until);
}

/* Whether `bytes' in that time (ns) are so many that their transfer may slow p down. */
static bool
may_be_slow (const struct erb_process *p, int64_t bytes, int64_t time)
{
  return erb_move_transfer_time (p->program, bytes) >= time / PART;
}

/* Makes the caller's trial the only one of the program for a while; returns whether it is. */
static bool
claim_trial (erbium_program *p, int64_t clock)
{
  int64_t until = erbium_load_relaxed (&p->trial_until);
  return until <= clock && erbium_cas (&p->trial_until, until, clock + trial_most);
}

/* Returns the worker to which p goes, or NULL. */
static struct erb_worker *
go_beside (struct erb_worker *w, struct erb_process *p, int64_t moved, int64_t time)
{
  struct erb_pace *pace = &p->pace;
  struct erb_group g;
  struct erb_process *partner = may_be_slow (p, moved, time) ? erb_partner_elsewhere (p, w) : NULL;
  struct erb_worker *to = partner ? erb_worker_of (partner) : NULL;
  if (!to || to == w || !erb_group_of (p, w, &g))
    {
      rest (w, pace);
      return NULL;
    }
  if (!claim_trial (p->program, w->clock))
    {
      begin_period (pace, APART, w->clock, pace->bytes + (uint64_t) moved);
      return NULL;
    }
  pace->apart = (double) moved / (double) time;
  pace->from = w;
  begin_period (pace, BESIDE, 0, 0); /* it begins when p waits there */
  keep (partner, w->clock + trial_most);
  for (int n = 0; n < g.count; n++)
    {
      keep (g.member[n], w->clock + trial_most);
      g.member[n]->leader = p;
      g.member[n]->along = g.member[n] == p ? NULL : to;
    }
  return to;
}

/* As go_beside: where p goes, or NULL.  All that is connected stays, or what came along returns. */
static struct erb_worker *
stay_or_return (struct erb_worker *w, struct erb_process *p, bool faster)
{
  struct erb_pace *pace = &p->pace;
  struct erb_group g;
  erb_group_of (p, w, &g);
  rest (w, pace);
  note_trial (w, faster);
  for (int n = 0; n < g.count; n++)
    {
      struct erb_process *q = g.member[n];
      bool returns = !faster && q->leader == p && q != p;
      q->along = returns ? pace->from : NULL;
      q->leader = NULL;
      keep (q, faster ? pace->again : 0);
    }
  return faster ? NULL : pace->from;
}

static struct erb_worker *
end_period (struct erb_worker *w, struct erb_process *p, uint64_t bytes)
{
  struct erb_pace *pace = &p->pace;
  int64_t moved = (int64_t) (bytes - pace->bytes), time = w->clock - pace->at + 1;
  bool late = time > LATE * pace_period;
  if (pace->state == BESIDE)
    return stay_or_return (w, p, !late && (double) moved
                                          >= pace->apart * (double) time * (CLEARLY + 1) / CLEARLY);
  if (!late)
    return go_beside (w, p, moved, time);
  begin_period (pace, APART, w->clock, bytes);
  return NULL;
}

struct erb_worker *
erb_worker_compares (struct erb_worker *w, struct erb_process *p, bool remote)
{
  struct erb_pace *pace = &p->pace;
  struct erb_worker *along = p->along;
  p->along = NULL;
  if (along)
    return along != w ? along : NULL;
  if (pace->state == NO_TRIAL && (!remote || !erb_worker_shares (w) || w->clock < pace->again))
    return NULL;
  bool begins = pace->state == NO_TRIAL || pace->at == 0;
  if (!begins && w->clock - pace->at < period_on (w))
    return NULL;
  uint64_t bytes = erb_move_bytes_moved (p);
  if (!begins)
    return end_period (w, p, bytes);
  begin_period (pace, pace->state == NO_TRIAL ? APART : BESIDE, w->clock, bytes);
  return NULL;
}
