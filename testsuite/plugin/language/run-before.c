/* run of processes that are declared further down: arguments are converted as always.
RUN: %plugin -O2 -Wall -Wextra -Werror %s -o %t %libs && %models %t | FileCheck %s
RUN: %plugin -O2 -Wconversion -Wno-sign-conversion -Werror -fsyntax-only %s
RUN: %plugin -O0 -g -fsanitize=undefined -fno-sanitize-recover=undefined %s -o %t %libs && %models %t | FileCheck %s
RUN: %oldplugin -O2 -flto -Wall -Wextra -Werror %s -o %t %libs && %models %t | FileCheck %s
*/
#include <stdio.h>
struct pair { int a; double b; };
typedef char text[6];
int main (void)
{
  record int r = new_record (1, 1);
  char small = 'x';
  float f = 0.5f;
  struct pair s = { 4, 2.5 };
  text t = "abcde";
  view int v = new_write_view (r);
  register (v, 1);
  alloc (v, 8);
  join (run kinds (small, 3, f, 7, s, t, 0, -1));
  run writer (v, 5);
  join (run reader (r, "five"));
  long handle = run nothing ();
  join (handle);
  void also (void);
  also ();
  return 0;
}
static process kinds (char c, double d, float f, long l, struct pair s, const char *t, void *p, unsigned u)
{
  printf ("c = %c, d = %.1f, f = %.2f, l = %ld, s = %d %.1f, t = %s, p = %s, u = %u\n", c, d, f, l, s.a, s.b, t,
          p ? "set" : "null", u);
}
process reader (record int r, const char *name); /* a declaration is enough */
process writer (view int v, short n)
{
  for (int i = 0; i < n; commit (v, ++i))
    {
      stall (v, i + 1);
      v[[i]] = i * i;
    }
}
process nothing ();
process nothing () { puts ("nothing"); }
process reader (record int r, const char *name)
{
  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 8);
  int sum = 0;
  for (long i = 0; update (v, i + 1); release (v, ++i))
    sum += v[[i]];
  printf ("%s: %d\n", name, sum);
}
void also (void)
{
  join (run last (1));
  join (run last (2L)); /* twice, before it is declared */
}
void third (void)
{
  run block (5);
  process block (short); /* in time, too */
}
process block (short n) { (void) n; }
process last (long n) { printf ("last %ld\n", n); }
/*
CHECK: c = x, d = 3.0, f = 0.50, l = 7, s = 4 2.5, t = abcde, p = null, u = 4294967295
CHECK-NEXT: five: 30
CHECK-NEXT: nothing
CHECK-NEXT: last 1
CHECK-NEXT: last 2
*/
