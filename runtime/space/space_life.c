/* SPDX-License-Identifier: MIT */
/* space_life.c - whether a space is alive; how a death is reported.
 *
 * The problem.  A space that waits for another one must notice its death, whatever the cause and
 * the moment.  A dead process cannot report; a signal of the system (SIGCHLD) goes to its parent
 * alone, which may be computing for an hour.
 *
 * Each space holds a robust mutex in shared memory during its whole life.  When its process ends,
 * by exit, exec or a signal, the kernel marks the word of that mutex after the last instruction of
 * the process, and wakes a sleeper on it.  So one load tells whether a space is alive, and a wait
 * for a word or a death is a sleep on two words (space_wait.c).
 *
 * Between fork and the lock a space has no life of its own: its parent waits in erbium_space_start
 * until it has one, and meanwhile the life of the parent counts.
 */
#define _GNU_SOURCE
#include "space/space.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The word of a life ----------------------------------------------------- */

/* The C library stores the futex first; the kernel's bits in it are public. */
_Static_assert (offsetof (pthread_mutex_t, __data.__lock) == 0, "the word of a mutex comes first");
_Static_assert (sizeof (erbium_atomic32) == sizeof (int), "a futex has 32 bits");

static erbium_atomic32 *
word_of (struct erb_space_slot *slot)
{
  return (erbium_atomic32 *) &slot->life;
}

static bool
is_held (int32_t word)
{
  return (word & FUTEX_TID_MASK) && !(word & FUTEX_OWNER_DIED);
}

