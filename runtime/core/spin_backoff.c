/* SPDX-License-Identifier: MIT */
/* spin_backoff.c - how long no process spins after a round of spinning that took too long. */
#include "core/core.h"

static const int64_t late = 500000;        /* ns; a time slice is longer, a round far shorter */
static const int64_t longest = 4000000000; /* ns without spinning */
static const int64_t shortest = 10000000;  /* ns between two samples of the processor time */
enum { PAYBACK = 8 };                      /* ns without spinning for each ns of a late round */
enum { NEARLY_ALL = 80 };                  /* percent of the processors */

/* Returns whether other programs need the processors, as far as the processor time of this one
 * shows.  The first sample shows nothing. */
static bool
others_run (struct erb_spinning *s, int64_t now)
{
  int64_t sampled = erbium_load_relaxed (&s->sampled), took = now - sampled;
  if (!s->processors)
    return true;
  if (took < shortest)
    return erbium_load_relaxed (&s->others);
  int64_t used = erb_os->processor_time (), before = erbium_load_relaxed (&s->used);
  bool others = sampled && (used - before) * 100 < took * s->processors * NEARLY_ALL;
  erbium_store_relaxed (&s->sampled, now);
  erbium_store_relaxed (&s->used, used);
  erbium_store_relaxed (&s->others, others);
  return others;
}

bool
erb_spinning_note (struct erb_spinning *s, int64_t began, int64_t ended)
{
  int64_t took = ended - began;
  if (took < late)
    return false;
  int64_t from = erbium_load_relaxed (&s->from), last = erbium_load_relaxed (&s->rest);
  if (from > began) /* another process has noted a late round meanwhile */
    return true;
  if (!others_run (s, ended))
    return false;
  int64_t rest = PAYBACK * took;
  if (began - from < last && rest < 2 * last)
    rest = 2 * last;
  rest = rest < longest ? rest : longest;
  erbium_store_relaxed (&s->rest, rest);
  erbium_store_relaxed (&s->from, ended + rest);
  return true;
}
