/* SPDX-License-Identifier: MIT */
/* test.h - what the tests of the runtime share.
 *
 * A test never depends on time.  To show that a primitive waits, the partner
 * says with an atomic what it is about to do, does it, and whoever has waited
 * looks whether it was said (told, expect).  To show that it waits for exactly
 * as much as it should, a program of one process asks for one more: the runtime
 * then reports a deadlock, with its own exit status.
 */
#ifndef TEST_H
#define TEST_H

#include <sched.h>
#include <stdbool.h>
#ifdef __cplusplus
#include <atomic>
using namespace std; /* atomic_long and its kin */
#else
#include <stdatomic.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "erbium.h"
#include "shared.h"

/* Ends the test where a condition does not hold. */
#define expect(condition)                                                      \
  ((condition) ? (void) 0 : test_failed (ERBIUM_HERE, #condition))

/* The same for equal numbers, which it prints. */
#define expect_equal(a, b) test_equal ((long long) (a), (long long) (b), ERBIUM_HERE, #a, #b)

static inline void
test_failed (const char *where, const char *what)
{
  fprintf (stderr, "%s: not so: %s\n", where, what);
  fflush (stderr);
  _exit (1);
}

static inline void
test_equal (long long a, long long b, const char *where, const char *x, const char *y)
{
  if (a == b)
    return;
  fprintf (stderr, "%s: not so: %s == %s; %lld and %lld\n", where, x, y, a, b);
  fflush (stderr);
  _exit (1);
}

/* How often to repeat what is to happen n times: TEST_ROUNDS times as often
 * (stress tests set it), less under a slow sanitizer. */
static inline int
rounds (int n)
{
  const char *more = getenv ("TEST_ROUNDS"), *slower = getenv ("TEST_SLOWER");
  if (more)
    n *= atoi (more);
  if (slower)
    n /= atoi (slower);
  return n > 2 ? n : 2;
}

/* Whether consumers have windows of their own, as in some settings of the matrix. */
static inline bool
own_windows (void)
{
  const char *windows = getenv ("ERBIUM_WINDOWS");
  return windows && strcmp (windows, "private") == 0;
}

/* Told before it is done, asked after it was waited for. */
static inline void
tell (atomic_long *told, long i)
{
  atomic_store_explicit (told, i, memory_order_relaxed);
}

static inline long
told (atomic_long *told)
{
  return atomic_load_explicit (told, memory_order_relaxed);
}

/* Random numbers of a sequence of one's own. */
static inline uint32_t
chance (uint64_t *state)
{
  *state = *state * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return (uint32_t) (*state >> 33);
}

/* Now and then lets others go first, so that both sides get to wait. */
static inline void
dither (uint64_t *state)
{
  uint32_t n = chance (state) % 64;
  if (n == 0)
    usleep (chance (state) % 50);
  else if (n < 4)
    sched_yield ();
}

/* What stands at index i of a stream. */
static inline uint64_t
mixed (uint64_t i)
{
  i = (i ^ (i >> 31)) * UINT64_C (0x9e3779b97f4a7c15);
  return i ^ (i >> 29);
}

/* Both ends of a record of integers, registered, with that horizon. */
struct ends
{
  ERBIUM_RECORD (int) record;
  ERBIUM_VIEW (int) in, out; /* views 1 and 2 of who calls */
};

static inline struct ends
both_ends (int horizon)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  struct ends e = { r, erbium_new_read_view (r), NULL };
  e.out = erbium_new_write_view (r);
  erbium_register (e.in, 1);
  erbium_register (e.out, 1);
  erbium_alloc (e.in, horizon);
  erbium_alloc (e.out, horizon);
  return e;
}

#endif
