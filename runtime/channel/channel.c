/* SPDX-License-Identifier: MIT */
/* channel.c - ports of channels: alloc, setprod, setcons, close.
 *
 * A channel is a region that has a number.  A space that calls with a number it has not used yet
 * looks for its port to that region, and keeps what it finds in an end of its own
 * (struct erb_chan): the offset that it is at, and where the generation lies.
 */
#define _GNU_SOURCE
#include "channel/channel_end.h"

enum { RECENT = 64 };

static struct erb_chan *ends;               /* of this process */
static pthread_mutex_t ends_lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct { int id; struct erb_chan *end; } recent[RECENT];
static __thread int64_t recent_of;          /* value of changes when it was filled */
static erbium_atomic changes;               /* of the list of ends, other than growing */
static bool has_lazy;                       /* there has been an end of a lazy channel */

/* ---- Ends -------------------------------------------------------------- */

/* The caller's port to the region with that number, if it has one: maps tell.  Regions that are no
 * channels have the number 0. */
static struct erb_spmc_map *
find_map (int id, int space)
{
  if (id <= 0)
    return NULL;
  erb_spmc_maps_refresh (space);
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      const struct erb_spmc_port *p = &erb_spmc.port[n];
      int32_t role = erbium_load_acquire (&p->role); /* from erb_spmc_port_make */
      if ((role == ERB_SPMC_CONSUMER || role == ERB_SPMC_PRODUCER) && p->space == space
          && erb_spmc.region[p->region].channel == id)
        return erb_spmc_map_find (p->va);
    }
  return NULL;
}

static struct erb_chan *
new_end (int id, int space, struct erb_spmc_map *m)
{
  struct erb_chan *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->id = id;
  c->space = space;
  c->map = m;
  c->lazy = m->region->channel_kind & CHAN_LAZY;
  c->va = m->port->va;
  c->size = (size_t) (m->port->pages - 1) * erb_spmc.page;
  c->at = c->published = (size_t) m->port->begin;
  erb_chan_generation (c);
  if (c->lazy)
    has_lazy = true;
  pthread_mutex_lock (&ends_lock);
  c->next = ends;
  ends = c;
  pthread_mutex_unlock (&ends_lock);
  return c;
}

static struct erb_chan *
known_end (int id, int space)
{
  pthread_mutex_lock (&ends_lock);
  struct erb_chan *c = ends;
  while (c && (c->id != id || c->space != space))
    c = c->next;
  pthread_mutex_unlock (&ends_lock);
  return c;
}

static struct erb_chan *
find_end (int id, const char *call, const char *where)
{
  int space = erb_spmc_self (call, where);
  struct erb_chan *c = known_end (id, space);
  struct erb_spmc_map *m = c ? NULL : find_map (id, space);
  struct erb_text self;
  if (!c && !m)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where,
                  "have its parent call chan_setcons or chan_setprod for it",
                  "%s has no port of channel %d", erb_spmc_say_space (space, &self), id);
  if (!c && !(c = new_end (id, space, m)))
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, NULL, "no memory for channel %d", id);
  recent[id % RECENT].id = id;
  recent[id % RECENT].end = c;
  return c;
}

/* That of the last calls, if nothing has changed. */
static struct erb_chan *
recent_end (int id)
{
  int64_t now = erbium_load_relaxed (&changes);
  if (recent_of != now)
    memset (recent, 0, sizeof recent);
  recent_of = now;
  return id > 0 && recent[id % RECENT].id == id ? recent[id % RECENT].end : NULL;
}

ERB_NORETURN static void
wrong_side (const struct erb_chan *c, bool sends, const char *call, const char *where)
{
  struct erb_text self;
  erb_fault_in (ERBIUM_EXIT_MISUSE, call, where,
                sends ? "a channel has one sender: let it send" : "the sender cannot receive",
                "%s has no port to %s on channel %d, of %s", erb_spmc_say_space (c->space, &self),
                sends ? "send" : "receive", c->id, c->map->region->where);
}

