/* SPDX-License-Identifier: MIT */
/* space.h - spaces: processes of the system with separate memories, and what pages and channels
 * need to know about them.
 *
 *   space_table.c   the table of spaces, in memory that all of them share
 *   space_life.c    whether a space is alive; how a death is reported
 *   space_wait.c    waiting for a change of a word in shared memory, or for a death
 *   space_start.c   from fork to the function of a space, and its end
 *   space_sync.c    erbium_space_sync, erbium_space_join, erbium_space_ret
 *   space_output.c  output of the spaces of a sealed program
 *
 * The first space maps the table (MAP_SHARED, without a name or a file) before any other space is
 * forked, so the table has the same address in all spaces and is freed with the last of them.  A
 * space may be killed between any two instructions: therefore each change of a state is a single
 * store.
 */
#ifndef ERB_SPACE_H
#define ERB_SPACE_H

#include <pthread.h>
#include <sys/types.h>

#include "settings/settings.h"
#include "erbium/space.h"

enum { ERB_SPACES = 16384 }; /* at a time, including the first */

/* ---- Output of children in sealed programs; no effect elsewhere -------------- */

struct erb_space_output
{
  int file[2];     /* files for stdout and stderr, or -1 */
  off_t passed[2]; /* bytes that the parent has passed on */
};

/* Creates the files, before the fork; returns false and sets errno on failure. */
extern bool erb_space_output_make (struct erb_space_output *o);
/* Redirects the output of the calling child to the files. */
extern void erb_space_output_begin (const struct erb_space_output *o);
/* Passes on everything that the child has written; waits until it is written, and reports an error
 * if that fails. */
extern void erb_space_output_pass (struct erb_space_output *o);
/* As above, up to these offsets. */
extern void erb_space_output_pass_to (struct erb_space_output *o, const int64_t end[2]);
extern void erb_space_output_end (struct erb_space_output *o);
/* Whether everything has been passed on. */
extern bool erb_space_output_is_passed (const struct erb_space_output *o);

/* ---- Names of spaces ----------------------------------------------------- */

/* A space: the number of its slot in the table (0 for the first space, below ERB_SPACES), and the
 * number of its use of this slot, counted from 1.  A space that has ended is therefore never
 * confused with a later one. */
typedef int64_t erb_space;

#define ERB_NO_SPACE ((erb_space) -1)

ERBIUM_INLINE int
erb_space_slot (erb_space s)
{
  return (int) (s & (ERB_SPACES - 1));
}

/* Returns the calling space.  The first call in a program creates the table and the first space.  A
 * call by another thread, or in a child of a fork that is not a space, is an error of `function',
 * at `where'. */
extern erb_space erb_space_self (const char *function, const char *where);

/* Whether s precedes t in the order of paths, compared by number: an ancestor precedes its
 * descendants. */
extern bool erb_space_comes_before (erb_space s, erb_space t);

/* Writes "space 0.2 (gid 7, started at file:line)" to t and returns it. */
extern const char *erb_space_describe (erb_space s, struct erb_text *t);

/* ---- The table ------------------------------------------------------------ */

enum erb_space_life
{
  ERB_SPACE_FREE,      /* unused */
  ERB_SPACE_ALLOCATED, /* allocated by its owner; has no process yet */
  ERB_SPACE_STARTING,  /* being forked */
  ERB_SPACE_RUNNING,
  ERB_SPACE_IN_RET,    /* waits in erbium_space_ret */
  ERB_SPACE_LEAVING,   /* its parent has let it end */
  ERB_SPACE_ENDED      /* has nothing left to do */
};

/* The shared state of a space.  Its owner, the space that has allocated it, writes all fields
 * except `life', and except `state' while the space runs. */
struct erb_space_slot
{
  erbium_atomic owner;    /* erb_space + 2 of the parent; 0: free */
  erbium_atomic name;     /* erb_space of the current use */
  erbium_atomic32 state;  /* enum erb_space_life; parent and child sleep on it */
  erbium_atomic32 pid;
  erbium_atomic time;     /* its logical clock when it last met its parent (seal/clock.c) */
  pthread_mutex_t life;   /* robust; held by the space while it lives (space_life.c) */
  int id, gid;
  erbium_atomic32 died;   /* sealed: the last user of the slot was killed or ended with an error */
  /* Sealed: bytes written to stdout and stderr when its process last published something. */
  erbium_atomic printed[2];
  char path[64], where[128]; /* where: the place of its start or allocation */
} __attribute__ ((aligned (128)));

