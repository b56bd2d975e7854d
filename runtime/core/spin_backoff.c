/* SPDX-License-Identifier: MIT */
/* spinning.c - how long no process spins after a round of spinning that took too long. */
#include "core/core.h"

static const int64_t late = 500000;        /* ns; a time slice is longer, a round far shorter */
static const int64_t longest = 4000000000; /* ns without spinning */
enum { PAYBACK = 64 };                     /* ns without spinning for each ns of a late round */

bool
erb_spinning_note (struct erb_spinning *s, int64_t began, int64_t ended)
{
  int64_t took = ended - began;
  if (took < late)
    return false;
  int64_t from = erbium_load_relaxed (&s->from), last = erbium_load_relaxed (&s->rest);
  if (from > began) /* another process has noted a late round meanwhile */
    return true;
  int64_t rest = PAYBACK * took;
  if (began - from < last && rest < 2 * last)
    rest = 2 * last;
  rest = rest < longest ? rest : longest;
  erbium_store_relaxed (&s->rest, rest);
  erbium_store_relaxed (&s->from, ended + rest);
  return true;
}
