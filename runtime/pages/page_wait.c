/* SPDX-License-Identifier: MIT */
/* page_wait.c - waiting for a page.
 *
 * As processes wait for records (wait.c): look, spin, doze, sleep, each dearer than the one
 * before; and whoever fixes a page pays no fence while nobody sleeps.  What is shared is a word
 * of the region, its event: bit 0 says that somebody is about to sleep.  Sleeper: set the
 * bit (E1), heavy barrier, look at the page (E2), sleep while the event is as it was.
 * Waker: fix the page (E3), light barrier, look at the bit (E4).  Either E2 sees E3 or E4 sees
 * E1.  A doze does without the barrier: the clock mends the wake-up that is missed.
 *
 * No sleep is longer than a tenth of a second: then it is looked whether the page can still
 * be fixed, and whether its producer lives.  The papers' consumers are suspended, and resumed by
 * a signal, for each page that they are early for.
 */
#define _GNU_SOURCE
#include "pages/pages.h"

static const int64_t eager = 4000;      /* ns that we only look */
static const int64_t patient = 50000;   /* ns in all before we sleep; yielding in between */
static const int64_t doze = 200000;     /* ns that a sleep without a barrier may take, */
static const int64_t long_doze = 10000000; /* and where nobody spins */
static const int64_t watch = 100000000; /* ns until it is looked who lives */

static bool
ready (const erbium_atomic *word, int64_t least)
{
  return erb_spmc_answers (erbium_load_acquire (word), least); /* from those who make it larger (fix.c) */
}

/* ---- One processor or more ----------------------------------------------
 *
 * Only if all spaces run on one processor a yield lets the producer on, and takes longer than a spin else.
 * What a space may run on does not tell: a program that pins each to another one has one for each.  So spaces
 * note where they run, modulo 64, when they wait and when they extend.  What was noted may be past: so
 * every so many waits a space begins anew. */

enum { NEW_LOOK = 256 };

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
  static erbium_atomic32 looks; /* no more than a hint: threads may lose one another's */
  int64_t bit = bit_of_processor ();
  int32_t n = (erbium_load_relaxed (&looks) + 1) % NEW_LOOK;
  erbium_store_relaxed (&looks, n);
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

/* With one processor only a yield lets the producer on. */
static bool
spin (const erbium_atomic *word, int64_t least)
{
  int64_t start = erb_os->now (), now = start, round;
  if (!erb_spinning_pays (&spinning, start))
    return ready (word, least);
  bool alone = erb_spmc_on_one_processor ();
  if (!alone && ready (word, least))
    return true;
  do
    {
      round = now;
      bool yields = alone || now - start > eager;
      if (yields)
        erb_os->yield ();
      bool is_there = poll (word, least);
      if (is_there && !yields)
        return true;
      now = erb_os->now ();
      if (erb_spinning_note (&spinning, round, now) || is_there)
        return is_there;
    }
  while (now - start < patient);
  return false;
}

/* ---- Will it ever be fixed? -------------------------------------------- */

/* Under the region's lock.  Who is to fix it, if somebody is. */
static enum erb_spmc_hope
look_for_producer (const struct erb_spmc_map *m, int page, int *space)
{
  const struct erb_spmc_region *r = m->region;
  const struct erb_spmc_port *p = erb_spmc_producer (r, page);
  int s = erb_spmc_segment_of (r, page);
  if (!p)
    return ERB_SPMC_ENDED;
  *space = p->space;
  if (erb_spmc_at (r, p, s) > erb_spmc_at (r, m->port, s))
    return ERB_SPMC_ENDED;
  return erbium_load_relaxed (&p->role) == ERB_SPMC_DIED ? ERB_SPMC_DIED_BEFORE : ERB_SPMC_HOPE;
}

static bool
is_dead (int space)
{
  return !erb_spmc_alive (space)
         && erbium_load_acquire (&erb_spmc.space[space].state) == ERB_SPMC_DEAD;
}

static enum erb_spmc_hope
hope_for (const struct erb_spmc_map *m, int page, int *space)
{
  erb_spmc_region_lock (m->region);
  enum erb_spmc_hope h = look_for_producer (m, page, space);
  erb_spmc_region_unlock (m->region);
  return h == ERB_SPMC_HOPE && is_dead (*space) ? ERB_SPMC_DIED_BEFORE : h;
}

bool
erb_spmc_hopeless (const struct erb_spmc_map *m, int page)
{
  int space = -1, hope;
  if (erb_ask_page_hope (m, page, &hope))
    return hope != ERB_SPMC_HOPE;
  hope = hope_for (m, page, &space);
  erb_event_page_hope_known (m, page, hope, space);
  return hope != ERB_SPMC_HOPE;
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
  erbium_store_relaxed (&erb_spmc_costs.sleeps, erbium_load_relaxed (&erb_spmc_costs.sleeps) + 1);
  int64_t most = erb_spinning_pays (&spinning, erb_os->now ()) ? doze : long_doze;
  erb_os->sleep_shared (&r->event, e, first ? most : watch);
}

void
erb_spmc_wake_far (struct erb_spmc_region *r)
{
  int32_t e = erbium_load_acquire (&r->event); /* from announce */
  while (!erbium_cas (&r->event, e, (int32_t) (((uint32_t) e + 2) & ~1u)))
    e = erbium_load_acquire (&r->event);
  erb_os->wake_shared (&r->event);
}

static enum erb_spmc_hope
await_asleep (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least, int *space, const char *call,
              const char *where)
{
  for (bool first = true; !spin (word, least); first = false)
    {
      enum erb_spmc_hope h = hope_for (m, page, space);
      if (ready (word, least)) /* before it left, perhaps */
        return ERB_SPMC_HOPE;
      if (h != ERB_SPMC_HOPE)
        return h;
      if (!first)
        erb_spmc_sleeps (m->port->space, *space, call, where);
      sleep_until_woken (m->region, word, least, first);
      if (ready (word, least))
        return ERB_SPMC_HOPE;
    }
  return ERB_SPMC_HOPE;
}

/* Until the word is as large, or never will be. */
static enum erb_spmc_hope
await (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least, int *space, const char *call,
       const char *where)
{
  if (ready (word, least))
    return ERB_SPMC_HOPE;
  erbium_store_relaxed (&erb_spmc_costs.waits, erbium_load_relaxed (&erb_spmc_costs.waits) + 1);
  enum erb_spmc_hope h = await_asleep (m, page, word, least, space, call, where);
  erb_spmc_sleeps_no_more (m->port->space);
  return h;
}

static bool
await_any (const struct erb_spmc_map *m, int page, erbium_atomic *word, int64_t least, const char *call,
           const char *where)
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
  if (h == ERB_SPMC_DIED_BEFORE)
    erb_spmc_fault_of_death (call, where, m, page, space);
  return h == ERB_SPMC_HOPE;
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
