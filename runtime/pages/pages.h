/* SPDX-License-Identifier: MIT */
/* pages.h - pages with one producer and many consumers: what their files share.
 *
 *   page_tables.h     what is shared: the tables
 *   shared_memory.c   the memory that all spaces share, and its locks
 *   frames.c          frames of pages, in blocks: where they come from and go back to
 *   generation.c      generations of a segment: what is still read, frames for a new one
 *   region.c          regions: their beginning, their lock, their end
 *   port.c            who sees which pages of a region, as what: ports
 *   members.c         spaces: who has entered, left, died
 *   page_map.c        what a process has mapped
 *   address.c         which addresses are free
 *   give.c            alloc, transown, copycons, clear
 *   fix.c             setfix and extend
 *   copy.c            read, write, map, at; test
 *   page_wait.c       waiting for a page
 *   page_fault.c      page faults, and what is said of a wrong access
 *
 * The idea.  All that is shared lies in tables that are mapped before the first fork, at the
 * same addresses in all processes.  What a page's state is, how far a consumer has got and who
 * has a port is one word each, written by one space with one store; so a space may be killed
 * between any two instructions.  What is still needed is never counted but seen: a block of
 * frames is free when the lowest generation that any port is at has passed it.  Lists are
 * under locks that survive their owner, and can be made anew from those words (repair).
 *
 * Locks: that of burials (members.c) before a region's before that of the tables.
 */
#ifndef ERB_SPMC_H
#define ERB_SPMC_H

#include "pages/page_tables.h"
#include "space/space.h"

/* ---- shared_memory.c ----------------------------------------------------- */

extern void erb_spmc_lock_init (struct erb_spmc_lock *lock);
/* Returns whether the last owner has died with it: then what it protects must be mended. */
extern bool erb_spmc_lock_take (struct erb_spmc_lock *lock);
extern void erb_spmc_lock_drop (struct erb_spmc_lock *lock);
/* The lock of the tables, mended. */
extern void erb_spmc_lock_tables (void);
extern void erb_spmc_unlock_tables (void);
/* A free entry, or -1: under the lock of the tables. */
extern int erb_spmc_entry (struct erb_spmc_table *t, void *entries);
/* The offset in the arena of what space n has, n = spaces: of its end. */
extern uint64_t erb_spmc_part (int n);

/* The least k such that 2^k is at least n; n >= 1. */
ERBIUM_INLINE int
erb_spmc_order (int64_t n)
{
  return n > 1 ? 64 - __builtin_clzll ((unsigned long long) n - 1) : 0;
}

/* ---- frames.c ----------------------------------------------------- */

/* A block of at least so many frames for a segment of a region, SPARE, with all words 0; or -1. */
extern int erb_spmc_block_take (int region, int segment, int64_t frames);
extern void erb_spmc_block_clear (int block, int64_t frames);
/* Gives it and its memory back. */
extern void erb_spmc_block_give (int block);
/* Memory of frames [from, from + count) back to the system: they are zeros then. */
extern void erb_spmc_frames_drop (int64_t from, int64_t count);
extern void erb_spmc_blocks_repair (void);

ERBIUM_INLINE enum erb_spmc_block_state
erb_spmc_block_state (const struct erb_spmc_block *b)
{
  return (enum erb_spmc_block_state) (erbium_load_relaxed (&b->owner) & 3);
}

ERBIUM_INLINE int
erb_spmc_block_region (const struct erb_spmc_block *b)
{
  return (int) (erbium_load_relaxed (&b->owner) >> 2);
}

ERBIUM_INLINE void
erb_spmc_block_own (struct erb_spmc_block *b, int region, enum erb_spmc_block_state state)
{
  erbium_store_relaxed (&b->owner, (int64_t) region << 2 | state);
}

/* ---- generation.c ------------------------------------------------- */

/* The innermost segment that has that page, as an extension page or else. */
extern int erb_spmc_segment_of (const struct erb_spmc_region *r, int page);
/* Whether it is an extension page where m's port is now: at an older generation of the segment around it,
 * it may have been data. */
extern bool erb_spmc_is_extension (const struct erb_spmc_map *m, int page);
/* Which frame of a block of r a page is. */
extern int64_t erb_spmc_frame (const struct erb_spmc_region *r, int block, int page);
/* All below under r's lock.  A block for a new generation of segment s: recycled if there is
 * one.  -1: no memory. */
