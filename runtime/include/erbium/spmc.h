/* SPDX-License-Identifier: MIT */
/* spmc.h - virtual memory with one producer and many consumers (SPMC).
 *
 * A region is a range of pages that several spaces see.  One space, its producer, writes each
 * page, then fixes it once; from then on all consumers can read the page and no space can write
 * it.  Thus no program can read what is not yet written, nor overwrite what is still to be
 * read, whatever the schedule: its result depends on its input alone.  The protection of the
 * pages enforces this: an access that the protocol forbids is an error that names the page.
 *
 *   erbium_spmc_init (2);
 *   char *a = erbium_spmc_alloc (2 * 4096);        // the caller is its producer
 *   erbium_spmc_copycons (1, a, a, 2 * 4096);      // space 1 sees it at the same address
 *   if (fork () == 0)
 *     {
 *       erbium_spmc_enter (1);
 *       puts (a);                                  // waits until the page is fixed
 *       exit (0);
 *     }
 *   strcpy (a, "hello");                           // the first access allocates a frame
 *   erbium_spmc_setfix (a, 4096);
 *
 * The model and the names of the operations come from two papers: Y. Zhang, J. Zhang, Q. Zhang,
 * "Making User-level VMM for Deterministic Parallelism Nonblocking and Efficient" (University of
 * Science and Technology of China; DLinux), section II; and "sumC: A VM-based Scalable Unbounded
 * Multicast Channel for Pipeline Parallelism" (preprint, 2015), section 4.  erbium/papers.h
 * defines their names without a prefix.  The papers keep the frame of a page apart from the
 * memory that a space sees, and copy between the two; here the frame itself is mapped.
 *
 * A space is a process that was forked from the caller of erbium_spmc_init, or a thread of such
 * a process; it has a number.  erbium/space.h creates spaces, waits for them and detects their
 * death.  A program that does this itself calls erbium_spmc_enter, erbium_spmc_leave and
 * erbium_spmc_died, and nothing else.
 *
 * States of a page, and the effect of an access:
 *
 *   state      | producer reads or writes        | consumer reads | consumer writes
 *   -----------|---------------------------------|----------------|----------------
 *   no frame   | allocates a frame of zeros      | waits          | error
 *   writable   | proceeds                        | waits          | error
 *   fixed      | may read; a write is an error   | proceeds       | error
 *   extension  | error                           | error          | error
 *
 * A frame returns to the free list when the producer, and all consumers that could still read
 * it, have extended past it, cleared it or died.
 *
 * Processes that die.  A space that waits for a page of a dead producer gets an error that
 * names the death: at once where erbium_spmc_died is called, and otherwise within a tenth of a
 * second.  A space may be killed at any point of a call of this file: what it had fixed stays
 * fixed, and the rest does not.  All shared memory lies in files without a name, which vanish
 * with the last process that maps them.
 *
 * System calls do not fault.  A call that reads from pages or writes to them (read, write, and
 * functions such as fwrite that use these) may fail with EFAULT, or stop early, where a page
 * has not been accessed yet.  It need not: an access also opens some of the pages behind it, and
 * their number depends on the progress of the producer.  So call erbium_spmc_map first, which
 * waits for all of them, or copy with erbium_spmc_read.  In a sealed program, calls that read
 * and write files wait as an access does.
 *
 * Signals.  An access to a page that is not mapped yet raises SIGSEGV, and the handler of the
 * library waits and maps the page.  A space must therefore not block SIGSEGV: at such an access
 * the system would kill it, as it would without a handler.  (Call erbium_spmc_map or
 * erbium_spmc_read instead, or leave SIGSEGV out of the mask.)  A program that supplies a stack
 * for handlers (sigaltstack) must make it at least SIGSTKSZ bytes large, 8192; where the frame
 * of a signal (AT_MINSIGSTKSZ) exceeds 3000 bytes, it needs 5000 bytes more than that frame.
 *
 * Errors end the program with a message that names the call, its source line, the address, page,
 * region, generation and space, and with status ERBIUM_EXIT_MISUSE, ERBIUM_EXIT_RESOURCE,
 * ERBIUM_EXIT_DEATH (the caller waits for a space that has died) or ERBIUM_EXIT_DEADLOCK (spaces
 * wait for each other).  Every function here may end with an error.  Only those that "wait" may
 * block.  A signal handler must neither call these functions nor access pages.
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

/* Creates the shared memory for spaces 0 to nspaces - 1 (1 <= nspaces <= ERBIUM_SPMC_SPACES) and
 * makes the caller space 0.  It comes before every other call of this file, unless the program
 * calls erbium_space_alloc, which includes it.  The processes of the other spaces must be forked
 * from the caller afterwards.  A second call with the same or a smaller number has no effect.
 * DLinux, section III-A. */
#define erbium_spmc_init(nspaces) (erbium_spmc_init) ((nspaces), ERBIUM_HERE)

/* Makes the caller's process, which has just been forked, or its thread the given space.  It
 * has exactly the pages that its parent gave to that number; mappings inherited from the parent
 * are gone.  No living space may have the number.  A thread that never calls this belongs to
 * the space that its process last entered. */
