/* A producer and a consumer: prints 1498500. */
int printf (const char *, ...);
#define N 1000
#define P_HORIZ 64
#define C_HORIZ 64
#define P_BURST 10
#define C_BURST 7
static int foo (int i) { return i * 3; }
process producer (record int re)
{
  int tl = 0, hd, i;
  view int vi = new_write_view (re);
  register (vi);
  alloc (vi, P_HORIZ);
  while (1)
    {
      hd = tl + P_BURST;
      if (hd > N) break;
      stall (vi, hd);
      for (i = tl; i < hd; i++)
        vi[[i]] = foo (i);
      commit (vi, hd);
      tl = hd;
    }
}
process consumer (record int re)
{
  long tl = 0, hd, i;
  int sum = 0;
  view int vi = new_read_view (re);
  register (vi);
  alloc (vi, C_HORIZ);
  while (1)
    {
      hd = tl + C_BURST;
      receive (vi, hd);
      hd = update (vi, hd);
      if (!hd) break;
      for (i = tl; i < hd; i++)
        sum += vi[[i]];
      release (vi, hd);
      tl = hd;
    }
  printf ("%d\n", sum);
}
int main (void)
{
  record int re = new_record (1, 1);
  run producer (re); run consumer (re);
  return 0;
}
