// RUN: %variants %s %t | FileCheck %s
// Views in arrays of variable length, and pointers to such arrays.
int printf (const char *, ...);

__attribute__ ((noinline)) static long
through_parameter (int n, view int (*a)[n], int m)
{
  long sum = sizeof *a / sizeof **a;
  for (int k = 0; k < m; k++)
    for (int i = 0; i < n; i++)
      sum = sum * 3 + a[k][i][[k + i]];
  return sum;
}

__attribute__ ((noinline)) static long
through_variable (int n, int m, view int v[n], int late)
{
  view int b[m][n], (*a)[n];
  long sum = 0;
  for (int k = 0; k < m; k++)
    for (int i = 0; i < n; i++)
      b[k][i] = v[i];
  if (late)
    a = &b[1]; /* the size is used here first, but evaluated above */
  else
    a = b;
  n++;
  for (int i = 0; i < 3; i++)
    sum = sum * 5 + (*a)[i][[i]] + a[1][i][[2 * i]];
  view int (*other)[m] = 0;
  record int (*records)[m + 1] = 0;
  return sum + sizeof *other + sizeof *records;
}

process reader (record int r)
{
  view int v[6];
  for (int i = 0; i < 6; i++)
    {
      v[i] = new_read_view (r);
      register (v[i], i + 1);
      alloc (v[i], 16);
    }
  for (int i = 0; i < 6; i++)
    update (v[i], 16);
  view int (*a)[3] = (view int (*)[3]) v;
  long one = through_parameter (3, a, 2), two = through_variable (3, 4, v, 1);
  printf ("%ld %ld %ld\n", one, two, through_variable (3, 4, v, 0));
}

int main (void)
{
  record int r = new_record (1, 6);
  run reader (r);
  view int w = new_write_view (r);
  register (w);
  alloc (w, 16);
  stall (w, 16);
  for (int i = 0; i < 16; i++)
    w[[i]] = i * i + 1;
  commit (w, 16);
}
// CHECK: {{^}}2770 179 179{{$}}
