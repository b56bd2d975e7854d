/* SPDX-License-Identifier: MIT */
/* page_wait.c - waiting for a page.
 *
 * A wait has the stages of a wait for a record (wait.c): spin, doze, sleep, each more expensive
 * than the one before; and a space that fixes a page executes no fence while no space sleeps.  Both
 * sides share a word of the region, its event: bit 0 means that a space is about to sleep.  The
 * sleeper sets the bit (E1), executes the heavy barrier, reads the page (E2), and sleeps while the
 * event is unchanged.  The waker fixes the page (E3), executes the light barrier and reads the bit
 * (E4).  Either E2 sees E3, or E4 sees E1.  A doze has no barrier: its timeout compensates for a
 * missed wake-up.
 *
 * No sleep exceeds a tenth of a second; after that the sleeper checks whether the page can still be
 * fixed, and whether its producer lives.  In the papers, a consumer is suspended, and resumed by a
 * signal, for each page that is not fixed yet.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"

/* Durations in ns.  A space polls for ERBIUM_SPIN ns, with yields in between. */
static const int64_t polling = 4000;    /* before the first yield */
static const int64_t doze = 200000;     /* the longest sleep without a barrier */
static const int64_t long_doze = 10000000; /* the same where no space spins */
static const int64_t watch = 100000000; /* a sleep, until the next check of the producer */

static bool
ready (const erbium_atomic *word, int64_t least)
{
  /* From fix_page, produce (fix.c), publish (channel_send.c). */
  return erb_spmc_answers (erbium_load_acquire (word), least);
}

/* ---- One processor or more ----------------------------------------------
 *
 * If all spaces run on one processor, only a yield lets the producer run; otherwise a yield takes
 * longer than a spin.  The set of processors that a space may use does not decide this: a program
 * may pin each space to another processor.  So spaces note their processor, modulo 64, when they
 * wait and when they extend.  The notes may be outdated, so a space clears them once in
 * WAITS_PER_NOTE waits. */

enum { WAITS_PER_NOTE = 256 };

static int64_t
bit_of_processor (void)
{
  return (int64_t) ((uint64_t) 1 << ((unsigned) erb_processor_here () & 63));
}

static int64_t
note (int64_t bit)
{
  erbium_atomic *seen = &erb_spmc.shared->processors;
  int64_t s;
  while (!((s = erbium_load_relaxed (seen)) & bit))
    erbium_cas (seen, s, s | bit);
  return s | bit;
}

void
erb_spmc_note_processor (void)
{
  note (bit_of_processor ());
}

bool
erb_spmc_on_one_processor (void)
{
  static erbium_atomic32 waits; /* no more than a hint: threads may lose one another's */
  int64_t bit = bit_of_processor ();
  int32_t n = (erbium_load_relaxed (&waits) + 1) % WAITS_PER_NOTE;
  erbium_store_relaxed (&waits, n);
  if (!n)
    erbium_store_relaxed (&erb_spmc.shared->processors, bit);
  return note (bit) == bit;
}

/* ---- Spinning ----------------------------------------------------------- */

static struct erb_spinning spinning; /* of this space */

static bool
poll (const erbium_atomic *word, int64_t least)
{
  for (int n = 0; n < ERB_POLLS; n++)
    {
      if (ready (word, least))
        return true;
      erb_os->pause ();
    }
  return false;
}

/* On one processor only a yield lets the producer run. */
static bool
spin (const erbium_atomic *word, int64_t least)
{
  int64_t start = erb_os->now (), now = start, round, most = erb_space_settings ()->spin;
  if (!most || !erb_spinning_pays (&spinning, start))
    return ready (word, least);
  bool alone = erb_spmc_on_one_processor ();
  if (!alone && ready (word, least))
    return true;
  do
    {
      round = now;
      bool yields = alone || now - start > polling;
      if (yields)
        erb_os->yield ();
      bool is_there = poll (word, least);
      if (is_there && !yields)
        return true;
      now = erb_os->now ();
      if (erb_spinning_note (&spinning, round, now) || is_there)
        return is_there;
    }
  while (now - start < most);
  return false;
}

/* ---- Will it ever be fixed? -------------------------------------------- */

/* Looks for the port that is to fix the page, and its state.  Called under the lock of the
 * region. */
static enum erb_spmc_outcome
find_producer (const struct erb_spmc_map *m, int page, int *space)
{
  const struct erb_spmc_region *r = m->region;
  const struct erb_spmc_port *p = erb_spmc_producer (r, page);
  int s = erb_spmc_segment_of (r, page);
  if (!p)
    return ERB_SPMC_ENDED;
  *space = p->space;
  if (erb_spmc_at (r, p, s) > erb_spmc_at (r, m->port, s))
    return ERB_SPMC_ENDED;
  bool died = erbium_load_relaxed (&p->role) == ERB_SPMC_DIED;
  return died ? ERB_SPMC_PRODUCER_DIED : ERB_SPMC_PENDING;
}

