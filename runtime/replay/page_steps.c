/* SPDX-License-Identifier: MIT */
/* page_steps.c - record and replay of the pages of other spaces.
 *
 * A consumer learns only from the words of pages: how many bytes are fixed, and that there is a
 * next generation.  In a recording, a word that has increased since the caller read it last leaves
 * an event, with the bytes that were fixed in between.  In a replay, the event stores these bytes
 * in the frame and increases the word; nothing else changes it.  So the known values of the words
 * (struct erb_replay_seen) are the same at each step of both, and each answer is a function of
 * them.
 *
 *   check   does not wait: a step, unless the known value answers it
 *   await   likewise; in a recording, the step begins when the wait has ended
 *
 * A receiver from a channel checks only the last page of what it reads, since pages are fixed in
 * order.  In this case the pages before it are recorded with it.
 */
#define _GNU_SOURCE
#include "replay/replay_steps.h"
#include "pages/pages.h"

#include <unistd.h>

/* ---- Known words --------------------------------------------------------- */

static void
map_made (struct erb_spmc_map *m)
{
  if (!erb_replay_mode)
    return;
  int pages = m->port->pages;
  struct erb_replay_seen *seen = calloc (1, sizeof *seen + (size_t) pages * sizeof seen->word[0]);
  if (!seen)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "ERBIUM_RECORD", NULL,
                  "free memory, or raise the limit (ulimit -v)",
                  "no memory for what is known of %d pages", pages);
  seen->first = seen->next = m->port->first;
  seen->pages = pages;
  m->observed = seen;
}

static struct erb_replay_seen *
seen_of (const struct erb_spmc_map *m)
{
  return m->observed;
}

static bool
has (const struct erb_spmc_map *m, int page)
{
  const struct erb_replay_seen *seen = seen_of (m);
  return page >= seen->first && page < seen->first + seen->pages;
}

/* Returns the map that contains the page: an extension page may belong to another port than its
 * segment. */
static const struct erb_spmc_map *
holder (const struct erb_spmc_map *m, int page)
{
  const struct erb_spmc_map *other = has (m, page) ? m : erb_spmc_map_find (erb_spmc_va (m, page));
  return other && has (other, page) ? other : m;
}

static int64_t *
seen_at (const struct erb_spmc_map *m, int page)
{
  static int64_t none; /* for a page of another space: an error of its own follows */
  m = holder (m, page);
  return has (m, page) ? &seen_of (m)->word[page - seen_of (m)->first] : &none;
}

static bool
knows (const struct erb_spmc_map *m, int page, int64_t least)
{
  return erb_spmc_answers (*seen_at (m, page), least);
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
  erb_replay_put (ERB_LOG_NEXT,
                  (int64_t[4]) { (int64_t) (intptr_t) erb_spmc_va (m, page),
                                (int64_t) (intptr_t) erb_spmc_va (m, g->first), g->pages },
                  NULL, 0);
}

static void
see (const struct erb_spmc_map *m, int page)
{
  /* Acquires the stores of the threads that fix, publish and extend (fix.c, channel_send.c). */
  int64_t word = erbium_load_acquire (erb_spmc_word (m, page)), *seen = seen_at (m, page);
  if (word <= *seen || word == erb_spmc_fixed (0))
    return;
  if (erb_spmc_is_link (word))
    put_link (m, page);
  else
    erb_replay_put_page (m, page, *seen / 2, word / 2, word);
  *seen = word;
}

/* Whether pages before this one are fixed in order, and are read when the last one is known to be
 * fixed. */
static bool
is_in_order (const struct erb_spmc_map *m, int page)
{
  const struct erb_spmc_region *r = m->region;
  return r->channel && page < m->port->first + m->port->pages - 1;
}

static void
see_all (const struct erb_spmc_map *m, int page)
{
  struct erb_replay_seen *seen = seen_of (m);
  while (is_in_order (m, page) && seen->next < page)
    {
      see (m, seen->next);
      if (*seen_at (m, seen->next) < erb_spmc_fixed (erb_spmc.page))
        break;
      seen->next++;
    }
  see (m, page);
}

/* ---- Replaying --------------------------------------------------------------- */

/* Returns the caller's map at the address of the event; ends the replay if there is none. */
static struct erb_spmc_map *
map_of (const struct erb_log_event *e)
{
  struct erb_spmc_map *m = erb_spmc_map_find ((void *) (intptr_t) e->value[0]);
  if (!m || !m->observed)
    erb_replay_differs (e, "it has no such page");
  return m;
}