#define erbium_spmc_enter(space) (erbium_spmc_enter) ((space), ERBIUM_HERE)

/* Ends the caller's space in good order: it loses all its regions.  Pages that it has fixed can
 * still be read; consumers learn that the others will never be fixed (erbium_spmc_test and
 * erbium_spmc_ended).  The number may be used again.  exit does this too; after _exit the space
 * counts as dead. */
#define erbium_spmc_leave() (erbium_spmc_leave) (ERBIUM_HERE)

/* Reports that a space has died, so that all spaces that wait for it proceed at once, with an
 * error.  It is for a parent that has seen the exit status of the process.  how is the cause,
 * such as "of SIGKILL"; it is copied and may be NULL.  The call has no effect on a space that
 * has left or is already known to be dead.  It applies to the present user of the number, or to
 * the next one once pages or channels have been given to the number again; that space then
 * loses them.  So report a death before anything is given to the next user of the number. */
ERBIUM_API void erbium_spmc_died (int space, const char *how);

/* Returns the number of the caller's space, or -1 if it has none. */
ERBIUM_API int erbium_spmc_space (void);

/* Returns whether that space has entered, and has neither left nor died.  Makes no system call,
 * unless it publishes the messages of a lazy channel. */
ERBIUM_API bool erbium_spmc_alive (int space);

/* ---- Regions ----------------------------------------------------------- */

/* Allocates a region of size bytes (> 0, rounded up to pages), aligned to a page; the caller is
 * its producer.  No page has a frame yet.  The regions of a space have the same addresses in
 * every run. */
#define erbium_spmc_alloc(size) (erbium_spmc_alloc) ((size), ERBIUM_HERE)

/* Makes space child the producer of the caller's pages [sva, sva + size), at [dva, dva + size)
 * in the child; the caller becomes a consumer of them.  A process usually takes dva = sva.  With
 * dva = NULL the library chooses an address that no space uses, as threads of one process need.
 * Returns dva.  A segment must be given as a whole, with its extension page.  The child must not
 * have entered yet, or must not use the pages before it learns that it has them.  DLinux,
 * section II-C. */
#define erbium_spmc_transown(child, sva, dva, size) \
  (erbium_spmc_transown) ((child), (sva), (dva), (size), ERBIUM_HERE)

/* Makes the child a consumer, in the same way; the role of the caller does not change.  The
 * child sees the generation that the caller sees, and all later ones. */
#define erbium_spmc_copycons(child, sva, dva, size) \
  (erbium_spmc_copycons) ((child), (sva), (dva), (size), ERBIUM_HERE)

/* Gives up pages [va, va + size).  Consumers can still read what a producer has fixed. */
#define erbium_spmc_clear(va, size) (erbium_spmc_clear) ((va), (size), ERBIUM_HERE)

/* ---- Writing and reading ----------------------------------------------- */

/* Fixes the bytes [va, va + size), which the caller produces, and wakes consumers that wait for
 * them.  Whole pages become read-only.  Where va + size is inside a page, the rest of that page
 * can still be written, and fixed later.  The bytes of a page are fixed in ascending order, each
 * once.  A page that was never accessed is fixed as zeros.  While a page is partly fixed, the
 * processor, which protects whole pages, does not detect a store to the fixed part, and
 * consumers may see that store; erbium_spmc_write detects it.  DLinux, section II-C3. */
#define erbium_spmc_setfix(va, size) (erbium_spmc_setfix) ((va), (size), ERBIUM_HERE)

/* Proceeds to the next generation of a segment.  va and size name the segment, which is whole
 * pages; extva names its extension page, a page of the same region outside the segment, which
 * links the generations for producer and consumers.
 *   producer  The segment gets new pages without frames.  Old pages that are not fixed never
 *             will be.
 *   consumer  The segment becomes that of the producer's next generation; the call waits until
 *             there is one.
 * A page has one segment.  A segment may lie within another one, with its extension page, and
 * starts anew when the outer one is extended.  Both sides must name the same segments.  A page
 * that is fixed as data cannot be an extension page: extending by it, or testing whether that is
 * possible, is an error on either side.  A region has at most ERBIUM_SPMC_SEGMENTS segments.
 * Returns true.  DLinux, section II-C4; sumC, section 4.2. */
#define ERBIUM_SPMC_SEGMENTS 15
#define erbium_spmc_extend(extva, va, size) \
  (erbium_spmc_extend) ((extva), (va), (size), ERBIUM_HERE)

/* As erbium_spmc_extend, but does not wait: returns whether there was a next generation. */
#define erbium_spmc_try_extend(extva, va, size) \
  (erbium_spmc_try_extend) ((extva), (va), (size), ERBIUM_HERE)

/* For a consumer of the region.  test returns whether the byte at va can be read without
 * waiting, by erbium_spmc_read or erbium_spmc_at; an access waits for the whole page.
 * test_range returns this for all bytes [va, va + size).  test_extend returns whether an extend
 * would not wait.  DLinux, section IV-A. */
