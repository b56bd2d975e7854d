/* ring-records.c - the same ring: a process for each rank, and a record for each direction. */
#include <stdio.h>

enum { SIZE = 4, TURNS = 3 };

process rank (int me, record int from, record int to)
{
  view int in = new_read_view (from), out = new_write_view (to);
  register (in, 1);
  register (out, 1);
  alloc (in, 1);
  alloc (out, 1);
  long got = 0;
  for (long turn = 0; turn < TURNS; turn++)
    {
      int sum = 0;
      if (me > 0 || turn > 0)           /* receive */
        {
          if (!update (in, got + 1))
            return;
          sum = in[[got]];
          release (in, ++got);
        }
      stall (out, turn + 1);            /* send */
      out[[turn]] = sum + me + 1;
      commit (out, turn + 1);
    }
  if (me == 0 && update (in, got + 1))
    printf ("%d\n", in[[got]]);
}

int main (void)
{
  record int to[SIZE];
  for (int k = 0; k < SIZE; k++)
    to[k] = new_record (1, 1);
  for (int k = 0; k < SIZE; k++)
    run rank (k, to[(k + SIZE - 1) % SIZE], to[k]);
}
