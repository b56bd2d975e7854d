/* SPDX-License-Identifier: MIT */
/* space.h - spaces: what their files share, and what pages and channels need of them.
 *
 *   space_table.c  which spaces there are: a table in memory that all of them share
 *   space_life.c   who is alive; what is said of one that has died
 *   space_wait.c   waiting for a word in shared memory, or a death
 *   space_start.c  from fork to the function of a space, and its end
 *   space_sync.c   erbium_space_sync, erbium_space_join, erbium_space_ret
 *   space_pages.c  they are spaces of pages and channels too
 *
 * The table is mapped (MAP_SHARED, no name, no file) by the first space before any other
 * is forked; so it is at the same address in all, and goes with the last of them.
 * Whatever is in it is written so that a space may be killed between any two
 * instructions: each change of a state is one store.
 */
#ifndef ERB_SPACE_H
#define ERB_SPACE_H

#include <pthread.h>
#include <sys/types.h>

#include "settings/settings.h"
#include "erbium/space.h"

enum { ERB_SPACES = 16384 }; /* at a time, the first included */

/* ---- Output of children of a sealed program; elsewhere these do nothing ------ */

struct erb_space_output
{
  int file[2];     /* of stdout and stderr, or -1 */
  off_t passed[2]; /* how much of them the parent has passed on */
};

/* Before the fork; false: it cannot be kept, errno says why. */
extern bool erb_space_output_make (struct erb_space_output *o);
/* In the child. */
extern void erb_space_output_begin (const struct erb_space_output *o);
/* In the parent: waits until all is written; what cannot be is a fault.  end: there is no more. */
extern void erb_space_output_pass (struct erb_space_output *o);
/* So much of each, or all that there is. */
extern void erb_space_output_pass_to (struct erb_space_output *o, const int64_t end[2]);
extern void erb_space_output_end (struct erb_space_output *o);
/* Whether all that is there has been passed on. */
extern bool erb_space_output_is_passed (const struct erb_space_output *o);

/* ---- Names of spaces ----------------------------------------------------- */

/* A space: its slot in the table, 0 <= slot < ERB_SPACES, of the first space 0; and which
 * one it is of those that have had this slot, from 1 on.  One that has gone is never taken
 * for another. */
typedef int64_t erb_space;

#define ERB_NO_SPACE ((erb_space) -1)

ERBIUM_INLINE int
erb_space_slot (erb_space s)
{
  return (int) (s & (ERB_SPACES - 1));
}

/* The calling space; the first call in a program makes the table and the first space.
 * A call by another thread, or in a child of a fork that is no space, is an error of
 * function, at where. */
extern erb_space erb_space_self (const char *function, const char *where);

/* Whether s comes before t in the order of paths, as numbers: an ancestor comes before those below. */
extern bool erb_space_comes_before (erb_space s, erb_space t);

/* "space 0.2 (gid 7, started at file:line)", in a buffer of text. */
extern const char *erb_space_say (erb_space s, struct erb_text *t);

/* ---- The table ------------------------------------------------------------ */

enum erb_space_life
{
  ERB_SPACE_FREE,      /* nobody's */
  ERB_SPACE_ALLOCATED, /* by its owner; has no process */
  ERB_SPACE_STARTING,  /* is being forked */
  ERB_SPACE_RUNNING,
  ERB_SPACE_IN_RET,    /* waits in erbium_space_ret */
  ERB_SPACE_LEAVING,   /* was told to end */
  ERB_SPACE_ENDED      /* has nothing left to do */
};

/* What is shared of a space.  Its owner, the space that has allocated it, writes all
 * but life, and state while it runs. */
