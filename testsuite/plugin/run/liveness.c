// RUN: %variants %s %t | FileCheck %s
// What is held back in a strip reaches others in time: cycles, processes that wait for
// the kernel or the clock, that spin, or never come back.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "ends.h"
typedef unsigned long hash;

static void
nap (void)
{
  nanosleep (&(struct timespec) { 0, 300000 }, NULL);
}

/* ---- A cycle with one element of slack, through one process and two ---- */

process counter (record int in, record int out, long n)
{
  READ (x, in, 8);
  WRITE (y, out, 8);
  stall (y, 1);
  y[[0]] = 1;
  commit (y, 1);
  for (long i = 0; i < n && update (x, i + 1); i++)
    {
      stall (y, i + 2);
      y[[i + 1]] = x[[i]] * 3 + 1;
      commit (y, i + 2);
      release (x, i + 1);
    }
}
process echo (record int in, record int out)
{
  READ (x, in, 4096);
  WRITE (y, out, 4096);
  for (int i = 0; update (x, i + 1); i++)
    {
      stall (y, i + 1);
      y[[i]] = x[[i]];
      commit (y, i + 1);
      release (x, i + 1);
    }
}
process self (record int r, long n, int slack, hash *to)
{
  READ (x, r, 100);
  WRITE (y, r, 100);
  stall (y, slack);
  for (int k = 0; k < slack; k++)
    y[[k]] = k + 1;
  commit (y, slack);
  hash h = 0;
  for (long i = 0; i < n; i++)
    {
      update (x, i + 1);
      int k = x[[i]];
      release (x, i + 1);
      stall (y, i + 1 + slack);
      y[[i + slack]] = k * 5 + 1;
      commit (y, i + 1 + slack);
      h += k;
    }
  *to = h;
}

/* ---- Each element before the next ---- */

static volatile long seen;
process slow (record int r, int *late)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 20; i++)
    {
      for (int k = 0; k < 3000 && seen < i; k++)
        nap ();
      *late += seen < i;
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
}
process flag (record int r, int *late)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 20; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
      while (seen <= i)
        ;
    }
  *late = 0;
}
process atomic (record int r, int *late)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 20; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
      while (__atomic_load_n (&seen, __ATOMIC_ACQUIRE) <= i)
        ;
    }
  *late = 0;
}
static int ends[2];
process from_pipe (record int r, int *late)
{
  WRITE (v, r, 4096);
  char c;
  for (long i = 0; read (ends[0], &c, 1) == 1; i++)
    {
      stall (v, i + 1);
      v[[i]] = c;
      commit (v, i + 1);
    }
  *late = 0;
}
/* Long work between elements, in a function without effects. */
static __attribute__ ((noinline, const)) int
work (int n)
{
  unsigned s = n;
  for (int k = 0; k < 20000000; k++)
    s = s * 3 + (s >> 7);
  return s & 1;
}
static volatile int stop;
process long_work (record int r, int *late)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 6; i++)
    {
      int k = work (i);
      stall (v, i + 1);
      v[[i]] = k;
      commit (v, i + 1);
    }
  *late = 0;
}
/* Or in filling memory: what it has got to is in the memory. */
process fills (record int r, char *memory, const unsigned long *size)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 1016; i++)
    {
      stall (v, i + 1);
      __builtin_memset (memory, (int) (i >> 3), *size);
      v[[i]] = i;
      commit (v, i + 1);
    }
}
/* After some elements never again. */
process stuck (record int r, long n)
{
  WRITE (v, r, 4096);
  unsigned s = 1;
  for (long i = 0; ; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
      if (i == n)
        for (;;)
          if (stop)
            return;
      s = s * 3 + 1;
    }
}
process waits (record int r, record int never)
{
  WRITE (v, r, 4096);
  READ (x, never, 10);
  for (long i = 0; i < 100; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
      if (i == 50)
        update (x, 1);
    }
}

/* The same with nothing volatile, in a loop with two entries. */
process spins (record int r, long n, unsigned s)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 100; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
      if (i == n)
        for (;;)
          ;
    }
}
process knot (record int r, long n, unsigned s)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 100; i++)
    {
      stall (v, i + 1);
      v[[i]] = s;
      commit (v, i + 1);
      if (i < n)
        continue;
      if (i & 1)
        goto second;
    first:
      s += 2;
    second:
      s = s * 4 + 2;
      if (s & 1)
        continue;
      goto first;
    }
}
/* Such a loop in each turn, with some turns of its own, until it never ends. */
process tangled (record int r, long n, unsigned s)
{
  WRITE (v, r, 4096);
  for (long i = 0; i < 1000; i++)
    {
      if (s & 8) goto second;
    first:
      s = s * 1664525u + 1013904223u;
    second:
      s ^= s >> 7;
      if (i == n || s % 10 != 0) goto first;
      stall (v, i + 1);
      v[[i]] = s;
      commit (v, i + 1);
    }
}

