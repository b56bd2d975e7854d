/* SPDX-License-Identifier: MIT */
/* space_park.c - when a process that is a space sleeps.
 *
 * The stages of a wait are those of kernel threads (wait.c); only the sleep itself differs.  It is on
 * words in shared memory: the token, by which a waker lets it go on; the verdict (exit_status.c); and, unless
 * it is a nap, the lives of those whom it waits for (space_life.c), as a process that is killed
 * wakes nobody.  These are a hint: they may be others by the time that it sleeps, and the system
 * wakes one sleeper for a death.  So each looks at all processes of the program once a second, too.
 *
 * A process that has left the program may go; one that has not, and whose space is dead, has died: whoever
 * sees it says so, and of what, for all (exit_status.c).
 */
#include "space_model/child_processes.h"

#include <inttypes.h>

enum { MOST = 64 }; /* words slept on */

static const int64_t second = 1000000000;

/* ---- Deaths ------------------------------------------------------------- */

static bool
is_dead (const struct erb_process *q)
{
  erb_space s = erbium_load_acquire (&q->space);
  return s >= ERB_SPACES && !erb_space_alive (s);
}

/* Its parent's space is dead too, so it died of that. */
static bool
died_with_parent (const struct erb_process *q)
{
  const struct erb_space_slot *slot = erb_space_at (erbium_load_acquire (&q->space));
  erb_space parent = erbium_load_relaxed (&slot->owner) - 2;
  return parent >= ERB_SPACES && !erb_space_alive (parent);
}

/* The one whose death was the cause of all others. */
static struct erb_process *
first_dead (erbium_program *program)
{
  struct erb_process *dead = NULL;
  for (struct erb_process *q = program->processes; q; q = q->next)
    if (is_dead (q) && (!dead || !died_with_parent (q)))
      dead = q;
  return dead;
}

ERB_NORETURN ERB_COLD static void
fault_of_death (const struct erb_process *dead, const struct erb_wait *w)
{
  char how[160], what[160] = "";
  erb_space s = erbium_load_acquire (&dead->space);
  erb_exit_status_check (); /* it may have said so itself */
  int status = erb_space_status (s);
  erb_space_follow_interrupt (status);
  erb_space_say_status (status, how, sizeof how);
  erb_child_processes_die_of (s);
  if (w && w->view)
    snprintf (what, sizeof what, " while %s %" PRId64 " was awaited",
              w->side == ERB_READ ? "release index" : "commit index", w->need);
  erb_fault (ERBIUM_EXIT_DEATH, w ? w->primitive : ERB_NO_PRIMITIVE, w ? w->where : NULL,
             erb_space_mend_of (status), "process '%s' (run at %s) %s%s", dead->name,
             dead->where ? dead->where : "?", how, what);
}

void
erb_space_check_deaths (erbium_program *program, const struct erb_wait *w)
{
  erb_os->lock (&program->lock);
  const struct erb_process *dead = first_dead (program);
  erb_os->unlock (&program->lock);
  if (dead)
    fault_of_death (dead, w);
}

/* One that has left the program, or is about to, and is in its list no more: by its space. */
ERB_NORETURN ERB_COLD static void
fault_of_left (erb_space s)
{
  char how[160];
  struct erb_text t;
  int status = erb_space_status (s);
  erb_space_follow_interrupt (status);
  erb_space_say_status (status, how, sizeof how);
  erb_child_processes_die_of (s);
  erb_fault (ERBIUM_EXIT_DEATH, ERB_NO_PRIMITIVE, NULL, erb_space_mend_of (status),
             "the space of a process that had ended, %s, %s while it changed what all share",
             erb_space_say (s, &t), how);
}

static erb_space
dead_space (void)
{
  for (int n = 1; n < erbium_load_acquire (&erb_space_table->taken); n++)
    {
      const struct erb_space_slot *slot = &erb_space_table->slot[n];
      erb_space s = erbium_load_acquire (&slot->name);
      int32_t state = erbium_load_acquire (&slot->state);
      bool gone = state == ERB_SPACE_FREE || state == ERB_SPACE_ALLOCATED || state == ERB_SPACE_ENDED;
      if (s && !gone && !erb_space_alive (s))
        return s;
    }
  return ERB_NO_SPACE;
}

