/* With erbium/syntax.h another compiler reads all but v[[i]].
RUN: %clang -fsyntax-only -Wall -Werror -I%root/runtime/include -include erbium/syntax.h %s
RUN: %gcc -fsyntax-only -fpermissive -I%root/runtime/include -include erbium/syntax.h %s
RUN: %plugin -O1 -Wall -Wextra -Werror -I%root/runtime/include -include erbium.h -include erbium/syntax.h -fsyntax-only %s
*/
struct item { long key; };
typedef view struct item items;
struct network { record struct item r; view struct item v; };
process forward (int n);
process produce (record struct item r, int n)
{
  register int i = 0;
  view struct item v = new_write_view (r);
  register (v); alloc (v, 10);
  for (; i < n; i++)
    {
      stall (v, i + 1);
      ERBIUM_AT (v, i).key = i;
      commit (v, i + 1);
    }
  if (n)
    return;
  free_view (v, HANDOVER);
}
static process empty (void) { }
long main_ (void)
{
  record struct item r = new_record (1, 1);
  struct network net = { .r = r };
  run produce (r, 10);
  run empty ();
  erbium_process h = run forward (1);
  view struct item v = new_read_view (r);
  items w = v;
  register (v, 1); alloc (v, 10);
  long tl = 0, hd, sum = 0;
  receive (v, 3);
  while ((hd = update (v, tl + 1)) && !done (v) && !missed (v))
    for (; tl < hd; tl++)
      sum += ERBIUM_AT (w, tl).key;
  release (v, tl);
  join (h);
  net.v = v; (void) net.v;
  return sum;
}
