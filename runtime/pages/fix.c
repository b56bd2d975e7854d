/* SPDX-License-Identifier: MIT */
/* fix.c - setfix and extend: publishing pages, and the next generation.
 *
 * Fixing increases the words of pages, by one release store for each page, after the data was
 * written.  Extending gives a segment a new block.  The word of the extension page in the old block
 * names the new one, so each consumer finds generation after generation at its own pace.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"

static const int64_t SPARE_WAIT = 30000; /* ns: about the cost of the pages of a new block */

/* ---- What is expected -------------------------------------------------- */

void
erb_spmc_expect_data (const struct erb_spmc_map *m, int from, int to, const char *call,
                      const char *where)
{
  for (int s = 1; s < erbium_load_acquire (&m->region->segments); s++) /* from declare */
    {
      int page = m->region->segment[s].extension;
      if (page >= from && page < to && erb_spmc_is_extension (m, page))
        erb_spmc_wrong_kind (m, page, call, where);
    }
}

void
erb_spmc_expect_producer (const struct erb_spmc_map *m, int page, const char *call,
                          const char *where)
{
  if (!erb_spmc_produces (m))
    erb_spmc_fault (call, where, m, page, "a region has one producer: let it do this",
                    "the caller is a consumer, not the producer");
}

/* ---- setfix ------------------------------------------------------------ */

/* Returns the number of fixed bytes. */
static size_t
fixed_of (const erbium_atomic *word)
{
  return (size_t) erbium_load_relaxed (word) >> 1;
}

static void
expect_unfixed (const struct erb_spmc_map *m, int page, size_t begin, const char *where)
{
  size_t fixed = fixed_of (erb_spmc_word (m, page));
  if (begin < fixed)
    erb_spmc_fault ("erbium_spmc_setfix", where, m, page,
                    "extend the segment and write the next generation",
                    "it is already fixed: a page is fixed at most once");
  if (begin > fixed)
    erb_spmc_fault ("erbium_spmc_setfix", where, m, page, "fix bytes in their order",
                    "bytes before those are not fixed yet");
}

static void
fix_page (const struct erb_spmc_map *m, int page, size_t begin, size_t end)
{
  erb_event_published (m, erb_spmc_va (m, page) + begin, end - begin);
  /* Acquired in ready (page_wait.c), and in erb_spmc_check by those who test. */
  erbium_store_release (erb_spmc_word (m, page), erb_spmc_fixed (end));
}

void
(erbium_spmc_setfix) (void *va, size_t size, const char *where)
{
  struct erb_spmc_map *m = erb_spmc_map_at (va, size, "erbium_spmc_setfix", where);
  size_t page = erb_spmc.page, begin = (uintptr_t) va % page, end = begin + size;
  int from = erb_spmc_page_at (m, va), to = from + (int) ((end + page - 1) / page);
  if (size == 0)
    return;
  erb_spmc_expect_producer (m, from, "erbium_spmc_setfix", where);
  erb_spmc_expect_data (m, from, to, "erbium_spmc_setfix", where);
  for (int p = from; p < to; p++)
    expect_unfixed (m, p, p == from ? begin : 0, where);
  erb_spmc_touch (m, from, to);
  erb_spmc_map_protect (m, from, end % page ? to - 1 : to);
  for (int p = from; p < to; p++)
    fix_page (m, p, p == from ? begin : 0, p == to - 1 ? end - (size_t) (p - from) * page : page);
  erbium_add (&m->region->traffic.fixes, 1);
  erbium_add (&m->region->traffic.pages, to - from - (begin > 0));
  erb_spmc_wake (m->region);
}

/* ---- Segments ---------------------------------------------------------- */

/* A call that extends a segment. */
struct extension
{
  const char *call, *where;
  struct erb_spmc_map *m;
  int extension, first, pages;
};

/* Return whether all of x, or none of it, lies within g and its extension page. */
static bool
is_in (const struct extension *x, const struct erb_spmc_segment *g)
{
  return x->extension >= g->first && x->extension < g->first + g->pages && x->first >= g->first
         && x->first + x->pages <= g->first + g->pages;
}

static bool
has_in (const struct extension *x, const struct erb_spmc_segment *g)
{
  return g->extension >= x->first && g->extension < x->first + x->pages && g->first >= x->first
         && g->first + g->pages <= x->first + x->pages;
}

static bool
has_page (const struct erb_spmc_segment *g, int page)
{
  return page == g->extension || (page >= g->first && page < g->first + g->pages);
}

