/* SPDX-License-Identifier: MIT */
/* channel_recv.c - receiving.
 *
 * The receiver follows the steps of the sender: header, bytes, header, bytes, and the next
 * generation where too little is left.
 *
 * To find out whether there is a next message, the receiver may have to proceed to a generation
 * while the caller still reads the message that it took last.  The older generation is held until
 * the next message is received.
 */
#define _GNU_SOURCE
#include "channel/channel_end.h"

/* ---- Waiting ----------------------------------------------------------- */

/* Tests first, so that a recording contains the answer as that of a test. */
static bool
await_word (struct erb_chan *c, int page, erbium_atomic *word, int64_t least, const char *call,
            const char *where)
{
  return erb_spmc_ready (c->map, page, word, least, call, where)
         || erb_spmc_await (c->map, page, word, least, call, where);
}

/* Waits until the bytes below `to` are fixed.  Returns false if they never will be. */
static bool
await_bytes (struct erb_chan *c, size_t to, const char *call, const char *where)
{
  size_t page = erb_spmc.page, n = (to - 1) / page;
  return await_word (c, c->map->port->first + (int) n, &c->word[n],
                     erb_spmc_fixed (to - n * page), call, where);
}

void
erb_chan_await_rest (struct erb_chan *c, size_t to, const char *call, const char *where)
{
  if (!await_bytes (c, to, call, where))
    erb_spmc_fault_of_end (call, where, c->map,
                           c->map->port->first + (int) ((to - 1) / erb_spmc.page));
}

static bool
has_bytes (const struct erb_chan *c, size_t to, const char *call, const char *where)
{
  size_t page = erb_spmc.page, n = (to - 1) / page;
  return erb_spmc_ready (c->map, c->map->port->first + (int) n, &c->word[n],
                         erb_spmc_fixed (to - n * page), call, where);
}

/* ---- From message to message ------------------------------------------- */

static erbium_atomic *
link_of (const struct erb_chan *c, int *page)
{
  *page = c->map->port->first + c->map->port->pages - 1;
  return erb_spmc_word (c->map, *page);
}

static void
pass_on (struct erb_chan *c, const char *where)
{
  struct erb_spmc_region *r = c->map->region;
  struct erb_spmc_port *p = c->map->port;
  if (c->has_taken)
    erb_spmc_hold (r, p, erb_spmc_segment_of (r, p->first));
  erb_chan_extend (c, where);
}

static bool
next_generation (struct erb_chan *c, const char *call, const char *where)
{
  int page;
  erbium_atomic *link = link_of (c, &page);
  if (!await_word (c, page, link, ERB_SPMC_LINK, call, where))
    return false;
  pass_on (c, where);
  return true;
}

/* Returns the caller's end for a call that receives, and releases the message that was taken
 * before. */
static struct erb_chan *
receiver (int id, const char *call, const char *where)
{
  struct erb_chan *c = erb_chan_end (id, false, call, where);
  c->has_taken = false;
  erb_spmc_let_go (c->map->port);
  return c;
}

/* Reads the header that is there, and steps over it if it belongs to no message. */
static void
read_head (struct erb_chan *c)
{
  memcpy (&c->head, c->base + c->at, sizeof c->head);
  if (c->head.whole == ERB_CHAN_SKIP)
    c->at = c->size;
  else if (c->head.whole == ERB_CHAN_LINE)
    c->at = erb_chan_before_line (c->at + ERB_CHAN_HEAD);
  else
    c->has_head = true;
  c->offered = c->head.whole == ERB_CHAN_OFFER;
  if (c->offered)
    c->head.whole = c->head.part;
}

/* Finds the header of the next part.  Returns false if there is none. */
static bool
find_head (struct erb_chan *c, const char *call, const char *where)
{
  while (!c->has_head)
    {
      bool more = c->size - c->at < ERB_CHAN_LEAST
                    ? next_generation (c, call, where)
                    : await_bytes (c, c->at + ERB_CHAN_HEAD, call, where);
      if (!more)
        return false;
      if (c->size - c->at >= ERB_CHAN_LEAST && has_bytes (c, c->at + ERB_CHAN_HEAD, call, where))
        read_head (c);
    }
  return true;
}

static void
leave_part (struct erb_chan *c)
{
  c->at = erb_chan_align (c->at + ERB_CHAN_HEAD + c->head.part);
  c->has_head = false;
}

/* ---- Parts ------------------------------------------------------------- */

