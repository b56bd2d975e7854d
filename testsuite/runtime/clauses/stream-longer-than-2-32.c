/* SPDX-License-Identifier: MIT */
/* A stream may be longer than 2^32 elements, also where 32-bit variables count
 * it, and memory does not grow with its length. */
// RUN: %build
// RUN: %run --only default,check %t
#include <sys/resource.h>
#include "test.h"

/* A burst at a time; of each, a first, a last and a random element. */
enum { BURST = 1 << 16, HORIZON = 4 * BURST };
static const uint64_t total = (UINT64_C (1) << 32) + 10 * BURST;

static uint8_t
value (uint64_t i)
{
  return (uint8_t) mixed (i);
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (uint8_t));
void
produce (ERBIUM_RECORD (uint8_t) r)
{
  ERBIUM_VIEW (uint8_t) v = erbium_new_write_view (r);
  uint64_t seed = 8;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  uint32_t i = 0;
  for (uint64_t n = 0; n < total; n += BURST, i += BURST)
    {
      uint32_t some = chance (&seed) % BURST;
      erbium_stall (v, i + BURST);
      ERBIUM_AT (v, i) = value (n);
      ERBIUM_AT (v, i + BURST - 1) = value (n + BURST - 1);
      ERBIUM_AT (v, i + some) = value (n + some);
      erbium_commit (v, i + BURST);
    }
}

static long
memory (void)
{
  struct rusage use;
  getrusage (RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

int
main (void)
{
  ERBIUM_RECORD (uint8_t) r = erbium_new_record (uint8_t, 1, 1);
  ERBIUM_VIEW (uint8_t) v = erbium_new_read_view (r);
  uint64_t seed = 8, n = 0;
  long early = 0;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  ERBIUM_RUN (produce, r);
  for (uint32_t i = 0;; i += BURST, n += BURST)
    {
      uint32_t some = chance (&seed) % BURST;
      erbium_update (v, i + BURST);
      if (erbium_done (v))
        break;
      expect_equal (ERBIUM_AT (v, i), value (n));
      expect_equal (ERBIUM_AT (v, i + BURST - 1), value (n + BURST - 1));
      expect_equal (ERBIUM_AT (v, i + some), value (n + some));
      erbium_release (v, i + BURST);
      if (n == total / 16 / BURST * BURST)
        early = memory ();
    }
  expect_equal (n, total);
  expect (memory () < early + 4096); /* KiB */
}
