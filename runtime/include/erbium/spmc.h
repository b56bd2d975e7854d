/* SPDX-License-Identifier: MIT */
/* spmc.h - virtual memory with one producer and many consumers (SPMC).
 *
 * A region is a range of pages that several spaces see.  One space writes it: its
 * producer.  A page is written, fixed once, and from then on can be read by all its
 * consumers and written by nobody.  So no program can read what is not written yet,
 * nor overwrite what is still to be read, whatever the schedule: what it computes
 * depends on its input alone.  The pages' protection holds that up, not trust: an
 * access that the protocol forbids is an error that names the page.
 *
 *   spmc_init (2);
 *   char *a = spmcR_alloc (2 * 4096);       // the caller is its producer
 *   spmcR_copycons (1, a, a, 2 * 4096);     // space 1 will see it at the same address
 *   if (fork () == 0)
 *     {
 *       spmc_enter (1);
 *       puts (a);                           // waits until the page is fixed
 *       exit (0);
 *     }
 *   strcpy (a, "hello");                    // gets a frame when it is first touched
 *   spmcR_setfix (a, 4096);
 *
 * The model is that of DLinux (Zhang, Zhang, Zhang, section II) and of sumC (section 4);
 * names are theirs.  The papers keep the frames of a page and what a space sees of it
 * apart and copy between the two; here a page that is touched is the frame itself, mapped.
 *
 * A space is a process that was forked from the one that called spmc_init, or a thread of
 * such a process; it has a number.  Who makes spaces, waits for them and hears of their
 * death is erbium/space.h's business, or the program's: spmc_enter, spmc_leave and
 * spmc_died are the whole of what it has to call.
 *
 * States of a page, and what an access does:
 *
 *   state      | producer reads or writes        | consumer reads | consumer writes
 *   -----------|---------------------------------|----------------|----------------
 *   no frame   | it gets a frame, of zeros       | waits          | error
 *   writable   | goes on                         | waits          | error
 *   fixed      | reads; to write is an error     | goes on        | error
 *   extension  | error                           | error          | error
 *
 * A frame goes back to the free list when the producer and all consumers that could still
 * read it have extended past it, cleared it or died.
 *
 * Processes that die.  Whoever waits for a page of a producer that has died gets an error
 * that says so, at the latest a tenth of a second after its death; at once where
 * spmc_died is called.  It does not matter where in a call of this file a space is killed:
 * what it had fixed is fixed, what it had not is not.  All shared memory is of files
 * without a name, which go with the last process that has them.
 *
 * System calls do not fault: a call that reads from pages, or writes to them (read, write, and fwrite and the like, which
 * make such calls), may fail with EFAULT, or stop before its end, where one of them has not been accessed yet; or it may
 * not, as an access opens pages behind it, too, and how many depends on the producer.  Call spmcR_map first, which waits
 * for all, or have spmcR_read copy them to memory of the caller's.  In a sealed program calls that read and write files
 * wait as an access does.
 *
 * Signals.  An access to a page that is not mapped yet raises SIGSEGV, whose handler is the library's: it waits, and
 * maps the page.  So a space must not block SIGSEGV: the system kills who does so at such an access, as it would without
 * a handler.  (Call spmcR_map or spmcR_read instead, or leave it out of the mask.)  A stack of the program's own
 * for handlers (sigaltstack) needs SIGSTKSZ, 8192 bytes, or 5000 more than the frame of a signal (AT_MINSIGSTKSZ)
 * where that is above 3000.
 *
 * Errors end the program with a message that names the call, its source line, the address,
 * page, region, generation and space, and status ERBIUM_EXIT_MISUSE, ERBIUM_EXIT_RESOURCE,
 * ERBIUM_EXIT_DEATH (a space that is waited for has died) or ERBIUM_EXIT_DEADLOCK (spaces wait for each other).
 * Every function here may end with one; those that "wait" may block, all others do not.  None of them, and no page,
 * may be used in a handler of a signal.
 */
#ifndef ERBIUM_SPMC_H
#define ERBIUM_SPMC_H

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Spaces ------------------------------------------------------------ */

/* Spaces have the numbers 0 to ERBIUM_SPMC_SPACES - 1 at most. */
#define ERBIUM_SPMC_SPACES 65536

/* Before all else (the first space_alloc of a program does it too): makes the shared memory for spaces 0 to nspaces - 1
 * (1 <= nspaces <= ERBIUM_SPMC_SPACES); the caller is space 0.  The processes of the others
 * must be forked from it afterwards.  Called again, for as many or fewer, it does nothing.
 * 003, section III-A. */
#define spmc_init(nspaces) erbium_spmc_init ((nspaces), ERBIUM_HERE)

/* The caller's process, just forked, or thread is the given space from here on and has
 * what its parent gave that number: nothing else.  What the parent had mapped is gone.
 * The number must not be in use by one that lives.  A thread that never calls this is of
 * the space that its process was last entered as. */
