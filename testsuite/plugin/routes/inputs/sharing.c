/* Two producers and two consumers share the elements of a record in blocks, in memory
 * of a few blocks.  Prints 1498500. */
int printf (const char *, ...);
enum { N = 1000, BLOCK = 50, SHARES = 2 };
process produce (record int r, int k)
{
  view int v = new_write_view (r);
  register (v, k + 1);
  alloc (v, SHARES * BLOCK);
  for (int tl = k * BLOCK; tl < N; tl += SHARES * BLOCK)
    {
      commit (v, tl);
      stall (v, tl + BLOCK);
      for (int i = tl; i < tl + BLOCK; i++)
        v[[i]] = i * 3;
      commit (v, tl + BLOCK);
    }
  commit (v, N);
}
process consume (record int r, int k, record int sums)
{
  view int v = new_read_view (r);
  view int to = new_write_view (sums);
  int sum = 0;
  register (v, k + 1);
  register (to, k + 1);
  alloc (v, SHARES * BLOCK);
  alloc (to, 10);
  for (int tl = k * BLOCK; tl < N; tl += SHARES * BLOCK)
    {
      release (v, tl);
      if (update (v, tl + BLOCK) < tl + BLOCK)
        break;
      for (int i = tl; i < tl + BLOCK; i++)
        sum += v[[i]];
      release (v, tl + BLOCK);
    }
  commit (to, k);
  stall (to, k + 1);
  to[[k]] = sum;
  commit (to, SHARES);
}
int main (void)
{
  record int r = new_record (SHARES, SHARES);
  record int sums = new_record (SHARES, 1);
  view int v = new_read_view (sums);
  register (v, 1);
  alloc (v, SHARES);
  for (int k = 0; k < SHARES; k++)
    {
      run produce (r, k);
      run consume (r, k, sums);
    }
  if (update (v, SHARES) == SHARES)
    printf ("%d\n", v[[0]] + v[[1]]);
  return 0;
}
