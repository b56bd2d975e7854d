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
 *   APART -> GOES       it goes, if the data may take a part of its time
 *   APART -> NO_TRIAL   it may not, or there is nobody to go to, or too many would go along, or
 *                       one of these is on trial itself
 *   GOES -> BESIDE      it waits for the first time where its partner is
 *   BESIDE -> NO_TRIAL  they stay for a while, or return
 *
 * Each trial changes the pace of all that are connected, so the next one begins some milliseconds
 * later, and ever later as long as they fail.  A process that ends during its trial leaves those
 * that came along where they are.
 *
 * Trials have numbers.  One that has gone, or is to go, along with a trial has its number, so an
 * earlier trial leaves no trace.  All fields of a process belong to the thread of its worker.
 */
#include "fiber/move_cost.h"
#include "fiber/partners.h"

enum { NO_TRIAL, APART, GOES, BESIDE };

static const int64_t pace_period = 500000;  /* ns for which a pace is measured */
static const int64_t trial_most = 2000000;  /* ns that a trial takes, about */
static const int64_t stay = 64000000;       /* ns for which those stay that are faster */
static const int64_t rest_first = 4000000;  /* ns between two trials: at first, */
static const int64_t rest_most = 256000000; /* and at most */

enum
{
  PART = 4,    /* a transfer that takes less than this part of the time is worth no trial */
  CLEARLY = 8, /* faster by this part */
  LATE = 4     /* periods after which a measurement was interrupted */
};

static void
begin_period (struct erb_pace *pace, int state, int64_t clock, uint64_t bytes)
{
  pace->state = state;
  pace->at = clock;
  pace->bytes = bytes;
}

/* Returns how long to wait after a failed trial; `time' is how long it was after the last, or 0. */
static int64_t
longer (int64_t time)
{
  return time == 0 ? rest_first : time < rest_most ? 2 * time : rest_most;
}

static void
rest (const struct erb_worker *w, struct erb_pace *pace, bool faster)
{
  pace->state = NO_TRIAL;
  pace->rest = faster ? rest_first : longer (pace->rest);
  pace->again = erb_worker_wanders (w) ? 0 : w->clock + pace->rest;
}

/* Makes p, of w, stay there for so long (ns). */
static void
keep (const struct erb_worker *w, struct erb_process *p, int64_t time)
{
  if (!erb_worker_wanders (w))
    p->keeps = w->clock + time;
}

/* ---- One trial after another ---------------------------------------------------------- */

static bool
may_claim (const struct erb_worker *w)
{
  return erb_worker_wanders (w) || erbium_load_relaxed (&w->program->trial_until) <= w->clock;
}

/* Keeps other trials from beginning for a while.  Returns the number of the caller's, or 0 if
 * another process was first. */
static int64_t
claim_trial (const struct erb_worker *w)
{
  erbium_program *p = w->program;
  int64_t until = erbium_load_relaxed (&p->trial_until);
  if (!may_claim (w) || !erbium_cas (&p->trial_until, until, w->clock + trial_most))
    return 0;
  return erbium_add (&p->trial, 1);
}

/* Ends the trial with that number, unless another one has begun, since a trial may take longer than
 * is meant.  The more trials in a row have failed, the later the next one of any process begins. */
static void
end_trial (const struct erb_worker *w, int64_t number, bool faster)
{
  erbium_program *p = w->program;
  if (erbium_load_relaxed (&p->trial) != number)
    return;
  int64_t after = faster ? 0 : longer (erbium_load_relaxed (&p->trial_rest));
  erbium_store_relaxed (&p->trial_rest, after);
  erbium_store_relaxed (&p->trial_until, w->clock + after);
  erbium_cas (&p->trial, number, number + 1);
}

/* ---- There and back ------------------------------------------------------------------- */

/* Returns whether the transfer of so many bytes in that time (ns) may slow a process down. */
static bool
may_be_slow (const struct erb_worker *w, int64_t bytes, int64_t time)
{
  return erb_worker_wanders (w) || erb_move_transfer_time (w->program, bytes) >= time / PART;
}

/* Where p should go, or NULL. */
static struct erb_worker *
place_beside (const struct erb_worker *w, const struct erb_process *p)
{
  const struct erb_process *partner = erb_partner_elsewhere (p, w);
  struct erb_worker *to = partner ? erb_worker_of (partner) : NULL;
  return to != w ? to : NULL;
}