void
erb_replay_apply_page (const struct erb_log_event *e)
{
  const struct erb_spmc_map *m = map_of (e);
  int page = erb_spmc_page_at (m, (void *) (intptr_t) e->value[0]);
  int block = erb_spmc_block_at (m->region, m->port, page);
  int64_t at = erb_spmc_frame (m->region, block, page) * (int64_t) erb_spmc.page + e->value[1];
  erbium_atomic *word = erb_spmc_word (m, page);
  if (e->value[1] < 0 || (uint64_t) e->value[1] + e->size > erb_spmc.page)
    erb_replay_differs (e, "a page has %zu bytes", erb_spmc.page);
  if (pwrite (erb_spmc.file, e->data, e->size, at) != (ssize_t) e->size)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "ERBIUM_REPLAY", NULL, "free memory",
                  "a page cannot be filled: %s", strerror (errno));
  if (erbium_load_relaxed (word) < e->value[2])
    /* Acquired like the producer's store (erb_spmc_ready). */
    erbium_store_release (word, e->value[2]);
  *seen_at (m, page) = e->value[2];
}

static void
make_next (const struct erb_log_event *e)
{
  struct erb_spmc_map *m = map_of (e);
  int page = erb_spmc_page_at (m, (void *) (intptr_t) e->value[0]);
  erb_spmc_make_next (m, page, erb_spmc_page_at (m, (void *) (intptr_t) e->value[1]),
                      (int) e->value[2]);
  *seen_at (m, page) = erbium_load_relaxed (erb_spmc_word (m, page));
}

/* Applies an event of a step that concerns that page. */
static void
apply (const struct erb_spmc_map *m, int page, const struct erb_log_event *e)
{
  const void *va = erb_spmc_va (m, page);
  bool same = e->value[0] == (int64_t) (intptr_t) va;
  bool before = is_in_order (m, page) && map_of (e) == m && e->value[0] < (int64_t) (intptr_t) va;
  if ((e->kind != ERB_LOG_PAGE && e->kind != ERB_LOG_NEXT) || (!same && !before))
    erb_replay_differs (e, "it checks the page at %p", va);
  if (e->kind == ERB_LOG_PAGE)
    erb_replay_apply_page (e);
  else
    make_next (e);
  erb_replay_pass (e);
}

/* Applies the events of pages that were found fixed around the page that was read. */
static void
apply_around (void)
{
  for (const struct erb_log_event *e; (e = erb_replay_next ()); erb_replay_pass (e))
    if (e->kind == ERB_LOG_PAGE)
      erb_replay_apply_page (e);
    else
      erb_replay_differs (e, "it reads a page");
}

static void
apply_all (const struct erb_spmc_map *m, int page)
{
  for (const struct erb_log_event *e; (e = erb_replay_next ());)
    apply (m, page, e);
}

/* ---- Checks and waits ----------------------------------------------------------- */

static bool
page_known (const struct erb_spmc_map *m, int page, int64_t least, bool *is)
{
  if (erb_replay_mode)
    *is = knows (m, page, least);
  return erb_replay_mode;
}

static bool
page_checked (const struct erb_spmc_map *m, int page, int64_t least, bool *is, const char *call,
              const char *where)
{
  if (!erb_replay_mode)
    return false;
  if (erb_spmc_produces (m)) /* the caller's own store */
    *is = erb_spmc_answers (erbium_load_relaxed (erb_spmc_word (m, page)), least);
  else if (!(*is = knows (m, page, least)))
    {
      erb_replay_step (call, where);
      if (erb_replay_records ())
        see_all (m, page);
      else
        apply_all (m, page);
      *is = knows (m, page, least);
    }
  return true;
}

static void
pages_around (const struct erb_spmc_map *m, int from, int to)
{
  if (!erb_replay_mode)
    return;
  erb_replay_step ("read", NULL);
  if (erb_replay_replays ())
    apply_around ();
  else
    for (int p = from; p < to && erb_spmc_is_full (m, p); p++)
      see (m, p);
}

/* A wait: its step begins when it has ended. */
static void
page_wait (const char *call, const char *where)
{
  if (erb_replay_mode)
    erb_replay_expect_own_thread (call, where);
}