void
erb_space_init_life (erb_space s)
{
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_setpshared (&kind, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust (&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&erb_space_at (s)->life, &kind);
  pthread_mutexattr_destroy (&kind);
}

void
erb_space_begin_life (erb_space s)
{
  struct erb_space_slot *slot = erb_space_at (s);
  pthread_mutex_lock (&slot->life);
  erbium_store_relaxed (&slot->pid, erb_kernel_getpid ());
  erbium_store_release (&slot->state, ERB_SPACE_RUNNING); /* acquired by has_life, erb_space_wait */
  erb_space_wake (&slot->state);
}

/* ---- Life ----------------------------------------------------------------------- */

/* Returns the owner of a slot, which is constant during a use of the slot. */
static erb_space
owner_of (const struct erb_space_slot *slot)
{
  return erbium_load_relaxed (&slot->owner) - 2;
}

static bool
has_life (erb_space s)
{
  struct erb_space_slot *slot = erb_space_at (s);
  switch (erbium_load_acquire (&slot->state))
    {
    case ERB_SPACE_FREE:
    case ERB_SPACE_ENDED:
      return false;
    case ERB_SPACE_ALLOCATED:
      return erb_space_alive (owner_of (slot));
    case ERB_SPACE_STARTING:
      if (erbium_load_acquire (word_of (slot)) == 0)
        return erb_space_alive (owner_of (slot));
    }
  return is_held (erbium_load_acquire (word_of (slot)));
}

/* Checks the name last: the slot may have been reused meanwhile. */
bool
erb_space_alive (erb_space s)
{
  if (s < ERB_SPACES)
    return false;
  bool alive = has_life (s);
  return alive && erbium_load_acquire (&erb_space_at (s)->name) == s;
}

/* Before the space has a life of its own, this is the state, which changes when it gets one. */
erbium_atomic32 *
erb_space_death_word (erb_space s, int32_t *alive)
{
  struct erb_space_slot *slot = erb_space_at (s);
  erbium_atomic32 *life = word_of (slot);
  if (!erb_space_alive (s))
    return NULL;
  *alive = erbium_load_acquire (&slot->state);
  if (*alive == ERB_SPACE_ALLOCATED || *alive == ERB_SPACE_STARTING)
    return &slot->state;
  int32_t held = erbium_load_acquire (life);
  if (!is_held (held))
    return NULL;
  /* The kernel wakes a sleeper only if this bit is set. */
  *alive = (int32_t) (held | FUTEX_WAITERS);
  if (held != *alive && !erbium_cas (life, held, *alive))
    return erb_space_death_word (s, alive);
  return life;
}

/* Kills a space that has survived its parent.  The system kills a space with its parent unless the
 * space has changed its rights (setuid), or has asked the system to survive.  While the word holds
 * this thread id, the id belongs to no other thread.  Returns 0, or the error number if the space
 * cannot be killed. */
static int
kill_left (struct erb_space_slot *slot)
{
  int32_t word = erbium_load_acquire (word_of (slot));
  int error = 0, file = is_held (word) ? (int) erb_kernel_call (SYS_pidfd_open,
                                                                word & FUTEX_TID_MASK, 0, 0, 0, 0)
                                       : -1;
  if (file < 0)
    return 0; /* it has ended meanwhile, or the system is too old */
  int32_t now = erbium_load_acquire (word_of (slot));
  if (is_held (now) && (now & FUTEX_TID_MASK) == (word & FUTEX_TID_MASK)
      && erb_kernel_call (SYS_pidfd_send_signal, file, SIGKILL, 0, 0, 0) < 0 && errno != ESRCH)
    error = errno;
  erb_kernel_call (SYS_close, file, 0, 0, 0, 0);
  return error;
}

ERB_NORETURN static void
fault_of_survivor (erb_space s, int error)
{
  struct erb_text t;
  erb_fault_in (ERBIUM_EXIT_RESOURCE, NULL, NULL,
                "let spaces keep the rights of those that started them",
                "%s outlives its parent, which has died, and cannot be killed (process %d): %s",
                erb_space_describe (s, &t), (int) erbium_load_relaxed (&erb_space_at (s)->pid),
                strerror (error));
}

void
erb_space_await_death (erb_space s)
{
  const int64_t moment = 1000000, long_enough = 2000000000;
  struct erb_space_slot *slot = erb_space_at (s);
  int32_t word;
  if (erbium_load_acquire (&slot->state) == ERB_SPACE_ALLOCATED)
    return;
  /* After this, a space that was killed before its life began stays in the kernel. */
  erb_space_heavy_barrier ();
  int error = erb_sealed ? 0 : kill_left (slot); /* no sealed space can survive its parent */
  int64_t until = erb_os->now () + long_enough;
  while (is_held (word = erbium_load_acquire (word_of (slot))))
    {
      struct erb_space_wait w = { word_of (slot), word, NULL, 0, moment, NULL };
      erb_space_wait (&w);
      if (error && erb_os->now () > until)
        fault_of_survivor (s, error);
    }
}

/* ---- Reports of deaths ----------------------------------------------------------- */

static int
status_of (erb_space s)
{
  pid_t pid = erbium_load_relaxed (&erb_space_at (s)->pid), got;
  int status;
  do
    got = erb_kernel_wait (pid, &status);
  while (got < 0 && errno == EINTR);
  return got == pid ? status : -1;
}

int
erb_space_reap (erb_space s)
{
  int status = erb_ask_replays () ? -1 : status_of (s);
  /* The moment at which its status is collected is not deterministic. */
  bool is_process = erb_space_at (s)->id < 0;
  if (!is_process)
    erb_event_value (ERB_VALUE_STATUS, &status, sizeof status, "erbium_space_sync", NULL);
  return status;
}

void
erb_space_describe_status (int status, char *to, size_t room)
{
  if (status == -1)
    snprintf (to, room, "has died");
  else if (WIFSIGNALED (status))
    snprintf (to, room, "has died of SIG%s (%s)", sigabbrev_np (WTERMSIG (status)),
              sigdescr_np (WTERMSIG (status)));
  else if (WEXITSTATUS (status) >= ERBIUM_EXIT_DEATH && WEXITSTATUS (status) <= ERBIUM_EXIT_SETTING)
    snprintf (to, room, "has ended with an error (status %d)", WEXITSTATUS (status));
  else
    snprintf (to, room, "has called exit or exec (status %d) instead of returning",
              WEXITSTATUS (status));
}

static bool
is_default (int signal)
{
  struct sigaction now;
  return sigaction (signal, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO)
         && now.sa_handler == SIG_DFL;
}

/* A user interrupts all spaces of a program at once.  As in a shell, a space that waited for an
 * interrupted one ends in the same way, without a message. */
void
erb_space_follow_interrupt (int status)
{
  int number = status != -1 && WIFSIGNALED (status) ? WTERMSIG (status) : 0;
  if ((number == SIGINT || number == SIGQUIT) && is_default (number))
    raise (number);
}

const char *
erb_space_hint_of (int status)
{
  if (status == -1)
    return "its parent reports the cause when it waits for this space";
  /* The system unblocks the signal when it kills. */
  if (WIFSIGNALED (status) && WTERMSIG (status) == SIGSEGV)
    return "run it under a debugger (set follow-fork-mode child); and let it not block SIGSEGV, "
           "which pages need";
  if (WIFSIGNALED (status))
    return WTERMSIG (status) == SIGKILL ? "find out what has killed it, or whether memory was short"
                                        : "run it under a debugger (set follow-fork-mode child)";
  if (WEXITSTATUS (status) >= ERBIUM_EXIT_DEATH && WEXITSTATUS (status) <= ERBIUM_EXIT_SETTING)
    return "its own message gives the reason";
  return "let its function return";
}

/* ---- Reports in sealed programs --------------------------------------------------- */

/* The output of a space of a sealed program appears when it meets its parent.  If other spaces die
 * first because of its death, this may never happen.  So a space stores the cause of its death in
 * the table, and those spaces report it.  In a chain of deaths each space stores the report of the
 * first one. */

static erb_space cause = ERB_NO_SPACE;

/* Safe in signal handlers.  Stores the first byte last: a space that is killed in between leaves no
 * report. */
void
erb_space_store_report (const char *text)
{
  erb_space self = erb_space_self_if_any ();
  if (!erb_sealed || self == ERB_NO_SPACE)
    return;
  char *to = erb_space_table->reports[erb_space_slot (self)];
  const char *of_cause = erb_space_report_of (cause);
  if (*of_cause)
    text = of_cause;
  size_t n = strnlen (text, ERB_SPACE_REPORT_BYTES - 1);
  n -= n && text[n - 1] == '\n';
  if (!n)
    return;
  memcpy (to + 1, text + 1, n - 1);
  to[n] = 0;
  __atomic_store_n (to, text[0], __ATOMIC_RELEASE); /* acquired by erb_space_report_of */
}

const char *
erb_space_report_of (erb_space s)
{
  if (!erb_sealed || s == ERB_NO_SPACE || erbium_load_acquire (&erb_space_at (s)->name) != s)
    return "";
  const char *report = erb_space_table->reports[erb_space_slot (s)];
  /* Stored by erb_space_store_report. */
  return __atomic_load_n (report, __ATOMIC_ACQUIRE) ? report : "";
}

void
erb_space_dies_of (erb_space s)
{
  if (!erb_sealed || s == ERB_NO_SPACE)
    return;
  cause = s;
  erb_space_pass_output (s);
}

erb_space
erb_space_cause (void)
{
  return cause;
}

static bool
is_own_child (erb_space s)
{
  return erbium_load_acquire (&erb_space_at (s)->owner) == erb_space_self_if_any () + 2
         && erbium_load_acquire (&erb_space_at (s)->name) == s;
}

int
erb_space_end_of (erb_space s)
{
  int end;
  if (is_own_child (s))
    return erb_space_reap (s);
  return erb_space_gone_child (s, &end) ? end : -1;
}

/* Returns the last field of /proc/PID/stat, the status of a process that has not been collected
 * yet, or -1. */
static int
status_of_zombie (pid_t pid)
{
  char name[64], text[1024];
  snprintf (name, sizeof name, "/proc/%d/stat", (int) pid);
  long file = erb_kernel_call (SYS_openat, AT_FDCWD, (long) name, O_RDONLY | O_CLOEXEC, 0, 0);
  long n = file < 0 ? 0 : erb_kernel_call (SYS_read, file, (long) text, sizeof text - 1, 0, 0);
  if (file >= 0)
    close ((int) file);
  text[n > 0 ? n : 0] = 0;
  const char *state = strrchr (text, ')'), *last = strrchr (text, ' ');
  return state && last && strncmp (state, ") Z", 3) == 0 ? atoi (last) : -1;
}

/* The life of a space ends a moment before the system has its status. */
int
erb_space_status (erb_space s)
{
  enum { MOMENTS = 1000 };
  pid_t pid = erbium_load_relaxed (&erb_space_at (s)->pid);
  int status = -1;
  if (is_own_child (s))
    return erb_space_reap (s);
  for (int n = 0; n < MOMENTS && (status = status_of_zombie (pid)) == -1; n++)
    erb_os->yield ();
  return status;
}

void
erb_space_fault_of_death (erb_space s, const char *function, const char *where, const char *what)
{
  struct erb_text t;
  char how[160];
  bool ended = erbium_load_acquire (&erb_space_at (s)->state) == ERB_SPACE_ENDED
               || erbium_load_acquire (&erb_space_at (s)->name) != s;
  int status = ended ? -1 : erb_space_end_of (s);
  erb_space_follow_interrupt (status);
  erb_space_describe_status (status, how, sizeof how);
  erb_space_dies_of (s);
  erb_fault_in (ERBIUM_EXIT_DEATH, function, where,
                ended ? "let it do that before it ends" : erb_space_hint_of (status),
                "%s %s; it was expected to %s", erb_space_describe (s, &t),
                ended ? "has ended" : how,
                what);
}

/* ---- Events -------------------------------------------------------------- */

static void
fault_printed (const char *text, bool has_stderr)
{
  (void) has_stderr;
  erb_space_store_report (text);
}

static bool
caller_name (const char **name, struct erb_text *text)
{
  *name = erb_space_name_if_any (text);
  return *name != NULL;
}

/* Stores a report of a deadly signal.  The parent of a space that is no process of a program
 * reports the death if it waits for it. */
static void
death (const struct erb_process *p, int number, const char *name, bool reported)
{
  erb_space self = erb_space_self_if_any ();
  char report[256] = "erbium: error: space ";
  (void) p, (void) number, (void) reported;
  if (!erb_sealed || self == ERB_NO_SPACE)
    return;
  strcat (report, erb_space_at (self)->path);
  strcat (report, " died of ");
  strncat (report, name, sizeof report - 1 - strlen (report));
  erb_space_store_report (report);
}

const struct erb_observer erb_space_observer = {
  .fault_printed = fault_printed, .caller_name = caller_name, .death = death,
};
