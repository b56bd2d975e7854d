/* SPDX-License-Identifier: MIT */
/* pages.c - what a space sees of pages of others.
 *
 * A consumer learns by the words of pages alone: how many bytes are fixed, and that there is a next generation.
 * Recording, a word that the caller sees to be larger than it knew leaves an event, with the bytes that
 * were fixed in between.  Replaying, the event puts these into the frame and makes the word as large; nothing
 * else changes it.  So what is known of a word (seen) is the same at each step of both, and an answer is a
 * function of that.
 *
 *   look    does not wait: a step, unless what is known answers it
 *   await   likewise; recording, the step begins when the wait has ended
 *
 * Who receives from a channel in place (CHAN_DIRECT) looks at the last page of what it reads, as
 * pages are fixed in their order: there the pages before are seen with it.
 */
#define _GNU_SOURCE
#include "replay/replay.h"
#include "replay/seen.h"
#include "pages/pages.h"

#include <unistd.h>

#include "erbium/channel.h"

/* ---- What is known -------------------------------------------------------- */

struct erb_replay_seen *
erb_replay_seen_new (int first, int pages)
{
  if (!erb_replay_mode)
    return NULL;
  struct erb_replay_seen *seen = calloc (1, sizeof *seen + (size_t) pages * sizeof seen->word[0]);
  if (!seen)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "ERBIUM_RECORD", NULL, "free memory, or raise the limit (ulimit -v)",
                  "no memory for what is known of %d pages", pages);
  seen->first = seen->next = first;
  seen->pages = pages;
  return seen;
}

static bool
has (const struct erb_spmc_map *m, int page)
{
  return page >= m->seen->first && page < m->seen->first + m->seen->pages;
}

/* The map that has the page: an extension page may be of another port than its segment. */
static const struct erb_spmc_map *
holder (const struct erb_spmc_map *m, int page)
{
  const struct erb_spmc_map *other = has (m, page) ? m : erb_spmc_map_find (erb_spmc_va (m, page));
  return other && has (other, page) ? other : m;
}

static int64_t *
seen_at (const struct erb_spmc_map *m, int page)
{
  static int64_t none; /* of a page that is not the caller's: an error of its own follows */
  m = holder (m, page);
  return has (m, page) ? &m->seen->word[page - m->seen->first] : &none;
}

bool
erb_replay_knows (const struct erb_spmc_map *m, int page, int64_t least)
{
  return erb_spmc_answers (*seen_at (m, page), least);
}

void
erb_replay_extended (const struct erb_spmc_map *m, int extension, int first, int pages)
{
  *seen_at (m, extension) = 0;
  for (int p = first; p < first + pages; p++)
    *seen_at (m, p) = 0;
  m->seen->next = m->seen->first;
}

/* ---- Recording ------------------------------------------------------------- */

void
erb_replay_put_page (const struct erb_spmc_map *m, int page, int64_t from, int64_t to, int64_t word)
{
  const char *va = erb_spmc_va (m, page);
  erb_replay_put (ERB_LOG_PAGE, (int64_t[4]) { (int64_t) (intptr_t) va, from, word },
                  erb_spmc_place (m, va) + from, (size_t) (to - from));
}

static void
put_link (const struct erb_spmc_map *m, int page)
{
  const struct erb_spmc_segment *g = &m->region->segment[erb_spmc_segment_of (m->region, page)];
  erb_replay_put (ERB_LOG_NEXT, (int64_t[4]) { (int64_t) (intptr_t) erb_spmc_va (m, page),
                                               (int64_t) (intptr_t) erb_spmc_va (m, g->first), g->pages },
                  NULL, 0);
}

static void
see (const struct erb_spmc_map *m, int page)
{
  /* From those who fix, publish and extend (spmc_fix.c, channel_mode.c). */
  int64_t word = erbium_load_acquire (erb_spmc_word (m, page)), *seen = seen_at (m, page);
  if (word <= *seen || word == erb_spmc_fixed (0))
    return;
  if (erb_spmc_is_link (word))
    put_link (m, page);
  else
    erb_replay_put_page (m, page, *seen / 2, word / 2, word);
  *seen = word;
}

