/* blocking.c - calls of a library that block, and of one whose state belongs to a thread. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "erbium.h"

/* Stands for a library whose calls wait, such as one that asks a server. */
static int slow_answer (int question)
{
  nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);
  return 2 * question;
}

/* Stands for a library whose state belongs to a thread, such as a context of OpenGL. */
static _Thread_local int opened;

static int close_state (void)
{
  return opened;
}

process ask (record int out, int n)
{
  view int v = new_write_view (out);
  register (v, 1);
  alloc (v, 4);
  for (long i = 0; i < n; i++)
    {
      int answer;
      erbium_blocking { answer = slow_answer (i); }     /* others run meanwhile */
      stall (v, i + 1);
      v[[i]] = answer;
      commit (v, i + 1);
    }
}

process add (record int in, record int out)
{
  erbium_keep_thread ();        /* before the first call of the library */
  opened = 0;
  view int v = new_read_view (in);
  register (v, 1);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      opened += v[[i]];         /* the same thread after each primitive */
      release (v, i + 1);
    }
  view int sum = new_write_view (out);
  register (sum, 1);
  alloc (sum, 1);
  stall (sum, 1);
  sum[[0]] = close_state ();
  commit (sum, 1);
}

int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20;
  record int answers = new_record (1, 1), sum = new_record (1, 1);
  run ask (answers, n);
  run add (answers, sum);

  view int v = new_read_view (sum);
  register (v, 1);
  alloc (v, 1);
  if (update (v, 1))
    printf ("the answers add up to %d\n", v[[0]]);
}
