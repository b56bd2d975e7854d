/* pipeline.c - the same pipeline with a record instead of the queue. */
#include <stdio.h>

enum { NUMBERS = 100000, ROOM = 1024 };

process produce (record int queue)
{
  view int v = new_write_view (queue);
  register (v, 1);
  alloc (v, ROOM);
  for (long i = 0; i < NUMBERS; i++)
    {
      stall (v, i + 1);
      v[[i]] = i % 100;
      commit (v, i + 1);
    }
}

int main (void)
{
  record int queue = new_record (1, 1);
  run produce (queue);

  view int v = new_read_view (queue);
  register (v, 1);
  alloc (v, 1);
  long sum = 0;
  for (long i = 0; update (v, i + 1); i++)
    {
      sum += (long) v[[i]] * v[[i]];
      release (v, i + 1);
    }
  printf ("%ld\n", sum);
}
