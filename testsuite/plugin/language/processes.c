/* Processes: defined, declared, static, without arguments, recursive, through
   pointers, arrays and parameters; arguments of any type are copied.
RUN: %plugin -O0 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -O3 -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -Os -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
CHECK: char -3 short -4 bool 1 float 1.5 long double 2.5
CHECK: complex 1 2 struct 1 2 union 7 enum 1 vector 4 int128 9 pointer ok
CHECK: none 11
CHECK: primes 2 3 5 7 11 13 17 19 23 29
*/
#include <assert.h>
#include <complex.h>
#include <stdio.h>
#include <stdbool.h>

typedef int v4 __attribute__ ((vector_size (16)));
struct pair { int a; char b; };
union either { int i; float f; };
enum color { RED, GREEN };
static int count;

process scalars (signed char c, short s, bool b, float f, long double l);
process later (int *);
static process hidden (void);
extern process outside (void), both (int);

process scalars (signed char c, short s, bool b, float f, long double l)
{
  printf ("char %d short %d bool %d float %g long double %Lg\n", c, s, b, (double) f, l);
}
static process others (double complex z, struct pair s, union either u, enum color e, v4 v, __int128 n,
                       const char *p)
{
  printf ("complex %g %g struct %d %d union %d enum %d vector %d int128 %d pointer %s\n", creal (z),
          cimag (z), s.a, s.b, u.i, e, v[3], (int) n, p);
}
process later (int *p) { __atomic_fetch_add (p, 1, __ATOMIC_RELAXED); }
static process hidden (void) { __atomic_fetch_add (&count, 1, __ATOMIC_RELAXED); }
process outside () { __atomic_fetch_add (&count, 1, __ATOMIC_RELAXED); }
process both (int n) { __atomic_fetch_add (&count, n, __ATOMIC_RELAXED); }

process (*pointer) (int) = both;
process (*table[2]) (int) = { both, both };
typedef process maker (int);
struct holder { process (*p) (int); maker *q; };
static void start (process (*p) (int), maker *q, struct holder h)
{
  join (run p (1));
  join (run q (1));
  process (*member) (int) = h.p;
  join (run member (1));
}

/* A sieve: each process keeps one prime and runs the next. */
process sieve (view int in, record int primes, int k)
{
  register (in); alloc (in, 1);
  record int r = new_record (1, 1);
  view int out = new_write_view (r), p = new_write_view (primes), next = new_read_view (r);
  register (out); alloc (out, 64);
  long t = 0, tl = 0;
  if (update (in, 1) != 1)
    return;
  int prime = in[[0]];
  register (p, k + 1); alloc (p, 10); stall (p, 10); p[[k]] = prime; commit (p, 10);
  if (k < 9)
    run sieve (next, primes, k + 1);
  else
    register (next, 1), free_view (next);
  for (tl = 1; update (in, tl + 1); tl++)
    {
      if (in[[tl]] % prime)
        {
          stall (out, t + 1);
          out[[t]] = in[[tl]];
          commit (out, ++t);
        }
      release (in, tl + 1);
    }
}

int main (void)
{
  int n = 0;
  erbium_process h = run scalars (-3, -4, 17, 1.5, 2.5);
  join (h);
  join (run others (1 + 2 * I, (struct pair) { 1, 2 }, (union either) { 7 }, GREEN, (v4) { 1, 2, 3, 4 },
                    9, "ok"));
  join (run later (&n)); assert (n == 1);
  join (run hidden ()); join (run outside ()); join (run both (1)); join (run pointer (1));
  int i = 0;
  join (run table[i++] (1)); join (run table[i] (1)); assert (i == 1);
  start (both, &both, (struct holder) { both, both });
  long handles[2] = { run both (1), run both (1) };
  for (int k = 0; k < 2; k++) join (handles[k]);
  printf ("none %d\n", count);

  record int r = new_record (1, 1), primes = new_record (10, 1);
  view int w = new_write_view (r), v = new_read_view (primes), first = new_read_view (r);
  register (w); alloc (w, 64); register (v); alloc (v, 10);
  run sieve (first, primes, 0);
  for (int k = 0; k < 30; k++)
    {
      stall (w, k + 1);
      w[[k]] = k + 2;
      commit (w, k + 1);
    }
  free_view (w);
  assert (update (v, 10) == 10);
  printf ("primes");
  for (int k = 0; k < 10; k++)
    printf (" %d", v[[k]]);
  printf ("\n");
}
