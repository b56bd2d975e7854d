/* SPDX-License-Identifier: MIT */
/* table.c - digests that differ in one byte alone are different chunks, also where all want one slot. */
#include <stdio.h>
#include <string.h>

#include "dedup.h"

static int wrong;

static void
expect (const char *what, int64_t have, int64_t want)
{
  if (have != want && wrong++ < 10)
    printf ("%s: %lld, not %lld\n", what, (long long) have, (long long) want);
}

/* Number n in two bytes from `at` on: bytes 8 to 15 say which slot it wants. */
static void
make (uint8_t digest[DIGEST], int at, int n)
{
  memset (digest, 0, DIGEST);
  put_number (digest + at, (uint64_t) n, 2);
}

int
main (void)
{
  static const struct job j;
  static const int at[] = { 0, 6, 8, 14, 16, 30 };
  uint8_t digest[DIGEST];
  for (size_t k = 0; k < sizeof at / sizeof *at; k++)
    {
      struct table t = { 0 };
      for (int n = 0; n < 3000; n++)
        {
          make (digest, at[k], n);
          expect ("new", table_place (&j, &t, digest, 10L * n), -1);
        }
      for (int n = 0; n < 3000; n++)
        {
          make (digest, at[k], n);
          expect ("there", table_place (&j, &t, digest, 7), 10L * n);
        }
      expect ("chunks", (int64_t) t.used, 3000);
      table_free (&t);
    }
  for (int ranges = 1; ranges <= MAX_RANGES; ranges++)
    {
      memset (digest, 0, DIGEST);
      expect ("first range", range_of (digest, ranges), 0);
      memset (digest, 0xff, DIGEST);
      expect ("last range", range_of (digest, ranges), ranges - 1);
    }
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}