struct erb_space_slot
{
  erbium_atomic owner;    /* erb_space + 2 of the parent, 0: free */
  erbium_atomic name;     /* erb_space */
  erbium_atomic32 state;  /* enum erb_space_life; parent and child sleep on it */
  erbium_atomic32 pid;
  erbium_atomic time;     /* on its logical clock, when it last met its parent (seal/clock.c) */
  pthread_mutex_t life;   /* robust: held by the space while it lives (space_life.c) */
  int id, gid;
  erbium_atomic32 died;   /* sealed: the last one that had it did not end by itself */
  erbium_atomic printed[2]; /* sealed: bytes, to stdout and stderr, when its process last published something */
  char path[64], where[128]; /* where it was started, or allocated */
} __attribute__ ((aligned (128)));

enum { ERB_SPACE_WORDS = 2048 }; /* bytes of what one has said, at most */

struct erb_space_table
{
  erbium_atomic32 taken; /* slots from here on have never been */
  struct erb_space_slot slot[ERB_SPACES];
  char words[ERB_SPACES][ERB_SPACE_WORDS]; /* sealed: the last ones of each (space_life.c) */
};

extern struct erb_space_table *erb_space_table; /* NULL: there is none yet */

ERBIUM_INLINE struct erb_space_slot *
erb_space_at (erb_space s)
{
  return &erb_space_table->slot[erb_space_slot (s)];
}

/* space_table.c.  The calling space, ERB_NO_SPACE where there is no table, in another
 * thread and in a child of a fork that is no space. */
extern erb_space erb_space_self_if_any (void);
/* A slot of the caller's, allocated; ERB_NO_SPACE if all are taken. */
extern erb_space erb_space_take (erb_space owner, int gid, int id, const char *where);
/* s has gone: gives its slot back, and those of its children and theirs, which are dying:
 * waits until they are dead. */
extern void erb_space_give_back (erb_space s);
/* As erb_space_self, where no pages are needed: for spaces that are processes of a program. */
extern erb_space erb_space_of_processes (const char *function, const char *where);
/* In a new process: from here on the caller is s. */
extern void erb_space_become (erb_space s);
/* The settings that hold for spaces. */
extern const struct erb_settings *erb_space_settings (void);

/* space_sync.c.  What only the parent knows of a child. */
struct erb_space_child
{
  erb_space space;
  bool started, gone;
  int end;                /* once it is gone: as waitpid says it */
  struct erb_space_output output;
};

/* Stores what the logical clock of the caller shows, whose slot that is. */
extern void erb_space_show_time (struct erb_space_slot *slot);
/* The caller's child with that id, allocated and not gone; else an error of function. */
extern struct erb_space_child *erb_space_find_child (int id, const char *function, const char *where);
enum { ERB_SPACE_DEAD = -1 }; /* in place of a state */
/* One that has ended or is dead: gives back what it had; its status, as waitpid says it. */
extern int erb_space_bury (struct erb_space_child *child);
/* What s has printed is passed on, if it is a child of the caller that is not gone. */
extern void erb_space_pass_output (erb_space s);
/* The id of a child that is gone, and how it ended, as waitpid says it; 0: s is not one of the caller's. */
extern int erb_space_gone_child (erb_space s, int *end);
/* In a new process: it has no children. */
extern void erb_space_forget_children (void);
/* Joins all that were started, gives back the others. */
extern void erb_space_join_children (const char *function, const char *where);

/* From here on there can be so many spaces at a time. */
extern void erb_space_limit (int spaces);
/* Or a fault: child, which is about to be started, is within that limit. */
extern void erb_space_expect_within_limit (erb_space child, const char *call, const char *where);

/* space_start.c.  Forks child, which is allocated and not started, and calls fn there; returns when
 * it lives.  0, or an error number: call says of what. */
extern int erb_space_fork (struct erb_space_child *child, void *(*fn) (void *), void *args,
                           const char *where, const char **call);
/* The caller has done what it had to: ends its process. */
extern void erb_space_leave (const char *where) ERB_NORETURN;

/* ---- Who is alive -------------------------------------------------------- */

/* Whether s may still do something: it is allocated or runs.  Reads shared memory
 * only; s counts as dead as soon as the system has begun to take its process down,
 * however it died. */
extern bool erb_space_alive (erb_space s);

