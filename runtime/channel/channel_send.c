/* SPDX-License-Identifier: MIT */
/* channel_send.c - sending.
 *
 * A message is written behind the last one.  It is published as it grows, so that receivers copy
 * while it is sent; when it is complete, the rest of it is published too (eager), or only the pages
 * that are full (lazy).  A message that no longer fits, but would fit a new generation and waste
 * little, goes there as a whole: then it can be received without a copy.
 */
#define _GNU_SOURCE
#include "channel/channel_end.h"

/* ---- Generations ------------------------------------------------------- */

void
erb_chan_generation (struct erb_chan *c)
{
  c->word = erb_spmc_word (c->map, c->map->port->first);
  c->base = erb_spmc_place (c->map, c->va);
}

void
erb_chan_extend (struct erb_chan *c, const char *where)
{
  erb_spmc_extend (c->va + c->size, c->va, c->size, true, c->call, where);
  c->at = c->published = 0;
  erb_chan_generation (c);
}

void
erb_chan_count (struct erb_chan *c)
{
  struct erb_spmc_traffic *all = &c->map->region->traffic;
  erbium_add (&all->fixes, c->traffic.fixes);
  erbium_add (&all->pages, c->traffic.pages);
  erbium_add (&all->messages, c->traffic.messages);
  erbium_add (&all->bytes, c->traffic.bytes);
  if (c->traffic.longest > erbium_load_relaxed (&all->longest)) /* a channel has one sender */
    erbium_store_relaxed (&all->longest, c->traffic.longest);
  c->traffic = (struct erb_chan_traffic) { 0 };
}

static void
next_generation (struct erb_chan *c, const char *where)
{
  erb_chan_flush (c);
  erb_chan_count (c);
  erb_chan_extend (c, where);
}

/* ---- Publishing -------------------------------------------------------- */

static void
put_head (struct erb_chan *c, uint64_t part, uint64_t whole)
{
  struct erb_chan_header h = { part, whole };
  memcpy (c->base + c->at, &h, sizeof h);
}

/* Publishes page after page, so that a receiver that sees the last page fixed may read all of
 * them. */
void
erb_chan_publish (struct erb_chan *c, size_t to)
{
  size_t page = erb_spmc.page, n = c->published / page;
  if (to <= c->published)
    return;
  erb_event_published (c->map, c->va + c->published, to - c->published);
  for (; (n + 1) * page <= to; n++)
    erbium_store_release (&c->word[n], erb_spmc_fixed (page)); /* ready, page_wait.c */
  if (to > n * page)
    erbium_store_release (&c->word[n], erb_spmc_fixed (to - n * page)); /* ready */
  c->traffic.pages += (int64_t) ((to + page - 1) / page - (c->published + page - 1) / page);
  c->traffic.fixes++;
  c->published = to;
  erb_spmc_wake (c->map->region);
}

/* Publishes what is written below `to` as far as the kind of the channel allows. */
static void
publish_some (struct erb_chan *c, size_t to)
{
  if (c->lazy)
    to = to / erb_spmc.page * erb_spmc.page;
  erb_chan_publish (c, to);
}

void
erb_chan_flush (struct erb_chan *c)
{
  erb_chan_publish (c, c->at);
}

/* ---- Parts of messages ------------------------------------------------- */

static size_t
room_of (const struct erb_chan *c)
{
  return c->size - c->at;
}

/* Marks the rest of this generation as empty. */
static void
skip (struct erb_chan *c, const char *where)
{
  put_head (c, 0, ERB_CHAN_SKIP);
  c->at = erb_chan_align (c->at + ERB_CHAN_HEAD);
  next_generation (c, where);
}

void
erb_chan_make_room (struct erb_chan *c, size_t size, size_t waste, const char *where)
{
  size_t need = size + ERB_CHAN_HEAD;
  if (room_of (c) < ERB_CHAN_LEAST)
    next_generation (c, where);
  else if (room_of (c) < need && room_of (c) <= waste && need <= c->size)
    skip (c, where);
}

/* Leaves the bytes in between empty.  They are cleared where a hash of the published bytes would
 * see data of an older generation. */
static void
go_to (struct erb_chan *c, size_t from, size_t to)
{
  if (erb_ask_compares_published ())
    memset (c->base + from, 0, to - from);
  c->at = to;
}

/* Aligns a long message: vectors that cross cache lines are a tenth slower.  A message stays where
 * it is if it fits only there. */
static void
begin_line (struct erb_chan *c, size_t size)
{
  size_t to = erb_chan_before_line (c->at);
  if (size < ERB_CHAN_ALIGNED || to == c->at)
    return;
  bool fits = room_of (c) >= size + ERB_CHAN_HEAD;
  bool fits_there = to + ERB_CHAN_HEAD + size <= c->size;
  if (fits != fits_there || to + ERB_CHAN_LEAST > c->size)
    return;
  put_head (c, 0, ERB_CHAN_LINE);
  go_to (c, c->at + ERB_CHAN_HEAD, to);
}

/* Returns the end of the next piece to publish, of a part that is written up to `at` and ends at
 * `end`.  A piece is half of the rest, so that the receiver, which copies as fast, has little left
 * to copy when the last piece arrives. */