struct erb_chan *
erb_chan_end (int id, bool sends, const char *call, const char *where)
{
  struct erb_chan *c = recent_end (id);
  if (!c)
    c = find_end (id, call, where);
  if (erb_spmc_produces (c->map) != sends)
    wrong_side (c, sends, call, where);
  c->call = call;
  return c;
}

/* c must not be used after. */
static void
drop_end (struct erb_chan *c)
{
  pthread_mutex_lock (&ends_lock);
  struct erb_chan **at = &ends;
  while (*at != c)
    at = &(*at)->next;
  *at = c->next;
  pthread_mutex_unlock (&ends_lock);
  erbium_add (&changes, 1);
  free (c->buffer);
  free (c);
}

char *
erb_chan_buffer (struct erb_chan *c, size_t size, const char *call, const char *where)
{
  if (size <= c->room && c->buffer)
    return c->buffer;
  free (c->buffer);
  c->buffer = malloc (size ? size : 1);
  c->room = size;
  if (!c->buffer)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, NULL,
                  "no memory for a message of %zu bytes on channel %d", size, c->id);
  return c->buffer;
}

/* ---- alloc ------------------------------------------------------------- */

/* Of the caller's own numbers the next. */
static int
new_number (int space, const char *where)
{
  int bits = erb_spmc_order (erb_spmc.spaces);
  int32_t n = ++erb_spmc.space[space].channels;
  struct erb_text self;
  erb_event_value (ERB_VALUE_CHANNEL, &n, sizeof n, "chan_alloc", where);
  if (n > INT32_MAX >> bits)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "chan_alloc", where, "call spmc_init for fewer spaces",
                  "%s has made %d channels", erb_spmc_say_space (space, &self), n - 1);
  return n << bits | space;
}

int
erbium_chan_alloc (size_t size, int kind, const char *where)
{
  static const char call[] = "chan_alloc";
  int space = erb_spmc_self (call, where);
  size_t page = erb_spmc.page, data = (size + page - 1) / page * page;
  if (kind != CHAN_EAGER && kind != CHAN_LAZY)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "pass CHAN_EAGER or CHAN_LAZY", "there is no kind %d", kind);
  if (size == 0 || size > (size_t) 1 << 40)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL,
                  "a generation of %zu bytes; it has 1 to 2^40", size);
  int id = new_number (space, where);
  char *va = erb_spmc_alloc (data + page, 0, call, where);
  struct erb_spmc_region *r = erb_spmc_map_at (va, 1, call, where)->region;
  r->channel_kind = kind;
  r->channel = id;
  return id;
}

/* ---- Giving ports away ------------------------------------------------- */

/* An end of the caller, whatever it is, for a call that gives or closes. */
static struct erb_chan *
any_end (int id, const char *call, const char *where)
{
  struct erb_chan *c = recent_end (id);
  return c ? c : find_end (id, call, where);
}

static size_t
region_size (const struct erb_chan *c)
{
  return c->size + erb_spmc.page;
}

/* Where the caller is, the other one begins. */
static void
begin_at (struct erb_spmc_region *r, int space, size_t at)
{
  erb_spmc_region_lock (r);
  struct erb_spmc_port *p = erb_spmc_port_of (r, space, 0);
  if (p)
    p->begin = (int64_t) at;
  erb_spmc_region_unlock (r);
}

/* The number of a child that is to be given a port; a fault where it has one: it was given that
 * before, or is the caller. */
static int
space_without_port (const struct erb_chan *c, int child, const char *call, const char *where)
{
  struct erb_spmc_region *r = c->map->region;
  struct erb_text to;
  int space = erb_spmc_number (child, call, where);
  erb_spmc_region_lock (r);
  const struct erb_spmc_port *p = erb_spmc_port_of (r, space, 0);
  bool has = p && erbium_load_relaxed (&p->role) != ERB_SPMC_DIED;
  erb_spmc_region_unlock (r);
  if (has)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "give each space one port of a channel",
                  "%s has a port of channel %d already", erb_spmc_say_space (space, &to), c->id);
  return space;
}