static bool
is_apart (const struct extension *x, const struct erb_spmc_segment *g)
{
  bool data = x->first >= g->first + g->pages || x->first + x->pages <= g->first;
  return data && !has_page (g, x->extension)
         && !(g->extension >= x->first && g->extension < x->first + x->pages);
}

ERB_NORETURN static void
refuse_segment (const struct extension *x, const char *what)
{
  erb_spmc_fault (x->call, x->where, x->m, x->extension,
                  "name the same pages in each call, on both sides; segments lie within each other "
                  "or apart, with their extension pages", what);
}

/* Returns the segment of that extension page, or 0. */
static int
find_segment (const struct extension *x)
{
  const struct erb_spmc_region *r = x->m->region;
  for (int s = 1; s < erbium_load_acquire (&r->segments); s++) /* from declare */
    {
      const struct erb_spmc_segment *g = &r->segment[s];
      if (g->extension != x->extension)
        continue;
      if (g->first != x->first || g->pages != x->pages)
        refuse_segment (x, "it has extended other pages before");
      return s;
    }
  return 0;
}

/* Returns the smallest segment that contains x. */
static int
outer_of (const struct extension *x, int s)
{
  const struct erb_spmc_region *r = x->m->region;
  int outer = 0;
  for (int t = 1; t < s; t++)
    {
      const struct erb_spmc_segment *g = &r->segment[t];
      if (is_in (x, g))
        outer = g->pages < r->segment[outer].pages ? t : outer;
      else if (!has_in (x, g) && !is_apart (x, g))
        refuse_segment (x, "the segment overlaps another one");
    }
  return outer;
}

/* Places the new segment s among the others.  A port in one of the segments within s checks up its
 * surrounding segment without the lock.  So s gets its own outer segment before the inner ones
 * refer to s. */
static void
nest (const struct extension *x, int s)
{
  struct erb_spmc_region *r = x->m->region;
  r->segment[s] = (struct erb_spmc_segment) {
    .extension = x->extension, .first = x->first, .pages = x->pages, .outer = { outer_of (x, s) },
    .oldest = -1, .newest = -1, .spare = -1, .last_spare = -1 };
  for (int t = 1; t < s; t++)
    {
      struct erb_spmc_segment *g = &r->segment[t];
      if (has_in (x, g) && x->pages < r->segment[erbium_load_relaxed (&g->outer)].pages)
        erbium_store_release (&g->outer, s); /* acquired in erb_spmc_at */
    }
}

/* Called under the lock of the region. */
static int
declare (const struct extension *x)
{
  struct erb_spmc_region *r = x->m->region;
  int s = find_segment (x);
  if (s)
    return s;
  if (fixed_of (erb_spmc_word (x->m, x->extension)) > 0)
    erb_spmc_wrong_kind (x->m, x->extension, x->call, x->where);
  s = erbium_load_relaxed (&r->segments);
  if (s == ERB_SPMC_CHAINS)
    refuse_segment (x, "the region has the maximum number of segments");
  nest (x, s);
  erbium_store_release (&r->segments, s + 1); /* segments_of, generation.c */
  return s;
}

/* ---- extend ------------------------------------------------------------ */

static bool
could_recycle (struct erb_spmc_region *r, int s)
{
  erb_spmc_region_lock (r);
  bool spare = erb_spmc_has_spare (r, s) || erb_spmc_outstanding (r, s) < 2;
  erb_spmc_region_unlock (r);
  return spare;
}

/* Checks whether the port that is furthest behind belongs to a dead space, which would keep all
 * blocks in use. */
static void
check_last (struct erb_spmc_region *r, int s)
{
  erb_spmc_region_lock (r);
  int64_t at;
  const struct erb_spmc_port *last = erb_spmc_last (r, s, &at);
  int space = last ? last->space : -1;
  erb_spmc_region_unlock (r);
  if (space >= 0 && space != erbium_spmc_space ())
    erb_spmc_alive (space); /* ends the ports of a dead space */
}

/* Gives consumers a moment to release an old block.  A new block costs as much as that wait, and is
 * not in the caches. */
static void
await_spare (const struct extension *x)
{
  struct erb_spmc_region *r = x->m->region;
  int s = find_segment (x);
  if (!s || could_recycle (r, s))
    return;
  bool alone = erb_spmc_on_one_processor ();
  int64_t end = erb_os->now () + SPARE_WAIT;
  do
    {
      if (alone)
        erb_os->yield ();
      for (int n = 0; n < ERB_POLLS; n++)
        erb_os->pause ();
      if (could_recycle (r, s))
        return;
    }
  while (erb_os->now () < end);
  check_last (r, s);
}

