/* SPDX-License-Identifier: MIT */
/* spin_backoff.h - whether it pays to spin, where other programs may need the processors.
 *
 * A process that spins or yields expects its partner to run meanwhile.  On a loaded machine this
 * fails: a yield gives the processor to a program that computes, and the kernel does the same to a
 * process that spins for long.  Either costs a time slice of some milliseconds.  A process that
 * sleeps runs within microseconds of its wake-up, since the kernel prefers processes that have
 * slept.
 *
 * A round of spinning takes microseconds.  A round that takes much longer has lost a time slice.
 * Then no process spins for PAYBACK times its duration.  If a round that begins within the same
 * time after this pause is late too, the next pause lasts at least twice as long.  So under a
 * steady load only a small part of the time is lost to slices that test whether the load has gone,
 * and an idle machine is noticed within `longest'.  A single interruption, as virtual machines have
 * them, stops the spinning for some milliseconds only.
 *
 * Where a program has more threads than there are processors, rounds are late because its own
 * threads run meanwhile.  That is what a yield is for.  So a round does not count as late if the
 * program has used nearly all processors since the last sample of its processor time, which is at
 * least 10 ms old.
 */
#ifndef ERB_SPIN_BACKOFF_H
#define ERB_SPIN_BACKOFF_H

#include "core/os.h"

/* Shared by processes that spin for each other.  A change need not be visible to all at once, so
 * its accesses are relaxed.  Initially zero. */
struct erb_spinning
{
  erbium_atomic from; /* ns of the clock; no process spins earlier */
  erbium_atomic rest; /* ns; length of the pause that ends at `from' */
  /* The number of processors that the spinning threads of the process have; 0: other processes spin
   * for each other too, so nothing is known. */
  int processors;
  erbium_atomic sampled, used; /* ns: when, and the processor time at that moment */
  erbium_atomic32 others;      /* 1: other programs have used processors before `sampled' */
};

/* Returns whether the caller may spin now. */
ERBIUM_INLINE bool
erb_spinning_pays (const struct erb_spinning *s, int64_t now)
{
  return now >= erbium_load_relaxed (&s->from);
}

/* Records that a round of spinning lasted from `began' to `ended', in ns of the clock.  Returns
 * whether it was late because of other programs. */
extern bool erb_spinning_note (struct erb_spinning *s, int64_t began, int64_t ended);

#endif