void
erbium_chan_setcons (int id, int child, const char *where)
{
  struct erb_chan *c = any_end (id, "chan_setcons", where);
  int to = space_without_port (c, child, "chan_setcons", where);
  if (erb_spmc_produces (c->map))
    erb_chan_flush (c);
  erbium_spmc_copycons (child, c->va, NULL, region_size (c), where);
  begin_at (c->map->region, to, c->at);
}

void
erbium_chan_setprod (int id, int child, int ascons, const char *where)
{
  struct erb_chan *c = erb_chan_end (id, true, "chan_setprod", where);
  struct erb_spmc_region *r = c->map->region;
  size_t size = region_size (c), at;
  char *va = c->va;
  int space = c->space, to = space_without_port (c, child, "chan_setprod", where);
  erb_chan_flush (c);
  at = c->at;
  erbium_spmc_transown (child, va, NULL, size, where);
  drop_end (c);
  begin_at (r, to, at);
  if (ascons)
    begin_at (r, space, at);
  else
    erbium_spmc_clear (va, size, where);
}

/* ---- The end ----------------------------------------------------------- */

static void
finish (struct erb_chan *c)
{
  if (!erb_spmc_produces (c->map))
    return;
  erb_chan_flush (c);
  erbium_add (&c->map->region->fixes, c->fixes);
  c->fixes = 0;
}

void
erbium_chan_close (int id, const char *where)
{
  struct erb_chan *c = any_end (id, "chan_close", where);
  size_t size = region_size (c);
  char *va = c->va;
  finish (c);
  drop_end (c);
  erbium_spmc_clear (va, size, where);
}

static struct erb_chan *
next_of (int space)
{
  pthread_mutex_lock (&ends_lock);
  struct erb_chan *c = ends;
  while (c && c->space != space)
    c = c->next;
  pthread_mutex_unlock (&ends_lock);
  return c;
}

void
erbium_chan_counts (int id, struct erbium_spmc_counts *counts, const char *where)
{
  struct erb_chan *c = any_end (id, "chan_counts", where);
  struct erbium_spmc_counts now;
  erb_spmc_expect_memory (counts, sizeof *counts, "counts", "chan_counts", where);
  *counts = (struct erbium_spmc_counts) { 0 };
  erb_spmc_memory_used ();
  erbium_spmc_count (c->va, &now, where);
  now.fixes += c->fixes;
  *counts = now;
}

/* ---- Events -------------------------------------------------------------- */

/* A thread may have used ends of its process before it entered a space of its own. */
static void
entered_pages (int space)
{
  (void) space;
  erbium_add (&changes, 1);
}

/* All that the space has goes, after a flush. */
static void
leaves_pages (int space)
{
  for (struct erb_chan *c; (c = next_of (space)) != NULL;)
    {
      finish (c);
      drop_end (c);
    }
}

static void
pages_lost (void)
{
  pthread_mutex_init (&ends_lock, NULL);
  while (ends)
    drop_end (ends);
}

/* What others wait for may be held back on any channel on which the caller sends. */
static void
before_wait (void)
{
  if (!has_lazy)
    return;
  int space = erbium_spmc_space ();
  pthread_mutex_lock (&ends_lock);
  for (struct erb_chan *c = ends; c; c = c->next)
    if (c->space == space && erb_spmc_produces (c->map))
      erb_chan_flush (c);
  pthread_mutex_unlock (&ends_lock);
}

const struct erb_observer erb_channel_observer = {
  .entered_pages = entered_pages, .leaves_pages = leaves_pages, .pages_lost = pages_lost,
  .before_wait = before_wait,
};
