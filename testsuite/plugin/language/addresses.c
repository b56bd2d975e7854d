/* The address of an element is a T * in all ways, as soon as it is written.
 *
 * RUN: %plugin -Wall -Wextra -Werror -fopenmp %s -o %t %libs && %models %t
 * RUN: %oldplugin -Wall -Wextra -Werror -fopenmp -O2 %s -o %t %libs && %models %t
 */
#include <assert.h>

struct pair { int x; _Atomic int y; unsigned bits : 3; };
typedef int row[4];
#define NONE 0
#define SAME(a, b) _Static_assert (__builtin_types_compatible_p (__typeof__ (a), b), "")

static int counted;
static int
count (void)
{
  return counted++;
}

static void
types (view int v, view const int c, view struct pair s, view row r, view _Atomic int a)
{
  SAME (&v[[1]], int *);
  SAME (&v[[0]], int *);
  SAME (&c[[1]], const int *);
  SAME (&s[[1]].x, int *);
  SAME (&r[[1]], row *);
  SAME (r[[1]] + 1, int *);
  SAME (&a[[1]], _Atomic int *);
  SAME (v[[NONE]], int);
  _Static_assert (_Generic (&v[[1]], int *: 1, default: 0), "");
  (void) v, (void) c, (void) s, (void) r, (void) a;
}

static void
pointers (view int v)
{
  __typeof__ (&v[[1]]) p = &v[[1]], q;
  __auto_type first = &v[[NONE]];
  q = first;
  *p = 7;
  assert (v[[1]] == 7 && q == p - 1 && first[1] == 7);
  p = q;
  p++;
  assert (*p == 7 && p[0] == 7);
  long i = 3;
  assert (&v[[i]] - i == first && &v[[3]] - 3 == first && &v[[i]] - 2 == p);
  assert (&v[[i + 1]] - (i + 1) == first && &v[[i - i]] == first);
  assert ((&v[[i]])[-2] == 7 && *(&v[[i]] - 2) == 7);
  assert (&(&v[[i]])[1] == &v[[4]]);
  const void *any = i ? &v[[1]] : (void *) 0;
  assert (any == p && (i ? &v[[1]] : &v[[0]]) == p);
  assert (*(count (), &v[[1]]) == 7 && counted == 1);
  assert (v[[count ()]] == 7 && counted == 2);
  assert (v[[(count (), 1)]] == 7 && v[[i ? 1 : 0]] == 7 && counted == 3);
  v[[count ()]] += 4;
  assert (counted == 4);
}

static void
atomics (view _Atomic int a, view struct pair s, view int v, view double d)
{
  a[[1]] = 1;
  a[[1]]++;
  ++a[[1]];
  a[[1]] += 5;
  a[[1]] *= 2;
  assert (a[[1]] == 16 && a[[1]]-- == 16);
  s[[2]].y = 3;
  s[[2]].y += 4;
  s[[2]].bits = 2;
  s[[2]].bits++;
  assert (s[[2]].y == 7 && s[[2]].bits == 3);
  v[[2]] = 0;
  d[[0]] = 1;
#pragma omp atomic
  v[[2]]++;
#pragma omp atomic
  v[[2]] += 2;
#pragma omp atomic
  d[[NONE]] *= 3;
  int seen;
#pragma omp atomic capture
  seen = v[[2]] += 1;
  assert (v[[2]] == 4 && d[[0]] == 3 && seen == 4);
  __atomic_fetch_add (&v[[2]], 3, __ATOMIC_RELAXED);
  assert (v[[2]] == 7 && __sync_fetch_and_add (&v[[2]], 1) == 7);
}

static void
arrays (view row r)
{
  row *p = &r[[1]];
  int *q = r[[1]];
  (*p)[3] = 9;
  assert (q[3] == 9 && r[[1]][3] == 9 && *(r[[1]] + 3) == 9);
  assert (&r[[1]][3] == q + 3 && r[[1]] + 4 == r[[2]] && &r[[2]] - 2 == &r[[NONE]]);
}

int
main (void)
{
  record int ri = new_record (1, 0);
  view int v = new_write_view (ri);
  record _Atomic int ra = new_record (1, 0);
  view _Atomic int a = new_write_view (ra);
  record struct pair rs = new_record (1, 0);
  view struct pair s = new_write_view (rs);
  record row rr = new_record (1, 0);
  view row r = new_write_view (rr);
  record double rd = new_record (1, 0);
  view double d = new_write_view (rd);
  register (v);
  register (a);
  register (s);
  register (r);
  register (d);
  alloc (v, 8);
  alloc (a, 8);
  alloc (s, 8);
  alloc (r, 8);
  alloc (d, 8);
  stall (v, 8);
  stall (a, 8);
  stall (s, 8);
  stall (r, 8);
  stall (d, 8);
  types (v, v, s, r, a);
  pointers (v);
  atomics (a, s, v, d);
  arrays (r);
}
