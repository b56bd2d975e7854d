/* SPDX-License-Identifier: MIT */
/* trial.c - whether a communicator pays for a reader, by measurement.
 *
 * A second thread that copies costs the reader a lock, and others a processor.  It pays where the
 * reader computes for long on what it gets, where a processor is free, and where the producer waits
 * for room.  None of that is known beforehand.  So a reader is timed: first alone, then, if a
 * processor is free, with a communicator, which stays only if elements come faster with it.  A
 * reader is asked once.
 */
#include "private/communicator.h"

enum erb_trial { NOT_YET, ALONE, TOGETHER, DECIDED };

enum { PERIOD = 20000000, BYTES = 1 << 20 }; /* ns and bytes that a measurement takes at least */

static const double gain = 1.03; /* by which elements come faster with a communicator that stays */

/* The index that counts is the one that the owner knows: the communicator may be copying. */
static void
measure (struct erb_view *v, enum erb_trial trial)
{
  struct erb_own *own = &v->own;
  own->trial = trial;
  own->since = erb_os->now ();
  own->from_here = v->known;
}

/* Stores the elements per ns in *rate, if the measurement is over. */
static bool
is_over (const struct erb_view *v, double *rate)
{
  const struct erb_own *own = &v->own;
  erbium_index n = v->known - own->from_here;
  if ((size_t) n * v->record->size < BYTES)
    return false;
  int64_t time = erb_os->now () - own->since;
  *rate = (double) n / (double) (time > 0 ? time : 1);
  return time >= PERIOD;
}

/* Whether a processor has nothing to do, as far as the runtime can tell. */
static bool
processor_is_free (erbium_program *p)
{
  return erbium_load_relaxed (&p->awake) < p->processors
         && erb_spinning_pays (&p->spinning, erb_os->now ());
}

void
erb_trial (struct erb_view *v)
{
  struct erb_own *own = &v->own;
  double rate;
  switch ((enum erb_trial) own->trial)
    {
    case NOT_YET:
      measure (v, ALONE);
      return;
    case ALONE:
      if (!is_over (v, &rate))
        return;
      own->alone = rate;
      measure (v, ALONE);
      if (!processor_is_free (v->record->program))
        return;
      erb_communicator_start (v);
      measure (v, own->served ? TOGETHER : DECIDED);
      return;
    case TOGETHER:
      if (!is_over (v, &rate))
        return;
      own->trial = DECIDED;
      if (rate < own->alone * gain)
        erb_communicator_stop (v);
      return;
    case DECIDED:
      return;
    }
}
