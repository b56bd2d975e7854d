/* SPDX-License-Identifier: MIT */
/* burst.h - records for other languages: a small binary interface of functions, without macros.
 *
 * A binding of another language, or a library that is loaded at run time, needs functions that it
 * can call by name, whose types are pointers and integers of fixed size, and that report a mistake
 * of their caller instead of ending the program.  These functions are that.  They give access to
 * records in bursts: a burst is a run of elements that lie in the memory of the record, as a
 * pointer and a length, so nothing is copied.
 *
 *   producer                                   consumer
 *   erbium_burst_acquire (e, n, &at)           erbium_burst_receive (e, n, &at, &got)
 *   ... write n elements at `at'               ... read `got' elements at `at'
 *   erbium_burst_commit (e, n)                 erbium_burst_release (e, got)
 *   erbium_burst_close (e)                     erbium_burst_close (e)
 *
 * An end counts for itself: a burst begins behind what was committed, or released, last.  A
 * producer may commit less than it has acquired, and a consumer release less than it has received:
 * the rest is in the next burst, with what was written there.  So a consumer that releases k
 * elements late sees k elements of history.
 *
 * The horizon is only a hint, since a burst that is larger than the horizon enlarges it.
 *
 * A record here is a record of erbium.h, and an end is a view with an id.  Processes in C that use
 * erbium.h and those that use these functions work together.
 *
 * Version.  A program asks erbium_burst_version, which returns at least the version for which the
 * program was written.  A later version only adds functions and codes; these keep their types and
 * their meaning.
 *
 * Errors.  Each function returns a code, and changes nothing if the code is negative.  Two kinds of
 * errors have no code, because no process could go on: deadlocks, and a lack of memory for a
 * window.  They end the program with a message, as in erbium.h.
 */
#ifndef ERBIUM_BURST_H
#define ERBIUM_BURST_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ERBIUM_BURST_VERSION 1

struct erbium_record;
struct erbium_burst; /* an end of a record: of one producer, or of one consumer */

enum erbium_burst_side { ERBIUM_BURST_READ = 0, ERBIUM_BURST_WRITE = 1 };

enum erbium_burst_code
{
  ERBIUM_BURST_OK = 0,
  ERBIUM_BURST_END = 1,        /* the stream has ended, and no element is left */
  ERBIUM_BURST_INVALID = -1,   /* a pointer is NULL, or a number is out of its range */
  ERBIUM_BURST_SIDE = -2,      /* a producer's call for the end of a consumer, or the reverse */
  ERBIUM_BURST_OWNER = -3,     /* the end belongs to another process */
  ERBIUM_BURST_TAKEN = -4,     /* another end has this id, or had it */
  ERBIUM_BURST_NOT_THERE = -5, /* more is committed than acquired, or released than received */
  ERBIUM_BURST_TOO_LARGE = -6, /* the burst has more than 1 GiB */
  ERBIUM_BURST_NO_MEMORY = -7  /* there is no memory for an end */
};

/* Returns the version of these functions.  Does not block; may be called by any thread, at any
 * time. */
extern int32_t erbium_burst_version (void);

/* Returns what a code means, as a phrase in English that is never freed; of any number.  Does not
 * block. */
extern const char *erbium_burst_message (int32_t code);

/* Creates a record for elements of `size' bytes with that alignment, 1 to 4096, a power of two that
 * divides the size.  1 <= producers, 0 <= consumers, both <= 65535.  name, which is copied, is for
 * messages and may be NULL.  Does not block. */
extern int32_t erbium_burst_record (int64_t size, int64_t align, int32_t producers,
                                    int32_t consumers, const char *name,
                                    struct erbium_record **record);

/* Makes the caller's process a producer or consumer of the record, with that id, from 1 on, and a
 * horizon of at least 1 element and at most 1 GiB.  The end belongs to this process, which alone
 * may call the functions below, and ends at the latest with it.  ERBIUM_BURST_TAKEN is exact
 * unless two processes open the same id at the same time; then one of them ends the program.  Does
 * not block. */
extern int32_t erbium_burst_open (struct erbium_record *record, int32_t side, int32_t id,
                                  int64_t horizon, struct erbium_burst **end);

/* Waits until n elements can be written, 1 <= n, and sets *at to the first.  They are not
 * initialised, and lie one behind the other.  The address is valid until the next call for this
 * end. */
extern int32_t erbium_burst_acquire (struct erbium_burst *end, int64_t n, void **at);

/* Publishes the first n of the elements that were acquired, 0 <= n.  Does not wait for other
 * processes. */
extern int32_t erbium_burst_commit (struct erbium_burst *end, int64_t n);

/* Waits until n elements can be read, 1 <= n, or until the stream ends.  Sets *at to the first, and
 * *got to how many there are: n, or less at the end.  Returns ERBIUM_BURST_END, with *got = 0, if
 * there are none.  The elements must not be written.  The address is valid until the next call for
 * this end. */
extern int32_t erbium_burst_receive (struct erbium_burst *end, int64_t n, const void **at,
                                     int64_t *got);

/* Gives the first n of the elements that were received back to the producers, 0 <= n.  Does not
 * wait. */
extern int32_t erbium_burst_release (struct erbium_burst *end, int64_t n);

/* Returns 1 if acquire or receive of n elements would return at once, 0 if it might wait, or a
 * negative code.  Does not wait.  For languages with a lock of their own, which they give away
 * before they wait. */
extern int32_t erbium_burst_ready (const struct erbium_burst *end, int64_t n);

/* Ends the part of this end in the stream, and frees it: of a producer, the stream ends behind what
 * was committed; a consumer does not hold producers back any more.  NULL is permitted.  Does not
 * wait. */
extern int32_t erbium_burst_close (struct erbium_burst *end);

/* Starts a process that calls function (argument); stores its handle in *process unless that is
 * NULL.  name is copied, may be NULL, and appears in messages and statistics.  If processes are
 * spaces, the process has a copy of the memory of its parent.  Does not wait for it. */
extern int32_t erbium_burst_run (const char *name, void (*function) (void *argument),
                                 void *argument, int64_t *process);

/* Waits until the process has ended, whose handle run has stored.  A number that is no handle ends
 * the program. */
extern int32_t erbium_burst_join (int64_t process);

#ifdef __cplusplus
}
#endif
#endif
