/* SPDX-License-Identifier: MIT */
/* pages.h - pages with one producer and many consumers: the part that other folders use.
 *
 *   page_tables.h     the tables that spaces share; included here
 *   regions.h         private: shared memory, frames, generations, regions, ports
 *   page_access.h     private: spaces, maps, addresses, waits, faults
 *
 *   shared_memory.c   the memory that all spaces share, and its locks
 *   frames.c          frames of pages, in blocks: allocation and release
 *   generation.c      generations of a segment: which are still read, frames for a new one
 *   region.c          regions: their creation, their lock, their end
 *   port.c            ports: which space sees which pages of a region, and in which role
 *   members.c         spaces: which have entered, left, died
 *   page_map.c        the pages that a process has mapped
 *   address.c         free addresses
 *   give.c            alloc, transown, copycons, clear
 *   fix.c             setfix and extend
 *   copy.c            read, write, map, at; test
 *   page_wait.c       waiting for a page
 *   page_sums.c       the tables of ERBIUM_STATS
 *   page_deadlock.c   spaces that wait for each other
 *   page_fault.c      page faults, and the messages about wrong accesses
 *   space_pages.c     the spaces of erbium/space.h as spaces of pages
 *
 * The idea.  All shared state lies in tables that are mapped before the first fork, at the same
 * addresses in all processes.  The state of a page, the progress of a consumer and the owner of a
 * port are one word each, written by one space with one store; so a space may be killed between
 * any two instructions.  References are never counted: a block of frames is free when the lowest
 * generation of all ports has passed it.  Lists are protected by locks that survive their owner,
 * and can be rebuilt from those words (repair).
 *
 * Order of locks: deaths (members.c), then a region, then the tables.
 */
#ifndef ERB_PAGES_H
#define ERB_PAGES_H

#include "pages/page_tables.h"
#include "space/space.h"

/* ---- Spaces (members.c, space_pages.c) ------------------------------------ */

/* Returns the caller's space; a fault if it has none. */
extern int erb_spmc_self (const char *call, const char *where);
/* Returns the number of the space that a call names as a child: child itself, or, where the
 * program has spaces of erbium/space.h, the number of the child with this id.  A fault if there
 * is no such number. */
extern int erb_spmc_number (int child, const char *call, const char *where);
/* Frees everything that belongs to a space that has left, and then its number. */
extern void erb_spmc_has_left (int space);
/* Returns the name of a space for messages, in the buffer of text: "space 0.2", by its path, or
 * "space 7" where it has a number only. */
extern const char *erb_spmc_space_name (int space, struct erb_text *t);
extern const struct erb_observer erb_pages_observer;

/* Returns the least k such that 2^k >= n; n >= 1. */
ERBIUM_INLINE int
erb_spmc_order (int64_t n)
{
  return n > 1 ? 64 - __builtin_clzll ((unsigned long long) n - 1) : 0;
}

/* ---- Regions and ports (region.c, generation.c, port.c) ---------------------- */

/* Creates a region without ports and returns it locked; a fault if there is no room. */
extern struct erb_spmc_region *erb_spmc_region_make (int64_t pages, int maker, const char *call,
                                                     const char *where);
extern void erb_spmc_region_lock (struct erb_spmc_region *r);
extern void erb_spmc_region_unlock (struct erb_spmc_region *r);

ERBIUM_INLINE int
erb_spmc_region_id (const struct erb_spmc_region *r)
{
  return (int) (r - erb_spmc.region);
}

/* Returns the innermost segment to which the page belongs, either as one of its pages or as its
 * extension page. */
extern int erb_spmc_segment_of (const struct erb_spmc_region *r, int page);
/* Returns the frame of a page in a block of r. */
extern int64_t erb_spmc_frame (const struct erb_spmc_region *r, int block, int page);

/* Returns the anchor of p in segment s: sequence << ERB_SPMC_BLOCK_BITS | block. */
ERBIUM_INLINE int64_t
erb_spmc_at (const struct erb_spmc_region *r, const struct erb_spmc_port *p, int s)
{
  int64_t at;
  /* From the release in erb_spmc_move: p has finished its reads of older generations. */
  while ((at = erbium_load_acquire (&p->at[s])) == 0)
    s = erbium_load_acquire (&r->segment[s].outer); /* from nest (fix.c) */
  return at;
}

ERBIUM_INLINE int
erb_spmc_block_at (const struct erb_spmc_region *r, const struct erb_spmc_port *p, int page)
{
  return (int) (erb_spmc_at (r, p, erb_spmc_segment_of (r, page)) & (ERB_SPMC_BLOCKS - 1));
}

