/* SPDX-License-Identifier: MIT */
/* spinning.h - whether it pays to spin, where other programs may need the processors.
 *
 * Who spins, or yields, counts on its partner to go on meanwhile.  On a loaded machine that fails:
 * a yield hands the processor to a program that computes, and so does a spin until the kernel ends
 * it.  Either costs a time slice, milliseconds, where a process that sleeps is run within
 * microseconds once it is woken: the kernel lets those go first that have slept.
 *
 * A round of spinning takes microseconds.  One that has taken much longer is a time slice that was
 * given away, so from then on nobody spins for PAYBACK times as long.  When the next round is late
 * too, for twice as long.  So the slices that are lost in finding out whether the load is gone are
 * a small part of all time, and a machine that is idle again is noticed within LONGEST.
 */
#ifndef ERB_SPINNING_H
#define ERB_SPINNING_H

#include "core/os.h"

/* Shared by all that spin for each other; they need not see it at once.  Begins as zero. */
struct erb_spinning
{
  erbium_atomic from; /* ns of the clock: nobody spins before */
  erbium_atomic rest; /* ns: how long nobody has spun before that */
};

/* Whether the caller may spin now. */
ERBIUM_INLINE bool
erb_spinning_pays (const struct erb_spinning *s, int64_t now)
{
  return now >= erbium_load_relaxed (&s->from);
}

/* Notes that a round of spinning lasted from `began' to `ended'.  Returns whether that was late. */
extern bool erb_spinning_note (struct erb_spinning *s, int64_t began, int64_t ended);

#endif
