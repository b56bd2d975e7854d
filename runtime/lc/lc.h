/* SPDX-License-Identifier: MIT */
/* lc.h - channels of LC in memory that two processes of the system share.
 *
 * A channel is a file in memory: a header with two counters, and k + j + 1 target variables.  The
 * sender counts the messages that are in target variables, the receiver those that it has taken:
 * as with records (erbium/hot.h), each counter has one writer and only grows, and whoever waits for
 * it sees what was done before.  Message n is in variable n modulo k + j + 1.
 *
 *   lc_channel.c       channels: their files, their ends
 *   lc_message.c       send, receive, close
 *   lc_wait.c          how one end waits for the other
 *   lc_communicator.c  threads to which sends are delegated
 *   lc_collective.c    alternative commands; broadcast, scatter, gather, reduce
 *
 * The thesis is cited in erbium/lc.h.  Its channel has a lock, condition variables and a bit for
 * each variable; here the counters do all that.
 */
#ifndef ERB_LC_H
#define ERB_LC_H

#include "settings/settings.h"

#include "erbium/lc.h"

/* A counter, and those that sleep until it grows. */
struct erb_lc_count
{
  erbium_atomic index __attribute__ ((aligned (ERBIUM_LINE)));
  erbium_atomic32 word;   /* grows by 2 with each value; odd: a thread may sleep on it */
  erbium_atomic32 place;  /* 1 + the processor where it was raised last; 0: not known */
};

/* The part of a channel that both ends share.  Variables follow after a page. */
struct erb_lc_shared
{
  erbium_atomic ready;   /* ERB_LC_READY: the rest is complete */
  int64_t size, k, j;
  erbium_atomic closed;  /* 1: the sender will send no more */
  erbium_atomic32 sender, receiver; /* processes of the system, or 0 */
  /* Used by the sender alone, whichever mapping it sends by: the messages that it has begun to
   * send, delegated ones included; the communicator of the last one, which is only compared. */
  erbium_index issued __attribute__ ((aligned (ERBIUM_LINE)));
  const void *by;
  struct erb_lc_count sent, received;
};

#define ERB_LC_READY INT64_C (0x6572622d6c632d33) /* "erb-lc-3": this layout */

/* A mapping of a channel. */
struct erbium_lc_channel
{
  struct erb_lc_shared *shared;
  char *variables;
  size_t bytes, stride;       /* of the mapping; from one variable to the next */
  int key;
};

enum { ERB_LC_LOOK = 200000000 }; /* ns between two looks whether the other end is alive */

/* ---- lc_wait.c ----------------------------------------------------------------------- */

/* Stores i, and wakes those that sleep. */
extern void erb_lc_publish (struct erb_lc_count *c, erbium_index i);
extern void erb_lc_wake (struct erb_lc_count *c);
/* The caller is about to sleep until c changes, and looks at c once more.  Returns the value of its
 * word to sleep with. */
extern int32_t erb_lc_announce (struct erb_lc_count *c);
/* Waits until c is at least i, or until `over' is set.  `who' is the process that will raise c: if
 * it dies, the call ends the program with an error.  Both may be NULL. */
extern void erb_lc_wait_for (struct erb_lc_count *c, erbium_index i, const erbium_atomic *over,
                             const erbium_atomic32 *who, const char *call, const char *where);
/* Returns whether the process has ended. */
extern bool erb_lc_is_dead (int32_t process);
/* Reports that a call waits for a process that has died. */
extern void erb_lc_has_died (int32_t process, const char *call, const char *where)
  ERB_NORETURN ERB_COLD;
/* A call that polls: when the present round of polls began, and when it will sleep, in ns of the
 * clock. */
struct erb_lc_spin { int64_t round, until; };
/* Returns whether it pays to poll; whether it still does after a round of polls. */
extern bool erb_lc_spin_begins (struct erb_lc_spin *s);
extern bool erb_lc_spin_goes_on (struct erb_lc_spin *s);

/* ---- lc_message.c ----------------------------------------------------------------------- */

/* Ends the program if ch is NULL. */
extern void erb_lc_expect (Channel ch, const char *call, const char *where);
/* The caller begins to send: it becomes the sender.  Waits for what was delegated to another
 * communicator than `by'.  Returns the number of the next message, for which there is room. */
extern erbium_index erb_lc_begin_send (Channel ch, const void *by, const char *call,
                                       const char *where);
/* Copies message n and publishes it. */
extern void erb_lc_put (Channel ch, erbium_index n, const char *msg);
/* Waits until at most k messages are not received. */
extern void erb_lc_end_send (Channel ch, const char *call, const char *where);
/* Whether there is a message; whether there will be none. */
extern bool erb_lc_has_message (const struct erbium_lc_channel *ch);
extern bool erb_lc_is_over (const struct erbium_lc_channel *ch);

#endif