/* Creates a port of a space to pages [first, first + pages) of the region, with page first at va.
 * The port is at the generations of like, or at the first ones if that is NULL.  Called under the
 * lock of the region.  Returns false if there are too many ports. */
extern bool erb_spmc_port_make (struct erb_spmc_region *r, int space, enum erb_spmc_role role,
                                int first, int pages, char *va, const struct erb_spmc_port *like);
/* Keeps the generation that p reads in segment s in use, even when p proceeds, until
 * erb_spmc_let_go; a port keeps at most one generation at a time. */
extern void erb_spmc_hold (const struct erb_spmc_region *r, struct erb_spmc_port *p, int s);
extern void erb_spmc_let_go (struct erb_spmc_port *p);
/* Returns the port of a space to that page, or NULL.  Called under the lock of the region. */
extern struct erb_spmc_port *erb_spmc_port_of (const struct erb_spmc_region *r, int space,
                                               int page);

/* ---- Maps (page_map.c) ------------------------------------------------------ */

/* What a process has mapped of the pages of one of its ports. */
struct erb_spmc_map
{
  struct erb_spmc_port *port;
  struct erb_spmc_region *region;
  int id;                     /* of the port */
  bool any;                   /* something is mapped */
  void *observed;             /* data of an observer, from malloc; or NULL */
  unsigned char mapped[];     /* by page of the port: its protection, 0 if it is not mapped */
};

/* Create the maps of all ports of a space that have none. erb_spmc_maps_find does not notify
 * observers, so that they may call it themselves. */
extern void erb_spmc_maps_refresh (int space);
extern void erb_spmc_maps_find (int space);
/* Returns the map that contains [va, va + size), or faults; size may be 0. */
extern struct erb_spmc_map *erb_spmc_map_at (const void *va, size_t size, const char *call,
                                             const char *where);
/* Returns the map of the caller's process that contains va, or NULL. */
extern struct erb_spmc_map *erb_spmc_map_find (const void *va);
/* Returns whether that address is in the arena. */
extern bool erb_spmc_is_arena (const void *va);
/* Returns the address in the window that corresponds to va, an address in m. */
extern char *erb_spmc_place (const struct erb_spmc_map *m, const void *va);

/* Returns the page of the region that contains va, an address in m. */
ERBIUM_INLINE int
erb_spmc_page_at (const struct erb_spmc_map *m, const void *va)
{
  return m->port->first + (int) ((size_t) ((const char *) va - m->port->va) / erb_spmc.page);
}

/* Returns the address in m of a page of the region. */
ERBIUM_INLINE char *
erb_spmc_va (const struct erb_spmc_map *m, int page)
{
  return m->port->va + (size_t) (page - m->port->first) * erb_spmc.page;
}

ERBIUM_INLINE bool
erb_spmc_produces (const struct erb_spmc_map *m)
{
  return erbium_load_relaxed (&m->port->role) == ERB_SPMC_PRODUCER;
}

/* ---- Words of pages ----------------------------------------------------------- */

/* Returns the word of a page in the present generation of m's port. */
ERBIUM_INLINE erbium_atomic *
erb_spmc_word (const struct erb_spmc_map *m, int page)
{
  int block = erb_spmc_block_at (m->region, m->port, page);
  return &erb_spmc.word[erb_spmc_frame (m->region, block, page)];
}

/* Returns the word of a page with that number of fixed bytes. */
ERBIUM_INLINE int64_t
erb_spmc_fixed (size_t bytes)
{
  return 1 + 2 * (int64_t) bytes;
}

/* The least word of an extension page that has a next generation. */
enum { ERB_SPMC_LINK = 2 };

ERBIUM_INLINE bool
erb_spmc_is_link (int64_t word)
{
  return word && word % 2 == 0;
}

/* Returns whether a wait for the value least is over: the word has reached it, or shows that the
 * page is of the other kind. */
ERBIUM_INLINE bool
erb_spmc_answers (int64_t word, int64_t least)
{
  return word >= least || erb_spmc_is_link (word);
}

/* Faults if the caller asks for data and finds an extension page, or the reverse. */
extern void erb_spmc_wrong_kind (const struct erb_spmc_map *m, int page, const char *call,
                                 const char *where) ERB_NORETURN ERB_COLD;
ERBIUM_INLINE void
erb_spmc_expect_kind (const struct erb_spmc_map *m, int page, int64_t word, int64_t least,
                      const char *call, const char *where)
{
  if (ERBIUM_UNLIKELY ((word ^ least) & 1))
    erb_spmc_wrong_kind (m, page, call, where);
}

