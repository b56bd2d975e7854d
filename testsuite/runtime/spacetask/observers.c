/* SPDX-License-Identifier: MIT */
/* Producers that are spaces and share a record: what an observer has not missed is whole, whatever part of a
 * page an element has and however far the producers are; where nobody else reads, that is all of its horizon
 * while they keep together, as far ahead as they may. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=67108864 %timed %t | FileCheck %s
// CHECK: all seen
#include "test.h"

static int intact, missed;
enum { BLOCK = 16, LENGTH = 6000, LOOK = 23 };

/* The observer looks anew each LOOK blocks, and at what is left of that after each. */
#define OBSERVING(T, name)                                                     \
  static ERBIUM_VIEW (T) out_##name[2], in_##name, x_##name;                   \
  static void                                                                  \
  begin_##name (int horizon, int readers)                                      \
  {                                                                            \
    ERBIUM_RECORD (T) r = erbium_new_record (T, 2, readers);                   \
    for (int n = 0; n < 2; n++)                                                \
      {                                                                        \
        out_##name[n] = erbium_new_write_view (r);                             \
        erbium_register (out_##name[n], n + 1);                                \
        erbium_alloc (out_##name[n], horizon);                                 \
      }                                                                        \
    x_##name = in_##name = erbium_new_read_view (r);                           \
    erbium_alloc (in_##name, horizon);                                         \
    if (readers == 0)                                                          \
      return;                                                                  \
    erbium_register (in_##name, 1);                                            \
    x_##name = erbium_new_read_view (r);                                       \
    erbium_alloc (x_##name, horizon);                                          \
  }                                                                            \
  static void                                                                  \
  write_##name (int i, int to)                                                 \
  {                                                                            \
    ERBIUM_VIEW (T) v = out_##name[i / BLOCK % 2];                             \
    erbium_stall (v, to);                                                      \
    for (int k = i; k < i + BLOCK; k++)                                        \
      ERBIUM_AT (v, k).i = k + 1;                                              \
    erbium_commit (out_##name[0], i + BLOCK);                                  \
    erbium_commit (out_##name[1], i + BLOCK);                                  \
  }                                                                            \
  /* How many are intact. */                                                   \
  static int                                                                   \
  look_##name (int from, int to)                                               \
  {                                                                            \
    int lost = (int) erbium_missed (x_##name);                                 \
    for (int k = from + lost; k < to; k++)                                     \
      expect_equal (ERBIUM_AT (x_##name, k).i, k + 1);                         \
    return to - from - lost;                                                   \
  }                                                                            \
  static void                                                                  \
  observe_##name (int horizon, int readers)                                    \
  {                                                                            \
    int from = 0, to = 0;                                                      \
    begin_##name (horizon, readers);                                           \
    for (int i = 0; i < LENGTH; i += BLOCK)                                    \
      {                                                                        \
        write_##name (i, i + (readers ? BLOCK : horizon));                     \
        if (readers)                                                           \
          {                                                                    \
            erbium_update (in_##name, i + BLOCK);                              \
            erbium_release (in_##name, i + BLOCK);                             \
          }                                                                    \
        if (i / BLOCK % LOOK == 0)                                             \
          {                                                                    \
            to = i + BLOCK;                                                    \
            from = to > horizon ? to - horizon : 0;                            \
            erbium_update (x_##name, to);                                      \
            erbium_release (x_##name, from);                                   \
            expect (readers || look_##name (from, to) == to - from);           \
          }                                                                    \
        int left = look_##name (from, to);                                     \
        intact += left;                                                        \
        missed += to - from - left;                                            \
      }                                                                        \
    erbium_free_view (x_##name, ERBIUM_TERMINATE);                             \
    if (readers)                                                               \
      erbium_free_view (in_##name, ERBIUM_TERMINATE);                          \
    for (int n = 0; n < 2; n++)                                                \
      erbium_free_view (out_##name[n], ERBIUM_TERMINATE);                      \
  }                                                                            \
  static void                                                                  \
  all_##name (void)                                                            \
  {                                                                            \
    for (int readers = 0; readers < 2; readers++)                              \
      for (int horizon = 64; horizon <= 1024; horizon *= 2)                    \
        {                                                                      \
          observe_##name (horizon, readers);                                   \
          observe_##name (horizon - 7, readers);                               \
        }                                                                      \
  }

struct word { int i; };
struct odd { int i, more[4]; };
struct large { int i, more[1030]; };
OBSERVING (struct word, word)
OBSERVING (struct odd, odd)
OBSERVING (struct large, large)

int
main (void)
{
  all_word ();
  all_odd ();
  all_large ();
  expect (intact > 0 && missed > 0);
  puts ("all seen");
}
