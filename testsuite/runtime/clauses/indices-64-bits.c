/* SPDX-License-Identifier: MIT */
/* Indices have 64 bits: a stream goes on beyond 2^32 and up to 2^62 as it began, also where an index times
 * the size of an element has more bits than a word: its window grows there, and several producers share it. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { H = 100 };
static const erbium_index most = INT64_C (1) << 62;

static void
stream (erbium_index from)
{
  ERBIUM_RECORD (erbium_index) r = erbium_new_record (erbium_index, 1, 1);
  ERBIUM_VIEW (erbium_index) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, H);
  erbium_alloc (out, H);
  erbium_commit (out, from);
  expect_equal (erbium_update (in, from), from);
  erbium_release (in, from);
  for (erbium_index i = from; i < from + 1000; i += H)
    {
      erbium_stall (out, i + H);
      for (erbium_index k = i; k < i + H; k++)
        ERBIUM_AT (out, k) = k;
      erbium_commit (out, i + H);
      erbium_receive (in, i + H);
      expect_equal (erbium_update (in, i + H), i + H);
      for (erbium_index k = i; k < i + H; k++)
        expect_equal (ERBIUM_AT (in, k), k);
      erbium_release (in, i + H);
    }
}

/* Elements of many sizes: where they have no power of two, one of them lies across the end of a word. */
enum { FEW = 400, MANY = 5000 };

#define GROWING(T, name)                                                       \
  static void                                                                  \
  write_##name (ERBIUM_VIEW (T) out, erbium_index from, erbium_index to)       \
  {                                                                            \
    erbium_stall (out, to);                                                    \
    for (erbium_index k = from; k < to; k++)                                   \
      ERBIUM_AT (out, k).i = k;                                                \
  }                                                                            \
  static void                                                                  \
  read_##name (ERBIUM_VIEW (T) in, erbium_index from, erbium_index to)         \
  {                                                                            \
    expect_equal (erbium_update (in, to), to);                                 \
    for (erbium_index k = from; k < to; k++)                                   \
      expect_equal (ERBIUM_AT (in, k).i, k);                                   \
  }                                                                            \
  /* Committed ones and others are there when the window grows. */             \
  static void                                                                  \
  grow_##name (erbium_index from, int few, int many)                           \
  {                                                                            \
    ERBIUM_RECORD (T) r = erbium_new_record (T, 1, 1);                         \
    ERBIUM_VIEW (T) in = erbium_new_read_view (r), out = erbium_new_write_view (r); \
    erbium_register (in, 1);                                                   \
    erbium_register (out, 1);                                                  \
    erbium_alloc (in, 1);                                                      \
    erbium_alloc (out, few);                                                   \
    erbium_release (in, from);                                                 \
    erbium_commit (out, from);                                                 \
    write_##name (out, from, from + few);                                      \
    erbium_commit (out, from + few / 2);                                       \
    read_##name (in, from, from + few / 4);                                    \
    erbium_alloc (out, many);                                                  \
    write_##name (out, from + few, from + many);                               \
    erbium_commit (out, from + many);                                          \
    read_##name (in, from, from + many);                                       \
    erbium_free_view (in, ERBIUM_TERMINATE);                                   \
    erbium_free_view (out, ERBIUM_TERMINATE);                                  \
  }                                                                            \
  /* In turn, a block each. */                                                 \
  static void                                                                  \
  share_##name (erbium_index from, int few, int many)                          \
  {                                                                            \
    ERBIUM_RECORD (T) r = erbium_new_record (T, 2, 1);                         \
    ERBIUM_VIEW (T) in = erbium_new_read_view (r), out[2];                     \
    erbium_register (in, 1);                                                   \
    erbium_alloc (in, few);                                                    \
    erbium_release (in, from);                                                 \
    for (int n = 0; n < 2; n++)                                                \
      {                                                                        \
        out[n] = erbium_new_write_view (r);                                    \
        erbium_register (out[n], n + 1);                                       \
        erbium_alloc (out[n], n ? many : few);                                 \
        erbium_commit (out[n], from);                                          \
      }                                                                        \
    for (int n = 0, k = 0; k + few <= many; n = !n, k += few)                  \
      {                                                                        \
        write_##name (out[n], from + k, from + k + few);                       \
        erbium_commit (out[0], from + k + few);                                \
        erbium_commit (out[1], from + k + few);                                \
        read_##name (in, from + k, from + k + few);                            \
        if (k > 2 * few)                                                       \
          erbium_release (in, from + k - 2 * few);                             \
      }                                                                        \
    erbium_free_view (in, ERBIUM_TERMINATE);                                   \
    erbium_free_view (out[0], ERBIUM_TERMINATE);                               \
    erbium_free_view (out[1], ERBIUM_TERMINATE);                               \
  }                                                                            \
  static void                                                                  \
  around_##name (erbium_index at, int few, int many)                           \
  {                                                                            \
    at = at < most - many ? at : most - many;                                  \
    grow_##name (at, few, many);                                               \
    share_##name (at, few, many);                                              \
  }                                                                            \
  /* Where the bytes before an element begin to need one bit more, up to 2^64 and at the end. */ \
  static void                                                                  \
  all_##name (int few, int many)                                               \
  {                                                                            \
    const erbium_index half = (erbium_index) (((uint64_t) 1 << 63) / sizeof (T)); \
    around_##name (0, few, many);                                              \
    around_##name (half / 2, few, many);                                       \
    around_##name (half - few / 2, few, many);                                 \
    around_##name (half - many / 2, few, many);                                \
    around_##name (2 * half - few / 2, few, many);                             \
    around_##name (2 * half - many / 2, few, many);                            \
    around_##name (most, few, many);                                           \
  }

struct word { erbium_index i; };
struct odd { erbium_index i, more[2]; };
struct large { erbium_index i; char more[5000]; };
GROWING (struct word, word)
GROWING (struct odd, odd)
GROWING (struct large, large)

int
main (void)
{
  stream (0);
  stream ((INT64_C (1) << 31) - 500);
  stream ((INT64_C (1) << 32) - 500);
  stream ((INT64_C (1) << 32) + 500);
  stream ((INT64_C (1) << 60) - 1);
  stream ((INT64_C (1) << 61) - 450);
  stream (most - 1000);
  all_word (FEW, MANY);
  all_odd (FEW, MANY);
  all_large (FEW / 40, MANY / 40);
}
