// RUN: %variants %s %t | FileCheck %s
// A subscript that is a counter cut to fewer bits, or multiplied, is that, not the counter.
// CHECK: cut 18408 139350 18408 140559
// CHECK: scaled 239000 239000 24887296
// CHECK: written 1536 1540 1544 1548 0 0 0 0
#include <stdio.h>
enum { N = 1024 };

__attribute__ ((noipa)) static unsigned
cut_8 (view int t, unsigned n)
{
  unsigned s = 0;
  for (unsigned h = 0; h < n; h += 17)
    s += t[[(unsigned char) h]];
  return s;
}

__attribute__ ((noipa)) static unsigned
cut_16 (view int t, unsigned from, unsigned n)
{
  unsigned s = 0;
  for (unsigned i = from; i != from + n; i++)
    s += t[[(unsigned short) i]];
  return s;
}

__attribute__ ((noipa)) static unsigned
in_a_variable (view int t, unsigned n)
{
  unsigned s = 0;
  for (unsigned h = 0; h < n; h += 17)
    {
      unsigned char c = h;
      s += t[[c]];
    }
  return s;
}

/* Two subscripts that are not one apart in each turn. */
__attribute__ ((noipa)) static unsigned
beside (view int t, unsigned from, unsigned n)
{
  unsigned s = 0;
  for (unsigned i = from; i != from + n; i++)
    {
      s += t[[(unsigned short) i]];
      if (i % 97 == 0)
        s += t[[(unsigned short) (i + 1)]];
    }
  return s;
}

__attribute__ ((noipa)) static unsigned
times_4 (view int t, unsigned n)
{
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s += t[[(int) i * 4]];
  return s;
}

__attribute__ ((noipa)) static unsigned
times_size (view int t, unsigned n)
{
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    {
      int j = (int) i;
      s += t[[4 * j]];
    }
  return s;
}

/* One byte an element: nothing is multiplied. */
__attribute__ ((noipa)) static unsigned
bytes (view unsigned char t, unsigned n)
{
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s += (unsigned) t[[(unsigned char) (i * 4)]] << 12;
  return s;
}

__attribute__ ((noipa)) static void
count (view int w, unsigned n)
{
  for (unsigned t = 0; t < n; t++)
    w[[(unsigned char) t]] += (int) t;
}

static void
write_all (void)
{
  record int r = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  register (w), alloc (w, N), register (v), alloc (v, N);
  stall (w, N);
  for (int i = 0; i < N; i++)
    w[[i]] = 0;
  count (w, 4 * 256);
  commit (w, N);
  update (v, N);
  printf ("written");
  for (int k = 0; k < 4; k++)
    printf (" %d", v[[k]]);
  for (int k = 256; k < 260; k++)
    printf (" %d", v[[k]]);
  printf ("\n");
}

int
main (void)
{
  record int r = new_record (1, 1);
  record unsigned char b = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  view unsigned char wb = new_write_view (b), vb = new_read_view (b);
  register (w), alloc (w, N), register (v), alloc (v, N);
  register (wb), alloc (wb, N), register (vb), alloc (vb, N);
  stall (w, N), stall (wb, N);
  for (int i = 0; i < N; i++)
    w[[i]] = i * 3 + 1, wb[[i]] = (unsigned char) (i / 4);
  commit (w, N), commit (wb, N);
  if (!update (v, N) || !update (vb, N))
    return 1;
  printf ("cut %u %u %u %u\n", cut_8 (v, 800), cut_16 (v, 65536 + 5, 300), in_a_variable (v, 800),
          beside (v, 65536 + 5, 300));
  printf ("scaled %u %u %u\n", times_4 (v, 200), times_size (v, 200), bytes (vb, 200));
  write_all ();
}