static size_t
next_stop (size_t at, size_t end)
{
  size_t half = (end - at) / 2, chunk = half < ERB_CHAN_LARGE_CHUNK ? half : ERB_CHAN_LARGE_CHUNK;
  size_t stop = (at + chunk) / ERB_CHAN_CHUNK * ERB_CHAN_CHUNK;
  if (stop <= at)
    stop += ERB_CHAN_CHUNK;
  return stop < end ? stop : end;
}

/* Ends a part of a message, which continues or is complete. */
static void
end_part (struct erb_chan *c, size_t end)
{
  go_to (c, end, erb_chan_align (end));
  if (c->lazy)
    publish_some (c, c->at);
  else
    erb_chan_publish (c, c->at);
}

typedef void copy_function (char *to, const char *from, size_t size);

/* Sends a part of the rest of a message and returns its size. */
static size_t
send_part (struct erb_chan *c, const char *from, size_t left, copy_function *copy,
           const char *where)
{
  erb_chan_make_room (c, left, c->size / 8, where);
  begin_line (c, left);
  size_t room = room_of (c) - ERB_CHAN_HEAD, part = left < room ? left : room;
  size_t at = c->at + ERB_CHAN_HEAD, end = at + part;
  put_head (c, part, left);
  while (at < end)
    {
      size_t to = next_stop (at, end);
      copy (c->base + at, from, to - at);
      from += to - at;
      at = to;
      if (at < end)
        publish_some (c, at);
    }
  end_part (c, end);
  return part;
}

/* ---- The calls --------------------------------------------------------- */

/* Returns the caller's end for a message of that size, and withdraws the room that was given
 * before. */
static struct erb_chan *
sender (int id, size_t size, const char *call, const char *where)
{
  struct erb_chan *c = erb_chan_end (id, true, call, where);
  c->given = NULL;
  if (size > ERB_CHAN_MOST)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL,
                  "a message of %zu bytes on channel %d; the maximum is %zu", size, id,
                  ERB_CHAN_MOST);
  return c;
}

void
erb_chan_await_pages (const void *from, size_t size)
{
  const volatile char *bytes = from;
  for (size_t at = 0; at < size; at += erb_spmc.page)
    (void) bytes[at];
  if (size)
    (void) bytes[size - 1];
}

static void
count_message (struct erb_chan *c, size_t size)
{
  c->traffic.messages++;
  c->traffic.bytes += (int64_t) size;
  if ((int64_t) size > c->traffic.longest)
    c->traffic.longest = (int64_t) size;
}

static void
send (struct erb_chan *c, const char *from, size_t size, const char *where)
{
  size_t sent = 0;
  count_message (c, size);
  enum erb_chan_way way = size < ERB_CHAN_LONG_HERE ? ERB_CHAN_STORE : erb_chan_choose (c, size);
  if (way == ERB_CHAN_DIRECT && erb_chan_offer (c, from, size, where))
    return;
  if (c->lazy)
    erb_chan_await_pages (from, size);
  do
    sent += send_part (c, from + sent, size - sent,
                       way == ERB_CHAN_STREAM ? erb_chan_stream : erb_chan_copy, where);
  while (sent < size);
}

static struct erb_chan *
send_copy (int id, const void *from, size_t size, const char *call, const char *where)
{
  struct erb_chan *c = sender (id, size, call, where);
  erb_spmc_expect_memory (from, size, "buf", call, where);
  send (c, from, size, where);
  erb_spmc_memory_used ();
  return c;
}

size_t
(erbium_chan_send) (int id, const void *from, size_t size, const char *where)
{
  send_copy (id, from, size, "erbium_chan_send", where);
  return size;
}

size_t
(erbium_chan_send_last) (int id, const void *from, size_t size, const char *where)
{
  erb_chan_flush (send_copy (id, from, size, "erbium_chan_send_last", where));
  return size;
}

void *
(erbium_chan_room) (int id, size_t size, const char *where)
{
  static const char call[] = "erbium_chan_room";
  struct erb_chan *c = sender (id, size, call, where);
  c->given_size = size;
  erb_chan_make_room (c, size, c->size, where);
  begin_line (c, size);
  bool fits = room_of (c) >= size + ERB_CHAN_HEAD;
  c->given = fits ? c->base + c->at + ERB_CHAN_HEAD : erb_chan_buffer (c, size, call, where);
  return c->given;
}

void
(erbium_chan_push) (int id, size_t size, const char *where)
{
  static const char call[] = "erbium_chan_push";
  struct erb_chan *c = erb_chan_end (id, true, call, where);
  char *given = c->given;
  c->given = NULL;
  if (!given || size > c->given_size)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "call erbium_chan_room first, for as much",
                  "%zu bytes on channel %d, in room for %zu", size, id,
                  given ? c->given_size : 0);
  if (given == c->buffer)
    {
      send (c, given, size, where);
      return;
    }
  count_message (c, size);
  put_head (c, size, size);
  end_part (c, c->at + ERB_CHAN_HEAD + size);
}
