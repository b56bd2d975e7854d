/* Element 0, and its address.
RUN: %plugin -O0 -Wall -Wextra -Werror %s -o %t %libs && %models %t
RUN: %plugin -O2 -Wall -Wextra -Werror %s -o %t %libs && %models %t
RUN: %oldplugin -O2 -Wall -Wextra -Werror %s -o %t %libs && %models %t
*/
#include <assert.h>
#define ZERO 0
#define AT(v, i) ((v)[[i]])
enum { NONE };
struct pair { int a, b; };
static int same (int i) { return i; }
static int result (view int v) { return AT (v, 0); }
int main (void)
{
  record int r = new_record (1, 0);
  record struct pair rp = new_record (1, 0);
  view int v = new_write_view (r), *pv = &v, array[1] = { v };
  view struct pair p = new_write_view (rp);
  register (v); alloc (v, 4); stall (v, 4); register (p); alloc (p, 4); stall (p, 4);
  v[[1]] = 7; v[[0]] = 5;
  int *one = &v[[1]], i = 0;
  assert (&v[[0]] == one - 1 && &v [[ 0x0 ]] == one - 1 && &v[[0L]] == one - 1 && &v[[i]] == one - 1);
  assert (&(*pv)[[0]] == one - 1 && &array[0][[00u]] == one - 1 && &v[[NONE]] == one - 1);
  assert (&v[[ZERO]] == one - 1 && &AT (v, 0) == one - 1 && &v[[(NONE)]] == one - 1 && &v[[1 - 1]] == one - 1);
  assert (&v[['\0']] == one - 1 && &p[[NONE]].b == (int *) &p[[ZERO]] + 1 && &v[[i * 0]] == &v[[i]]);
  assert (AT (v, 0) == 5 && v[[NONE]] == 5 && v[[ZERO]]++ == 5 && v[[1 - 1]] == 6);
  int first = AT (v, 0), second = v[[NONE]] + v[[1]]; /* as initialisers, arguments, results */
  assert (first == 6 && second == 13 && same (AT (v, 0)) == 6 && same (v[[ZERO]]) == 6);
  p[[ZERO]].b = 3; AT (p, 0).b++; struct pair *q = &p[[0]]; q->a = 4;
  assert (p[[0]].a == 4 && p[[NONE]].b == 4 && &p[[0]].b == &q->b);
  return result (v) - 6;
}
