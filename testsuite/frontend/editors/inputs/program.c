/* A producer of the language. */
#include <stdio.h>
process squares (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 16);
  for (int i = 0; i < 100; i++)
    {
      stall (v, i + 1);
      v[[i]] = i * i;
      v[[i]] += v[[i]] + 1;
      commit (v, i + 1);
    }
  free_view (v, TERMINATE);
}
int main (void)
{
  record int r = new_record (1, 1);
  run squares (r);
  view int v = new_read_view (r);
  register (v);
  alloc (v, 16);
  int sum = 0;
  for (long i = 0, n; (n = update (v, i + 1)); i = n)
    {
      sum += v[[i]];
      release (v, n);
    }
  printf ("%d\n", sum);
}
