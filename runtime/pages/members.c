/* SPDX-License-Identifier: MIT */
/* members.c - spaces: which have entered, left, died.
 *
 * A space holds a lock while it lives.  The kernel marks such a lock when the thread that holds it
 * ends, for whatever reason.  So a waiting space detects a death by trying the lock, without a
 * system call and without the help of the parent.
 */
#define _GNU_SOURCE
#include "space/space.h"
#include "pages/page_access.h"
#include "pages/regions.h"

#include <sys/single_threaded.h>
#include <sys/stat.h>

static __thread int own = -1;   /* of a thread that has entered a space */
static int of_process = -1;     /* of all other threads */
static pthread_mutex_t process_lock = PTHREAD_MUTEX_INITIALIZER;

void
erb_spmc_process_lock (void)
{
  pthread_mutex_lock (&process_lock);
}

void
erb_spmc_process_unlock (void)
{
  pthread_mutex_unlock (&process_lock);
}

int
erbium_spmc_space (void)
{
  return own >= 0 ? own : of_process;
}

bool
erb_spmc_has_entered (void)
{
  return erbium_spmc_space () >= 0;
}

/* The C library does not reset its flag once the process has had several threads.  So the links of
 * the process's task folder are counted; two of them are not threads.  A sealed program has no
 * other threads, and sees another folder. */
static bool
has_one_thread (void)
{
  struct stat tasks;
  return __libc_single_threaded || erb_sealed
         || (stat ("/proc/self/task", &tasks) == 0 && tasks.st_nlink == 3);
}

bool
erb_spmc_is_whole_space (void)
{
  int kept = errno;
  bool whole = own >= 0 && (own != of_process || has_one_thread ());
  errno = kept;
  return whole;
}

int
erb_spmc_self (const char *call, const char *where)
{
  if (!erb_spmc.spaces)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where,
                  "call erbium_spmc_init (spaces) before any fork; "
                  "the first erbium_space_alloc does it too",
                  "there is no SPMC memory yet");
  if (!erb_spmc_has_entered ())
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "call erbium_spmc_enter (space) first",
                  "the caller is no space: it was forked and has not entered one, or has left it");
  return erbium_spmc_space ();
}

void
erb_spmc_expect_space (int space, const char *call, const char *where)
{
  if (space < 0 || space >= erb_spmc.spaces)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where,
                  "call erbium_spmc_init for more, before the first space is allocated",
                  "there is no space %d; erbium_spmc_init created 0 to %d", space,
                  erb_spmc.spaces - 1);
}

int
erb_spmc_number (int child, const char *call, const char *where)
{
  int space = child;
  if (erb_spmc_has_spaces ())
    space = erb_space_slot (erb_space_find_child (child, call, where)->space);
  erb_spmc_expect_space (space, call, where);
  return space;
}

/* ---- Names ------------------------------------------------------------- */

int64_t
erb_spmc_space_of (int space)
{
  if (!erb_spmc_has_spaces () || space < 0 || space >= ERB_SPACES)
    return ERB_NO_SPACE;
  /* From fill (space_table.c). */
  int64_t name = erbium_load_acquire (&erb_space_table->slot[space].name);
  return name ? name : ERB_NO_SPACE;
}

const char *
erb_spmc_space_name (int space, struct erb_text *t)
{
  int64_t s = erb_spmc_space_of (space);
  if (s == ERB_NO_SPACE)
    snprintf (t->s, sizeof t->s, "space %d", space);
  else
    snprintf (t->s, sizeof t->s, "space %s", erb_space_at (s)->path);
  return t->s;
}

/* ---- Life -------------------------------------------------------------- */

static enum erb_spmc_life
state_of (int space)
{
  return (enum erb_spmc_life) erbium_load_acquire (&erb_spmc.space[space].state);
}

static void
end_all (int space, const char *how)
{
  struct erb_spmc_space *s = &erb_spmc.space[space];
  erb_spmc_ports_of_space_end (space, true);
  erb_spmc_regions_of_dead (space);
  /* It may have died asleep, and the next user of the number has not slept yet. */
  erb_spmc_sleeps_no_more (space);
  snprintf (s->how, sizeof s->how, "%s", how ? how : "");
  erb_spmc_addresses_begin (space);
  erbium_store_release (&s->state, ERB_SPMC_DEAD); /* acquired in state_of */
}