#define spmc_enter(space) erbium_spmc_enter ((space), ERBIUM_HERE)

/* The caller's space has ended in good order: it loses all its regions; what it has fixed
 * can be read, and of what it has not, consumers are told that it never will be (spmcR_test
 * and spmcR_ended).  The number may be used again.  exit does this too; _exit does not,
 * and then the space has died. */
#define spmc_leave() erbium_spmc_leave (ERBIUM_HERE)

/* Says that a space has died, of what (as "of SIGKILL", copied; may be NULL): whoever waits
 * for it goes on at once, into an error.  For the parent, who has seen its exit status.
 * Nothing happens where the space has left, or is already known to be dead.  But a number stands for whoever has it, or
 * is the next to have it: once it has been given pages or channels again, it is said of that one, which may
 * have died before it entered, and loses them.  So say it before a number is given something for its next user. */
#define spmc_died(space, how) erbium_spmc_died ((space), (how))

/* The caller's space, or -1: it has none. */
#define spmc_space() erbium_spmc_space ()

/* Whether that space has entered, and neither left nor died.  Makes no system call, unless a lazy channel is published. */
#define spmc_alive(space) erbium_spmc_alive (space)

/* ---- Regions ----------------------------------------------------------- */

/* Kinds of regions: 0, or of these. */
enum erbium_spmc_kind
{
  /* As the papers do it: what a space sees of a page is private memory, copied to the frame
   * when it is fixed and from the frame when it is read; a fault is of one page, and
   * spmcR_read waits for whole pages.  To compare with. */
  ERBIUM_SPMC_TWICE = 1
};

/* A region of size bytes (> 0, rounded up to pages), on a page; the caller is its producer.
 * No page has a frame yet.  Regions of one space lie at the same addresses in every run. */
#define spmcR_alloc(size) erbium_spmc_alloc ((size), 0, ERBIUM_HERE)
#define spmcR_alloc_as(size, kind) erbium_spmc_alloc ((size), (kind), ERBIUM_HERE)

/* Gives pages [sva, sva + size) of the caller to the space child, as their producer, at
 * [dva, dva + size) there; the caller becomes a consumer of them.  dva may be sva, which suits a
 * process; NULL: an address that is not used in any space, which a thread of the same process
 * needs.  Returns dva.  A segment goes as a whole, with its extension page.  The child has not
 * entered yet, or does not use the pages before it has heard that it has them.  003, II-C. */
#define spmcR_transown(child, sva, dva, size) \
  erbium_spmc_transown ((child), (sva), (dva), (size), ERBIUM_HERE)

/* Likewise, as a consumer; the caller stays what it is.  The child sees the generation
 * that the caller sees, and all later ones. */
#define spmcR_copycons(child, sva, dva, size) \
  erbium_spmc_copycons ((child), (sva), (dva), (size), ERBIUM_HERE)

/* The caller has no more to do with pages [va, va + size).  Its consumers can still
 * read what a producer has fixed. */
#define spmcR_clear(va, size) erbium_spmc_clear ((va), (size), ERBIUM_HERE)

/* ---- Writing and reading ----------------------------------------------- */

/* Fixes the bytes [va, va + size), which the caller produces, and lets consumers go on that
 * wait for them.  Whole pages lose the right to be written.  Where va + size is inside of a
 * page, the rest of that page can still be written, and fixed later: bytes are fixed in their
 * order, each once; a page that was never touched is fixed as zeros.  Until then the machine, which knows
 * rights by page, takes no notice of a plain store to the part that is fixed, and consumers may see it;
 * spmcR_write does.  003, II-C3. */
#define spmcR_setfix(va, size) erbium_spmc_fix ((va), (size), ERBIUM_HERE)

/* Next generation.  va and size name whole pages, the segment; extva a page of the same region
 * outside of them, the extension page, by which producer and consumers find each other.  Of a
 * producer: the segment's pages are new ones without frames; what is still not fixed of the
 * old ones never will be.  Of a consumer: they are those of the producer's next generation,
 * and it waits until there is one.  A page has one segment; a segment may lie within another
 * one with its extension page, and begins anew when that one is extended.  Both sides must
 * name the same segments; a page that is fixed as data is no extension page, and to extend by it, or to ask
 * whether one may, is an error on either side.  At most ERBIUM_SPMC_SEGMENTS a region.  003, II-C4; 000,
 * section 4.2. */
#define ERBIUM_SPMC_SEGMENTS 15
#define spmcR_extend(extva, va, size) erbium_spmc_extend ((extva), (va), (size), 1, ERBIUM_HERE)
/* The same without waiting: returns whether there was a next generation. */
#define spmcR_try_extend(extva, va, size) \
  erbium_spmc_extend ((extva), (va), (size), 0, ERBIUM_HERE)