/* Whether pages are fixed in their order, and read when the last one is seen to be. */
static bool
is_in_order (const struct erb_spmc_map *m, int page)
{
  const struct erb_spmc_region *r = m->region;
  return r->channel && (r->channel_kind & ~CHAN_LAZY) == CHAN_DIRECT
         && page < m->port->first + m->port->pages - 1;
}

static void
see_all (const struct erb_spmc_map *m, int page)
{
  while (is_in_order (m, page) && m->seen->next < page)
    {
      see (m, m->seen->next);
      if (*seen_at (m, m->seen->next) < erb_spmc_fixed (erb_spmc.page))
        break;
      m->seen->next++;
    }
  see (m, page);
}

/* ---- Replaying --------------------------------------------------------------- */

void
erb_replay_fill (const struct erb_spmc_map *m, const struct erb_log_event *e)
{
  int page = erb_spmc_page_at (m, (void *) (intptr_t) e->value[0]);
  int block = erb_spmc_block_at (m->region, m->port, page);
  int64_t at = erb_spmc_frame (m->region, block, page) * (int64_t) erb_spmc.page + e->value[1];
  erbium_atomic *word = erb_spmc_word (m, page);
  if (e->value[1] < 0 || (uint64_t) e->value[1] + e->size > erb_spmc.page)
    erb_replay_differs (e, "a page has %zu bytes", erb_spmc.page);
  if (pwrite (erb_spmc.file, e->data, e->size, at) != (ssize_t) e->size)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "ERBIUM_REPLAY", NULL, "free memory", "a page cannot be filled: %s",
                  strerror (errno));
  if (erbium_load_relaxed (word) < e->value[2])
    erbium_store_release (word, e->value[2]); /* acquired as the producer's would be (erb_spmc_ready) */
  *seen_at (m, page) = e->value[2];
}

/* The caller's own page of that address; or the replay differs. */
static struct erb_spmc_map *
map_of (const struct erb_log_event *e)
{
  struct erb_spmc_map *m = erb_spmc_map_find ((void *) (intptr_t) e->value[0]);
  if (!m || !m->seen)
    erb_replay_differs (e, "it has no such page");
  return m;
}

static void
make_next (const struct erb_log_event *e)
{
  struct erb_spmc_map *m = map_of (e);
  int page = erb_spmc_page_at (m, (void *) (intptr_t) e->value[0]);
  erb_spmc_make_next (m, page, erb_spmc_page_at (m, (void *) (intptr_t) e->value[1]), (int) e->value[2]);
  *seen_at (m, page) = erbium_load_relaxed (erb_spmc_word (m, page));
}

/* Of a step that is about that page. */
static void
bring_about (const struct erb_spmc_map *m, int page, const struct erb_log_event *e)
{
  const void *va = erb_spmc_va (m, page);
  bool same = e->value[0] == (int64_t) (intptr_t) va;
  bool before = is_in_order (m, page) && map_of (e) == m && e->value[0] < (int64_t) (intptr_t) va;
  if ((e->kind != ERB_LOG_PAGE && e->kind != ERB_LOG_NEXT) || (!same && !before))
    erb_replay_differs (e, "it looks at the page at %p", va);
  if (e->kind == ERB_LOG_PAGE)
    erb_replay_fill (map_of (e), e);
  else
    make_next (e);
  erb_replay_pass (e);
}

/* Pages that were seen to be fixed around one that was read. */
static void
bring_around (void)
{
  for (const struct erb_log_event *e; (e = erb_replay_of_step ()); erb_replay_pass (e))
    if (e->kind == ERB_LOG_PAGE)
      erb_replay_fill (map_of (e), e);
    else
      erb_replay_differs (e, "it reads a page");
}

static void
bring_all_about (const struct erb_spmc_map *m, int page)
{
  for (const struct erb_log_event *e; (e = erb_replay_of_step ());)
    bring_about (m, page, e);
}

/* ---- Looks and waits ------------------------------------------------------------ */