/* Copies a part piece by piece, as the sender publishes it. */
static void
get_part (struct erb_chan *c, char *to, const char *call, const char *where)
{
  size_t at = c->at + ERB_CHAN_HEAD, end = at + c->head.part;
  while (at < end)
    {
      size_t next = (at / ERB_CHAN_CHUNK + 1) * ERB_CHAN_CHUNK;
      if (next > end)
        next = end;
      erb_chan_await_rest (c, next, call, where);
      erb_chan_copy (to, c->base + at, next - at);
      to += next - at;
      at = next;
    }
  leave_part (c);
}

static void
get_message (struct erb_chan *c, char *to, size_t size, const char *call, const char *where)
{
  for (size_t got = 0;;)
    {
      size_t part = c->head.part;
      get_part (c, to + got, call, where);
      got += part;
      if (got == size)
        return;
      if (!find_head (c, call, where))
        erb_spmc_fault_of_end (call, where, c->map, c->map->port->first);
    }
}

/* Answers the offer of a message, if there is one.  Returns whether the message is in `to';
 * otherwise its first part comes next. */
static bool
answer_offer (struct erb_chan *c, char *to, const char *call, const char *where)
{
  if (!c->offered)
    return false;
  c->offered = c->has_head = false;
  if (erb_chan_take_offer (c, to, call, where))
    return true;
  if (!find_head (c, call, where))
    erb_spmc_fault_of_end (call, where, c->map, c->map->port->first);
  return false;
}

/* ---- The calls --------------------------------------------------------- */

size_t
(erbium_chan_recv) (int id, void *to, const char *where)
{
  static const char call[] = "erbium_chan_recv";
  struct erb_chan *c = receiver (id, call, where);
  if (!find_head (c, call, where))
    return ERBIUM_CHAN_END;
  size_t size = c->head.whole;
  erb_spmc_expect_memory (to, size, "buf", call, where);
  if (!answer_offer (c, to, call, where))
    get_message (c, to, size, call, where);
  erb_spmc_memory_used ();
  return size;
}

size_t
(erbium_chan_next) (int id, const char *where)
{
  static const char call[] = "erbium_chan_next";
  struct erb_chan *c = erb_chan_end (id, false, call, where);
  return find_head (c, call, where) ? c->head.whole : ERBIUM_CHAN_END;
}

const void *
(erbium_chan_take) (int id, size_t *size, const char *where)
{
  static const char call[] = "erbium_chan_take";
  struct erb_chan *c = receiver (id, call, where);
  if (!size)
    erb_spmc_no_memory (sizeof *size, "size", call, where);
  if (!find_head (c, call, where))
    return NULL;
  erb_spmc_expect_memory (size, sizeof *size, "size", call, where);
  *size = c->head.whole;
  erb_spmc_memory_used ();
  answer_offer (c, NULL, call, where);
  if (c->head.part < c->head.whole)
    {
      char *all = erb_chan_buffer (c, *size, call, where);
      get_message (c, all, *size, call, where);
      return all;
    }
  const char *there = c->base + c->at + ERB_CHAN_HEAD;
  if (c->head.part)
    erb_chan_await_rest (c, c->at + ERB_CHAN_HEAD + c->head.part, call, where);
  leave_part (c);
  c->has_taken = true;
  return there;
}

/* ---- test -------------------------------------------------------------- */

/* Returns the word, and the value of it, that the receiver needs next to begin with a message. */
static erbium_atomic *
next_word (struct erb_chan *c, int *page, int64_t *least)
{
  *least = ERB_SPMC_LINK;
  if (c->size - c->at < ERB_CHAN_LEAST)
    return link_of (c, page);
  size_t size = erb_spmc.page, n = c->at / size;
  *page = c->map->port->first + (int) n;
  *least = erb_spmc_fixed (c->at % size + ERB_CHAN_HEAD);
  return &c->word[n];
}

/* Whether another message can ever come is checked in one of MISSES calls only, because that takes
 * a lock. */
static bool
is_over (struct erb_chan *c, int page, const erbium_atomic *word, int64_t least, const char *where)
{
  return c->misses++ % ERB_CHAN_MISSES == 0 && erb_spmc_never_fixed (c->map, page)
         && !erb_spmc_ready (c->map, page, word, least, "erbium_chan_test", where);
}

bool
(erbium_chan_test) (int id, const char *where)
{
  struct erb_chan *c = erb_chan_end (id, false, "erbium_chan_test", where);
  while (!c->has_head)
    {
      int page;
      int64_t least;
      erbium_atomic *word = next_word (c, &page, &least);
      if (!erb_spmc_ready (c->map, page, word, least, "erbium_chan_test", where))
        {
          erb_event_before_wait ();
          return is_over (c, page, word, least, where);
        }
      if (c->size - c->at < ERB_CHAN_LEAST)
        pass_on (c, where);
      else
        read_head (c);
    }
  c->misses = 0;
  return true;
}
