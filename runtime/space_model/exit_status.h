/* SPDX-License-Identifier: MIT */
/* verdict.h - how a program of spaces ends that does not end by itself. */
#ifndef ERB_VERDICT_H
#define ERB_VERDICT_H

#include "sync/sync.h"

/* What is to become of all spaces: nothing, or one of them is telling why they end, or has. */
enum erb_verdict_state { ERB_GOES_ON, ERB_BEING_TOLD, ERB_IS_TOLD };

/* What the first space ends with. */
enum erb_verdict_kind
{
  ERB_BY_FAULT,  /* the status of a fault */
  ERB_BY_EXIT,   /* a status that a process gave to exit */
  ERB_BY_SIGNAL  /* a signal that has killed a process */
};

struct erb_verdict
{
  erbium_atomic32 state; /* enum erb_verdict_state; sleepers wait on it, too */
  int32_t kind, number;  /* enum erb_verdict_kind, the status or signal; once it is told */
  erbium_atomic teller;  /* erb_space */
  int64_t dead;          /* erb_space of whose death it was told, or ERB_NO_SPACE; once it is */
  erbium_atomic32 first; /* process id of the first space */
};

/* In the heap of spaces; NULL where there is none. */
extern struct erb_verdict *erb_verdict;

/* Makes it, in the first space, before any other.  False: no memory. */
extern bool erb_verdict_make (struct erb_heap *heap);

/* Whether the caller is to tell why the program ends: the first who asks.  Safe in handlers of
 * signals, as is the next. */
extern bool erb_verdict_claim (void);
/* The caller, who has claimed it, has told. */
extern void erb_verdict_tell (enum erb_verdict_kind kind, int number);

/* Ends the caller's process, silently, once it is told: the first space as the verdict says. */
extern void erb_verdict_follow (void) ERB_NORETURN ERB_COLD;

ERBIUM_INLINE bool
erb_verdict_is_there (void)
{
  return erb_verdict && erbium_load_acquire (&erb_verdict->state) != ERB_GOES_ON;
}

/* Whether the caller's process of the system is about to end as it says. */
extern bool erb_verdict_is_followed (void);

/* Whether the calling process of the system takes part in one. */
ERBIUM_INLINE bool
erb_verdict_concerns (void)
{
  return erb_verdict && !erb_forked ();
}

/* Ends it if there is a verdict. */
ERBIUM_INLINE void
erb_verdict_look (void)
{
  if (erb_verdict_is_there ())
    erb_verdict_follow ();
}

#endif
