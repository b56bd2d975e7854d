/* SPDX-License-Identifier: MIT */
/* address.c - which addresses of the arena are free.
 *
 * Each space has a part of the arena.  From its beginning on lie the regions that it makes itself, up to a mark
 * (next); above of it, from the end down, what others give it at an address of nobody's.
 *
 * Below the mark it is known which ranges the space has cleared: a list of its process, in order, in which
 * neighbours are one.  The lowest that is large enough is taken, and what is left of it stays.  A range that reaches the
 * mark takes it down.  The list knows of what the space has done alone, so addresses depend on that and on nothing else.
 *
 * Above the mark nothing is noted of what is free: an address is, if there is no port at it.  Who gives looks from where the last
 * one was given downwards, and at the mark again from the end on: so what has been cleared comes back, but
 * not before all else was used; until then addresses do not depend on who has cleared when.
 */
#define _GNU_SOURCE
#include "pages/pages.h"

/* Offsets in the arena. */
struct range
{
  struct range *next;
  uint64_t begin, end;
  int space;
};

static struct range *free_ranges; /* of the process, in order; under its lock */

enum { NOWHERE = 0 }; /* the end of a range is never there */

static uint64_t
end_of_part (int space)
{
  return space + 1 < erb_spmc.spaces ? erb_spmc_part (space + 1) : erb_spmc.arena_bytes;
}

/* ---- Who is there ------------------------------------------------------ */

static uint64_t
begin_of (const struct erb_spmc_port *p)
{
  return (uint64_t) (p->va - erb_spmc.arena);
}

static uint64_t
end_of (const struct erb_spmc_port *p)
{
  return begin_of (p) + (uint64_t) p->pages * erb_spmc.page;
}

/* A port of that space, ANY: of any, to some of these addresses; or NULL.  Under the lock of the tables. */
enum { ANY = -1 };
static const struct erb_spmc_port *
in_the_way (int space, uint64_t begin, uint64_t end)
{
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      const struct erb_spmc_port *p = &erb_spmc.port[n];
      int32_t role = erbium_load_acquire (&p->role); /* from erb_spmc_port_make */
      if ((role == ERB_SPMC_CONSUMER || role == ERB_SPMC_PRODUCER) && (space == ANY || p->space == space)
          && begin_of (p) < end && begin < end_of (p))
        return p;
    }
  return NULL;
}

/* ---- Below the mark ---------------------------------------------------- */

static void
drop (struct range **at)
{
  struct range *r = *at;
  *at = r->next;
  free (r);
}

/* Cuts [begin, begin + size) out of *at, which has it. */
static bool
cut (struct range **at, uint64_t begin, uint64_t size)
{
  struct range *r = *at;
  if (begin > r->begin && begin + size < r->end)
    {
      struct range *rest = malloc (sizeof *rest);
      if (!rest)
        return false;
      *rest = (struct range) { r->next, begin + size, r->end, r->space };
      r->next = rest;
      r->end = begin;
    }
  else if (begin > r->begin)
    r->end = begin;
  else
    r->begin = begin + size;
  if (r->begin == r->end)
    drop (at);
  return true;
}

/* The end of the lowest free range of that size, which is taken; NOWHERE: there is none.  A space may have been given
 * pages at an address that it has cleared. */
static uint64_t
take_again (int space, uint64_t size)
{
  for (struct range **at = &free_ranges; *at; at = &(*at)->next)
    {
      const struct erb_spmc_port *p;
      uint64_t begin = (*at)->begin, end = (*at)->end;
      while ((*at)->space == space && begin <= end && end - begin >= size)
        {
          if (!(p = in_the_way (space, begin, begin + size)))
            return cut (at, begin, size) ? begin + size : NOWHERE;
          begin = end_of (p);
        }
    }
  return NOWHERE;
}

