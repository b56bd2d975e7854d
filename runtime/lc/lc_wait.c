/* SPDX-License-Identifier: MIT */
/* lc_wait.c - how one end of a channel waits for the other.
 *
 * First it polls for as long as a sleep and a wake-up would take, then it sleeps.  It sleeps at
 * once where other programs need the processors (core/spin_backoff.h), and where the other end was
 * last on the same processor: polling would only keep it from running.
 *
 * No wake-up is lost: a sleeper makes the word odd and reads the counter again; the other end
 * stores the counter and adds 2 to the word.  Both are read-modify-writes, so one of the two sees
 * what the other has done before.  A sleeper whose word has changed meanwhile does not fall asleep.
 * Only the other end makes the word even: the receiver and a sender that waits for its communicator
 * may sleep on one counter, and the first to wake must not take the mark of the other.
 *
 * A sleeper to whom nothing comes for long looks from time to time whether the other process is
 * alive.
 */
#define _GNU_SOURCE
#include "lc/lc.h"

#include <pthread.h>
#include <signal.h>

static struct erb_settings settings; /* of the environment: there may be no Erbium program */

static void
read_settings (void)
{
  erb_settings_read (&settings);
}

void
erb_lc_wake (struct erb_lc_count *c)
{
  int32_t word = erbium_add (&c->word, 2);
  if (word % 2 == 0)
    return;
  erbium_cas (&c->word, word, word + 1);
  erb_os->wake_shared (&c->word);
}

int32_t
erb_lc_announce (struct erb_lc_count *c)
{
  int32_t word = erbium_load_relaxed (&c->word);
  while (!erbium_cas (&c->word, word, word | 1))
    word = erbium_load_relaxed (&c->word);
  return word | 1;
}

void
erb_lc_publish (struct erb_lc_count *c, erbium_index i)
{
  erbium_store_relaxed (&c->place, 1 + erb_processor_here ());
  erbium_store_release (&c->index, i); /* is_there */
  erb_lc_wake (c);
}

static bool
is_there (const struct erb_lc_count *c, erbium_index i, const erbium_atomic *over)
{
  /* The end is stored after the last message (erbium_lc_close), so it is read before. */
  bool ends = over && erbium_load_acquire (over);
  return erbium_load_acquire (&c->index) >= i || ends; /* erb_lc_publish */
}

/* A child that its parent has not collected yet has ended, too.  If the system does not show the
 * state, the process counts as alive. */
bool
erb_lc_is_dead (int32_t process)
{
  char name[64], text[128];
  if (kill (process, 0) != 0)
    return errno == ESRCH;
  snprintf (name, sizeof name, "/proc/%d/stat", (int) process);
  FILE *f = fopen (name, "re");
  if (!f)
    return false;
  text[fread (text, 1, sizeof text - 1, f)] = 0;
  fclose (f);
  const char *end = strrchr (text, ')'); /* of the name, which may have others */
  return end && (strncmp (end, ") Z", 3) == 0 || strncmp (end, ") X", 3) == 0);
}

void
erb_lc_has_died (int32_t process, const char *call, const char *where)
{
  erb_fault_in (ERBIUM_EXIT_DEATH, call, where, NULL,
                "process %d, which has the other end of the channel, has died", (int) process);
}

/* Ends the program if the process that should raise c has died before it has raised it to i. */
static void
expect_alive (const struct erb_lc_count *c, erbium_index i, const erbium_atomic *over,
              const erbium_atomic32 *who, const char *call, const char *where)
{
  int32_t process = who ? erbium_load_acquire (who) : 0; /* become */
  if (process != 0 && erb_lc_is_dead (process) && !is_there (c, i, over))
    erb_lc_has_died (process, call, where);
}

static void
sleep_until (struct erb_lc_count *c, erbium_index i, const erbium_atomic *over,
             const erbium_atomic32 *who, const char *call, const char *where)
{
  for (;;)
    {
      int32_t word = erb_lc_announce (c);
      if (is_there (c, i, over))
        return;
      if (erb_os->sleep_shared (&c->word, word, ERB_LC_LOOK) == -ETIMEDOUT)
        expect_alive (c, i, over, who, call, where);
    }
}

static struct erb_spinning spinning; /* of this process */

bool
erb_lc_spin_begins (struct erb_lc_spin *s)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, read_settings);
  s->round = erb_os->now ();
  s->until = s->round + settings.spin;
  return erb_spinning_pays (&spinning, s->round);
}

bool
erb_lc_spin_goes_on (struct erb_lc_spin *s)
{
  int64_t now = erb_os->now (), round = s->round;
  s->round = now;
  return !erb_spinning_note (&spinning, round, now) && now < s->until;
}

/* Whether the one that raises c was last on the caller's processor. */
static bool
is_beside (const struct erb_lc_count *c)
{
  int32_t place = erbium_load_relaxed (&c->place);
  return place != 0 && place == 1 + erb_processor_here ();
}

static bool
spin (const struct erb_lc_count *c, erbium_index i, const erbium_atomic *over)
{
  struct erb_lc_spin s;
  bool more = erb_lc_spin_begins (&s) && !is_beside (c); /* the first reads the settings */
  for (; more && !is_beside (c); more = erb_lc_spin_goes_on (&s))
    for (int n = 0; n < ERB_POLLS; n++)
      {
        if (is_there (c, i, over))
          return true;
        erb_os->pause ();
      }
  return false;
}

void
erb_lc_wait_for (struct erb_lc_count *c, erbium_index i, const erbium_atomic *over,
                 const erbium_atomic32 *who, const char *call, const char *where)
{
  if (is_there (c, i, over))
    return;
  if (!spin (c, i, over))
    sleep_until (c, i, over, who, call, where);
}