/* Whether a member other than p is itself on trial, or about to be. */
static bool
has_another_trial (const struct erb_group *g, const struct erb_process *p)
{
  for (int n = 0; n < g->count; n++)
    if (g->member[n] != p && g->member[n]->pace.state >= GOES)
      return true;
  return false;
}

/* Returns the worker to which p goes, or NULL. */
static struct erb_worker *
go_beside (struct erb_worker *w, struct erb_process *p, int64_t moved, int64_t time)
{
  struct erb_pace *pace = &p->pace;
  struct erb_group g;
  struct erb_worker *to = may_be_slow (w, moved, time) ? place_beside (w, p) : NULL;
  if (to && !may_claim (w))
    {
      begin_period (pace, APART, w->clock, pace->bytes + (uint64_t) moved);
      return NULL;
    }
  int64_t number = to && erb_group_of (p, w, 0, &g) && !has_another_trial (&g, p)
                     ? claim_trial (w) : 0;
  if (number == 0)
    {
      rest (w, pace, false);
      return NULL;
    }
  pace->apart = (double) moved / (double) time;
  pace->from = w;
  pace->state = GOES;
  for (int n = 0; n < g.count; n++)
    {
      keep (w, g.member[n], trial_most);
      g.member[n]->trial = number;
      g.member[n]->along = g.member[n] == p ? NULL : to;
    }
  return to;
}

/* Makes all that are connected with p stay for a while, unless turns become long.  Their earlier
 * turns contained the transfer, so these are forgotten. */
static void
stay_beside (struct erb_worker *w, struct erb_process *p)
{
  struct erb_group g;
  erb_group_of (p, w, 0, &g);
  for (int n = 0; n < g.count; n++)
    if (!erb_worker_wanders (w))
      {
        g.member[n]->settled = w->clock + stay;
        g.member[n]->turn = 0;
      }
}

/* Those that have come along return. */
static void
send_back (struct erb_worker *w, struct erb_process *p)
{
  struct erb_group g;
  erb_group_of (p, w, p->trial, &g);
  for (int n = 1; n < g.count; n++)
    {
      g.member[n]->along = p->pace.from;
      g.member[n]->trial = 0;
    }
}

/* As go_beside. */
static struct erb_worker *
stay_or_return (struct erb_worker *w, struct erb_process *p, bool faster)
{
  struct erb_pace *pace = &p->pace;
  if (faster)
    stay_beside (w, p);
  else
    send_back (w, p);
  rest (w, pace, faster);
  end_trial (w, p->trial, faster);
  return faster || pace->from == w ? NULL : pace->from;
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

/* ---- At a wait -------------------------------------------------------------------------- */

/* Returns the worker to which p goes along, or NULL.  A trial that has ended takes nobody along; a
 * process that a trial has sent back returns in any case. */
static struct erb_worker *
goes_along (const struct erb_worker *w, struct erb_process *p)
{
  struct erb_worker *to = p->along;
  p->along = NULL;
  bool holds = p->trial == 0 || p->trial == erbium_load_relaxed (&w->program->trial);
  return holds && to != w ? to : NULL;
}

struct erb_worker *
erb_worker_compares (struct erb_worker *w, struct erb_process *p, bool remote)
{
  struct erb_pace *pace = &p->pace;
  if (p->along)
    return goes_along (w, p);
  if (pace->state == NO_TRIAL && (!remote || !erb_worker_shares (w) || w->clock < pace->again))
    return NULL;
  bool measures = pace->state == APART || pace->state == BESIDE;
  if (measures && w->clock - pace->at < (erb_worker_wanders (w) ? 0 : pace_period))
    return NULL;
  uint64_t bytes = erb_move_bytes_moved (p);
  if (measures)
    return end_period (w, p, bytes);
  begin_period (pace, pace->state == NO_TRIAL ? APART : BESIDE, w->clock, bytes);
  return NULL;
}

void
erb_worker_welcomes (struct erb_worker *w, struct erb_process *p)
{
  struct erb_process *partner = p->pace.state == GOES ? erb_partner_of (p, w) : NULL;
  if (partner && erb_worker_of (partner) == w)
    keep (w, partner, trial_most);
}
