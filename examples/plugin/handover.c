/* SPDX-License-Identifier: MIT */
/* handover.c - one process continues where another has stopped. */
#include <stdio.h>

process sender (record char out, const char *message)
{
  view char v = new_write_view (out);
  register (v, 1);
  alloc (v, 16);
  for (long i = 0; message[i]; i++)
    {
      stall (v, i + 1);
      v[[i]] = message[i];
      commit (v, i + 1);
    }
}

/* Prints letters as they are. */
process plain (record char in, long from)
{
  view char v = new_read_view (in);
  register (v, 1);          /* takes the id that header has left */
  alloc (v, 1);
  for (long i = from; update (v, i + 1); i++)
    {
      putchar (v[[i]]);
      release (v, i + 1);
    }
  putchar ('\n');
}

/* Prints pairs of a letter and the number of times to print it. */
process packed (record char in, long from)
{
  view char v = new_read_view (in);
  register (v, 1);
  alloc (v, 2);
  for (long i = from; update (v, i + 2); i += 2)
    {
      for (int n = v[[i + 1]] - '0'; n > 0; n--)
        putchar (v[[i]]);
      release (v, i + 2);
    }
  putchar ('\n');
}

/* Reads the kind of the message and its length, and starts the process for the rest. */
process header (record char in)
{
  view char v = new_read_view (in);
  register (v, 1);
  alloc (v, 2);
  if (update (v, 2) != 2)
    return;
  char kind = v[[0]];
  printf ("%c letters: ", v[[1]]);
  release (v, 2);
  free_view (v, HANDOVER);  /* leaves id 1 open, at element 2 */
  if (kind == 'p')
    run packed (in, 2);
  else
    run plain (in, 2);
}

int main (int argc, char **argv)
{
  record char r = new_record (1, 1);
  run sender (r, argc > 1 ? argv[1] : "p9a3b2c4");
  run header (r);
}
