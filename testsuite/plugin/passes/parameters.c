// The memory that a process gets by a pointer holds no element of its views, since an address of an
// element is not valid after `run': loops need no test for overlap.
// REQUIRES: x86_64
// RUN: %plugin -O3 -c %s -o %t.o -fopt-info-vec-optimized 2>&1 | FileCheck %s --implicit-check-not=aliasing
// RUN: %oldplugin -O3 -c %s -o %t.o -fopt-info-vec-optimized 2>&1 | FileCheck %s --implicit-check-not=aliasing
// RUN: %plugin -O3 -c %s -o %t.o -fopt-info-vec-optimized -DFUNCTION 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: %plugin -O3 %s -o %t -DMAIN %libs && %t | FileCheck %s --check-prefix=RESULT
// RUN: %oldplugin -O3 %s -o %t -DMAIN %libs && %t | FileCheck %s --check-prefix=RESULT
#include <stdio.h>

#ifdef FUNCTION
// A function may get the address of an element.
void filter (view float y, view float x, const float *c, long from, long to)
#else
process filter (view float y, view float x, const float *c, long from, long to)
#endif
{
#ifndef FUNCTION
  stall (y, to);
  update (x, to);
#endif
  // FUNCTION: parameters.c:[[#@LINE+2]]:{{.*}} versioned for vectorization because of possible aliasing
  // CHECK-DAG: parameters.c:[[#@LINE+1]]:{{.*}} loop vectorized
  for (long i = from; i < to; i++)
    y[[i]] = x[[i]] * c[0] + x[[i - 1]] * c[1] + c[2];
#ifndef FUNCTION
  commit (y, to);
#endif
}

#ifndef FUNCTION
/* The same memory by two pointers: these may overlap each other, whatever the views. */
process shifts (view int w, int *a, int *b)
{
  stall (w, 64);
  for (int i = 0; i < 63; i++)
    {
      a[i + 1] = b[i] + 1; // b is a: each iteration reads what the last one has written
      w[[i]] = b[i];
    }
  commit (w, 63);
}

/* A pointer that is set to an element is no longer what the process got. */
process points (view int w, int *p)
{
  stall (w, 64);
  *p = 1;
  p = &w[[0]];
  for (int i = 0; i < 63; i++)
    {
      w[[i]] = i;
      p[i + 1] = w[[i]] + 5;
      w[[i]] = p[i + 1];
    }
  commit (w, 63);
}
#endif

#ifdef MAIN
static int numbers[64];
static const float taps[] = { 2, 3, 4 };

static view int
reader (record int r)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 64);
  update (v, 63);
  return v;
}

static view int
writer (record int r)
{
  view int w = new_write_view (r);
  register (w, 1);
  alloc (w, 64);
  return w;
}

int
main (void)
{
  record float in = new_record (1, 1), out = new_record (1, 1);
  view float w = new_write_view (in), x = new_read_view (in);
  view float y = new_write_view (out), z = new_read_view (out);
  register (w, 1), register (x, 1), register (y, 1), register (z, 1);
  alloc (w, 100), alloc (x, 100), alloc (y, 100), alloc (z, 100);
  stall (w, 100);
  for (int i = 0; i < 100; i++)
    w[[i]] = i;
  commit (w, 100);
  run filter (y, x, taps, 1, 100);
  update (z, 100);
  printf ("%g %g\n", z[[1]], z[[99]]); // RESULT: 6 496

  record int r = new_record (1, 1), s = new_record (1, 1);
  run shifts (writer (r), numbers, numbers);
  view int v = reader (r);
  printf ("%d %d\n", v[[0]], v[[62]]); // RESULT: 0 62
  run points (writer (s), numbers);
  view int u = reader (s);
  printf ("%d %d\n", u[[0]], u[[62]]); // RESULT: 5 67
}
#endif
