/* SPDX-License-Identifier: MIT */
/* exit_status.h - how a program of spaces ends that does not end by itself. */
#ifndef ERB_EXIT_STATUS_H
#define ERB_EXIT_STATUS_H

#include "space_model/space_model.h"

/* What is to become of all spaces: nothing, or one of them is reporting why they end, or has. */
enum erb_exit_state { ERB_GOES_ON, ERB_BEING_REPORTED, ERB_IS_REPORTED };

/* What the first space ends with. */
enum erb_exit_kind
{
  ERB_BY_FAULT,  /* the status of a fault */
  ERB_BY_EXIT,   /* a status that a process gave to exit */
  ERB_BY_SIGNAL  /* a signal that has killed a process */
};

struct erb_exit_status
{
  erbium_atomic32 state;  /* enum erb_exit_state; sleepers wait on it, too */
  int32_t kind, number;   /* enum erb_exit_kind, the status or signal; once it is reported */
  erbium_atomic reporter; /* erb_space */
  int64_t dead;           /* erb_space whose death was reported, or ERB_NO_SPACE; once it is */
  erbium_atomic32 first;  /* process id of the first space */
};

/* In the heap of spaces; NULL where there is none. */
extern struct erb_exit_status *erb_exit_status;

/* Makes it, in the first space, before any other.  False: no memory. */
extern bool erb_exit_status_make (struct erb_heap *heap);

/* Whether the caller is to report why the program ends: the first that asks.  Safe in handlers of
 * signals, as is the next. */
extern bool erb_exit_status_claim (void);
/* The caller, which has claimed it, has reported. */
extern void erb_exit_status_report (enum erb_exit_kind kind, int number);

/* Ends the caller's process, silently, once it is reported: the first space as it says. */
extern void erb_exit_status_follow (void) ERB_NORETURN ERB_COLD;

/* Whether the calling process of the system takes part in one. */
ERBIUM_INLINE bool
erb_exit_status_concerns (void)
{
  return erb_exit_status && !erb_forked ();
}

#endif