/* Creates the next generation of segment *s and returns its block. */
static int
make_next (const struct extension *x, int *s)
{
  struct erb_spmc_region *r = x->m->region;
  erb_spmc_region_lock (r);
  *s = declare (x);
  int block = erb_spmc_generation (r, *s);
  erb_spmc_region_unlock (r);
  if (block < 0)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, x->call, x->where,
                  "let consumers keep up, or raise limits (ulimit -f, -v)",
                  "no frames for %d more pages: the region has %lld", x->pages,
                  (long long) erbium_load_relaxed (&r->frames));
  erbium_atomic *link = erb_spmc_word (x->m, x->extension);
  /* Acquired in ready (page_wait.c) and erb_spmc_check. */
  erbium_store_release (link, 2 + 2 * (int64_t) block);
  return block;
}

void
erb_spmc_make_next (const struct erb_spmc_map *m, int extension, int first, int pages)
{
  struct extension x
    = { "erbium_spmc_extend", NULL, (struct erb_spmc_map *) m, extension, first, pages };
  int s;
  if (erbium_load_relaxed (erb_spmc_word (m, extension)) < ERB_SPMC_LINK)
    make_next (&x, &s);
}

static void
produce (const struct extension *x)
{
  struct erb_spmc_region *r = x->m->region;
  int s;
  await_spare (x);
  int block = make_next (x, &s);
  erb_spmc_move (r, x->m->port, s, block);
  erb_event_published (x->m, erb_spmc_va (x->m, x->extension), 0);
  erbium_add (&r->extensions, 1);
  erb_spmc_wake (r);
}

/* Gives blocks back if the segment keeps many generations, even if the producer does not extend. */
static void
give_back (struct erb_spmc_region *r, const struct extension *x)
{
  if (erbium_load_relaxed (&r->frames) > 8 * (int64_t) x->pages)
    erb_spmc_reclaim (r);
}

static bool
consume (const struct extension *x, bool wait)
{
  struct erb_spmc_region *r = x->m->region;
  erbium_atomic *link = erb_spmc_word (x->m, x->extension);
  /* From produce. */
  if (!wait && !erb_spmc_ready (x->m, x->extension, link, ERB_SPMC_LINK, x->call, x->where))
    {
      erb_event_before_wait ();
      return false;
    }
  if (!erb_spmc_await (x->m, x->extension, link, ERB_SPMC_LINK, x->call, x->where))
    erb_spmc_fault_of_end (x->call, x->where, x->m, x->extension);
  int block = (int) (erbium_load_relaxed (link) / 2 - 1);
  erb_spmc_move (r, x->m->port, find_segment (x), block);
  give_back (r, x);
  return true;
}

bool
erb_spmc_extend (void *extva, void *va, size_t size, bool wait, const char *call,
                 const char *where)
{
  struct extension x = { call, where, erb_spmc_map_at (va, size, call, where), 0, 0, 0 };
  struct erb_spmc_map *e = erb_spmc_map_at (extva, 1, call, where);
  size_t page = erb_spmc.page;
  if (size == 0 || size % page || (uintptr_t) va % page || e->region != x.m->region)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "name whole pages of one region",
                  "%zu bytes at %p, extension page at %p: not a segment", size, va, extva);
  x.extension = erb_spmc_page_at (e, extva);
  x.first = erb_spmc_page_at (x.m, va);
  x.pages = (int) (size / page);
  if (x.extension >= x.first && x.extension < x.first + x.pages)
    refuse_segment (&x, "it is a page of the segment itself");
  if (!erb_spmc_produces (x.m))
    {
      if (!consume (&x, wait))
        return false;
    }
  else
    produce (&x);
  erb_spmc_note_processor ();
  erb_spmc_map_clear (x.m, x.first, x.first + x.pages);
  /* Mapped together with others, before it was known to hold no data. */
  if (e->mapped[x.extension - e->port->first])
    erb_spmc_map_clear (e, x.extension, x.extension + 1);
  erb_event_extended (x.m, x.extension, x.first, x.pages);
  return true;
}

bool
(erbium_spmc_extend) (void *extva, void *va, size_t size, const char *where)
{
  return erb_spmc_extend (extva, va, size, true, "erbium_spmc_extend", where);
}

bool
(erbium_spmc_try_extend) (void *extva, void *va, size_t size, const char *where)
{
  return erb_spmc_extend (extva, va, size, false, "erbium_spmc_try_extend", where);
}
