/* SPDX-License-Identifier: MIT */
/* lc_collective.c - calls that concern several channels. */
#define _GNU_SOURCE
#include "lc/lc.h"

/* ---- Alternative commands ------------------------------------------------------------- */

static void
expect_all (Channel const ch[], int n, const char *call, const char *where)
{
  for (int i = 0; i < n; i++)
    erb_lc_expect (ch[i], call, where);
}

/* Returns the channel whose turn it is, or -1.  A channel that has ended has no turn. */
static int
next_in_time (Channel const ch[], const bool guard[], int n)
{
  int best = -1;
  erbium_index earliest = 0;
  for (int i = 0; i < n; i++)
    {
      erbium_index time = erbium_load_relaxed (&ch[i]->shared->received.index);
      if ((guard && !guard[i]) || (best >= 0 && time >= earliest) || erb_lc_is_over (ch[i]))
        continue;
      best = i;
      earliest = time;
    }
  return best;
}

/* A channel may turn out to have ended while the caller waits for it; then it is the next one's
 * turn.  So the result does not depend on when the end is seen. */
int
erbium_lc_alternative (Channel const ch[], const bool guard[], int n, const char *where)
{
  const char *call = "LCalternative";
  expect_all (ch, n, call, where);
  for (int i; (i = next_in_time (ch, guard, n)) >= 0;)
    {
      struct erb_lc_shared *s = ch[i]->shared;
      erb_lc_wait_for (&s->sent, erbium_load_relaxed (&s->received.index) + 1, &s->closed,
                       &s->sender, call, where);
      if (erb_lc_has_message (ch[i]))
        return i;
    }
  return -1;
}

enum { NONE = -1, NONE_YET = -2, MOST_CHANNELS = 128 };

static int
first_ready (Channel const ch[], const bool guard[], int n)
{
  int found = NONE;
  for (int i = 0; i < n; i++)
    if (!guard || guard[i])
      {
        bool over = erb_lc_is_over (ch[i]);
        if (erb_lc_has_message (ch[i]))
          return i;
        found = over ? found : NONE_YET;
      }
  return found;
}

/* Ends the program if the senders of all channels that could become ready have died. */
static void
expect_a_living_one (Channel const ch[], const bool guard[], int n, const char *call,
                     const char *where)
{
  int32_t sender = 0;
  for (int i = 0; i < n; i++)
    if ((!guard || guard[i]) && !erb_lc_is_over (ch[i]))
      {
        sender = erbium_load_acquire (&ch[i]->shared->sender); /* become */
        if (sender == 0 || !erb_lc_is_dead (sender))
          return;
      }
  if (first_ready (ch, guard, n) == NONE_YET) /* nothing was sent or closed before the death */
    erb_lc_has_died (sender, call, where);
}

/* Sleeps until a channel may be ready, or for a moment. */
static void
sleep_for_any (Channel const ch[], const bool guard[], int n)
{
  struct erb_sleep words[MOST_CHANNELS];
  int count = 0;
  for (int i = 0; i < n; i++)
    if (!guard || guard[i])
      {
        struct erb_lc_count *c = &ch[i]->shared->sent;
        words[count++] = (struct erb_sleep) { &c->word, erb_lc_announce (c) };
      }
  if (first_ready (ch, guard, n) == NONE_YET)
    erb_os->sleep_any (words, count, ERB_LC_LOOK);
}

/* If it is time, looks whether a sender is alive. */
static void
look_at_senders (Channel const ch[], const bool guard[], int n, int64_t *look, const char *call,
                 const char *where)
{
  if (erb_os->now () < *look)
    return;
  expect_a_living_one (ch, guard, n, call, where);
  *look = erb_os->now () + ERB_LC_LOOK;
}

int
erbium_lc_any (Channel const ch[], const bool guard[], int n, const char *where)
{
  const char *call = "LCalternative_any";
  expect_all (ch, n, call, where);
  if (n > MOST_CHANNELS)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL, "%d channels; expected at most %d", n,
                  MOST_CHANNELS);
  struct erb_lc_spin s;
  bool spins = erb_lc_spin_begins (&s);
  int64_t look = s.until + ERB_LC_LOOK;
  for (;;)
    {
      int i = first_ready (ch, guard, n);
      if (i != NONE_YET)
        return i;
      if (!spins)
        {
          sleep_for_any (ch, guard, n);
          look_at_senders (ch, guard, n, &look, call, where);
          continue;
        }
      erb_os->pause ();
      spins = erb_lc_spin_goes_on (&s);
    }
}

/* ---- Collectives --------------------------------------------------------------------------- */

void
erbium_lc_scatter (Communicator kp, Channel const ch[], int n, const char *msg, bool parts,
                   const char *where)
{
  Delegation last = { NULL, 0 };
  expect_all (ch, n, parts ? "LCscatter" : "LCbroadcast", where);
  for (int i = 0; i < n; i++)
    {
      last = erbium_lc_delegate (kp, ch[i], msg, false, where);
      msg += parts ? ch[i]->shared->size : 0;
    }
  erbium_lc_wait (last);
}

bool
erbium_lc_gather (Channel const ch[], int n, char *to, const char *where)
{
  expect_all (ch, n, "LCgather", where);
  for (int i = 0; i < n; i++)
    {
      const char *msg = erbium_lc_receive (ch[i], where);
      if (!msg)
        return false;
      memcpy (to, msg, (size_t) ch[i]->shared->size);
      to += ch[i]->shared->size;
    }
  return true;
}

bool
erbium_lc_reduce (Channel const ch[], int n,
                  void (*add) (void *sum, const void *message, size_t size), void *sum,
                  const char *where)
{
  expect_all (ch, n, "LCreduce", where);
  for (int i = 0; i < n; i++)
    {
      const char *msg = erbium_lc_receive (ch[i], where);
      if (!msg)
        return false;
      add (sum, msg, (size_t) ch[i]->shared->size);
    }
  return true;
}
