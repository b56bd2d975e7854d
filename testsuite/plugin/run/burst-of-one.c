// RUN: %variants %s %t | FileCheck %s
// The paper's producer and consumer with bursts of one element: the next index is
// the result of update, so coarsening has to see through it.
int printf (const char *, ...);
#define N 100003
process producer (record int re)
{
  int tl = 0, hd, i;
  view int vi = new_write_view (re);
  register (vi);
  alloc (vi, 4096);
  while (1)
    {
      hd = tl + 1;
      if (hd > N) break;
      stall (vi, hd);
      for (i = tl; i < hd; i++)
        vi[[i]] = i * 3;
      commit (vi, hd);
      tl = hd;
    }
}
process consumer (record int re)
{
  int tl = 0, hd, i;
  int sum = 0;
  view int vi = new_read_view (re);
  register (vi);
  alloc (vi, 4096);
  while (1)
    {
      hd = tl + 1;
      receive (vi, hd);
      hd = update (vi, hd);
      if (!hd) break;
      for (i = tl; i < hd; i++)
        sum += vi[[i]];
      release (vi, hd);
      tl = hd;
    }
  printf ("%d\n", sum);
  // CHECK: {{^}}2115848121{{$}}
}
int main ()
{
  record int re = new_record (1, 1);
  run producer (re); run consumer (re);
}