static void
put_gone (const struct erb_spmc_map *m, int page, int how, int space)
{
  struct erb_text t;
  const char *died = how == ERB_SPMC_PRODUCER_DIED ? erb_spmc_death_text (m, page, space, &t) : "";
  erb_replay_put (ERB_LOG_GONE,
                  (int64_t[4]) { (int64_t) (intptr_t) erb_spmc_va (m, page), how, space }, died,
                  strlen (died));
}

static struct erb_text gone; /* text of the last GONE event of the log */

static bool
death_known (const char **text)
{
  if (erb_replay_replays ())
    *text = gone.s;
  return erb_replay_replays ();
}

/* Sets the space, and keeps the text that it has died for the message. */
static int
take_gone (const struct erb_spmc_map *m, int page, const struct erb_log_event *e, int *space)
{
  if (e->value[0] != (int64_t) (intptr_t) erb_spmc_va (m, page))
    erb_replay_differs (e, "it asks for the page at %p", (void *) erb_spmc_va (m, page));
  *space = (int) e->value[2];
  if (e->value[1] == ERB_SPMC_PRODUCER_DIED && (*space < 0 || *space >= erb_spmc.spaces))
    erb_replay_differs (e, "there are %d spaces", erb_spmc.spaces);
  snprintf (gone.s, sizeof gone.s, "%.*s", (int) e->size, (const char *) e->data);
  erb_replay_pass (e);
  return (int) e->value[1];
}

static void
page_awaited (const struct erb_spmc_map *m, int page, int how, int space, const char *call,
              const char *where)
{
  if (!erb_replay_records ())
    return;
  erb_replay_step (call, where);
  if (how == ERB_SPMC_PENDING)
    see_all (m, page);
  else
    put_gone (m, page, how, space);
}

static bool
page_await (const struct erb_spmc_map *m, int page, int64_t least, int *how, int *space,
            const char *call, const char *where)
{
  if (!erb_replay_replays ())
    return false;
  erb_replay_step (call, where);
  *how = ERB_SPMC_PENDING;
  while (!knows (m, page, least))
    {
      const struct erb_log_event *e = erb_replay_next ();
      if (e && e->kind == ERB_LOG_GONE)
        {
          *how = take_gone (m, page, e, space);
          break;
        }
      if (!e)
        erb_replay_take (ERB_LOG_PAGE, "it waits for a page");
      apply (m, page, e);
    }
  return true;
}

static const char checks_outcome[] = "a check whether a page will be fixed";

static void
page_outcome_known (const struct erb_spmc_map *m, int page, int how, int space)
{
  if (!erb_replay_records ())
    return;
  erb_replay_step (checks_outcome, NULL);
  if (how != ERB_SPMC_PENDING)
    put_gone (m, page, how, space);
}

static bool
page_outcome (const struct erb_spmc_map *m, int page, int *how)
{
  int space;
  if (!erb_replay_replays ())
    return false;
  erb_replay_step (checks_outcome, NULL);
  const struct erb_log_event *e = erb_replay_next ();
  if (e && e->kind != ERB_LOG_GONE)
    erb_replay_differs (e, "it asks whether the page at %p will be fixed",
                        (void *) erb_spmc_va (m, page));
  *how = e ? take_gone (m, page, e, &space) : ERB_SPMC_PENDING;
  return true;
}

/* ---- Published pages --------------------------------------------------------------- */

static void
published (const struct erb_spmc_map *m, const void *va, size_t size)
{
  if (erb_replay_mode)
    erb_replay_made (va, size ? erb_spmc_place (m, va) : NULL, size);
}

static bool
compares_published (void)
{
  return erb_replay_mode;
}

static void
extended (const struct erb_spmc_map *m, int extension, int first, int pages)
{
  if (!erb_replay_mode)
    return;
  *seen_at (m, extension) = 0;
  for (int p = first; p < first + pages; p++)
    *seen_at (m, p) = 0;
  seen_of (m)->next = seen_of (m)->first;
}

const struct erb_observer erb_replay_page_observer = {
  .wanted = erb_replay_wanted,
  .map_made = map_made,
  .page_known = page_known,
  .page_checked = page_checked,
  .pages_around = pages_around,
  .page_wait = page_wait,
  .page_await = page_await,
  .page_awaited = page_awaited,
  .page_outcome = page_outcome,
  .page_outcome_known = page_outcome_known,
  .death_known = death_known,
  .published = published,
  .compares_published = compares_published,
  .only_pages = compares_published,
  .extended = extended,
};
