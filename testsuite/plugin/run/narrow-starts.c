// RUN: %variants %s %t | FileCheck %s
// Runs of indices of 32 bits that begin where nothing is accessed, far from the view's own index,
// or with a number, against those of 64.
// CHECK: {{^}}0 wrong
int printf (const char *, ...);
enum { H = 1 << 15, N = 1000, BLOCK = 26 };
static int count;
static void expect (long a, long b, long at, int line)
{
  if (a != b)
    count++, printf ("%#lx, line %d: %ld and %ld\n", at, line, a, b);
}
#define KERNEL(name, ...) __attribute__ ((noipa)) static long name (view int v, __VA_ARGS__)

/* What is right: elements from at on. */
KERNEL (wide, long at, int n) { long s = 0; for (int k = 0; k < n; k++) s = s * 3 + v[[at + k]]; return s; }

/* Only one turn of the outer loop has accesses. */
KERNEL (blocks, unsigned at)
{
  long s = 0;
  for (unsigned block = 0; block < 64; block++)
    if (block == at >> BLOCK)
      for (unsigned k = 0; k < 100; k++)
        s = s * 3 + v[[(block << BLOCK) + k]];
  return s;
}
KERNEL (signed_blocks, int at)
{
  long s = 0;
  for (int block = -32; block < 32; block++)
    if (block == at >> BLOCK)
      for (int k = 0; k < 100; k++)
        s = s * 3 + v[[(block * (1 << BLOCK)) + k]];
  return s;
}
/* An inner loop that has no turns but in one of the outer's. */
KERNEL (ragged, unsigned at)
{
  long s = 0;
  for (unsigned block = 0; block < 64; block++)
    for (unsigned k = 0; k < (block == at >> BLOCK ? 100 : 0); k++)
      s = s * 3 + v[[(block << BLOCK) + k]];
  return s;
}
KERNEL (left_early, unsigned at)
{
  long s = 0;
  for (unsigned block = 0; block < 64; block++)
    for (unsigned k = 0; k < 100; k++)
      {
        if (block != at >> BLOCK)
          break;
        s = s * 3 + v[[(block << BLOCK) + k]];
      }
  return s;
}
KERNEL (left_at_once, const unsigned *which)
{
  long s = 0;
  for (unsigned block = 0; block < 64; block++)
    for (unsigned k = 0; k < 100; k++)
      {
        if (which[k] != block)
          break;
        s = s * 3 + v[[(block << BLOCK) + k]];
      }
  return s;
}
/* An access that goes with another shows nothing if it is never made, or is elsewhere. */
KERNEL (beside, unsigned at, int on)
{
  long s = 0;
  for (unsigned block = 0; block < 64; block++)
    {
      if (on)
        s += v[[block << BLOCK]];
      if (block == at >> BLOCK)
        s = s * 3 + v[[(block << BLOCK) + 1]];
    }
  return s;
}
KERNEL (elsewhere, unsigned at)
{
  long s = 0, t = 0;
  for (unsigned block = 0; block < 64; block++)
    {
      s = s * 3 + v[[at + block]];
      if (block == at >> BLOCK)
        t += v[[(block << BLOCK) + 1]];
    }
  return s + t;
}
/* A condition in the loop itself, for one of its turns; the index may wrap, or does not. */
enum { STEP = 1 << 16 };
KERNEL (within, unsigned at)
{
  long s = 0;
  for (unsigned i = at % STEP; i < 0xffff0000u; i += STEP)
    if (i >= at && i < at + STEP)
      s = s * 3 + v[[i]] + v[[i + 1]];
  return s;
}
KERNEL (within_signed, int at)
{
  long s = 0;
  for (int i = -0x7fff0000 + (at & (STEP - 1)); i < 0x7fff0000; i += STEP)
    if (i >= at && i - STEP < at)
      s = s * 3 + v[[i]] + v[[i + 1]];
  return s;
}
KERNEL (skips, unsigned from, unsigned at)
{
  long s = 0;
  for (unsigned i = from; i != at + STEP; i += STEP)
    {
      if (i - at >= STEP)
        continue;
      s = s * 3 + v[[i]] + v[[i + 1]];
    }
  return s;
}
/* Of two accesses, each has a condition of its own that does not change. */
KERNEL (either, unsigned at, int near, int far)
{
  long s = 0;
  for (unsigned k = 0; k < 100; k++)
    {
      if (near)
        s = s * 3 + v[[at + k]];
      if (far)
        s = s * 3 + v[[at + 0x7ffffff0u + k]];
    }
  return s;
}
enum { NEAR = -0x40000000, FAR = 0x7fffff00 };
KERNEL (signed_either, int at, int near, int far)
{
  long s = 0;
  int first = at + NEAR, second = at + FAR; /* neither overflows */
  for (int twice = 0; twice < 2; twice++)
    {
      if (near)
        for (int i = first; i < first + 50; i++)
          s = s * 3 + v[[i]];
      first += 50;
      if (far)
        for (int i = second; i < second + 50; i++)
          s = s * 3 + v[[i]];
      second += 50;
    }
  return s;
}
/* An access in each turn shows where another is. */
KERNEL (neighbour, unsigned at, unsigned n)
{
  long s = 0;
  for (unsigned i = at; i != at + n; i++)
    {
      s = s * 3 + v[[i]];
      if (s & 1)
        s += 5 * v[[i - 1]] + 7 * v[[i + 1]];
    }
  return s;
}
KERNEL (wide_neighbour, long at, long n)
{
  long s = 0;
  for (long i = at; i != at + n; i++)
    {
      s = s * 3 + v[[i]];
      if (s & 1)
        s += 5 * v[[i - 1]] + 7 * v[[i + 1]];
    }
  return s;
}
KERNEL (triangle, unsigned at, unsigned n)
{
  long s = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      s = s * 3 + v[[at + i * 4 + j]];
  return s;
}
KERNEL (wide_triangle, long at, long n)
{
  long s = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++)
      s = s * 3 + v[[at + i * 4 + j]];
  return s;
}
/* Numbers. */
#define NUMBERS(B) \
  KERNEL (unsigned_##B, int n) { long s = 0; for (unsigned k = 0; k < n; k++) s = s * 3 + v[[(unsigned) B + k]]; return s; } \
  KERNEL (signed_##B, int n) { long s = 0; for (int k = 0; k < n; k++) s = s * 3 + v[[(int) B + k]]; return s; } \
  KERNEL (till_##B, int n) { long s = 0; for (unsigned i = (unsigned) B; i != (unsigned) B + 100; i++) s = s * 3 + v[[i]]; return s; } \
  KERNEL (parts_##B, int n) \
  { \
    unsigned i = (unsigned) B; \
    long s = 0; \
    for (unsigned k = 0; k < 40; k++) s = s * 3 + v[[i + k]]; \
    for (unsigned k = 40; k < 100; k++) s = s * 3 + v[[i + k]]; \
    return s; \
  }
#define BASES(DO) \
  DO (0x100) DO (0x70000000) DO (0x7fffffc0) DO (0x80000100) DO (0xa8000000) DO (0xffffffc0) DO (0x100000100) \
  DO (0x17ffffff0) DO (0x180000010) DO (0x1ffffffc0) DO (0x228000000)
BASES (NUMBERS)

static void check (view int v, long at)
{
  unsigned u = at;
  long right = wide (v, at, 100);
#define SAME(a) expect (a, right, at, __LINE__)
  if (u % (1u << BLOCK) == 0)
    {
      SAME (blocks (v, u));
      SAME (signed_blocks (v, u));
      SAME (ragged (v, u));
      SAME (left_early (v, u));
      unsigned which[100];
      for (int k = 0; k < 100; k++)
        which[k] = u >> BLOCK;
      SAME (left_at_once (v, which));
      expect (beside (v, u, 0), v[[at + 1]], at, __LINE__);
      expect (elsewhere (v, u), wide (v, at, 64) + v[[at + 1]], at, __LINE__);
    }
  expect (skips (v, u - 0x90000000, u), (long) v[[at]] + v[[at + 1]], at, __LINE__);
  SAME (either (v, u, 1, 0));
  SAME (either (v, u - 0x7ffffff0u, 0, 1));
  if ((int) u >= 0x40000000 && (int) u < 0x7fffff00)
    SAME (signed_either (v, u - FAR, 0, 1));
  if ((int) u < NEAR + 100)
    SAME (signed_either (v, u - NEAR, 1, 0));
  expect (neighbour (v, u, 100), wide_neighbour (v, at, 100), at, __LINE__);
  expect (triangle (v, u, 20), wide_triangle (v, at, 20), at, __LINE__);
  if (u < u + STEP && u < 0xffff0000)
    expect (within (v, u), (long) v[[at]] + v[[at + 1]], at, __LINE__);
  if ((int) u > -0x7fff0000 && (int) u < 0x7fff0000)
    expect (within_signed (v, u), (long) v[[at]] + v[[at + 1]], at, __LINE__);
#define NUMBER(B) \
  if (at == B) \
    { \
      SAME (unsigned_##B (v, 100)); \
      if ((int) u < (int) (u + 100)) \
        SAME (signed_##B (v, 100)); \
      SAME (till_##B (v, 100)); \
      SAME (parts_##B (v, 100)); \
    }
  BASES (NUMBER)
}

int main (void)
{
  record int r = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  register (w); register (v); alloc (w, H); alloc (v, H);
#define AT(B) B,
  static const long spots[] = { BASES (AT) };
  for (unsigned k = 0; k < sizeof spots / sizeof *spots; k++)
    {
      long at = spots[k], from = at - 8;
      release (v, from); stall (w, from); commit (w, from); update (v, from);
      stall (w, at + N);
      for (long i = from; i < at + N; i++) w[[i]] = (int) (i * 2654435761u >> 7);
      commit (w, at + N); update (v, at + 200);
      check (v, at);
      update (v, at + N);
      check (v, at);
    }
  printf ("%d wrong\n", count);
}
