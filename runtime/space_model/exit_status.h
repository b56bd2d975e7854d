/* SPDX-License-Identifier: MIT */
/* exit_status.h - how a program of spaces ends early, and its exit status (exit_status.c). */
#ifndef ERB_EXIT_STATUS_H
#define ERB_EXIT_STATUS_H

#include "space_model/space_model.h"

/* Whether the program continues, or a process is reporting why it ends, or has reported it. */
enum erb_exit_state { ERB_GOES_ON, ERB_BEING_REPORTED, ERB_IS_REPORTED };

/* How the first space ends. */
enum erb_exit_kind
{
  ERB_BY_FAULT,  /* with the status of an error */
  ERB_BY_EXIT,   /* with the status that a process gave to exit */
  ERB_BY_SIGNAL  /* by the signal that has killed a process */
};

struct erb_exit_status
{
  erbium_atomic32 state;  /* enum erb_exit_state; processes sleep on it */
  /* enum erb_exit_kind, and the status or signal; valid once it is reported. */
  int32_t kind, number;
  erbium_atomic reporter; /* erb_space that reports; 1: no space, 0: none yet */
  /* erb_space whose death was reported, or ERB_NO_SPACE; valid once it is reported */
  int64_t dead;
  erbium_atomic32 first;  /* process id of the first space */
};

/* The status is in the shared heap; NULL if there is none. */
extern struct erb_exit_status *erb_exit_status;

/* Creates the status, in the first space, before any other one.  Returns false if there is no
 * memory. */
extern bool erb_exit_status_make (struct erb_heap *heap);

/* Returns true if the caller has to report why the program ends: it is the first to ask.  This and
 * the next function are safe in signal handlers. */
extern bool erb_exit_status_claim (void);
/* Notes that the caller, which has claimed the status, has reported the reason. */
extern void erb_exit_status_report (enum erb_exit_kind kind, int number);

/* Ends the caller's process silently once the reason is reported; the first space ends with the
 * stored status. */
extern void erb_exit_status_follow (void) ERB_NORETURN ERB_COLD;

/* Returns whether the calling process of the system belongs to a program of spaces. */
ERBIUM_INLINE bool
erb_exit_status_concerns (void)
{
  return erb_exit_status && !erb_forked ();
}

#endif