/* Returns whether all of a page is fixed, in the present generation of m's port. */
ERBIUM_INLINE bool
erb_spmc_is_full (const struct erb_spmc_map *m, int page)
{
  /* From the spaces that fix: fix_page (fix.c), publish (channel_send.c). */
  return erbium_load_acquire (erb_spmc_word (m, page)) == erb_spmc_fixed (erb_spmc.page);
}

/* Returns whether a wait for the value least of a page that m consumes is over.  A caller learns
 * about the pages of other spaces here, or, if it waits, in erb_spmc_await, and nowhere else. */
ERBIUM_INLINE bool
erb_spmc_check (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least,
                const char *call, const char *where)
{
  bool is;
  if (erb_ask_page_checked (m, page, least, &is, call, where))
    return is;
  /* From the spaces that fix: fix_page, produce (fix.c), publish (channel_send.c). */
  return erb_spmc_answers (erbium_load_acquire (word), least);
}

/* Returns whether the word has reached least; a fault if the page is of the other kind. */
ERBIUM_INLINE bool
erb_spmc_ready (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least,
                const char *call, const char *where)
{
  if (!erb_spmc_check (m, page, word, least, call, where))
    return false;
  erb_spmc_expect_kind (m, page, erbium_load_relaxed (word), least, call, where);
  return true;
}

/* ---- Calls on behalf of another call (give.c, fix.c, copy.c) -------------------- */

/* As erbium_spmc_alloc, but messages name call. */
extern void *erb_spmc_alloc (size_t size, const char *call, const char *where);
/* As erbium_spmc_extend (wait) and erbium_spmc_try_extend, but messages name call. */
extern bool erb_spmc_extend (void *extva, void *va, size_t size, bool wait, const char *call,
                             const char *where);
/* Creates the next generation of those pages, unless it exists; m's port stays where it is. */
extern void erb_spmc_make_next (const struct erb_spmc_map *m, int extension, int first, int pages);

/* Faults unless the argument `name' of a call points to memory of size bytes.  The call uses that
 * memory until erb_spmc_memory_used. */
extern void erb_spmc_no_memory (size_t size, const char *name, const char *call, const char *where)
  ERB_NORETURN ERB_COLD;
ERBIUM_INLINE void
erb_spmc_expect_memory (const void *at, size_t size, const char *name, const char *call,
                        const char *where)
{
  if (ERBIUM_UNLIKELY (!at && size))
    erb_spmc_no_memory (size, name, call, where);
  erb_user_buffer = (struct erb_user_buffer) { at, size, name, call, where };
  erbium_light_barrier (); /* a handler in this thread sees it */
}
ERBIUM_INLINE void
erb_spmc_memory_used (void)
{
  erbium_light_barrier ();
  erb_user_buffer.size = 0;
}

/* ---- Waits (page_wait.c, page_fault.c) -------------------------------------- */

/* The outcome of a wait for a page, or the outcome to be expected: the page is fixed or still can
 * be (PENDING), or never will be, since its producer has gone on or left (ENDED) or died. */
enum erb_spmc_outcome { ERB_SPMC_PENDING, ERB_SPMC_ENDED, ERB_SPMC_PRODUCER_DIED };

/* Waits until the word of page, in m's region, has reached least.  Returns false if it never will,
 * because the producer has extended past the page, cleared it or left.  A fault if the producer has
 * died, or the page is of the other kind. */
extern bool erb_spmc_await (const struct erb_spmc_map *m, int page, erbium_atomic *word,
                            int64_t least, const char *call, const char *where);
/* Returns whether a word that has not reached the value yet never will. */
extern bool erb_spmc_never_fixed (const struct erb_spmc_map *m, int page);

/* Wakes the spaces that sleep, after the caller has increased a word. */
extern void erb_spmc_wake_slow (struct erb_spmc_region *r);
ERBIUM_INLINE void
erb_spmc_wake (struct erb_spmc_region *r)
{
  erbium_light_barrier (); /* pairs with the sleeper's heavy one in await (page_wait.c) */
  if (erbium_load_relaxed (&r->event) & 1)
    erb_spmc_wake_slow (r);
}

/* Reports that a page will never be fixed, for a reason other than a death. */
extern void erb_spmc_fault_of_end (const char *call, const char *where,
                                   const struct erb_spmc_map *m, int page) ERB_NORETURN ERB_COLD;
/* Describes the dead producer of a page as far as every space knows it: "space 0.2 (gid 7,
 * file:line), has died". */
extern const char *erb_spmc_death_text (const struct erb_spmc_map *m, int page, int space,
                                        struct erb_text *t);

#endif