/* The lock may be the program's, which the caller then has: so nothing is locked here, and the list is
 * followed no further than it can be long. */
static void
look_for_owner (const struct erb_process *self)
{
  erb_exit_status_check ();
  const struct erb_process *q = self ? self->program->processes : NULL;
  for (int n = 0; q && n < ERB_SPACES; n++, q = q->next)
    if (is_dead (q))
      fault_of_death (q, NULL);
  erb_space s = dead_space ();
  if (s != ERB_NO_SPACE)
    fault_of_left (s);
}

/* The system gives its locks back one after the other: its life may be the last. */
void
erb_space_lost_lock (void)
{
  enum { MOMENTS = 1000 };
  for (int n = 0; n < MOMENTS; n++)
    {
      look_for_owner (erb_self_if_any ());
      erb_os->yield ();
    }
  erb_fault (ERBIUM_EXIT_DEATH, ERB_NO_PRIMITIVE, NULL, NULL,
             "a space of the program has died while it changed what all share");
}

/* ---- Sleeping ------------------------------------------------------------ */

/* False: q's space is dead. */
static bool
add_life (struct erb_sleep *words, int *count, const struct erb_process *q)
{
  erb_space s = erbium_load_acquire (&q->space);
  struct erb_sleep *one = &words[*count];
  if (*count == MOST || s < ERB_SPACES)
    return true;
  one->word = erb_space_death_word (s, &one->expected);
  *count += one->word != NULL;
  return one->word != NULL;
}

/* Of those who hold w's process up; false: one is dead. */
static bool
add_lives (struct erb_sleep *words, int *count, const struct erb_wait *w)
{
  erbium_program *program = w->process->program;
  bool alive = true;
  for (int n = 0; w->view && n < w->record->ids[w->side]; n++)
    {
      struct erbium_slot *s = &w->record->slot[w->side][n];
      const struct erb_process *q
        = (const struct erb_process *) (intptr_t) erbium_load_acquire (&s->owner);
      if (q && q != w->process && erbium_load_acquire (&s->index) < w->need)
        alive = add_life (words, count, q) && alive;
    }
  if (w->view)
    return alive;
  erb_os->lock (&program->lock);
  for (const struct erb_process *q = program->processes; q; q = q->next)
    if (q != w->process && (w->end_of == 0 || w->end_of == q->id))
      alive = add_life (words, count, q) && alive;
  erb_os->unlock (&program->lock);
  return alive;
}

/* Sleeps until somebody may have let p go, and looks who lives. */
static void
sleep_once (struct erb_process *p, const struct erb_wait *w, int64_t left)
{
  bool alive = true;
  struct erb_sleep words[MOST];
  int count = 2;
  words[0] = (struct erb_sleep) { &p->token, 0 };
  words[1] = (struct erb_sleep) { &erb_exit_status->state, ERB_GOES_ON };
  if (w)
    alive = add_lives (words, &count, w);
  if (alive)
    erb_os->sleep_any (words, count, left < 0 || left > second ? second : left);
  if (erbium_load_acquire (&p->token) == 0)
    erb_space_check_deaths (p->program, w);
}

/* Most sleeps are this short: they are on the token alone, and nobody looks who lives. */
static bool
is_nap (int64_t left)
{
  return left >= 0 && left < second / 20;
}

bool
erb_space_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout)
{
  int64_t until = timeout < 0 ? 0 : erb_os->now () + timeout;
  while (!erb_take_token (p))
    {
      int64_t left = timeout < 0 ? -1 : until - erb_os->now ();
      erb_exit_status_check ();
      if (timeout >= 0 && left <= 0)
        return erb_take_token (p);
      if (is_nap (left))
        erb_os->sleep_shared (&p->token, 0, left);
      else
        sleep_once (p, w, left);
    }
  return true;
}
