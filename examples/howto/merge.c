/* merge.c - two inputs: merges two sorted streams; the data say which one is read next. */
#include <stdio.h>

process multiples (record int out, int of, int below)
{
  view int v = new_write_view (out);
  register (v, 1);
  alloc (v, 64);
  for (long i = 0; i * of < below; i++)
    {
      stall (v, i + 1);
      v[[i]] = i * of;
      commit (v, i + 1);
    }
}

process merge (record int left, record int right, record int out)
{
  view int a = new_read_view (left), b = new_read_view (right), v = new_write_view (out);
  register (a, 1);
  register (b, 1);
  register (v, 1);
  alloc (a, 1);
  alloc (b, 1);
  alloc (v, 64);
  long i = 0, j = 0;
  for (;;)
    {
      long more_a = update (a, i + 1), more_b = update (b, j + 1);      /* 0 at the end */
      if (!more_a && !more_b)
        break;
      int take_a = more_a && (!more_b || a[[i]] <= b[[j]]);
      stall (v, i + j + 1);
      v[[i + j]] = take_a ? a[[i]] : b[[j]];
      commit (v, i + j + 1);
      if (take_a)
        release (a, ++i);
      else
        release (b, ++j);
    }
}

int main (void)
{
  record int threes = new_record (1, 1), fives = new_record (1, 1), both = new_record (1, 1);
  run multiples (threes, 3, 30);
  run multiples (fives, 5, 30);
  run merge (threes, fives, both);

  view int v = new_read_view (both);
  register (v, 1);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      printf (i ? " %d" : "%d", v[[i]]);
      release (v, i + 1);
    }
  printf ("\n");
}