enum { ERB_SPACE_REPORT_BYTES = 2048 }; /* bytes of a report, at most */

struct erb_space_table
{
  erbium_atomic32 taken; /* all slots from this one on are unused so far */
  struct erb_space_slot slot[ERB_SPACES];
  char reports[ERB_SPACES][ERB_SPACE_REPORT_BYTES]; /* sealed: why each space died (space_life.c) */
};

extern struct erb_space_table *erb_space_table; /* NULL before the first space exists */

ERBIUM_INLINE struct erb_space_slot *
erb_space_at (erb_space s)
{
  return &erb_space_table->slot[erb_space_slot (s)];
}

/* space_table.c.  Returns the calling space; or ERB_NO_SPACE without a table, in another thread,
 * and in a child of a fork that is not a space. */
extern erb_space erb_space_self_if_any (void);
/* Allocates a slot for the caller; returns ERB_NO_SPACE if all are taken. */
extern erb_space erb_space_take (erb_space owner, int gid, int id, const char *where);
/* Frees the slot of s, which has ended, and the slots of all its descendants, which are being
 * killed; waits until these are dead. */
extern void erb_space_give_back (erb_space s);
/* As erb_space_self, without pages: for spaces that are processes of a program. */
extern erb_space erb_space_of_processes (const char *function, const char *where);
/* The caller is a space that runs main: at its end, all functions of atexit are called, also those
 * registered before it began, and libraries write their buffers. */
extern void erb_space_is_program (void);
/* In a new process: makes s the calling space. */
extern void erb_space_become (erb_space s);
/* Reads the settings that apply to spaces, the first time; returns them. */
extern void erb_space_read_settings (void);
extern const struct erb_settings *erb_space_settings (void);

/* space_sync.c.  The state of a child that only its parent knows. */
struct erb_space_child
{
  erb_space space;
  bool started, gone;
  int end;                /* status as from waitpid, once it is gone */
  struct erb_space_output output;
};

/* Stores the logical clock of the caller in its slot. */
extern void erb_space_show_time (struct erb_space_slot *slot);
/* Returns the caller's child with that id, which must be allocated and not gone; otherwise reports
 * an error of `function'. */
extern struct erb_space_child *erb_space_find_child (int id, const char *function,
                                                     const char *where);
enum { ERB_SPACE_DEAD = -1 }; /* used in place of a state */
/* Frees a child that has ended or is dead; returns its status as from waitpid. */
extern int erb_space_collect (struct erb_space_child *child);
/* Passes on the output of s if it is a child of the caller that is not gone. */
extern void erb_space_pass_output (erb_space s);
/* Returns the id of a child of the caller that is gone, and sets its status as from waitpid;
 * returns 0 if s is no such child. */
extern int erb_space_gone_child (erb_space s, int *end);
/* In a new process: clears the list of children. */
extern void erb_space_forget_children (void);
/* Joins all children that were started, and frees the others. */
extern void erb_space_join_children (const char *function, const char *where);

/* Sets the number of spaces that may exist at a time. */
extern void erb_space_limit (int spaces);
/* Reports an error unless child, which is about to be started, is within that limit. */
extern void erb_space_expect_within_limit (erb_space child, const char *call, const char *where);

/* space_start.c.  Forks child, which is allocated and not started, and calls fn there; returns when
 * the child is alive.  Returns 0, or an error number and the call that has failed. */
extern int erb_space_fork (struct erb_space_child *child, void *(*fn) (void *), void *args,
                           const char *where, const char **call);
/* Ends the process of the caller, whose function has returned. */
extern void erb_space_leave (const char *where) ERB_NORETURN;

/* ---- Life and death ----------------------------------------------------------- */

/* Whether s may still act: it is allocated or runs.  Reads shared memory only.  s counts as dead
 * from the moment when the system begins to end its process, for whatever reason. */