static uint64_t
take_new (int space, uint64_t size)
{
  struct erb_spmc_space *s = &erb_spmc.space[space];
  uint64_t begin = s->next;
  if (size > end_of_part (space) - begin || in_the_way (space, begin, begin + size))
    return NOWHERE;
  return s->next = begin + size;
}

/* To the list, where it may be already, in part. */
static void
put (int space, uint64_t begin, uint64_t end)
{
  struct range **at = &free_ranges;
  while (*at && ((*at)->end < begin || ((*at)->end == begin && (*at)->space != space)))
    at = &(*at)->next;
  struct range *r = *at;
  if (!r || r->begin > end || r->space != space)
    {
      if (!(r = malloc (sizeof *r)))
        return; /* addresses are plenty */
      *r = (struct range) { *at, begin, end, space };
      *at = r;
    }
  r->begin = begin < r->begin ? begin : r->begin;
  r->end = end > r->end ? end : r->end;
  for (struct range *n; (n = r->next) && n->space == space && n->begin <= r->end; drop (&r->next))
    r->end = n->end > r->end ? n->end : r->end;
  if (r->end == erb_spmc.space[space].next)
    {
      erb_spmc.space[space].next = r->begin;
      drop (at);
    }
}

/* ---- Above the mark ---------------------------------------------------- */

static uint64_t
take_below (struct erb_spmc_space *s, uint64_t end, uint64_t size)
{
  while (end >= s->next && end - s->next >= size)
    {
      const struct erb_spmc_port *p = in_the_way (ANY, end - size, end);
      if (!p)
        {
          s->given = end - size;
          return end;
        }
      end = begin_of (p);
    }
  return NOWHERE;
}

static uint64_t
take_above (int space, uint64_t size)
{
  struct erb_spmc_space *s = &erb_spmc.space[space];
  uint64_t end = take_below (s, s->given, size);
  return end == NOWHERE ? take_below (s, end_of_part (space), size) : end;
}

/* ---- Interface --------------------------------------------------------- */

static char *
found (int space, uint64_t end, uint64_t size, const char *call, const char *where)
{
  struct erb_text t;
  if (end == NOWHERE)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, "clear regions, or call spmc_init for fewer spaces",
                  "%s has no %zu bytes of addresses left", erb_spmc_say_space (space, &t), (size_t) size);
  return erb_spmc.arena + (end - size);
}

char *
erb_spmc_address (int space, size_t size, const char *call, const char *where)
{
  erb_spmc_process_lock ();
  erb_spmc_lock_tables ();
  uint64_t end = take_again (space, size);
  if (end == NOWHERE)
    end = take_new (space, size);
  if (end == NOWHERE)
    end = take_above (space, size);
  erb_spmc_unlock_tables ();
  erb_spmc_process_unlock ();
  return found (space, end, size, call, where);
}

char *
erb_spmc_address_for (int space, size_t size, const char *call, const char *where)
{
  erb_spmc_lock_tables ();
  uint64_t end = take_above (space, size);
  erb_spmc_unlock_tables ();
  erb_event_value (ERB_VALUE_ADDRESS, &end, sizeof end, call, where);
  return found (space, end, size, call, where);
}

void
erb_spmc_address_free (int space, const char *va, size_t size)
{
  uint64_t begin = (uint64_t) (va - erb_spmc.arena);
  erb_spmc_process_lock ();
  erb_spmc_lock_tables ();
  if (begin >= erb_spmc_part (space) && begin + size <= erb_spmc.space[space].next)
    put (space, begin, begin + size);
  erb_spmc_unlock_tables ();
  erb_spmc_process_unlock ();
}

void
erb_spmc_addresses_begin (int space)
{
  erb_spmc.space[space].next = erb_spmc_part (space);
  erb_spmc.space[space].given = end_of_part (space);
}

void
erb_spmc_addresses_forget (int space)
{
  erb_spmc_process_lock ();
  for (struct range **at = &free_ranges; *at;)
    if ((*at)->space == space)
      drop (at);
    else
      at = &(*at)->next;
  erb_spmc_process_unlock ();
}
