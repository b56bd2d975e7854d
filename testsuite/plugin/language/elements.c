/* v[[i]] is an lvalue of type T in every form that C has.
RUN: %plugin -O0 -Wall -Wextra -Werror %s -o %t %libs && %models %t
RUN: %plugin -O3 -Wall -Wextra -Werror %s -o %t %libs && %models %t
RUN: %oldplugin -O2 -Wall -Wextra -Werror %s -o %t %libs && %models %t
*/
#include <assert.h>
#include <string.h>

struct point { int x, f[4]; struct { char c; } in; unsigned b : 3; };
static int calls;
static int once (int i) { calls++; return i; }
static void set (int *p) { *p = 77; }

int main (void)
{
  record int r = new_record (1, 1);
  record int s0 = new_record (1, 0);
  record struct point s = new_record (1, 0);
  view int w = new_write_view (r), v = new_read_view (r), u = new_write_view (s0);
  view struct point q = new_write_view (s);
  register (w); register (v, 1); register (q); register (u);
  alloc (w, 16); alloc (v, 16); alloc (q, 16); alloc (u, 16);
  stall (w, 16); stall (q, 16); stall (u, 16);

  long i = 0;
  w[[0]] = 1; w[[1]] = w[[0]] + 1; w[[2]] = 3;           /* write, read back */
  assert (w[[0]] == 1 && w[[1]] == 2 && w [[ 2 ]] == 3);
  w[[1]] += 5; w[[1]] -= 1; w[[1]] <<= 2; w[[1]]++; ++w[[1]]; w[[1]]--;
  assert (w[[1]] == 25);
  w[[i++]] += 1;                                          /* evaluated once */
  assert (i == 1 && w[[0]] == 2);
  w[[once (3)]] = 0; w[[once (3)]]++; w[[once (3)]] |= 6; --w[[once (3)]];
  assert (calls == 4 && w[[3]] == 6);
  assert (w[[w[[w[[0]]]]]] == 6 && w[[ w[[ 0 ]] ]] == 3);  /* nested */
  i = 2; w[[1]] = 3;
  assert (w[[i++, 3]] == 6 && w[[i == 3 ? 3 : 1]] == 6 && w[[(i++, 3)]] == 6); /* comma, conditional */
  u[[3]] = 5;
  assert ((i == 4 ? w : u)[[3]] == 6 && (i == 4 ? u : w)[[3]] == 5 && (w)[[3]] == 6 && (&w)[0][[3]] == 6);
  int *p = &w[[2]];
  *p = 8; set (&w[[4]]); set (&(w[[5]]));
  assert (w[[2]] == 8 && w[[4]] == 77 && w[[5]] == 77 && &w[[5]] == p + 3 && &w[[0]] == p - 2);
  assert (sizeof w[[0]] == sizeof (int) && sizeof (w[[i++]]) == 4 && i == 4); /* not evaluated */
  assert (_Alignof (__typeof__ (w[[0]])) == _Alignof (int));
  __typeof__ (w[[0]]) t = w[[2]];
  assert (t == 8 && _Generic (w[[0]], int: 1, default: 0));
  int a[4] = { 0, 1, 2, 3 };
  w[[a[a[1]]]] = a[w[[0]]]; assert (w[[1]] == 2);
  w[[i++, 12]] = 1; w[[i++, 12]] += 2; w[[w[[12]] ? (i++, 12) : 1]]++; (void) &w[[i++, 12]];
  assert (w[[12]] == 4 && i == 8);
  w[[6]] = w[[7]] = 4; assert (w[[6]] == 4);              /* chain */
  ({ w[[6]]; }); assert (({ w[[6]]; }) == 4 && !(!w[[6]]) && -w[[6]] == -4 && ~w[[6]] == ~4);
  w[[(char) 6]] = 5; w[[7u]] = 6; w[[8ull]] = 7; w[[(short) 9]] = 8; w[[(unsigned char) 10]] = 9;
  assert (w[[6]] + w[[7]] + w[[8]] + w[[9]] + w[[10]] == 35);
  w[[                                                     /* over lines */
    6
  ]] = 1;
  w[[7] ] = 2;
  assert (w[[6]] == 1 && w[[7]] == 2 && w\
[[7]] == 2);

  q[[1]] = (struct point) { .x = 4, .f = { 1, 2, 3 } };   /* structs */
  q[[0]] = q[[1]]; q[[0]].x++; q[[0]].f[q[[0]].f[1]]++; q[[0]].in.c = 'c'; q[[0]].b = 5; q[[0]].b++;
  assert (q[[0]].x == 5 && q[[0]].f[2] == 4 && q[[1]].f[2] == 3 && q[[0]].in.c == 'c' && q[[0]].b == 6);
  struct point *at = &q[[1]];
  at->x = 9; (&q[[1]])->f[0] = 8; int *f = q[[1]].f; f[1] = 7; *q[[1]].f += 1;
  assert (q[[1]].x == 9 && q[[1]].f[0] == 9 && q[[1]].f[1] == 7 && &q[[1]] == at && at - 1 == &q[[0]]);
  q[[4]] = (struct point) { .x = w[[0]], .f = { w[[w[[0]]]], q[[1]].x } };
  assert (q[[4]].x == w[[0]] && q[[4]].f[0] == w[[2]] && q[[4]].f[1] == 9);
  set (&(int) { w[[0]] }); int vla[w[[0]] + 1][2]; vla[w[[0]]][1] = w[[2]] - 6;
  assert (sizeof vla == 24 && vla[2][1] == 2 && sizeof (int [w[[0]]]) == 8);
  switch (w[[0]]) { case 2: break; default: assert (0); }
  goto *(void *[]) { &&here, 0 }[w[[7]] - 2]; here:
  assert ((w[[0]] ? w[[0]] : 1) == 2 && (w[[0]] ?: 1) == 2 && (w[[0]] && w[[2]]));
  do w[[11]] = 1; while (w[[11]]-- > 1);
  memset (&q[[2]], 0, sizeof q[[2]]); memcpy (&q[[3]], &q[[1]], sizeof (struct point));
  assert (!q[[2]].x && q[[3]].x == 9 && q[[w[[7]]]].x == 0);

  commit (w, 8);                                          /* the reader's side */
  long n = update (v, 8), sum = 0;
  for (int k = 0; k < n; k++)
    sum += v[[k]] * (k + 1);
  assert (n == 8 && sum == 2 + 4 + 24 + 24 + 385 + 462 + 7 + 16);
  release (v, 8);
  return 0;
}
