/* SPDX-License-Identifier: MIT */
/* address.c - free addresses of the arena.
 *
 * Each space has a part of the arena.  The regions that it allocates itself lie from the start of
 * the part up to a mark (next).  The pages that others give it at an address of the library's
 * choice lie above the mark, from the end down.
 *
 * Below the mark a list of the process records the ranges that the space has cleared, in order and
 * with neighbours merged.  An allocation takes the lowest range that is large enough, and leaves
 * the rest of it in the list.  A range that reaches the mark lowers the mark.  The list depends on
 * the space's own calls alone, and so do the addresses.
 *
 * Above the mark there is no list: an address is free if no port covers it.  A search goes down
 * from the address that was given last, and starts again at the end when it reaches the mark.  So
 * cleared addresses are reused only after all others; until then addresses do not depend on the
 * time of a clear.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"

/* Offsets in the arena. */
struct range
{
  struct range *next;
  uint64_t begin, end;
  int space;
};

static struct range *free_ranges; /* of the process, in order; under its lock */

enum { NOWHERE = 0 }; /* no range ends there */

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

/* Returns a port of that space (ANY: of any space) that covers some of these addresses, or NULL.
 * Called under the lock of the tables. */
enum { ANY = -1 };
static const struct erb_spmc_port *
in_the_way (int space, uint64_t begin, uint64_t end)
{
  for (int n = 0; n < erb_spmc.shared->ports.end; n++)
    {
      const struct erb_spmc_port *p = &erb_spmc.port[n];
      int32_t role = erbium_load_acquire (&p->role); /* from erb_spmc_port_make */
      if ((role == ERB_SPMC_CONSUMER || role == ERB_SPMC_PRODUCER)
          && (space == ANY || p->space == space)
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

/* Cuts [begin, begin + size) out of *at, which contains it. */
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

/* Takes the lowest free range of that size and returns its end, or NOWHERE if there is none.  Other
 * spaces may have given this one pages at an address that it has cleared. */
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

/* Adds a range to the list, which may contain a part of it already. */
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
        return; /* the range is lost, but addresses are plentiful */
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
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where,
                  "clear regions, or call erbium_spmc_init for fewer spaces",
                  "%s has fewer than %zu bytes of addresses left", erb_spmc_space_name (space, &t),
                  (size_t) size);
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
