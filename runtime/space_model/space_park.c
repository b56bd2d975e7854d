/* SPDX-License-Identifier: MIT */
/* space_park.c - how a process that is a space sleeps.
 *
 * The stages of a wait are those of kernel threads (wait.c); only the sleep differs.  A process
 * sleeps on words in shared memory: the token, with which a waker lets it continue; the exit status
 * (exit_status.c); and, unless the sleep is short, the lives of the processes for which it waits
 * (space_life.c), since a killed process wakes nobody.  These lives are a hint: they may have
 * changed when it sleeps, and the system wakes one sleeper for a death.  So each process also
 * checks all processes of the program once a second.
 *
 * The space of a process that has left the program may end.  A process has died if its space is
 * dead and it has not left the program.  The process that detects this reports it, with the cause,
 * for all (exit_status.c).
 */
#include "space_model/child_processes.h"

#include <inttypes.h>

enum { MOST = 64 }; /* words of one sleep */

static const int64_t second = 1000000000;

/* ---- Deaths ------------------------------------------------------------- */

static bool
is_dead (const struct erb_process *q)
{
  erb_space s = erbium_load_acquire (&q->space);
  return s >= ERB_SPACES && !erb_space_alive (s);
}

/* Whether the parent's space is dead too, which was the cause then. */
static bool
died_with_parent (const struct erb_process *q)
{
  const struct erb_space_slot *slot = erb_space_at (erbium_load_acquire (&q->space));
  erb_space parent = erbium_load_relaxed (&slot->owner) - 2;
  return parent >= ERB_SPACES && !erb_space_alive (parent);
}

/* Returns the process whose death has caused the others. */
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
  erb_exit_status_check (); /* it may have reported its death itself */
  int status = erb_space_status (s);
  erb_space_follow_interrupt (status);
  erb_space_describe_status (status, how, sizeof how);
  erb_child_processes_die_of (s);
  if (w && w->view)
    snprintf (what, sizeof what, " while %s %" PRId64 " was awaited",
              w->side == ERB_READ ? "release index" : "commit index", w->need);
  erb_fault (ERBIUM_EXIT_DEATH, w ? w->primitive : ERB_NO_PRIMITIVE, w ? w->where : NULL,
             erb_space_hint_of (status), "process '%s' (run at %s) %s%s", dead->name,
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

/* Reports the death of a process that has left the program, or is about to, and is not in the list
 * of processes any more; names its space. */
ERB_NORETURN ERB_COLD static void
fault_of_left (erb_space s)
{
  char how[160];
  struct erb_text t;
  int status = erb_space_status (s);
  erb_space_follow_interrupt (status);
  erb_space_describe_status (status, how, sizeof how);
  erb_child_processes_die_of (s);
  erb_fault (ERBIUM_EXIT_DEATH, ERB_NO_PRIMITIVE, NULL, erb_space_hint_of (status),
             "the space of a process that had ended, %s, %s while it changed shared state",
             erb_space_describe (s, &t), how);
}

static erb_space
dead_space (void)
{
  for (int n = 1; n < erbium_load_acquire (&erb_space_table->taken); n++)
    {
      const struct erb_space_slot *slot = &erb_space_table->slot[n];
      erb_space s = erbium_load_acquire (&slot->name);
      int32_t state = erbium_load_acquire (&slot->state);
      bool gone = state == ERB_SPACE_FREE || state == ERB_SPACE_ALLOCATED
                  || state == ERB_SPACE_ENDED;
      if (s && !gone && !erb_space_alive (s))
        return s;
    }
  return ERB_NO_SPACE;
}

/* Reports a death that explains a lost lock.  The lock may be that of the program, which the caller
 * then holds; so this takes no lock, and follows the list no further than its largest possible
 * length. */
static void
check_owner (const struct erb_process *self)
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

/* The system releases the locks of a dead process one by one, and its life may be the last. */
void
erb_space_lost_lock (void)
{
  enum { MOMENTS = 1000 };
  for (int n = 0; n < MOMENTS; n++)
    {
      check_owner (erb_self_if_any ());
      erb_os->yield ();
    }
  erb_fault (ERBIUM_EXIT_DEATH, ERB_NO_PRIMITIVE, NULL, NULL,
             "a space of the program has died while it changed shared state");
}

/* ---- Sleeping ------------------------------------------------------------ */

/* Adds the life of q; returns false if q's space is dead. */
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

/* Adds the lives of all processes on which w depends; returns false if one is dead. */
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

/* Sleeps until a waker may have stored the token of p, then checks that all processes live. */
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

/* Whether a sleep is so short that it watches the token alone, and no lives.  Most are. */
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
