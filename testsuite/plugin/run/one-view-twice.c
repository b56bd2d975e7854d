// RUN: %variants %s %t | FileCheck %s
// The views that an ordinary function is given may be one: what is written through the
// first is read through the second.  Those of a process are different ones.
int printf (const char *, ...);
enum { N = 512 };

__attribute__ ((noipa)) static void
shift (view int a, view int b, long n)
{
  for (long i = 1; i < n; i++)
    a[[i]] = b[[i - 1]] + 1;
}

__attribute__ ((noipa)) static int
after (view int a, view int b, long n)
{
  int sum = 0;
  for (long i = 0; i < n; i++)
    {
      int before = b[[n - 1]];
      a[[i]] = (int) i + before;
      sum += b[[n - 1]] - before;
    }
  return sum;
}

struct two { view int a, b; };
__attribute__ ((noipa)) static void
shift_fields (struct two t, long n)
{
  for (long i = 1; i < n; i++)
    t.a[[i]] = t.b[[i - 1]] + 1;
}

static long
sum (view int v)
{
  long s = 0;
  for (int i = 0; i < N; i++)
    s = s * 3 % 1000003 + v[[i]];
  return s;
}

process writer (record int r)
{
  view int v = new_write_view (r), w = v;
  register (v);
  alloc (v, N);
  stall (v, N);
  for (int i = 0; i < N; i++)
    v[[i]] = i % 7;
  shift (v, v, N);
  printf ("%d %ld\n", v[[N - 1]], sum (v));
  v[[0]] = 100;
  shift (v, w, N);
  printf ("%d %ld\n", v[[N - 1]], sum (v));
  v[[0]] = 200;
  shift_fields ((struct two) { v, w }, N);
  printf ("%d %ld\n", v[[N - 1]], sum (v));
  int difference = after (v, w, N);
  printf ("%d %d\n", difference, v[[N - 1]]);
  commit (v, N);
}

int main (void)
{
  record int r = new_record (1, 0);
  run writer (r);
}
// CHECK: {{^}}511 {{[0-9]+$}}
// CHECK-NEXT: {{^}}611 {{[0-9]+$}}
// CHECK-NEXT: {{^}}711 {{[0-9]+$}}
// CHECK-NEXT: {{^}}511 1222{{$}}