/* Whether the byte at va, of a region that the caller consumes, can be read without waiting
 * (byte: through spmcR_read or spmcR_at; an access waits for the whole page);
 * the same of all bytes [va, va + size); whether an extend would not wait.  003, IV-A. */
#define spmcR_test(va) erbium_spmc_test ((va), 1, ERBIUM_HERE)
#define spmcR_test_range(va, size) erbium_spmc_test ((va), (size), ERBIUM_HERE)
#define spmcR_test_extend(extva) erbium_spmc_test ((extva), 0, ERBIUM_HERE)

/* Whether the byte at va is not fixed and never will be, since its producer has cleared it, left
 * or extended past it; or the segment of an extension page at va will not be extended. */
#define spmcR_ended(va) erbium_spmc_ended ((va), ERBIUM_HERE)

/* Copies size bytes (>= 0) to va, or from va, without a fault: between the caller's buffer and the
 * frames themselves.  read waits until all the bytes are fixed.  003, IV-B. */
#define spmcR_write(va, from, size) erbium_spmc_write ((va), (from), (size), ERBIUM_HERE)
#define spmcR_read(va, to, size) erbium_spmc_read ((va), (to), (size), ERBIUM_HERE)

/* Makes pages [va, va + size) accessible in one call instead of a fault each: the
 * producer's get frames, a consumer waits until all are fixed. */
#define spmcR_map(va, size) erbium_spmc_map ((va), (size), ERBIUM_HERE)

/* Where the frames of the bytes [va, va + size) are, in one run: to write or read them in place,
 * without a copy, a fault, or a system call when the frames are in use again.  The producer may
 * write there what is not fixed; a consumer waits until it is, and may read.  Good
 * until the caller next extends or clears the page.  The pages must be of one segment. */
#define spmcR_at(va, size) erbium_spmc_at ((va), (size), ERBIUM_HERE)

/* ---- What goes on ------------------------------------------------------ */

/* Of the region at va, since it was made, by all its spaces. */
struct erbium_spmc_counts
{
  int64_t fixes;       /* calls of setfix, n_f in 000 */
  int64_t extensions;  /* of the producers, n_e in 000 */
  int64_t frames;      /* that it holds now, pages: some may have no memory yet */
  int64_t most_frames; /* at any time */
  int64_t recycled;    /* generations that had frames of an older one */
};
#define spmcR_counts(va, counts) erbium_spmc_count ((va), (counts), ERBIUM_HERE)

/* Of all regions: regions that exist, frames that they hold, bytes of memory that the frames
 * have (what the kernel says of the file). */
struct erbium_spmc_use { int64_t regions, frames, bytes; };
ERBIUM_API void erbium_spmc_use (struct erbium_spmc_use *use);

/* Of the caller's process: page faults that were handled, maps and protections changed (system
 * calls), waits, and sleeps among these. */
struct erbium_spmc_costs { int64_t faults, calls, waits, sleeps; };
ERBIUM_API void erbium_spmc_costs (struct erbium_spmc_costs *costs);

/* ---- Behind the macros ------------------------------------------------- */

ERBIUM_API void erbium_spmc_init (int nspaces, const char *where);
ERBIUM_API void erbium_spmc_enter (int space, const char *where);
ERBIUM_API void erbium_spmc_leave (const char *where);
ERBIUM_API void erbium_spmc_died (int space, const char *how);
ERBIUM_API int erbium_spmc_space (void);
ERBIUM_API bool erbium_spmc_alive (int space);
ERBIUM_API void *erbium_spmc_alloc (size_t size, int kind, const char *where);
ERBIUM_API void *erbium_spmc_transown (int child, void *sva, void *dva, size_t size,
                                       const char *where);
ERBIUM_API void *erbium_spmc_copycons (int child, void *sva, void *dva, size_t size,
                                       const char *where);
ERBIUM_API void erbium_spmc_clear (void *va, size_t size, const char *where);
ERBIUM_API void erbium_spmc_fix (void *va, size_t size, const char *where);
ERBIUM_API bool erbium_spmc_extend (void *extva, void *va, size_t size, int wait,
                                    const char *where);
ERBIUM_API bool erbium_spmc_test (const void *va, size_t size, const char *where);
ERBIUM_API bool erbium_spmc_ended (const void *va, const char *where);
ERBIUM_API void erbium_spmc_write (void *va, const void *from, size_t size, const char *where);
ERBIUM_API void erbium_spmc_read (const void *va, void *to, size_t size, const char *where);
ERBIUM_API void erbium_spmc_map (void *va, size_t size, const char *where);
ERBIUM_API void *erbium_spmc_at (void *va, size_t size, const char *where);
ERBIUM_API void erbium_spmc_count (const void *va, struct erbium_spmc_counts *counts,
                                   const char *where);

#ifdef __cplusplus
}
#endif
#endif