extern int erb_spmc_generation (struct erb_spmc_region *r, int s);
/* Whether it would be recycled. */
extern bool erb_spmc_has_spare (struct erb_spmc_region *r, int s);
/* Generations of it that are in use, counted up to 100. */
extern int erb_spmc_outstanding (const struct erb_spmc_region *r, int s);
/* The port that is furthest behind in it, or NULL; *at: the anchor that it was at. */
extern struct erb_spmc_port *erb_spmc_last (const struct erb_spmc_region *r, int s, int64_t *at);
/* Blocks that nobody can reach become spare; too many spares are given back. */
extern void erb_spmc_retire (struct erb_spmc_region *r, int s);
extern void erb_spmc_make_spare (struct erb_spmc_segment *g, int block);

/* ---- region.c ----------------------------------------------------- */

/* Makes a region without ports, and returns it locked; faults where there is no room. */
extern struct erb_spmc_region *erb_spmc_region_make (int64_t pages, int kind, int maker, const char *call,
                                                     const char *where);
/* A space has died: what it was making or ending goes. */
extern void erb_spmc_regions_of_dead (int space);
extern void erb_spmc_region_lock (struct erb_spmc_region *r);
extern void erb_spmc_region_unlock (struct erb_spmc_region *r);
/* Gives back what no port can reach any more, and all if there are no ports.  Takes
 * the lock. */
extern void erb_spmc_reclaim (struct erb_spmc_region *r);

ERBIUM_INLINE int
erb_spmc_region_id (const struct erb_spmc_region *r)
{
  return (int) (r - erb_spmc.region);
}

/* ---- port.c ------------------------------------------------------- */

/* The anchor that p is at in segment s: sequence << bits | block. */
ERBIUM_INLINE int64_t
erb_spmc_at (const struct erb_spmc_region *r, const struct erb_spmc_port *p, int s)
{
  int64_t at;
  /* From the release in erb_spmc_move: what p has read of older generations, it has read. */
  while ((at = erbium_load_acquire (&p->at[s])) == 0)
    s = erbium_load_acquire (&r->segment[s].outer); /* from nest (fix.c) */
  return at;
}

ERBIUM_INLINE int
erb_spmc_block_at (const struct erb_spmc_region *r, const struct erb_spmc_port *p, int page)
{
  return (int) (erb_spmc_at (r, p, erb_spmc_segment_of (r, page)) & (ERB_SPMC_BLOCKS - 1));
}

/* A port of a space to pages [first, first + pages) of the region, as far on as like is, or
 * at the beginning (NULL), and has page first at va.  Under the region's lock.  False: there
 * are too many. */
extern bool erb_spmc_port_make (struct erb_spmc_region *r, int space, enum erb_spmc_role role,
                                int first, int pages, char *va, const struct erb_spmc_port *like);
/* Its pages from first + pages on are not its any more; none: it ends.  Under the lock. */
extern void erb_spmc_port_shrink (struct erb_spmc_region *r, struct erb_spmc_port *p, int pages);
/* For whoever has ended or shrunk ports of r, without the lock: lets others see, gives back
 * what only they have held. */
extern void erb_spmc_ports_changed (struct erb_spmc_region *r);
extern void erb_spmc_ports_of_space_end (int space, bool died);
/* p is at that block in segment s and the segments in it. */
extern void erb_spmc_move (const struct erb_spmc_region *r, struct erb_spmc_port *p, int s,
                           int block);
/* What p reads in segment s is to stay, though p goes on, until it lets go; at most one generation at a time. */
extern void erb_spmc_hold (const struct erb_spmc_region *r, struct erb_spmc_port *p, int s);
extern void erb_spmc_let_go (struct erb_spmc_port *p);
/* The port of a space to that page, or NULL.  Under the region's lock. */
extern struct erb_spmc_port *erb_spmc_port_of (const struct erb_spmc_region *r, int space, int page);
/* Whoever produces that page, as PRODUCER or DIED, or NULL.  Under the region's lock. */
extern struct erb_spmc_port *erb_spmc_producer (const struct erb_spmc_region *r, int page);
extern void erb_spmc_ports_repair (struct erb_spmc_region *r);

/* ---- members.c ------------------------------------------------------ */

