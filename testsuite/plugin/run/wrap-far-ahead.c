// RUN: %variants %s %t | FileCheck %s
// An index of 32 bits is taken against the view's own, however far the others, or its
// own commits, are beyond what it has looked at.  CHECK: {{^}}0 wrong
int printf (const char *, ...);
enum { N = 1000, H = 100 };
static const long far = (3l << 31) + 3000; // so that the nearest is another
static int count;
static void expect (long a, long b, int line)
{
  if (a != b)
    count++, printf ("line %d: %ld and %ld\n", line, a, b);
}
#define SAME(a, b) expect (a, b, __LINE__)

// All from N on is left to others, who are there already.
__attribute__ ((noipa)) static void read_behind (view int in)
{
  for (unsigned i = 0; i < N; i++)
    {
      SAME (update (in, i + 1), i + 1);
      SAME (in[[i]], i);
      release (in, i + 1);
    }
}
__attribute__ ((noipa)) static void add_behind (view int in)
{
  unsigned i = 0;
  long sum = 0;
  for (; i < N; i++)
    {
      update (in, i + 1);
      sum += in[[i]];
      release (in, i + 1);
    }
  SAME (sum, N * (N - 1) / 2);
}
static void reader_is_behind (void (*behind) (view int))
{
  record int r = new_record (1, 1);
  view int in = new_read_view (r), out = new_write_view (r);
  register (in); register (out); alloc (in, H); alloc (out, N);
  stall (out, N);
  for (int k = 0; k < N; k++)
    out[[k]] = k;
  commit (out, far);
  behind (in);
}

// What is left to others is not stalled for.
__attribute__ ((noipa)) static void write_ahead (view int out, unsigned i)
{
  for (int n = 0; n < H; n++, i++)
    {
      stall (out, i + 1);
      out[[i]] = n;
      commit (out, i + 1);
    }
}
static void writer_is_ahead (void)
{
  record int r = new_record (1, 1);
  view int in = new_read_view (r), out = new_write_view (r);
  register (in); register (out); alloc (in, H); alloc (out, H);
  for (long k = 1; k < 6; k++)
    {
      stall (out, (k - 1) * far + H);
      commit (out, k * far - far / 2);
      commit (out, k * far);
      release (in, k * far);
      write_ahead (out, k * far);
      SAME (update (in, k * far + H), k * far + H);
      for (int n = 0; n < H; n++)
        SAME (in[[k * far + n]], n);
    }
}

int main ()
{
  reader_is_behind (read_behind);
  reader_is_behind (add_behind);
  writer_is_ahead ();
  printf ("%d wrong\n", count);
}