/* Ends the ports first: if the caller is killed in between, the space does not count as dead yet,
 * and the next caller repeats everything.  One caller at a time does this: afterwards the number
 * may be given to another space, whose ports a late caller must not end.  So a space that was seen
 * alive is ended only if no other caller has ended it meanwhile. */
static void
end_dead (int space, const char *how, bool was_alive)
{
  erb_spmc_lock_take (&erb_spmc.shared->deaths);
  enum erb_spmc_life state = state_of (space);
  if (was_alive ? state == ERB_SPMC_LIVES : state != ERB_SPMC_DEAD)
    end_all (space, how);
  erb_spmc_lock_drop (&erb_spmc.shared->deaths);
}

void
erbium_spmc_died (int space, const char *how)
{
  erb_spmc_expect_space (space, "erbium_spmc_died", NULL);
  end_dead (space, how, false);
}

void
erb_spmc_space_again (int space)
{
  erbium_cas (&erb_spmc.space[space].state, ERB_SPMC_DEAD, ERB_SPMC_NEW);
}

bool
erb_spmc_alive (int space)
{
  if (space < 0 || space >= erb_spmc.spaces || state_of (space) != ERB_SPMC_LIVES)
    return false;
  pthread_mutex_t *life = &erb_spmc.space[space].life.mutex;
  int error = pthread_mutex_trylock (life);
  if (error == EBUSY)
    return true;
  if (error == EOWNERDEAD)
    {
      pthread_mutex_consistent (life);
      end_dead (space, NULL, true);
    }
  if (error == 0 || error == EOWNERDEAD)
    pthread_mutex_unlock (life);
  return state_of (space) == ERB_SPMC_LIVES;
}

bool
erbium_spmc_alive (int space)
{
  bool alive = erb_spmc_alive (space);
  erb_event_value (ERB_VALUE_ALIVE, &alive, sizeof alive, "erbium_spmc_alive", NULL);
  /* The caller may poll until that space ends, and that space may wait for what is held back. */
  if (alive && own >= 0)
    erb_event_before_wait ();
  return alive;
}

void
(erbium_spmc_enter) (int space, const char *where)
{
  if (!erb_spmc.spaces)
    erb_spmc_self ("erbium_spmc_enter", where);
  erb_spmc_expect_space (space, "erbium_spmc_enter", where);
  erb_event_enters_pages (space, where);
  if (own >= 0)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_spmc_enter", where, "call erbium_spmc_leave before",
                  "space %d: this thread is space %d already", space, own);
  if (erb_spmc_alive (space))
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_spmc_enter", where,
                  "give each space a number of its own", "space %d lives already", space);
  struct erb_spmc_space *s = &erb_spmc.space[space];
  erb_spmc_lock_take (&s->life);
  erb_spmc_sleeps_no_more (space); /* the former user of the number may have died asleep */
  erb_spmc_addresses_forget (space); /* the former user of the number in this process is gone */
  s->how[0] = 0;
  erbium_store_release (&s->state, ERB_SPMC_LIVES); /* acquired in state_of */
  own = space;
  if (of_process < 0)
    of_process = space;
  erb_os->join_barrier ();
  erb_spmc_maps_refresh (space);
  erb_event_entered_pages (space);
}

void
erb_spmc_has_left (int space)
{
  erb_spmc_ports_of_space_end (space, false);
  erb_spmc_addresses_begin (space);
  erbium_store_release (&erb_spmc.space[space].state, ERB_SPMC_NEW); /* acquired in state_of */
}

void
(erbium_spmc_leave) (const char *where)
{
  int space = erb_spmc_self ("erbium_spmc_leave", where);
  struct erb_spmc_space *s = &erb_spmc.space[space];
  erb_event_leaves_pages (space);
  erb_spmc_maps_drop (space);
  erb_spmc_has_left (space);
  erb_spmc_lock_drop (&s->life);
  own = -1;
  if (of_process == space)
    of_process = -1;
}

/* ---- exit, fork -------------------------------------------------------- */

static void
leave_at_exit (void)
{
  if (erb_spmc_has_entered ())
    (erbium_spmc_leave) (NULL);
  if (!erb_spmc_has_spaces ())
    erb_spmc_sums_end ();
}

static void
forget_at_fork (void)
{
  own = of_process = -1;
  pthread_mutex_init (&process_lock, NULL);
  erb_spmc_maps_forget ();
  erb_event_pages_lost ();
}

void
erb_spmc_watch_process (void)
{
  atexit (leave_at_exit);
  pthread_atfork (NULL, NULL, forget_at_fork);
}
