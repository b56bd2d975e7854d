// RUN: %variants %s %t | FileCheck %s
// A view that the loop uses only under a condition: NULL, not registered or freed,
// it must not be touched where the condition is false, by coarsening either.
int printf (const char *, ...);
volatile int off;

process source (record int r, int n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 256);
  for (int i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
}

static long __attribute__ ((noinline))
copy (view int a, view int b, view int y)
{
  long s = 0;
  int on = off;
  for (long i = 0; update (a, i + 1); i++)
    {
      s += a[[i]];
      if (on)
        {
          update (b, i + 1);
          s += b[[i]];
          release (b, i + 1);
        }
      if (on)
        commit (y, i + 1);
      release (a, i + 1);
    }
  return s;
}

/* The data say that nothing is written. */
static long __attribute__ ((noinline))
keep (view int a, view int y)
{
  long s = 0, o = 0;
  int least = off;
  for (long i = 0; update (a, i + 1); i++)
    {
      s += a[[i]];
      if (a[[i]] < least)
        {
          stall (y, o + 1);
          y[[o]] = a[[i]];
          commit (y, ++o);
        }
      release (a, i + 1);
    }
  return s;
}

/* The result of update compared in other ways than with 0 for equality. */
static long __attribute__ ((noinline))
compared (view int a)
{
  long s = 0;
  for (int i = 0; update (a, i + 1) > 0; i++)
    {
      s += a[[i]];
      release (a, i + 1);
    }
  return s;
}

static long __attribute__ ((noinline))
compared_with_index (view int a)
{
  long s = 0;
  for (unsigned i = 0; i < update (a, i + 1); i++)
    {
      s += a[[i]];
      release (a, i + 1);
    }
  return s;
}

/* No view is used where the loop is left at once; an index is what another update returned. */
static int turns[8];

__attribute__ ((noipa)) static int
of_an_update (view int a, view int b, int n)
{
  for (int i = 0;; i++)
    {
      for (int k = 0; k < 8; k++)
        turns[k] += k ^ i;
      if (i >= n)
        return i;
      int hd = update (a, i + 1);
      stall (b, hd);
      b[[i]] = a[[i]];
      commit (b, hd);
      release (a, hd);
    }
}

static view int
connect (record int r)
{
  view int a = new_read_view (r);
  register (a);
  alloc (a, 256);
  run source (r, 10000);
  return a;
}

int
main (void)
{
  record int q = new_record (2, 0);
  view int unregistered = new_write_view (q), freed = new_write_view (q);
  register (freed, 1);
  alloc (freed, 256);
  stall (freed, 200);
  free_view (freed);
  printf ("%d turns\n", of_an_update (0, 0, 0));
  printf ("%ld\n", copy (connect (new_record (1, 1)), (view int) 0, (view int) 0));
  printf ("%ld\n", copy (connect (new_record (1, 1)), (view int) 0, unregistered));
  printf ("%ld\n", copy (connect (new_record (1, 1)), (view int) 0, freed));
  printf ("%ld\n", keep (connect (new_record (1, 1)), (view int) 0));
  printf ("%ld\n", keep (connect (new_record (1, 1)), unregistered));
  printf ("%ld\n", keep (connect (new_record (1, 1)), freed));
  printf ("%ld\n", compared (connect (new_record (1, 1))));
  printf ("%ld\n", compared_with_index (connect (new_record (1, 1))));
}
// CHECK: {{^}}0 turns
// CHECK-COUNT-8: {{^}}49995000{{$}}
// CHECK-NOT: {{.}}
