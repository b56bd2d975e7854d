/* SPDX-License-Identifier: MIT */
/* lc_wait.c - how one end of a channel waits for the other.
 *
 * First it polls for as long as a sleep and a wake-up would take, then it sleeps.  No wake-up is
 * lost: a sleeper sets `sleeps' and reads the counter again; the other end stores the counter and
 * reads `sleeps'.  Both accesses to `sleeps' are read-modify-writes, so one of the two sees what
 * the other has done before.  Only the other end clears `sleeps': the receiver and a sender that
 * waits for its communicator may sleep on one counter, and the first to wake must not take the flag
 * of the other.  From time to time a sleeper checks that the other process is alive.
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

int64_t
erb_lc_spin (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, read_settings);
  return settings.spin;
}

void
erb_lc_wake (struct erb_lc_count *c)
{
  if (erbium_add (&c->sleeps, 0) == 0)
    return;
  erbium_cas (&c->sleeps, 1, 0);
  erbium_add (&c->word, 1);
  erb_os->wake_shared (&c->word);
}

void
erb_lc_publish (struct erb_lc_count *c, erbium_index i)
{
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

static void
sleep_until (struct erb_lc_count *c, erbium_index i, const erbium_atomic *over,
             const erbium_atomic32 *who, const char *call, const char *where)
{
  for (;;)
    {
      int32_t word = erbium_load_acquire (&c->word);
      erbium_cas (&c->sleeps, 0, 1);
      if (is_there (c, i, over))
        return;
      int32_t process = who ? erbium_load_acquire (who) : 0; /* become */
      bool dead = process != 0 && erb_lc_is_dead (process);
      if (is_there (c, i, over))
        return;
      if (dead)
        erb_lc_has_died (process, call, where);
      erb_os->sleep_shared (&c->word, word, ERB_LC_LOOK);
    }
}

void
erb_lc_wait_for (struct erb_lc_count *c, erbium_index i, const erbium_atomic *over,
                 const erbium_atomic32 *who, const char *call, const char *where)
{
  if (is_there (c, i, over))
    return;
  int64_t until = erb_os->now () + erb_lc_spin ();
  do
    for (int n = 0; n < ERB_POLLS; n++)
      {
        if (is_there (c, i, over))
          return;
        erb_os->pause ();
      }
  while (erb_os->now () < until);
  sleep_until (c, i, over, who, call, where);
}
