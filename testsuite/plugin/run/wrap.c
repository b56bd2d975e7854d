// RUN: %variants %s %t | FileCheck %s
// Indices of 32 bits around the places where they wrap, evenly and not, against those of 64.
// CHECK: {{^}}0 wrong
int printf (const char *, ...);
void abort (void);
enum { H = 1 << 20, N = 1000 };
#define K(name, T) __attribute__ ((noipa)) static long name (view int v, T tl, T hd) \
{ long s = 0; for (T i = tl; i != hd; i++) s = s * 3 + v[[i]] + 5 * v[[i - 2]] + 7 * v[[i - 1]]; return s; }
K (wide, long)
#if __GNUC__ >= 14 /* which miscompile this loop, over an array too: docs/internals/gcc-releases.md */
__attribute__ ((optimize ("no-predictive-commoning")))
#endif
K (uns, unsigned)
__attribute__ ((noipa)) static long sgn (view int v, int tl, int n)
{ long s = 0; for (int k = 0; k < n; k++) { int i = (int) ((unsigned) tl + k); s = s * 3 + v[[i]] + 5 * v[[(int) ((unsigned) i - 2)]] + 7 * v[[(int) ((unsigned) i - 1)]]; } return s; }
__attribute__ ((noipa)) static long lt (view int v, int tl, int hd)
{ long s = 0; for (int i = tl; i < hd; i++) s = s * 3 + v[[i]] + 5 * v[[i - 2]] + 7 * v[[i - 1]]; return s; }
__attribute__ ((noipa)) static long ult (view int v, unsigned tl, unsigned hd)
{ long s = 0; for (unsigned i = tl; i < hd; i++) s = s * 3 + v[[i]] + 5 * v[[i - 2]] + 7 * v[[i - 1]]; return s; }
__attribute__ ((noipa)) static long down (view int v, unsigned tl, unsigned n)
{ long s = 0; for (unsigned k = n; k-- > 0;) s = s * 3 + v[[tl + k]] + 5 * v[[tl + k - 2]] + 7 * v[[tl - 1 + k]]; return s; }
__attribute__ ((noipa)) static long wdown (view int v, long tl, long n)
{ long s = 0; for (long k = n; k-- > 0;) s = s * 3 + v[[tl + k]] + 5 * v[[tl + k - 2]] + 7 * v[[tl - 1 + k]]; return s; }
__attribute__ ((noipa)) static long st (view int v, unsigned tl, unsigned n)
{ long s = 0; for (unsigned k = 0; k < n / 2; k++) s += v[[tl + 2 * k]] * 3 + v[[tl + 2 * k + 1]]; return s; }
__attribute__ ((noipa)) static long wst (view int v, long tl, long n)
{ long s = 0; for (long k = 0; k < n / 2; k++) s += v[[tl + 2 * k]] * 3 + v[[tl + 2 * k + 1]]; return s; }
#define TABLE(name, T) __attribute__ ((noipa)) static long name (view int v, const T *at, long n) \
{ long s = 0; for (long k = 0; k < n; k++) s = s * 3 + v[[at[k]]]; return s; }
TABLE (wtable, long)
TABLE (table, int)
TABLE (utable, unsigned)
static long places[N];
static int signed_places[N];
static unsigned unsigned_places[N];
static int count;
static void check (view int v, view int w, long at)
{
  stall (w, at + N);
  for (long i = at - 8; i < at + N; i++) w[[i]] = (int) (i * 2654435761u >> 7);
  commit (w, at + N);
  update (v, at + N);
  long a = wide (v, at, at + N);
  if (a != uns (v, at, at + N)) printf ("uns %ld\n", at), count++;
  if (a != sgn (v, at, N)) printf ("sgn %ld\n", at), count++;
  if ((int) at < (int) (at + N) && a != lt (v, at, at + N)) printf ("lt %ld\n", at), count++;
  if ((unsigned) at < (unsigned) (at + N) && a != ult (v, at, at + N)) printf ("ult %ld\n", at), count++;
  if (wdown (v, at, N) != down (v, at, N)) printf ("down %ld\n", at), count++;
  for (long k = 0; k < N; k++)
    signed_places[k] = (int) (unsigned_places[k] = (unsigned) (places[k] = at + k * 7 % N));
  a = wtable (v, places, N);
  if (a != table (v, signed_places, N)) printf ("table %ld\n", at), count++;
  if (a != utable (v, unsigned_places, N)) printf ("utable %ld\n", at), count++;
  if (wst (v, at, N) != st (v, at, N)) printf ("st %ld\n", at), count++;
}
int main ()
{
  record int r = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  register (w); register (v); alloc (w, H); alloc (v, H);
  long at = 0;
  static const long spots[] = { 16, 4096, (1l << 31) - 500, (1l << 31) + 5000, (1l << 32) - 501, (1l << 32) + 3000, (3l << 31) - 400, (1l << 33) - 1, (1l << 33) + 77777 };
  for (unsigned k = 0; k < sizeof spots / sizeof *spots; k++)
    {
      while (at < spots[k])
        {
          long n = spots[k] - at > H / 2 ? at + H / 2 : spots[k];
          stall (w, n); commit (w, n - 8); update (v, n - 8); release (v, n - 16);
          at = n;
        }
      check (v, w, at);
      at += N;
    }
  printf ("%d wrong\n", count);
}