extern bool erb_space_alive (erb_space s);

/* Initialises the life of s, which has no process yet. */
extern void erb_space_init_life (erb_space s);
/* Makes the calling process alive as s: from here on all spaces that wait for s notice its
 * death. */
extern void erb_space_begin_life (erb_space s);

/* Returns the word that the system changes when s dies, waking one sleeper; sets `alive' to its
 * value while s lives.  Returns NULL if s is not alive. */
extern erbium_atomic32 *erb_space_death_word (erb_space s, int32_t *alive);

/* Waits until the process of s, which was killed, can do nothing any more. */
extern void erb_space_await_death (erb_space s);

/* Collects the process of s, a child of the caller, from the system.  Returns its status as from
 * waitpid, or -1 if it was collected elsewhere. */
extern int erb_space_reap (erb_space s);

/* Returns the status of s, which has died, if s is or was a child of the caller; otherwise -1. */
extern int erb_space_end_of (erb_space s);

/* As above, for any space that has died, if the system still has its status: not if its parent has
 * collected it, or has died as well. */
extern int erb_space_status (erb_space s);

/* Writes "has died of SIGKILL (Killed)" for such a status; returns a hint how to find the cause. */
extern void erb_space_describe_status (int status, char *to, size_t room);
extern const char *erb_space_hint_of (int status);
/* Sealed programs.  The first function stores why the caller dies, for the spaces that die because
 * of it.  The second one returns this report of s, without a newline at the end, or "" if there is
 * none. */
extern void erb_space_store_report (const char *text);
extern const char *erb_space_report_of (erb_space s);
/* Sealed programs: notes that the caller is about to end because s has died.  s may be any space;
 * the output of a child is passed on. */
extern void erb_space_dies_of (erb_space s);
extern erb_space erb_space_cause (void); /* Returns s of the last call, or ERB_NO_SPACE. */
/* If the status is an interrupt of the whole program, ends the caller in the same way. */
extern void erb_space_follow_interrupt (int status);

/* Ends the caller with an error of `function': it has waited for s, which is no longer alive.
 * `what' is the action that it expected of s ("send on channel 3"). */
extern void erb_space_fault_of_death (erb_space s, const char *function, const char *where,
                                      const char *what) ERB_NORETURN ERB_COLD;

/* ---- Waiting in shared memory --------------------------------------------- */

/* A wait that only one other space can end, in a call at `where'. */
struct erb_meeting
{
  int self, awaited; /* slots */
  const char *call, *where;
};

/* A wait until the word differs from `expected'.  The wait depends on the peers: each must be
 * alive. */
struct erb_space_wait
{
  erbium_atomic32 *word; /* in memory that all writers share */
  int32_t expected;
  const erb_space *peers; /* or NULL */
  int count;              /* number of peers */
  int64_t limit;          /* ns; negative: none */
  const struct erb_meeting *meeting;
};

/* Results of a wait. */
enum { ERB_SPACE_CHANGED = -1, ERB_SPACE_LATE = -2 };

/* Checks the word, polls for a bounded time (ERBIUM_SPIN), then sleeps.  Returns ERB_SPACE_CHANGED
 * once the word has changed (an acquire load has read the new value), ERB_SPACE_LATE at the limit,
 * or the index of a dead peer if the word is still unchanged: the effects of a peer before its
 * death take precedence.  Preserves errno. */
extern int erb_space_wait (const struct erb_space_wait *w);

/* Wakes all sleepers on word.  To avoid a system call while there are no sleepers, keep a flag
 * beside the word.  A waiter stores the flag, calls erb_space_heavy_barrier, checks the word again,
 * and waits.  A waker stores the word, calls erbium_light_barrier, checks the flag, clears it and
 * wakes. */
extern void erb_space_wake (erbium_atomic32 *word);

/* Makes every running space execute a full barrier between the call and its return. */
extern void erb_space_heavy_barrier (void);

/* space_table.c.  Writes the path of the calling space to t; returns NULL without one. */
extern const char *erb_space_name_if_any (struct erb_text *t);

/* Names spaces in errors, and stores the reports of deaths. */
extern const struct erb_observer erb_space_observer;

#endif