/* The caller's space; faults where it has none. */
extern int erb_spmc_self (const char *call, const char *where);
/* The number of a space that has died is for another one from here on. */
extern void erb_spmc_space_again (int space);
/* The number of the space that a call names as a child: that itself, or, where the program has
 * spaces of erbium/space.h, that of the child with this id; one that there can be, or a fault. */
extern int erb_spmc_number (int child, const char *call, const char *where);
/* Whether that space has entered, and neither left nor died. */
extern bool erb_spmc_alive (int space);
/* A space has left: what it had is given back, and its number is free. */
extern void erb_spmc_has_left (int space);
/* The space of erbium/space.h that has that number now, an erb_space, or ERB_NO_SPACE: the program has none. */
extern int64_t erb_spmc_space_of (int space);
/* "space 0.2", by its path; "space 7" where it has no more than a number.  In a buffer of text. */
extern const char *erb_spmc_say_space (int space, struct erb_text *t);
/* That a call names a space that there can be. */
extern void erb_spmc_expect_space (int space, const char *call, const char *where);
/* Whether the process of the caller is a space now. */
extern bool erb_spmc_has_entered (void);
/* What exit and fork are to do, from here on. */
extern void erb_spmc_watch_process (void);
/* All changes of the caller's process to its tables of maps are under this lock. */
extern void erb_spmc_process_lock (void);
extern void erb_spmc_process_unlock (void);

/* ---- page_map.c -------------------------------------------------------- */

/* What a process knows of one of its ports. */
struct erb_spmc_map
{
  struct erb_spmc_port *port;
  struct erb_spmc_region *region;
  int id;                     /* of the port */
  bool any;                   /* something is mapped */
  void *observed;             /* what an observer keeps of it, from malloc; or NULL */
  unsigned char mapped[];     /* by page of the port: a protection, 0: nothing */
};

extern bool erb_spmc_maps_init (void);
/* In a child of fork: nothing is mapped. */
extern void erb_spmc_maps_forget (void);
/* Maps for all ports of a space that have none.  The second one is for observers of the first. */
extern void erb_spmc_maps_refresh (int space);
extern void erb_spmc_maps_find (int space);
extern void erb_spmc_maps_drop (int space);
/* Before a port shrinks to so many pages: nothing is mapped of the rest; 0: m is gone. */
extern void erb_spmc_map_cut (struct erb_spmc_map *m, int pages);
/* The map that [va, va + size) lies in, or a fault; size may be 0. */
extern struct erb_spmc_map *erb_spmc_map_at (const void *va, size_t size, const char *call,
                                             const char *where);
/* That at va, of the caller's process, or NULL. */
extern struct erb_spmc_map *erb_spmc_map_find (const void *va);
/* Whether that address is of the arena. */
extern bool erb_spmc_is_arena (const void *va);
/* Where this process has the frames of a block, to be written or read. */
extern char *erb_spmc_frames_at (const struct erb_spmc_map *m, int block);
/* Lets the process access pages [from, to) of the region, at m's addresses: reading, and
 * writing too.  Makes a call for each run of frames. */
extern void erb_spmc_map_pages (struct erb_spmc_map *m, int from, int to, bool write);
/* They can no more be written; no more be accessed. */
extern void erb_spmc_map_protect (struct erb_spmc_map *m, int from, int to);
extern void erb_spmc_map_clear (struct erb_spmc_map *m, int from, int to);

/* The page of the region that va, of m, is on. */
ERBIUM_INLINE int
erb_spmc_page_at (const struct erb_spmc_map *m, const void *va)
{
  return m->port->first + (int) ((size_t) ((const char *) va - m->port->va) / erb_spmc.page);
}

/* Where m has a page of the region. */
ERBIUM_INLINE char *
erb_spmc_va (const struct erb_spmc_map *m, int page)
{
  return m->port->va + (size_t) (page - m->port->first) * erb_spmc.page;
}

/* The word of a page, as m's port is now. */
ERBIUM_INLINE erbium_atomic *
erb_spmc_word (const struct erb_spmc_map *m, int page)
{
  int block = erb_spmc_block_at (m->region, m->port, page);
  return &erb_spmc.word[erb_spmc_frame (m->region, block, page)];
}

ERBIUM_INLINE bool
erb_spmc_produces (const struct erb_spmc_map *m)
{
  return erbium_load_relaxed (&m->port->role) == ERB_SPMC_PRODUCER;
}

