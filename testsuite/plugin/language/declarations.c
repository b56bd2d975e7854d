/* view T and record T stand wherever C takes a type.
RUN: %plugin -O1 -Wall -Wextra -Werror -Wpedantic -Wno-unused %s -o %t %libs && %models %t
RUN: %plugin -O2 -std=gnu2x %s -o %t %libs && %models %t
RUN: %oldplugin -O2 -std=gnu99 %s -o %t %libs && %models %t
*/
#include <assert.h>
#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 wide;
typedef double row[4];
typedef char *string;
typedef int (*function) (int);
struct pair { int a, b; };
union either { int i; float f; };
enum color { RED, GREEN };
typedef view int int_view;
typedef record int int_record;
typedef view int four_views[4];
struct ends { view int v; record int r; view double const d; view struct pair ps[2]; view int *out; };
typedef struct ends *to_ends;
static struct ends ends;
static view int file_view;
extern view int other_view;
view int other_view, another_view;
view int table[2][3];
static int_view first (int_view a, view int b, view int c[], view int *d, const view int e)
{
  (void) b, (void) c, (void) d, (void) e;
  return a;
}
view int second (view int (*f) (view int), view int v) { return f (v); }
view int same (view int v) { return v; }
static inline int sum (view int v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[[i]]; return s; }
record struct pair of_pair (record struct pair r) { return r; }
view int prototype (view int, record int, view int [2], view int *, view struct pair const *);

#define CHECK(T, value, test)                                                  \
  {                                                                            \
    record T r = new_record (1, 1);                                            \
    view T w = new_write_view (r), v = new_read_view (r);                      \
    register (w); register (v); alloc (w, 4); alloc (v, 4);                    \
    stall (w, 2);                                                              \
    w[[0]] = w[[1]] = (value);                                                 \
    commit (w, 2);                                                             \
    assert (update (v, 2) == 2);                                               \
    __auto_type e = v[[1]];                                                    \
    assert (test);                                                             \
    assert (sizeof (v[[0]]) == sizeof (T) && (char *) &v[[1]] - (char *) &v[[0]] == sizeof (T)); \
    free_view (w); free_view (v, TERMINATE);                                   \
  }

int main (void)
{
  CHECK (int, 3, e == 3)
  CHECK (unsigned char, 250, e == 250)
  CHECK (signed char, -3, e == -3)
  CHECK (char, 'x', e == 'x')
  CHECK (short, -3, e == -3)
  CHECK (unsigned long long int, 1ull << 63, e == 1ull << 63)
  CHECK (long int, -3, e == -3)
  CHECK (unsigned, -3, e == -3u)
  CHECK (long unsigned, 3, e == 3)
  CHECK (int long long, 3, e == 3)
  CHECK (float, 1.5f, e == 1.5f)
  CHECK (double, 1.5, e == 1.5)
  CHECK (long double, 1.5L, e == 1.5L)
  CHECK (_Bool, 1, e)
  CHECK (bool, true, e)
  CHECK (double complex, 1 + 2 * I, creal (e) == 1 && cimag (e) == 2)
  CHECK (_Complex float, 1 + 2 * I, crealf (e) == 1)
  CHECK (complex double, 1 + 2 * I, creal (e) == 1)
  CHECK (wide, 3, e == 3)
  CHECK (int8_t, -3, e == -3)
  CHECK (uint64_t, 3, e == 3)
  CHECK (size_t, 3, e == 3)
  CHECK (struct pair, ((struct pair) { 1, 2 }), e.b == 2)
  CHECK (union either, (union either) { .f = 2 }, e.f == 2)
  CHECK (enum color, GREEN, e == GREEN)
  CHECK (string, "abc", e[1] == 'b')
  CHECK (function, 0, !e)
  CHECK (__typeof__ (int), 3, e == 3)
  CHECK (__typeof__ (ends), ends, e.v == ends.v)
  CHECK (to_ends, &ends, e->v == ends.v)

  CHECK (int __attribute__ ((aligned (4))), 3, e == 3)
  CHECK (int_view, ends.v, e == ends.v)
  CHECK (int_record, ends.r, e == ends.r)

  record int r = new_record (1, 1);
  view int w = new_write_view (r);
  view int v = new_read_view (r), *pv = &v;
  register (w); register (v); alloc (w, 4); alloc (v, 4);
  stall (w, 3);
  for (int i = 0; i < 3; i++)
    w[[i]] = i + 1;
  commit (w, 3); update (v, 3);

  view const int c1 = v; view int const c2 = v; const view int c3 = v;
  view volatile int vol = v; volatile view int vv = v; register view int reg = v; auto view int au = v;
  static view int st; st = v;
  assert (c1[[1]] + c2[[1]] + c3[[1]] + vol[[1]] + vv[[1]] + reg[[1]] + au[[1]] + st[[1]] == 16);
  ends.v = v; ends.r = r; file_view = v; other_view = another_view = v; table[1][2] = v;
  struct ends *pe = &ends; pe->out = pv; pe->ps[0] = 0;
  assert (ends.v[[2]] == 3 && pe->v[[2]] == 3 && pe->out[0][[2]] == 3 && (*pe->out)[[2]] == 3);
  assert (file_view[[0]] + other_view[[0]] + table[1][2][[0]] == 3 && (*pv)[[1]] == 2 && pv[0][[1]] == 2);
  view int array[] = { v, v }, *where = array + 1;
  four_views four = { v }; int_view tv = v;
  assert (array[1][[0]] == 1 && where[0][[0]] == 1 && four[0][[0]] == 1 && tv[[2]] == 3);
  assert (first (v, v, array, pv, v)[[1]] == 2 && second (same, v)[[1]] == 2 && sum (v, 3) == 6);
  assert (((view int) v)[[2]] == 3 && (*(view int *) &v)[[2]] == 3 && ((struct ends) { .v = v }).v[[2]] == 3);
  assert (sizeof (view int) == 8 && sizeof (record int) == 8 && sizeof (view int [3]) == 24);
  assert (((view int) { v }[[1]] == 2 && (view int []) { v, v }[1][[1]] == 2));
  __typeof__ (v) tw = v; __typeof__ (view int) tx = v;
  assert (tw[[1]] == 2 && tx[[1]] == 2 && (1 ? v : w)[[1]] == 2);
  struct { view int v; int n; } anonymous = { v, 3 };
  assert (anonymous.v[[2]] == anonymous.n);
  {
    record struct { int a; char b; } ra = new_record (1, 1);
    view struct { int a; char b; } va; (void) sizeof (va[[0]].a);
    record struct inner { int a; } ri = new_record (1, 0); struct inner one = { 1 };
    view struct inner vi = new_write_view (ri); register (vi); alloc (vi, 1); stall (vi, 1); vi[[0]] = one;
    assert (vi[[0]].a == 1); (void) ra;
    record row rr = new_record (1, 0); view row vr = new_write_view (rr);
    register (vr); alloc (vr, 2); stall (vr, 2); vr[[1]][3] = 5; double *p = vr[[1]];
    assert (p[3] == 5 && sizeof vr[[0]] == 32 && &vr[[1]][0] == &vr[[0]][4]);
  }
  for (view int loop = v; loop[[0]] == 1; loop = 0) { v = loop; break; }
  return v[[0]] - 1;
}
