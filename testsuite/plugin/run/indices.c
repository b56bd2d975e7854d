// RUN: %variants %s %t | FileCheck %s
// Indices of all types, that begin beyond 0, wrap, run in steps or depend on data.
#include <stdint.h>
int printf (const char *, ...);
typedef unsigned long hash;
#define MIX(h, x) (h = (h ^ (hash) (x)) * 0x9E3779B97F4A7C15ul >> 3)
#define N 3000

/* Writer and reader of N elements from BASE on. */
#define FOUR(W, R, E, B, T, BASE) \
  process W (record int r) \
  { \
    view int v = new_write_view (r); \
    register (v); \
    alloc (v, 500); \
    commit (v, (long) BASE); \
    T i = (T) BASE; \
    for (long k = 0; k < N; k++, i++) \
      { stall (v, i + 1); v[[i]] = k * 7 % 1013; commit (v, i + 1); } \
  } \
  process R (record int r, hash *to) \
  { \
    view int v = new_read_view (r); \
    register (v); \
    alloc (v, 700); \
    update (v, (long) BASE); \
    release (v, (long) BASE); \
    hash h = 1; \
    for (T i = (T) BASE; update (v, i + 1); i++) \
      { MIX (h, v[[i]]); release (v, i + 1); } \
    *to = h; \
  } \
  process E (record int r, hash *to) /* ends where the result is cut to 0 */ \
  { \
    view int v = new_read_view (r); \
    register (v); \
    alloc (v, 700); \
    update (v, (long) BASE); \
    release (v, (long) BASE); \
    T i = (T) BASE; \
    while (1) \
      { T hd = update (v, i + 1); if (!hd) break; release (v, i + 1); i++; } \
    *to = (T) (i - (T) BASE); \
  } \
  process B (record int r, hash *to) /* elements back from the newest */ \
  { \
    view int v = new_read_view (r); \
    register (v); \
    alloc (v, 700); \
    update (v, (long) BASE); \
    release (v, (long) BASE); \
    hash h = 1; \
    T tl = (T) BASE; \
    for (int k = 0; k < N / 100; k++) \
      { \
        update (v, tl + 100); \
        for (T i = tl + 100; i != tl; i--) MIX (h, v[[i - 1]]); \
        for (T i = tl; i != (T) (tl + 100); i += 2) MIX (h, v[[i]] + v[[i + 1]]); \
        tl += 100; \
        release (v, tl); \
      } \
    *to = h; \
  }
#define PAIR(NAME, T, BASE) FOUR (NAME##_w, NAME##_r, NAME##_e, NAME##_b, T, BASE)

PAIR (i0, int, 0)
PAIR (u0, unsigned, 0)
PAIR (l0, long, 0)
PAIR (ul0, unsigned long, 0)
PAIR (s0, short, 0)
PAIR (us0, unsigned short, 0)
PAIR (i5, int, 5)
PAIR (us9, unsigned short, 60000)
PAIR (u31, unsigned, 0x7ffffff0u)
PAIR (u32, unsigned, 0xfffffff0u)
PAIR (i32, int, 0xfffffe00u)
PAIR (w32, unsigned, 0x100000000)
PAIR (x32, int, 0x100000007)
PAIR (u33, unsigned, 0x1fffffc00)
PAIR (l33, long, 0x1fffffc00)
PAIR (l40, long, 0x10000000001)

#define ALL(DO) \
  DO (i0) DO (u0) DO (l0) DO (ul0) DO (s0) DO (us0) DO (i5) DO (us9) DO (u31) DO (u32) DO (i32) \
  DO (w32) DO (x32) DO (u33) DO (l33) DO (l40)
#define RUN4(NAME, W, R, E, B) \
  { \
    record int r = new_record (1, 1), s = new_record (1, 1), q = new_record (1, 1); \
    hash h = 0, e = 0, b = 0; \
    long t[] = { run W (r), run R (r, &h), run W (s), run E (s, &e), \
                 run W (q), run B (q, &b) }; \
    for (int k = 0; k < 6; k++) join (t[k]); \
    printf ("%s %s %ld %s\n", NAME, h == want ? "right" : "wrong", (long) e, \
            b == back ? "right" : "wrong"); \
  }