/* How large a word is when so many bytes are fixed. */
ERBIUM_INLINE int64_t
erb_spmc_fixed (size_t bytes)
{
  return 1 + 2 * (int64_t) bytes;
}

/* What is asked for of an extension page: any next generation. */
enum { ERB_SPMC_LINK = 2 };

ERBIUM_INLINE bool
erb_spmc_is_link (int64_t word)
{
  return word && word % 2 == 0;
}

/* Whether a word is as large as was asked for, or says that the page is of the other kind: nothing more is to
 * be waited for. */
ERBIUM_INLINE bool
erb_spmc_answers (int64_t word, int64_t least)
{
  return word >= least || erb_spmc_is_link (word);
}

/* Or a fault: who asked for data has found an extension page, or the other way round. */
extern void erb_spmc_wrong_kind (const struct erb_spmc_map *m, int page, const char *call, const char *where)
  ERB_NORETURN ERB_COLD;
ERBIUM_INLINE void
erb_spmc_expect_kind (const struct erb_spmc_map *m, int page, int64_t word, int64_t least, const char *call,
                      const char *where)
{
  if (ERBIUM_UNLIKELY ((word ^ least) & 1))
    erb_spmc_wrong_kind (m, page, call, where);
}

/* Whether all of a page is fixed, for m's port as it is now. */
ERBIUM_INLINE bool
erb_spmc_is_full (const struct erb_spmc_map *m, int page)
{
  /* From those who fix: fix_page (fix.c), publish (channel_send.c). */
  return erbium_load_acquire (erb_spmc_word (m, page)) == erb_spmc_fixed (erb_spmc.page);
}

/* Whether a word of a page that m consumes answers one who asks for least.  All that the caller learns of
 * pages of others without waiting it learns here; what it waits for, in erb_spmc_await. */
ERBIUM_INLINE bool
erb_spmc_look (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least,
               const char *call, const char *where)
{
  bool is;
  if (erb_ask_page_checked (m, page, least, &is, call, where))
    return is;
  /* From those who fix: fix_page, produce (fix.c), publish (channel_send.c). */
  return erb_spmc_answers (erbium_load_acquire (word), least);
}

/* Whether it is at least so large; a fault where the page is of the other kind. */
ERBIUM_INLINE bool
erb_spmc_ready (const struct erb_spmc_map *m, int page, const erbium_atomic *word, int64_t least,
                const char *call, const char *where)
{
  if (!erb_spmc_look (m, page, word, least, call, where))
    return false;
  erb_spmc_expect_kind (m, page, erbium_load_relaxed (word), least, call, where);
  return true;
}

/* ---- address.c ---------------------------------------------------- */

/* Addresses for a region that the caller's space makes; for pages that are given to a space, which nobody has there.
 * A fault where there are none. */
extern char *erb_spmc_address (int space, size_t size, const char *call, const char *where);
extern char *erb_spmc_address_for (int space, size_t size, const char *call, const char *where);
/* The caller's space has cleared them. */
extern void erb_spmc_address_free (int space, const char *va, size_t size);
/* All of the part of a space is free; the caller's process has nothing left that it knew of it. */
extern void erb_spmc_addresses_begin (int space);
extern void erb_spmc_addresses_forget (int space);

/* ---- give.c ------------------------------------------------------- */

/* erbium_spmc_alloc in a call of that name. */
extern void *erb_spmc_alloc (size_t size, int kind, const char *call, const char *where);

/* ---- copy.c ------------------------------------------------------- */

/* Or a fault: an argument of a call, of that name, is the address of so many bytes, which the call uses until
 * erb_spmc_memory_used. */
extern void erb_spmc_no_memory (size_t size, const char *name, const char *call, const char *where)
  ERB_NORETURN ERB_COLD;
ERBIUM_INLINE void
erb_spmc_expect_memory (const void *at, size_t size, const char *name, const char *call, const char *where)
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

/* The producer's pages [from, to) have frames, with zeros in what is not written. */
extern void erb_spmc_touch (const struct erb_spmc_map *m, int from, int to);
/* Where the window has va, which is of m. */
extern char *erb_spmc_place (const struct erb_spmc_map *m, const void *va);
/* Makes pages accessible: fixed ones, for a consumer, or those of the producer, writable
 * where not fixed. */
extern void erb_spmc_open (struct erb_spmc_map *m, int from, int to);

/* ---- fix.c -------------------------------------------------------- */

