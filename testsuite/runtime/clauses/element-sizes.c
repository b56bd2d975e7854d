/* SPDX-License-Identifier: MIT */
/* Any element type and size: bytes to pages, not only powers of two, arrays
 * and structures; any alignment up to a page, on each element; on both sides of
 * the window's end. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { H = 7 };

static uint8_t
value (int64_t i, size_t byte)
{
  return (uint8_t) mixed ((uint64_t) i * 10007 + byte);
}

/* A stream of T. */
#define TYPE(name, T, n)                                                       \
  typedef T name##_t;                                                          \
  ERBIUM_PROCESS (name##_produce, ERBIUM_RECORD (name##_t));                   \
  void name##_produce (ERBIUM_RECORD (name##_t) r)                             \
  {                                                                            \
    ERBIUM_VIEW (name##_t) v = erbium_new_write_view (r);                      \
    erbium_register (v, 1);                                                    \
    erbium_alloc (v, H);                                                       \
    for (int64_t i = 0; i < (n); i++)                                          \
      {                                                                        \
        erbium_stall (v, i + 1);                                               \
        uint8_t *at = (uint8_t *) &ERBIUM_AT (v, i);                           \
        expect_equal ((uintptr_t) at % __alignof__ (name##_t), 0);             \
        for (size_t b = 0; b < sizeof (name##_t); b++)                         \
          at[b] = value (i, b);                                                \
        erbium_commit (v, i + 1);                                              \
      }                                                                        \
  }                                                                            \
  static void name##_test (void)                                               \
  {                                                                            \
    ERBIUM_RECORD (name##_t) r = erbium_new_record (name##_t, 1, 1);           \
    ERBIUM_VIEW (name##_t) v = erbium_new_read_view (r);                       \
    erbium_register (v, 1);                                                    \
    erbium_alloc (v, H);                                                       \
    ERBIUM_RUN (name##_produce, r);                                            \
    int64_t i = 0;                                                             \
    for (; erbium_update (v, i + 1) > i; i++)                                  \
      {                                                                        \
        uint8_t *at = (uint8_t *) &ERBIUM_AT (v, i);                           \
        expect_equal ((uintptr_t) at % __alignof__ (name##_t), 0);             \
        for (size_t b = 0; b < sizeof (name##_t); b++)                         \
          expect_equal (at[b], value (i, b));                                  \
        erbium_release (v, i + 1);                                             \
      }                                                                        \
    expect_equal (i, (n));                                                     \
    erbium_free_view (v, ERBIUM_TERMINATE);                                    \
  }

struct s12 { int a, b, c; };
struct mixed { char a; double b; short c; };
struct __attribute__ ((aligned (64))) line { int a; };
union u { char c; long double d; };
typedef struct { uint8_t b[3]; } three;
typedef struct { uint8_t b[7]; } seven;
typedef struct { uint8_t b[4096]; } page;
typedef struct { uint8_t b[5000]; } large;
typedef struct { uint8_t b[1100]; } __attribute__ ((aligned (512))) sector;
typedef struct { uint8_t b[9000]; } __attribute__ ((aligned (4096))) pages;
typedef int row[5];
typedef int *pointer;

TYPE (one, uint8_t, 20000)
TYPE (two, uint16_t, 20000)
TYPE (three, three, 20000)
TYPE (four, float, 20000)
TYPE (seven, seven, 20000)
TYPE (eight, double, 20000)
TYPE (twelve, struct s12, 20000)
TYPE (mixed, struct mixed, 20000)
TYPE (line, struct line, 20000)
TYPE (wide, union u, 20000)
TYPE (row, row, 20000)
TYPE (pointer, pointer, 20000)
TYPE (page, page, 200)
TYPE (large, large, 200)
TYPE (sector, sector, 500)
TYPE (pages, pages, 100)

int
main (void)
{
  one_test ();
  two_test ();
  three_test ();
  four_test ();
  seven_test ();
  eight_test ();
  twelve_test ();
  mixed_test ();
  line_test ();
  wide_test ();
  row_test ();
  pointer_test ();
  page_test ();
  large_test ();
  sector_test ();
  pages_test ();
}