/* A request, an answer. */
process server (record int in, record int out)
{
  READ (x, in, 4096);
  WRITE (y, out, 4096);
  long j = 0;
  for (long i = 0; update (x, i + 1); i++)
    {
      int k = x[[i]];
      release (x, i + 1);
      if (k & 1)
        continue;
      stall (y, j + 1);
      y[[j]] = k * 2;
      commit (y, ++j);
    }
}

static long
consume (record int r, long n)
{
  READ (v, r, 4096);
  long i = 0;
  for (; i < n && update (v, i + 1); i++)
    {
      __atomic_store_n (&seen, i + 1, __ATOMIC_RELEASE);
      release (v, i + 1);
    }
  free_view (v);
  return i;
}

int
main (void)
{
  {
    record int a = new_record (1, 1), b = new_record (1, 1), c = new_record (1, 1);
    long t[] = { run counter (c, a, 5000), run echo (a, b), run echo (b, c) };
    for (int k = 0; k < 3; k++)
      join (t[k]);
    printf ("cycle\n");
  }
  // CHECK: cycle
  for (int slack = 1; slack < 10; slack++)
    {
      record int r = new_record (1, 1);
      hash h = 0, want = 0;
      join (run self (r, 3000, slack, &h));
      int *v = malloc (sizeof (int) * 4000);
      for (int i = 0; i < slack; i++)
        v[i] = i + 1;
      for (int i = 0; i < 3000; i++)
        v[i + slack] = (int) (v[i] * 5u + 1), want += v[i];
      free (v);
      printf ("self %d\n", h == want);
    }
  // CHECK-COUNT-9: self 1
  for (int which = 0; which < 4; which++)
    {
      record int r = new_record (1, 1);
      int late = 0;
      seen = 0;
      long a = which == 0 ? run slow (r, &late) : which == 1 ? run flag (r, &late)
               : which == 2 ? run atomic (r, &late) : run long_work (r, &late);
      long n = consume (r, 1000);
      join (a);
      printf ("seen %ld late %d\n", n, late);
    }
  // CHECK-COUNT-3: seen 20 late 0
  // CHECK: seen 6 late 0
  {
    record int r = new_record (1, 1);
    unsigned long size = 8 << 20;
    char *memory = malloc (size);
    long a = run fills (r, memory, &size);
    READ (v, r, 4096);
    for (long i = 0; i < 3 && update (v, i + 1); i++)
      release (v, i + 1);
    int got_to = *(volatile char *) memory * 8;
    __atomic_store_n (&size, 1, __ATOMIC_RELAXED);
    free_view (v);
    join (a);
    free (memory);
    printf ("fills, late %d\n", got_to > 500);
  }
  // CHECK: fills, late 0
  {
    record int r = new_record (1, 1);
    int late;
    if (pipe (ends))
      return 1;
    long a = run from_pipe (r, &late);
    READ (v, r, 4096);
    for (int i = 0; i < 100; i++)
      {
        if (write (ends[1], "x", 1) != 1 || !update (v, i + 1))
          return 1;
        release (v, i + 1);
      }
    close (ends[1]);
    join (a);
    printf ("pipe %d\n", (int) update (v, 101));
  }
  // CHECK: pipe 0
  for (long n = 3; n < 200; n = n * 3 + 2)
    {
      record int r = new_record (1, 1);
      stop = 0;
      long a = run stuck (r, n);
      printf ("stuck %ld ", consume (r, n + 1));
      stop = 1;
      join (a);
    }
  // CHECK: stuck 4 stuck 12 stuck 36 stuck 108
  {
    record int r = new_record (1, 1), never = new_record (1, 1);
    long a = run waits (r, never);
    printf ("waits %ld\n", consume (r, 51));
    view int v = new_write_view (never);
    register (v);
    free_view (v);
    join (a);
  }
  // CHECK: waits 51
  {
    record int a = new_record (1, 1), b = new_record (1, 1);
    long t = run server (a, b), sum = 0, j = 0;
    WRITE (y, a, 4096);
    READ (x, b, 4096);
    for (int i = 0; i < 3000; i++)
      {
        stall (y, i + 1);
        y[[i]] = i % 7;
        commit (y, i + 1);
        if ((i % 7) & 1)
          continue;
        if (!update (x, j + 1))
          return 1;
        sum += x[[j]];
        release (x, ++j);
      }
    free_view (y);
    join (t);
    printf ("served %ld %ld\n", j, sum);
  }
  // CHECK: served 1714 10276
  {
    record int a = new_record (1, 1), b = new_record (1, 1), c = new_record (1, 1);
    run spins (a, 50, 0);
    printf ("spins %ld ", consume (a, 51));
    run knot (b, 50, 0);
    printf ("knot %ld ", consume (b, 51));
    run tangled (c, 600, 1);
    printf ("tangled %ld\n", consume (c, 600));
    fflush (stdout);
    _exit (0);
  }
  // CHECK: spins 51 knot 51 tangled 600
}