bool
erb_replay_look (const struct erb_spmc_map *m, int page, int64_t least, const char *call, const char *where)
{
  if (erb_spmc_produces (m)) /* its own store */
    return erb_spmc_answers (erbium_load_relaxed (erb_spmc_word (m, page)), least);
  if (erb_replay_knows (m, page, least))
    return true;
  erb_replay_step (call, where);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    see_all (m, page);
  else
    bring_all_about (m, page);
  return erb_replay_knows (m, page, least);
}

void
erb_replay_look_around (const struct erb_spmc_map *m, int from, int to)
{
  erb_replay_step ("read", NULL);
  if (erb_replay_mode == ERB_REPLAY_REPLAYS)
    bring_around ();
  else
    for (int p = from; p < to && erb_spmc_is_full (m, p); p++)
      see (m, p);
}

static void
put_gone (const struct erb_spmc_map *m, int page, enum erb_spmc_hope how, int space)
{
  struct erb_text t;
  const char *died = how == ERB_SPMC_DIED_BEFORE ? erb_spmc_say_dead (m, page, space, &t) : "";
  erb_replay_put (ERB_LOG_GONE, (int64_t[4]) { (int64_t) (intptr_t) erb_spmc_va (m, page), how, space }, died,
                  strlen (died));
}

static struct erb_text gone; /* in words, the last that was taken from the log */

const char *
erb_replay_gone (void)
{
  return erb_replay_mode == ERB_REPLAY_REPLAYS ? gone.s : NULL;
}

/* The space, and in words that it has died, for the message. */
static enum erb_spmc_hope
take_gone (const struct erb_spmc_map *m, int page, const struct erb_log_event *e, int *space)
{
  if (e->value[0] != (int64_t) (intptr_t) erb_spmc_va (m, page))
    erb_replay_differs (e, "it asks for the page at %p", (void *) erb_spmc_va (m, page));
  *space = (int) e->value[2];
  if (e->value[1] == ERB_SPMC_DIED_BEFORE && (*space < 0 || *space >= erb_spmc.spaces))
    erb_replay_differs (e, "there are %d spaces", erb_spmc.spaces);
  snprintf (gone.s, sizeof gone.s, "%.*s", (int) e->size, (const char *) e->data);
  erb_replay_pass (e);
  return (enum erb_spmc_hope) e->value[1];
}

void
erb_replay_awaited (const struct erb_spmc_map *m, int page, enum erb_spmc_hope how, int space, const char *call,
                    const char *where)
{
  erb_replay_step (call, where);
  if (how == ERB_SPMC_HOPE)
    see_all (m, page);
  else
    put_gone (m, page, how, space);
}

enum erb_spmc_hope
erb_replay_await (const struct erb_spmc_map *m, int page, int64_t least, int *space, const char *call,
                  const char *where)
{
  erb_replay_step (call, where);
  while (!erb_replay_knows (m, page, least))
    {
      const struct erb_log_event *e = erb_replay_of_step ();
      if (e && e->kind == ERB_LOG_GONE)
        return take_gone (m, page, e, space);
      if (!e)
        erb_replay_take (ERB_LOG_PAGE, "it waits for a page");
      bring_about (m, page, e);
    }
  return ERB_SPMC_HOPE;
}

bool
erb_replay_hopeless (const struct erb_spmc_map *m, int page,
                     enum erb_spmc_hope (*look) (const struct erb_spmc_map *, int, int *))
{
  int space = -1;
  enum erb_spmc_hope how = ERB_SPMC_HOPE;
  erb_replay_step ("a look whether a page will be fixed", NULL);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    {
      how = look (m, page, &space);
      if (how != ERB_SPMC_HOPE)
        put_gone (m, page, how, space);
      return how != ERB_SPMC_HOPE;
    }
  const struct erb_log_event *e = erb_replay_of_step ();
  if (e && e->kind != ERB_LOG_GONE)
    erb_replay_differs (e, "it asks whether the page at %p will be fixed", (void *) erb_spmc_va (m, page));
  if (e)
    how = take_gone (m, page, e, &space);
  return how != ERB_SPMC_HOPE;
}
