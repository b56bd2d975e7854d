/* SPDX-License-Identifier: MIT */
/* channel.c - ports of channels: alloc, setprod, setcons, close.
 *
 * A channel is a region that has a number.  When a space first uses a number it looks for its port
 * to that region, and keeps the result in an end of its own (struct erb_chan): the offset of the
 * next byte, and the place of the generation.
 */
#define _GNU_SOURCE
#include "channel/channel_end.h"

#include <unistd.h>

enum { RECENT = 64 };

static struct erb_chan *ends;               /* of this process */
static pthread_mutex_t ends_lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct { int id; struct erb_chan *end; } recent[RECENT];
static __thread int64_t recent_of;          /* value of changes when the cache was filled */
static erbium_atomic changes; /* counts changes of the list of ends, except additions */
static bool has_lazy;                       /* there has been an end of a lazy channel */

/* ---- Ends -------------------------------------------------------------- */

/* Finds the map of the caller's port to the region with that number, or NULL.  A region that is no
 * channel has the number 0. */
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
  c->pid = getpid ();
  c->map = m;
  c->lazy = m->region->channel_kind & ERBIUM_CHAN_LAZY;
  c->va = m->port->va;
  c->size = (size_t) (m->port->pages - 1) * erb_spmc.page;
  c->at = c->published = (size_t) m->port->begin;
  erb_chan_generation (c);
  if (c->lazy)
    has_lazy = true;
  if (!erb_spmc_produces (m))
    erbium_store_relaxed (&m->region->process, c->pid);
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
                  "have its parent call erbium_chan_setcons or erbium_chan_setprod for it",
                  "%s has no port of channel %d", erb_spmc_space_name (space, &self), id);
  if (!c && !(c = new_end (id, space, m)))
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, NULL, "no memory for channel %d", id);
  recent[id % RECENT].id = id;
  recent[id % RECENT].end = c;
  return c;
}

/* Returns the end from the cache of recent calls, unless the list has changed. */
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
                "%s has no port to %s on channel %d, of %s", erb_spmc_space_name (c->space, &self),
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

/* Frees c. */
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

/* Returns the next one of the space's own numbers. */
static int
new_number (int space, const char *call, const char *where)
{
  int bits = erb_spmc_order (erb_spmc.spaces);
  int32_t n = ++erb_spmc.space[space].channels;
  struct erb_text self;
  erb_event_value (ERB_VALUE_CHANNEL, &n, sizeof n, call, where);
  if (n > INT32_MAX >> bits)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, "call erbium_spmc_init for fewer spaces",
                  "%s has allocated %d channels", erb_spmc_space_name (space, &self), n - 1);
  return n << bits | space;
}

/* Bytes of a generation where the program asks for no other size. */
enum { GENERATION = 512 << 10 };

static int
alloc (size_t size, int kind, const char *call, const char *where)
{
  int space = erb_spmc_self (call, where);
  size_t page = erb_spmc.page, data = (size + page - 1) / page * page;
  if (kind != ERBIUM_CHAN_EAGER && kind != ERBIUM_CHAN_LAZY)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "pass ERBIUM_CHAN_EAGER or ERBIUM_CHAN_LAZY",
                  "%d is not a kind of channel", kind);
  if (size == 0 || size > (size_t) 1 << 40)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL,
                  "a generation of %zu bytes; expected 1 to 2^40", size);
  int id = new_number (space, call, where);
  char *va = erb_spmc_alloc (data + page, call, where);
  struct erb_spmc_region *r = erb_spmc_map_at (va, 1, call, where)->region;
  r->channel_kind = kind;
  r->channel = id;
  return id;
}

int
(erbium_chan_alloc) (const char *where)
{
  return alloc (GENERATION, ERBIUM_CHAN_EAGER, "erbium_chan_alloc", where);
}

int
(erbium_chan_alloc_as) (size_t size, int kind, const char *where)
{
  return alloc (size, kind, "erbium_chan_alloc_as", where);
}

/* ---- Giving ports away ------------------------------------------------- */

/* Returns the caller's end, sender or receiver, for a call that gives or closes. */
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

/* Makes the port of the other space begin at the caller's position. */
static void
begin_at (struct erb_spmc_region *r, int space, size_t at)
{
  erb_spmc_region_lock (r);
  struct erb_spmc_port *p = erb_spmc_port_of (r, space, 0);
  if (p)
    p->begin = (int64_t) at;
  erb_spmc_region_unlock (r);
}

/* Returns the number of a child that is to get a port.  A fault if it has one: it got a port
 * before, or it is the caller. */
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
                  "%s has a port of channel %d already", erb_spmc_space_name (space, &to), c->id);
  return space;
}

/* Publishes and counts what a sender has written. */
static void
finish (struct erb_chan *c)
{
  if (!erb_spmc_produces (c->map))
    return;
  erb_chan_flush (c);
  erb_chan_count (c);
}

int
(erbium_chan_setcons) (int id, int child, const char *where)
{
  struct erb_chan *c = any_end (id, "erbium_chan_setcons", where);
  int to = space_without_port (c, child, "erbium_chan_setcons", where);
  finish (c);
  erbium_add (&c->map->region->receivers, 1);
  (erbium_spmc_copycons) (child, c->va, NULL, region_size (c), where);
  begin_at (c->map->region, to, c->at);
  return 0;
}

int
(erbium_chan_setprod) (int id, int child, int ascons, const char *where)
{
  struct erb_chan *c = erb_chan_end (id, true, "erbium_chan_setprod", where);
  struct erb_spmc_region *r = c->map->region;
  size_t size = region_size (c), at;
  char *va = c->va;
  int space = c->space, to = space_without_port (c, child, "erbium_chan_setprod", where);
  finish (c);
  at = c->at;
  (erbium_spmc_transown) (child, va, NULL, size, where);
  drop_end (c);
  begin_at (r, to, at);
  if (ascons)
    {
      erbium_add (&r->receivers, 1);
      begin_at (r, space, at);
    }
  else
    (erbium_spmc_clear) (va, size, where);
  return 0;
}

/* ---- The end ----------------------------------------------------------- */

void
(erbium_chan_close) (int id, const char *where)
{
  struct erb_chan *c = any_end (id, "erbium_chan_close", where);
  size_t size = region_size (c);
  char *va = c->va;
  finish (c);
  drop_end (c);
  (erbium_spmc_clear) (va, size, where);
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
(erbium_chan_counts) (int id, struct erbium_spmc_counts *counts, const char *where)
{
  struct erb_chan *c = any_end (id, "erbium_chan_counts", where);
  struct erbium_spmc_counts now;
  erb_spmc_expect_memory (counts, sizeof *counts, "counts", "erbium_chan_counts", where);
  *counts = (struct erbium_spmc_counts) { 0 };
  erb_spmc_memory_used ();
  (erbium_spmc_counts) (c->va, &now, where);
  now.fixes += c->traffic.fixes;
  now.pages += c->traffic.pages;
  now.messages += c->traffic.messages;
  now.bytes += c->traffic.bytes;
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

/* Flushes and drops all ends of the space. */
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

/* Flushes every channel on which the caller sends: another space may wait for it. */
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