/* Or a fault: m is a producer's, in a call about that page; none of [from, to) is an
 * extension page. */
extern void erb_spmc_expect_producer (const struct erb_spmc_map *m, int page, const char *call,
                                      const char *where);
extern void erb_spmc_expect_data (const struct erb_spmc_map *m, int from, int to,
                                  const char *call, const char *where);

/* erbium_spmc_extend in a call of that name. */
extern bool erb_spmc_extend (void *extva, void *va, size_t size, int wait, const char *call, const char *where);
/* The next generation of those pages is there, though m's port has not gone on to it; nothing is
 * changed if there was one. */
extern void erb_spmc_make_next (const struct erb_spmc_map *m, int extension, int first, int pages);

/* ---- page_wait.c ------------------------------------------------------- */

/* How a wait for a page has ended, or would end. */
enum erb_spmc_hope { ERB_SPMC_HOPE, ERB_SPMC_ENDED, ERB_SPMC_DIED_BEFORE };

/* Waits until a word of page, in m's region, is at least so large; false: it never
 * will be, since the producer has gone on or left.  A producer that has died is a fault, and a page of the
 * other kind. */
extern bool erb_spmc_await (const struct erb_spmc_map *m, int page, erbium_atomic *word,
                            int64_t least, const char *call, const char *where);
/* All spaces seem to run on the processor that the caller runs on. */
extern bool erb_spmc_on_one_processor (void);
/* The caller runs where it runs. */
extern void erb_spmc_note_processor (void);
/* Whether one that is too small will stay so. */
extern bool erb_spmc_hopeless (const struct erb_spmc_map *m, int page);
/* For whoever has made a word larger: lets sleepers look. */
extern void erb_spmc_wake_far (struct erb_spmc_region *r);
ERBIUM_INLINE void
erb_spmc_wake (struct erb_spmc_region *r)
{
  erbium_light_barrier (); /* the sleeper's heavy one is in erb_spmc_await */
  if (erbium_load_relaxed (&r->event) & 1)
    erb_spmc_wake_far (r);
}

/* Whether nobody but the caller acts for its space: no other thread can. */
extern bool erb_spmc_is_whole_space (void);

/* ---- page_deadlock.c --------------------------------------------------- */

/* Space self, the caller's, has looked in vain for what only space awaited can bring, and is about to sleep until it looks
 * again; where no space of a cycle of such waits can go on, that is an error of the call.  Called before each sleep but short
 * ones, with other arguments or not. */
extern void erb_spmc_sleeps (int self, int awaited, const char *call, const char *where);
/* At the end of a wait, whether it has slept or not. */
extern void erb_spmc_sleeps_no_more (int self);

/* ---- space_pages.c ------------------------------------------------------- */

/* Whether the program has spaces of erbium/space.h, whose numbers are those of their slots. */
extern bool erb_spmc_has_spaces (void);
/* The space that alone can start that one; -1: it has been started, or anyone can. */
extern int erb_spmc_starter_of (int number);
extern const struct erb_observer erb_pages_observer;

/* ---- page_fault.c ------------------------------------------------------ */

/* mend, for a call at where; of an access, which has none, with how to find the line of its instruction too. */
extern const char *erb_spmc_mend (const char *where, const char *mend);

/* Sees page faults from here on. */
extern void erb_spmc_watch_faults (void);
/* A misuse of a page of m.  mend may be NULL. */
extern void erb_spmc_fault (const char *call, const char *where, const struct erb_spmc_map *m,
                            int page, const char *mend, const char *what) ERB_NORETURN ERB_COLD;
/* The same of a page that will never be fixed: since its producer, space, has died, or else. */
extern void erb_spmc_fault_of_death (const char *call, const char *where,
                                     const struct erb_spmc_map *m, int page, int space)
  ERB_NORETURN ERB_COLD;
/* "space 0.2 (gid 7, file:line), has died": of the producer of that page, as far as all know it. */
extern const char *erb_spmc_say_dead (const struct erb_spmc_map *m, int page, int space, struct erb_text *t);
extern void erb_spmc_fault_of_end (const char *call, const char *where,
                                   const struct erb_spmc_map *m, int page) ERB_NORETURN ERB_COLD;

/* What this process has done: erbium_spmc_costs. */
struct erb_spmc_costs { erbium_atomic faults, calls, waits, sleeps; };
extern struct erb_spmc_costs erb_spmc_costs;

#endif
