/* SPDX-License-Identifier: MIT */
/* A stream goes to another rank and back: elements of several sizes, bursts below and above a
 * message, horizons from one element on, to the last element and the end in two phases. */
// RUN: %build
// RUN: %ranks %t | FileCheck %s
#include "test.h"

/* Elements of 1, 24 and 5000 bytes: none, some and most of them cross the end of a window. */
struct middle { long word[3]; };
struct large { char byte[5000]; };
/* A message with one of them goes in two parts, of which the second is so short that MPI may pass
 * it on before the first. */
struct huge { char byte[65800]; };

#define RELAY(name, type)                                                                \
  ERBIUM_PROCESS (name, ERBIUM_VIEW (type), ERBIUM_VIEW (type), int);                    \
  void name (ERBIUM_VIEW (type) in, ERBIUM_VIEW (type) out, int burst)                   \
  {                                                                                      \
    erbium_alloc (in, burst);                                                            \
    erbium_alloc (out, burst);                                                           \
    erbium_register (in, 1);                                                             \
    erbium_register (out, 1);                                                            \
    for (long tl = 0, hd; (hd = erbium_update (in, tl + burst)); tl = hd)                \
      {                                                                                  \
        erbium_stall (out, hd);                                                          \
        for (long i = tl; i < hd; i++)                                                   \
          ERBIUM_AT (out, i) = ERBIUM_AT (in, i);                                        \
        erbium_commit (out, hd);                                                         \
        erbium_release (in, hd);                                                         \
      }                                                                                  \
    expect (erbium_done (in));                                                           \
  }

RELAY (relay_char, char)
RELAY (relay_middle, struct middle)
RELAY (relay_large, struct large)
RELAY (relay_huge, struct huge)

/* The first byte of element i. */
static char
mark (long i)
{
  return (char) (i * 7 + i / 251);
}

#define TEST(type, relay, n, burst)                                                      \
  do                                                                                     \
    {                                                                                    \
      ERBIUM_RECORD (type) there = erbium_new_record (type, 1, 1);                       \
      ERBIUM_RECORD (type) back = erbium_new_record (type, 1, 1);                        \
      ERBIUM_VIEW (type) to = erbium_new_write_view (there);                             \
      ERBIUM_VIEW (type) from = erbium_new_read_view (back);                             \
      ERBIUM_RUN (relay, erbium_give (erbium_new_read_view (there)),                     \
                  erbium_give (erbium_new_write_view (back)), burst);                    \
      erbium_register (to, 1);                                                           \
      erbium_register (from, 1);                                                         \
      erbium_alloc (to, burst);                                                          \
      erbium_alloc (from, burst);                                                        \
      long seen = 0;                                                                     \
      for (long i = 0; i < n; i++)                                                       \
        {                                                                                \
          erbium_stall (to, i + 1);                                                      \
          type *e = &ERBIUM_AT (to, i);                                                  \
          memset (e, mark (i), sizeof *e);                                               \
          erbium_commit (to, i + 1);                                                     \
          if ((i + 1) % burst)                                                           \
            continue;                                                                    \
          seen = i + 1;                                                                  \
          expect_equal (erbium_update (from, seen), seen);                               \
          for (long k = seen - burst; k < seen; k++)                                     \
            expect_equal (((char *) &ERBIUM_AT (from, k))[sizeof (type) - 1], mark (k)); \
          erbium_release (from, seen);                                                   \
        }                                                                                \
      erbium_free_view (to, ERBIUM_TERMINATE);                                           \
      if (seen < n)                                                                      \
        expect_equal (erbium_update (from, seen + burst), n);                            \
      for (long k = seen; k < n; k++)                                                    \
        expect_equal (((char *) &ERBIUM_AT (from, k))[0], mark (k));                     \
      expect_equal (erbium_update (from, n + 1), 0);                                     \
      expect (erbium_done (from));                                                       \
      erbium_free_view (from, ERBIUM_TERMINATE);                                         \
      erbium_join_all ();                                                                \
      printf (#type ", %d elements in bursts of %d\n", n, burst);                        \
    }                                                                                    \
  while (0)

int
main (void)
{
  TEST (char, relay_char, 200, 1);
  TEST (char, relay_char, 1000003, 10000);
  TEST (char, relay_char, 1000003, 300000);
  TEST (struct middle, relay_middle, 100001, 1000);
  TEST (struct large, relay_large, 101, 3);
  TEST (struct large, relay_large, 400, 40);
  TEST (struct huge, relay_huge, 300, 20);
  // CHECK: char, 200 elements in bursts of 1
  // CHECK: char, 1000003 elements in bursts of 10000
  // CHECK: char, 1000003 elements in bursts of 300000
  // CHECK: struct middle, 100001 elements in bursts of 1000
  // CHECK: struct large, 101 elements in bursts of 3
  // CHECK: struct large, 400 elements in bursts of 40
  // CHECK: struct huge, 300 elements in bursts of 20
}
