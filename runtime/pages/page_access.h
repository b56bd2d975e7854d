/* SPDX-License-Identifier: MIT */
/* page_access.h - spaces, maps, addresses, waits and faults: for the files of pages alone.
 *
 * These parts act for one process: what it has mapped, what it waits for, and which errors it gets.
 * regions.h has the parts that change the shared tables.
 */
#ifndef ERB_PAGE_ACCESS_H
#define ERB_PAGE_ACCESS_H

#include "pages/pages.h"

/* ---- members.c -------------------------------------------------------------- */

/* Gives the number of a dead space to another one. */
extern void erb_spmc_space_again (int space);
/* Returns whether that space has entered, and has neither left nor died. */
extern bool erb_spmc_alive (int space);
/* Returns the space of erbium/space.h that has that number now, an erb_space, or ERB_NO_SPACE if
 * the program has none. */
extern int64_t erb_spmc_space_of (int space);
/* Faults unless a call names a possible space. */
extern void erb_spmc_expect_space (int space, const char *call, const char *where);
/* Returns whether the caller's process is a space now. */
extern bool erb_spmc_has_entered (void);
/* Registers the actions at exit and fork. */
extern void erb_spmc_watch_process (void);
/* Protects all changes of the caller's process to its tables of maps. */
extern void erb_spmc_process_lock (void);
extern void erb_spmc_process_unlock (void);
/* Returns whether no other thread can act for the caller's space. */
extern bool erb_spmc_is_whole_space (void);

/* ---- space_pages.c ------------------------------------------------------------ */

/* Returns whether the program has spaces of erbium/space.h, whose numbers are those of their
 * slots. */
extern bool erb_spmc_has_spaces (void);
/* Returns the only space that can start that one, or -1: it has been started, or any space can. */
extern int erb_spmc_starter_of (int number);

/* ---- page_map.c ---------------------------------------------------------------- */

extern bool erb_spmc_maps_init (void);
/* Forgets all maps, in a child of fork. */
extern void erb_spmc_maps_forget (void);
extern void erb_spmc_maps_drop (int space);
/* Unmaps the pages behind the first pages of a port, before the port shrinks.  With pages = 0 the
 * map is freed. */
extern void erb_spmc_map_cut (struct erb_spmc_map *m, int pages);
/* Returns the address in this process of the frames of a block, for writing or reading. */
extern char *erb_spmc_frames_at (const struct erb_spmc_map *m, int block);
/* Lets the process read pages [from, to) of the region at m's addresses, and write them with write.
 * Makes one system call for each run of frames. */
extern void erb_spmc_map_pages (struct erb_spmc_map *m, int from, int to, bool write);
/* Makes pages read-only (protect) or inaccessible (clear). */
extern void erb_spmc_map_protect (struct erb_spmc_map *m, int from, int to);
extern void erb_spmc_map_clear (struct erb_spmc_map *m, int from, int to);

/* ---- address.c ---------------------------------------------------------------- */

/* Return addresses: for a region that the caller's space allocates, or (address_for) for pages that
 * are given to a space, where no other space has any.  They fault if there are none. */
extern char *erb_spmc_address (int space, size_t size, const char *call, const char *where);
extern char *erb_spmc_address_for (int space, size_t size, const char *call, const char *where);
/* Frees addresses that the caller's space has cleared. */
extern void erb_spmc_address_free (int space, const char *va, size_t size);
/* Frees the whole part of a space (begin), and the list of free addresses of the caller's process
 * (forget). */
extern void erb_spmc_addresses_begin (int space);
extern void erb_spmc_addresses_forget (int space);

/* ---- copy.c and fix.c ----------------------------------------------------------- */

/* Gives frames to the producer's pages [from, to), with zeros where nothing is written. */
extern void erb_spmc_touch (const struct erb_spmc_map *m, int from, int to);
/* Makes pages accessible: fixed pages for a consumer; for the producer all pages, writable unless
 * they are fixed. */
extern void erb_spmc_open (struct erb_spmc_map *m, int from, int to);
/* Fault unless m is a producer's (page is the one that the message names), and unless none of the
 * pages [from, to) is an extension page. */
extern void erb_spmc_expect_producer (const struct erb_spmc_map *m, int page, const char *call,
                                      const char *where);
extern void erb_spmc_expect_data (const struct erb_spmc_map *m, int from, int to,
                                  const char *call, const char *where);

/* ---- page_wait.c ---------------------------------------------------------------- */

/* Returns whether all spaces seem to run on the caller's processor. */
extern bool erb_spmc_on_one_processor (void);
/* Notes the caller's processor. */
extern void erb_spmc_note_processor (void);

/* ---- page_deadlock.c ------------------------------------------------------------ */

/* Notes that the caller's space, self, is about to sleep: it has checked in vain for an event that
 * only space awaited can bring about.  Faults if the spaces of a cycle of such waits cannot
 * proceed.  Called before each sleep except short ones; the arguments may differ from one call to
 * the next. */
extern void erb_spmc_sleeps (int self, int awaited, const char *call, const char *where);
/* Notes the end of a wait, whether the space has slept or not. */
extern void erb_spmc_sleeps_no_more (int self);

/* ---- page_fault.c ----------------------------------------------------------------- */

/* Returns hint, the advice of a message.  An access has no source line (where is NULL); the advice
 * then also tells how to find the line of its instruction. */
extern const char *erb_spmc_hint (const char *where, const char *hint);
/* Installs the handler of page faults. */
extern void erb_spmc_watch_faults (void);
/* Reports a misuse of a page of m.  hint may be NULL. */
extern void erb_spmc_fault (const char *call, const char *where, const struct erb_spmc_map *m,
                            int page, const char *hint, const char *what) ERB_NORETURN ERB_COLD;
/* Reports that a page will never be fixed, because its producer, space, has died. */
extern void erb_spmc_fault_of_death (const char *call, const char *where,
                                     const struct erb_spmc_map *m, int page, int space)
  ERB_NORETURN ERB_COLD;

/* ---- page_map.c, page_sums.c ---------------------------------------------------------- */

/* Adds n to what the caller's space, and its process, have spent; threads of one space may lose
 * each other's parts.  The second returns what the process has spent. */
extern void erb_spmc_spend (enum erb_spmc_cost cost, int64_t n);
extern int64_t erb_spmc_spent (enum erb_spmc_cost cost);
/* The caller has created the memory of pages; the program ends: prints the tables of ERBIUM_STATS,
 * once, if the caller is the process that has created the memory. */
extern void erb_spmc_sums_begin (void);
extern void erb_spmc_sums_end (void);

#endif
