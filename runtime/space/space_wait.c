/* SPDX-License-Identifier: MIT */
/* space_wait.c - waiting for a word in shared memory, or a death.
 *
 * The papers suspend a consumer with sigsuspend and resume it with kill; there they
 * found a quarter of the time to be spent (DLinux, section III.D, figure 4).  Here a
 * wait goes through stages, each dearer than the one before:
 *
 *   1 look    one load
 *   2 spin    up to ERBIUM_SPIN ns, with a yield after each round of looks: whom we wait
 *             for may need this processor; not where other programs do (core/spinning.h)
 *   3 sleep   on the word and on the lives of all peers at once (futex_waitv); a wake-up
 *             is a change or a death
 *
 * The kernel wakes one sleeper for a death.  He wakes the others, and as he may be
 * killed before, each looks again once a second.  Where there is no futex_waitv (Linux
 * before 5.16), each looks at the lives of its peers every 10 ms.
 */
#include "space/space.h"

#include <linux/futex.h>

enum { MOST = FUTEX_WAITV_MAX - 1 }; /* peers whose deaths wake at once */

static const int64_t second = 1000000000;

static bool
has_changed (const struct erb_space_wait *w)
{
  return erbium_load_acquire (w->word) != w->expected;
}

/* The number of a peer that is dead, or -1. */
static int
dead_peer (const struct erb_space_wait *w)
{
  for (int n = 0; n < w->count; n++)
    if (!erb_space_alive (w->peers[n]))
      return n;
  return -1;
}

/* What happened before the death was seen counts, so the word is looked at last. */
static bool
is_over (const struct erb_space_wait *w, int64_t until, int *how)
{
  int dead = dead_peer (w);
  if (has_changed (w))
    *how = ERB_SPACE_CHANGED;
  else if (dead >= 0)
    *how = dead;
  else if (w->limit >= 0 && erb_os->now () >= until)
    *how = ERB_SPACE_LATE;
  else
    return false;
  return true;
}

/* ---- Spinning ---------------------------------------------------------------- */

static struct erb_spinning spinning;

static bool
spin (const struct erb_space_wait *w)
{
  int64_t most = erb_space_settings ()->spin, now = erb_os->now (), round;
  if (w->limit >= 0 && w->limit < most)
    most = w->limit;
  int64_t until = now + most;
  if (!erb_spinning_pays (&spinning, now))
    return false;
  do
    {
      round = now;
      for (int n = 0; n < ERB_POLLS; n++)
        {
          if (has_changed (w))
            return true;
          erb_os->pause ();
        }
      erb_os->yield ();
      now = erb_os->now ();
    }
  while (!erb_spinning_note (&spinning, round, now) && now < until);
  return has_changed (w);
}

/* ---- Sleeping ---------------------------------------------------------------- */

/* The words to sleep on: that of w, and a life of each peer; 0 if one is dead. */
static int
words_of (const struct erb_space_wait *w, struct erb_sleep *words)
{
  int count = 0;
  words[count++] = (struct erb_sleep) { w->word, w->expected };
  for (int n = 0; n < w->count && n < MOST; n++)
    {
      struct erb_sleep *one = &words[count++];
      one->word = erb_space_death_word (w->peers[n], &one->expected);
      if (!one->word)
        return 0;
    }
  return count;
}

/* Whoever is woken by a death hands it on. */
static void
wake_mourners (const struct erb_space_wait *w, const struct erb_sleep *words, int count)
{
  for (int n = 1; n < count; n++)
    if (!erb_space_alive (w->peers[n - 1]))
      erb_space_wake (words[n].word);
}

static void
sleep_once (const struct erb_space_wait *w, int64_t until)
{
  struct erb_sleep words[MOST + 1];
  int count = words_of (w, words);
  int64_t left = w->limit < 0 ? second : until - erb_os->now ();
  if (!count || left <= 0)
    return;
  erb_os->sleep_any (words, count, left < second ? left : second);
  wake_mourners (w, words, count);
}

int
erb_space_wait (const struct erb_space_wait *w)
{
  int64_t until = w->limit < 0 ? 0 : erb_os->now () + w->limit;
  int how;
  if (has_changed (w) || spin (w))
    return ERB_SPACE_CHANGED;
  while (!is_over (w, until, &how))
    {
      if (w->meeting)
        erb_event_meeting_sleeps (w->meeting->self, w->meeting->awaited, w->meeting->call, w->meeting->where);
      sleep_once (w, until);
    }
  if (w->meeting)
    erb_event_meeting_ends (w->meeting->self);
  return how;
}

void
erb_space_wake (erbium_atomic32 *word)
{
  erb_os->wake_shared (word);
}

void
erb_space_heavy_barrier (void)
{
  erb_os->heavy_barrier_shared ();
}