/* s has never lived. */
extern void erb_space_unborn (erb_space s);
/* From here on the calling process lives as s: whoever waits for s hears of its death. */
extern void erb_space_live (erb_space s);

/* The word that the system changes, and wakes one sleeper on, when s dies; with what it
 * holds while s lives.  NULL: s is not alive. */
extern erbium_atomic32 *erb_space_death_word (erb_space s, int32_t *alive);

/* Waits until the process of s, which was killed, can do nothing any more. */
extern void erb_space_await_death (erb_space s);

/* Takes the end of the process of s, a child of the caller, from the system: the status
 * as waitpid says it, -1 where somebody else has taken it. */
extern int erb_space_reap (erb_space s);

/* How s, which has died, ended, if it is or was a child of the caller; else -1. */
extern int erb_space_end_of (erb_space s);

/* The same for any space that has died, as far as the system tells: not where its parent knows
 * already, or has died as well. */
extern int erb_space_status (erb_space s);

/* "has died of SIGKILL (Killed)", of such a status; how to find out why. */
extern void erb_space_say_status (int status, char *to, size_t room);
extern const char *erb_space_mend_of (int status);
/* Sealed: the caller's last words, which whoever dies of its death may have to say; without a newline at the end,
 * of s, "" if it has left none. */
extern void erb_space_leave_words (const char *text);
extern const char *erb_space_words (erb_space s);
/* Sealed: the caller is about to end because s, which is dead, has.  A child's output is passed on; it may be any space. */
extern void erb_space_dies_of (erb_space s);
extern erb_space erb_space_cause (void); /* s of the last call, or ERB_NO_SPACE */
/* Where that was an interrupt of the whole program, the caller goes the same way. */
extern void erb_space_follow_interrupt (int status);

/* Ends the caller with an error of function: it waited for s, which is no more alive,
 * and which was to do what says ("send on channel 3"). */
extern void erb_space_fault_of_death (erb_space s, const char *function, const char *where,
                                      const char *what) ERB_NORETURN ERB_COLD;

/* ---- Waiting in shared memory --------------------------------------------- */

/* Of a wait that only one other space can end, in a call at where; else there is none. */
struct erb_meeting
{
  int self, awaited; /* slots */
  const char *call, *where;
};

/* What a space waits for: that the word is no longer expected.  Not all that matters
 * for it may come to pass: it depends on peers, of whom each must be alive. */
struct erb_space_wait
{
  erbium_atomic32 *word; /* in memory that those share who change it */
  int32_t expected;
  const erb_space *peers; /* or NULL */
  int count;              /* of peers */
  int64_t limit;          /* ns; < 0: none */
  const struct erb_meeting *meeting;
};

/* How a wait has ended. */
enum { ERB_SPACE_CHANGED = -1, ERB_SPACE_LATE = -2 };

/* Looks, polls for a bounded time (ERBIUM_SPIN), then sleeps.  Returns ERB_SPACE_CHANGED
 * once the word is another (an acquire load has seen that), ERB_SPACE_LATE at the limit,
 * or the number in peers of one that is dead, while the word is still expected: what
 * the dead one did before counts first.  errno stays. */
extern int erb_space_wait (const struct erb_space_wait *w);

/* Wakes all who sleep on word.  Whoever changes a word and wants no system call while
 * nobody sleeps keeps a flag beside it: a waiter stores the flag, calls
 * erb_space_heavy_barrier, looks at the word again, and waits; a waker stores the word,
 * then erbium_light_barrier, looks at the flag, clears it and wakes. */
extern void erb_space_wake (erbium_atomic32 *word);

/* Every running space has executed a full barrier between the call and its return. */
extern void erb_space_heavy_barrier (void);

/* space_table.c.  The path of the calling space, or NULL. */
extern const char *erb_space_name_if_any (struct erb_text *t);

/* Names spaces in faults, and leaves what they say for their parents. */
extern const struct erb_observer erb_space_observer;

#endif