#define erbium_spmc_test(va) (erbium_spmc_test) ((va), ERBIUM_HERE)
#define erbium_spmc_test_range(va, size) (erbium_spmc_test_range) ((va), (size), ERBIUM_HERE)
#define erbium_spmc_test_extend(extva) (erbium_spmc_test_extend) ((extva), ERBIUM_HERE)

/* Returns whether the byte at va is not fixed and never will be, because its producer has
 * cleared it, left or extended past it.  For an extension page at va: whether its segment will
 * not be extended. */
#define erbium_spmc_ended(va) (erbium_spmc_ended) ((va), ERBIUM_HERE)

/* Copy size bytes (>= 0) to va, or from va, without a page fault: between the caller's buffer
 * and the frames themselves.  read waits until all the bytes are fixed.  DLinux, section IV-B. */
#define erbium_spmc_write(va, from, size) (erbium_spmc_write) ((va), (from), (size), ERBIUM_HERE)
#define erbium_spmc_read(va, to, size) (erbium_spmc_read) ((va), (to), (size), ERBIUM_HERE)

/* Makes pages [va, va + size) accessible in one call, instead of by a fault each.  The pages of
 * a producer get frames; a consumer waits until all pages are fixed. */
#define erbium_spmc_map(va, size) (erbium_spmc_map) ((va), (size), ERBIUM_HERE)

/* Returns the address of the frames of bytes [va, va + size), which are contiguous there.  The
 * caller accesses them in place, without a copy or a fault, and, once frames are reused, without
 * a system call.  The producer may write what is not fixed.  A consumer waits until the bytes
 * are fixed, and may read them.  The address is valid until the caller next extends or clears
 * the page.  All pages must belong to one segment. */
#define erbium_spmc_at(va, size) (erbium_spmc_at) ((va), (size), ERBIUM_HERE)

/* ---- Statistics --------------------------------------------------------- */

/* Counts of a region since it was allocated, for all its spaces. */
struct erbium_spmc_counts
{
  int64_t fixes;       /* calls of erbium_spmc_setfix, n_f in sumC */
  int64_t extensions;  /* by producers, n_e in sumC */
  int64_t frames;      /* pages that it holds now; some may have no memory yet */
  int64_t most_frames; /* the maximum of frames */
  int64_t recycled;    /* generations that reused the frames of an older one */
  int64_t pages;       /* pages with fixed bytes, of all generations; n_p in sumC */
  int64_t messages;    /* sent on a channel, n_m in sumC */
  int64_t bytes;       /* of these messages */
};

/* Stores the counts of the region at va in *counts. */
#define erbium_spmc_counts(va, counts) (erbium_spmc_counts) ((va), (counts), ERBIUM_HERE)

/* All regions together: their number, the frames that they hold, and the bytes of memory of
 * these frames, as the kernel reports them for the file. */
struct erbium_spmc_use { int64_t regions, frames, bytes; };
ERBIUM_API void erbium_spmc_use (struct erbium_spmc_use *use);

/* The caller's process: page faults that were handled, system calls that mapped pages or
 * changed their protection, waits, and the waits that slept. */
struct erbium_spmc_costs { int64_t faults, calls, waits, sleeps; };
ERBIUM_API void erbium_spmc_costs (struct erbium_spmc_costs *costs);

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API void (erbium_spmc_init) (int nspaces, const char *where);
ERBIUM_API void (erbium_spmc_enter) (int space, const char *where);
ERBIUM_API void (erbium_spmc_leave) (const char *where);
ERBIUM_API void *(erbium_spmc_alloc) (size_t size, const char *where);
ERBIUM_API void *(erbium_spmc_transown) (int child, void *sva, void *dva, size_t size,
                                         const char *where);
ERBIUM_API void *(erbium_spmc_copycons) (int child, void *sva, void *dva, size_t size,
                                         const char *where);
ERBIUM_API void (erbium_spmc_clear) (void *va, size_t size, const char *where);
ERBIUM_API void (erbium_spmc_setfix) (void *va, size_t size, const char *where);
ERBIUM_API bool (erbium_spmc_extend) (void *extva, void *va, size_t size, const char *where);
ERBIUM_API bool (erbium_spmc_try_extend) (void *extva, void *va, size_t size, const char *where);
ERBIUM_API bool (erbium_spmc_test) (const void *va, const char *where);
ERBIUM_API bool (erbium_spmc_test_range) (const void *va, size_t size, const char *where);
ERBIUM_API bool (erbium_spmc_test_extend) (const void *extva, const char *where);
ERBIUM_API bool (erbium_spmc_ended) (const void *va, const char *where);
ERBIUM_API void (erbium_spmc_write) (void *va, const void *from, size_t size, const char *where);
ERBIUM_API void (erbium_spmc_read) (const void *va, void *to, size_t size, const char *where);
ERBIUM_API void (erbium_spmc_map) (void *va, size_t size, const char *where);
ERBIUM_API void *(erbium_spmc_at) (void *va, size_t size, const char *where);
ERBIUM_API void (erbium_spmc_counts) (const void *va, struct erbium_spmc_counts *counts,
                                      const char *where);

#ifdef __cplusplus
}
#endif
#endif