static bool
is_dead (int space)
{
  return !erb_spmc_alive (space)
         && erbium_load_acquire (&erb_spmc.space[space].state) == ERB_SPMC_DEAD;
}

static enum erb_spmc_outcome
outcome_for (const struct erb_spmc_map *m, int page, int *space)
{
  erb_spmc_region_lock (m->region);
  enum erb_spmc_outcome h = find_producer (m, page, space);
  erb_spmc_region_unlock (m->region);
  return h == ERB_SPMC_PENDING && is_dead (*space) ? ERB_SPMC_PRODUCER_DIED : h;
}

bool
erb_spmc_never_fixed (const struct erb_spmc_map *m, int page)
{
  int space = -1, outcome;
  if (erb_ask_page_outcome (m, page, &outcome))
    return outcome != ERB_SPMC_PENDING;
  outcome = outcome_for (m, page, &space);
  erb_event_page_outcome_known (m, page, outcome, space);
  return outcome != ERB_SPMC_PENDING;
}

/* ---- Sleeping ---------------------------------------------------------- */

static int32_t
announce (erbium_atomic32 *event)
{
  int32_t e;
  while (!((e = erbium_load_relaxed (event)) & 1))
    erbium_cas (event, e, e | 1); /* E1 */
  return e;
}

static void
sleep_until_woken (struct erb_spmc_region *r, const erbium_atomic *word, int64_t least, bool first)
{
  int32_t e = announce (&r->event);
  if (!first)
    erb_os->heavy_barrier_shared ();
  if (ready (word, least)) /* E2 */
    return;
  int64_t began = erb_os->now (), most = erb_spinning_pays (&spinning, began) ? doze : long_doze;
  erb_os->sleep_shared (&r->event, e, first ? most : watch);
  erb_spmc_spend (ERB_SPMC_SLEEPS, 1);
  erb_spmc_spend (ERB_SPMC_ASLEEP, erb_os->now () - began);
}

void
erb_spmc_wake_slow (struct erb_spmc_region *r)
{
  int32_t e = erbium_load_acquire (&r->event); /* from announce */
  while (!erbium_cas (&r->event, e, (int32_t) (((uint32_t) e + 2) & ~1u)))
    e = erbium_load_acquire (&r->event);
  erb_os->wake_shared (&r->event);
}

static enum erb_spmc_outcome
await_asleep (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least,
              int *space, const char *call, const char *where)
{
  for (bool first = true; !spin (word, least); first = false)
    {
      enum erb_spmc_outcome h = outcome_for (m, page, space);
      if (ready (word, least)) /* fixed before the producer left, perhaps */
        return ERB_SPMC_PENDING;
      if (h != ERB_SPMC_PENDING)
        return h;
      if (!first)
        erb_spmc_sleeps (m->port->space, *space, call, where);
      sleep_until_woken (m->region, word, least, first);
      if (ready (word, least))
        return ERB_SPMC_PENDING;
    }
  return ERB_SPMC_PENDING;
}

/* Waits until the word has reached least, or never will. */
static enum erb_spmc_outcome
await (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least,
       int *space, const char *call, const char *where)
{
  if (ready (word, least))
    return ERB_SPMC_PENDING;
  erb_spmc_spend (ERB_SPMC_WAITS, 1);
  enum erb_spmc_outcome h = await_asleep (m, page, word, least, space, call, where);
  erb_spmc_sleeps_no_more (m->port->space);
  return h;
}

static bool
await_any (const struct erb_spmc_map *m, int page, erbium_atomic *word, int64_t least,
           const char *call, const char *where)
{
  int space = -1, h;
  bool known;
  if (erb_ask_page_known (m, page, least, &known) ? known : ready (word, least))
    return true;
  erb_event_page_wait (call, where);
  erb_event_before_wait ();
  if (!erb_ask_page_await (m, page, least, &h, &space, call, where))
    h = await (m, page, word, least, &space, call, where);
  erb_event_page_awaited (m, page, h, space, call, where);
  if (h == ERB_SPMC_PRODUCER_DIED)
    erb_spmc_fault_of_death (call, where, m, page, space);
  return h == ERB_SPMC_PENDING;
}

bool
erb_spmc_await (const struct erb_spmc_map *m, int page, erbium_atomic *word, int64_t least,
                const char *call, const char *where)
{
  if (!await_any (m, page, word, least, call, where))
    return false;
  erb_spmc_expect_kind (m, page, erbium_load_relaxed (word), least, call, where);
  return true;
}
