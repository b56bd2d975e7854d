/* SPDX-License-Identifier: MIT */
/* papers.h - the names that two papers use for spaces, pages and channels.
 *
 * A program that follows the papers, or compares with them, includes this file on purpose; the
 * other headers define names with the prefix erbium_ or ERBIUM_ only.  Each name here means the
 * operation of erbium/spmc.h, erbium/space.h or erbium/channel.h that stands beside it.  Names
 * that only Erbium has (such as spmcR_at) follow the same pattern.
 *
 *   spmc_*, spmcR_*, space_*, chan_*   Y. Zhang, J. Zhang, Q. Zhang: "Making User-level VMM for
 *                                      Deterministic Parallelism Nonblocking and Efficient",
 *                                      University of Science and Technology of China (DLinux)
 *   thread_*                           "sumC: A VM-based Scalable Unbounded Multicast Channel for
 *                                      Pipeline Parallelism", preprint, 2015, section 3.3
 */
#ifndef ERBIUM_PAPERS_H
#define ERBIUM_PAPERS_H

#include "channel.h"
#include "space.h"

/* ---- erbium/spmc.h ------------------------------------------------------ */

#define spmc_init(nspaces) erbium_spmc_init (nspaces)
#define spmc_enter(space) erbium_spmc_enter (space)
#define spmc_leave() erbium_spmc_leave ()
#define spmc_died(space, how) erbium_spmc_died (space, how)
#define spmc_space() erbium_spmc_space ()
#define spmc_alive(space) erbium_spmc_alive (space)

#define spmcR_alloc(size) erbium_spmc_alloc (size)
#define spmcR_transown(child, sva, dva, size) erbium_spmc_transown (child, sva, dva, size)
#define spmcR_copycons(child, sva, dva, size) erbium_spmc_copycons (child, sva, dva, size)
#define spmcR_clear(va, size) erbium_spmc_clear (va, size)
#define spmcR_setfix(va, size) erbium_spmc_setfix (va, size)
#define spmcR_extend(extva, va, size) erbium_spmc_extend (extva, va, size)
#define spmcR_try_extend(extva, va, size) erbium_spmc_try_extend (extva, va, size)
#define spmcR_test(va) erbium_spmc_test (va)
#define spmcR_test_range(va, size) erbium_spmc_test_range (va, size)
#define spmcR_test_extend(extva) erbium_spmc_test_extend (extva)
#define spmcR_ended(va) erbium_spmc_ended (va)
#define spmcR_write(va, from, size) erbium_spmc_write (va, from, size)
#define spmcR_read(va, to, size) erbium_spmc_read (va, to, size)
#define spmcR_map(va, size) erbium_spmc_map (va, size)
#define spmcR_at(va, size) erbium_spmc_at (va, size)
#define spmcR_counts(va, counts) erbium_spmc_counts (va, counts)

/* A program that is compiled with -DSPMC_NONBLOCKING tests until a page is fixed instead of being
 * suspended; DLinux, section IV-A.  The settings ERBIUM_SPIN=0 and a large ERBIUM_SPIN make the
 * same choice for a program that is not compiled again. */
#ifdef SPMC_NONBLOCKING
#define SPMCR_TEST(va) do ; while (!spmcR_test (va))
#else
#define SPMCR_TEST(va) ((void) 0)
#endif

/* ---- erbium/space.h ----------------------------------------------------- */

#define SPACE_RETURNED ERBIUM_SPACE_RETURNED
#define SPACE_ENDED ERBIUM_SPACE_ENDED
#define SPACE_DIED ERBIUM_SPACE_DIED

#define space_alloc(gid) erbium_space_alloc (gid)
#define space_start(child, fn, args) erbium_space_start (child, fn, args)
#define space_sync(child, restart) erbium_space_sync (child, restart)
#define space_watch(child, restart, status) erbium_space_watch (child, restart, status)
#define space_join(child) erbium_space_join (child)
#define space_ret() erbium_space_ret ()
#define space_id() erbium_space_id ()
#define space_gid() erbium_space_gid ()
#define space_path() erbium_space_path ()

/* sumC calls spaces threads.  thread_sync lets the child continue. */
#define thread_alloc(gid) erbium_space_alloc (gid)
#define thread_start(child, fn, args) erbium_space_start (child, fn, args)
#define thread_sync(child) erbium_space_sync (child, true)
#define thread_join(child) erbium_space_join (child)
#define thread_ret() erbium_space_ret ()

/* ---- erbium/channel.h --------------------------------------------------- */

#define CHAN_END ERBIUM_CHAN_END
#define CHAN_EAGER ERBIUM_CHAN_EAGER
#define CHAN_LAZY ERBIUM_CHAN_LAZY

#define chan_alloc() erbium_chan_alloc ()
#define chan_alloc_as(size, kind) erbium_chan_alloc_as (size, kind)
#define chan_setprod(chan, child, ascons) erbium_chan_setprod (chan, child, ascons)
#define chan_setcons(chan, child) erbium_chan_setcons (chan, child)
#define chan_send(chan, buf, size) erbium_chan_send (chan, buf, size)
#define chan_sendLast(chan, buf, size) erbium_chan_send_last (chan, buf, size)
#define chan_recv(chan, buf) erbium_chan_recv (chan, buf)
#define chan_next(chan) erbium_chan_next (chan)
#define chan_test(chan) erbium_chan_test (chan)
#define chan_take(chan, size) erbium_chan_take (chan, size)
#define chan_room(chan, size) erbium_chan_room (chan, size)
#define chan_push(chan, size) erbium_chan_push (chan, size)
#define chan_close(chan) erbium_chan_close (chan)
#define chan_counts(chan, counts) erbium_chan_counts (chan, counts)

#endif
