// RUN: %variants %s %t | FileCheck %s
// Indices up to 2^62, where the bytes before an element are more than a word counts.
int printf (const char *, ...);
typedef struct { long i, more[2]; } odd;
enum { N = 3000, FEW = 200 };

process write (record odd r, long from)
{
  view odd v = new_write_view (r);
  register (v);
  alloc (v, FEW);
  commit (v, from);
  for (long i = from; i < from + N; i += FEW)
    {
      stall (v, i + FEW);
      for (long k = i; k < i + FEW; k++)
        v[[k]].i = k;
      for (long k = i; k < i + FEW; k++)
        v[[k]].more[k & 1] = k + 1;
      commit (v, i + FEW);
      if (i == from + 5 * FEW)
        alloc (v, 4 * FEW);
    }
}

static void stream (long from)
{
  record odd r = new_record (1, 1);
  view odd v = new_read_view (r);
  long i = from, bad = 0;
  register (v);
  alloc (v, FEW);
  release (v, from);
  run write (r, from);
  update (v, from);
  for (; update (v, i + 1); i++)
    {
      bad += v[[i]].i != i || v[[i]].more[i & 1] != i + 1;
      release (v, i + 1);
    }
  printf ("%ld elements, %ld are wrong\n", i - from, bad);
}

int main (void)
{
  // CHECK: 3000 elements, 0 are wrong
  // CHECK-NEXT: 3000 elements, 0 are wrong
  // CHECK-NEXT: 3000 elements, 0 are wrong
  // CHECK-NEXT: 3000 elements, 0 are wrong
  // CHECK-NOT: wrong
  stream (0);
  stream ((long) ((1ul << 63) / sizeof (odd)) - 1500);
  stream ((long) (-1ul / sizeof (odd)) - 1500);
  stream ((1l << 62) - 3001);
}
