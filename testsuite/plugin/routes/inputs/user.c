#include HEADER
#ifdef THREE
process produce (record long r, int n);
#define ELEMENT(v, i) v[[i]]
static long sum (view long v, int n) { long s = 0; while (n--) s += v[[n]]; return s + record_of (0) - THREE; }
#endif
process produce (record long r, int n)
{
  view long v = new_write_view (r);
  register (v); alloc (v, n); stall (v, n);
  for (int i = 0; i < n; i++)
    ELEMENT (v, i) = i;
  commit (v, n);
}
int main (void)
{
  record long r = new_record (1, 1);
  run produce (r, 10);
  view long v = new_read_view (r);
  register (v); alloc (v, 10);
  return update (v, 10) == 10 && sum (v, 10) == 45 && ELEMENT (v, 0) == 0 ? 0 : 1;
}