#define GO(NAME) RUN4 (#NAME, NAME##_w, NAME##_r, NAME##_e, NAME##_b)

/* Steps, and indices that the data decides. */
process steps (record int r, hash *to, long d)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 700);
  hash h = 1;
  for (long i = 0; update (v, i + d) == i + d; i += d)
    { MIX (h, v[[i]] + v[[i + d - 1]]); release (v, i + d); }
  *to = h;
}
process decided (record int r, hash *to)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 700);
  hash h = 1;
  for (unsigned i = 0; update (v, i + 8) == i + 8;)
    { unsigned at = i + (v[[i]] & 7); MIX (h, v[[at]]); i += 1 + (v[[at]] & 3); release (v, i); }
  *to = h;
}
process table (record int r, hash *to)
{
  static const short order[8] = { 7, 0, 6, 1, 5, 2, 4, 3 };
  view int v = new_read_view (r);
  register (v);
  alloc (v, 700);
  hash h = 1;
  for (int i = 0; update (v, i + 8) == i + 8; i += 8)
    {
      for (int k = 0; k < 8; k++)
        MIX (h, v[[i + order[k]]]);
      release (v, i + 8);
    }
  *to = h;
}

int
main (void)
{
  hash want = 1, back = 1;
  for (long k = 0; k < N; k++)
    MIX (want, k * 7 % 1013);
  for (long k = 0; k < N; k += 100)
    {
      for (long j = 99; j >= 0; j--) MIX (back, (k + j) * 7 % 1013);
      for (long j = 0; j < 100; j += 2) MIX (back, (k + j) * 7 % 1013 + (k + j + 1) * 7 % 1013);
    }
  ALL (GO)
  // CHECK: i0 right 3000 right
  // CHECK: u0 right 3000 right
  // CHECK: l0 right 3000 right
  // CHECK: ul0 right 3000 right
  // CHECK: s0 right 3000 right
  // CHECK: us0 right 3000 right
  // CHECK: i5 right 3000 right
  // CHECK: us9 right 3000 right
  // CHECK: u31 right 3000 right
  // CHECK: u32 right 15 right
  // CHECK: i32 right 511 right
  // CHECK: w32 right 3000 right
  // CHECK: x32 right 3000 right
  // CHECK: u33 right 1023 right
  // CHECK: l33 right 3000 right
  // CHECK: l40 right 3000 right
  for (int d = 1; d < 8; d++)
    {
      record int r = new_record (1, 1);
      hash h = 0, e = 1;
      long a = run i0_w (r), b = run steps (r, &h, d);
      join (a); join (b);
      for (long k = 0; k + d <= N; k += d)
        MIX (e, k * 7 % 1013 + (k + d - 1) * 7 % 1013);
      printf ("step %d %s\n", d, h == e ? "right" : "wrong");
    }
  // CHECK-COUNT-7: step {{.}} right
  record int r = new_record (1, 1), s = new_record (1, 1);
  hash h = 0, e = 0;
  long t[] = { run i0_w (r), run decided (r, &h), run i0_w (s), run table (s, &e) };
  for (int k = 0; k < 4; k++)
    join (t[k]);
  hash dh = 1, de = 1;
#define V(k) ((k) * 7 % 1013)
  static const short order[8] = { 7, 0, 6, 1, 5, 2, 4, 3 };
  for (unsigned i = 0; i + 8 <= N;)
    { unsigned at = i + (V (i) & 7); MIX (dh, V (at)); i += 1 + (V (at) & 3); }
  for (int i = 0; i + 8 <= N; i += 8)
    for (int k = 0; k < 8; k++)
      MIX (de, V (i + order[k]));
  printf ("decided %s table %s\n", h == dh ? "right" : "wrong", e == de ? "right" : "wrong");
  // CHECK: decided right table right
}
