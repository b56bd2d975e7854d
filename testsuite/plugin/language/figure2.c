/* The program of figure 2 of the paper: main first, the processes below it, no include.
RUN: %plugin -O2 -Wno-error=implicit-function-declaration %s -o %t %libs && %models %t | FileCheck %s
RUN: %oldplugin -O0 -Wno-error=implicit-function-declaration %s -o %t %libs && %models %t | FileCheck %s
CHECK: {{^}}1468665{{$}}
*/
#ifndef N /* run/burst-of-one.c has others */
#define N 1000
#define P_HORIZ 64
#define C_HORIZ 64
#define P_BURST 10
#define C_BURST 7
#endif
static int foo (int i) { return i * 3; }
int main ()
{
  record int re = new_record (1, 1);
  run producer (re); run consumer (re);
}
process producer (record int re)
{
  int tl = 0, hd, i;
  view int vi = new_write_view (re);
  register (vi);
  alloc (vi, P_HORIZ);
  while (1)
    {
      hd = tl + P_BURST;
      if (hd >= N) break;
      stall (vi, hd);
      for (i = tl; i < hd; i++)
        vi[[i]] = foo (i);
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
