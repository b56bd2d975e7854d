/* SPDX-License-Identifier: MIT */
/* choice.c - choice KIND: waits for one of several requests. */
#define _GNU_SOURCE
#include "kinds.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

/* Up to 3 ms, from the clock: different in each run. */
static void
pause_a_while (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  usleep ((unsigned) ((unsigned long) t.tv_nsec * 2654435761u >> 7) % 3000);
}

static void
send (int value, int to)
{
  pause_a_while ();
  MPI_Send (&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static int
receive (int from)
{
  int x;
  MPI_Recv (&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return x;
}

/* The first request is done only after what follows the second.  The array begins with null
 * requests. */
static void
wait_for_second (int nulls)
{
  int x[2], index, step;
  MPI_Request all[3] = { MPI_REQUEST_NULL }, *r = &all[nulls];
  if (rank == 2)
    send (7, 0);
  if (rank == 1)
    send (receive (0) + 1, 0);
  if (rank)
    return;
  MPI_Irecv (&x[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv (&x[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &r[1]);
  for (step = 0; step < 2; step++)
    {
      MPI_Waitany (nulls + 2, all, &index, MPI_STATUS_IGNORE);
      index -= nulls;
      printf ("request %d: %d\n", index, x[index]);
      if (index == 1)
        send (x[1], 1);
    }
}

static void
second_first (void)
{
  wait_for_second (0);
}

static void
shifted (void)
{
  wait_for_second (1);
}

/* Ranks 0 and 1 wait for each other, among others.  Rank 2 waits for rank 1, rank 3 for nobody. */
static void
crossed (void)
{
  int x[2] = { 0, 0 }, index, step;
  MPI_Request r[2];
  if (rank == 2)
    send (receive (1) * 2, 0);
  if (rank == 3)
    send (5, 1);
  if (rank > 1)
    return;
  MPI_Irecv (&x[0], 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv (&x[1], 1, MPI_INT, rank + 2, 0, MPI_COMM_WORLD, &r[1]);
  for (step = 0; step < 2; step++)
    {
      MPI_Waitany (2, r, &index, MPI_STATUS_IGNORE);
      printf ("rank %d, request %d: %d\n", rank, index, x[index]);
      if (step == 0 && rank == 1)
        send (x[index] + 10, 2), send (x[index] + 20, 0);
      if (step == 0 && rank == 0)
        send (x[index] + 30, 1);
    }
}

/* The second request is a synchronous send: its answer is no message that arrives. */
static void
synchronous (void)
{
  int x = 0, y = 4, step, done, index;
  MPI_Status s[2];
  MPI_Request r[2];
  if (rank == 2)
    pause_a_while (), receive (0);
  if (rank == 1)
    send (receive (0) + 1, 0);
  if (rank)
    return;
  MPI_Irecv (&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Issend (&y, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &r[1]);
  for (step = 0; step < 2; step++)
    {
      MPI_Waitsome (2, r, &done, &index, s);
      printf ("%d request: %d, %d\n", done, index, x);
      if (index == 1)
        send (8, 1);
    }
}

/* Rank 0 is stopped for a second, when it waits for another message than the long one that rank 1
 * has offered, and has not copied that yet. */
static void
stopped (void)
{
  static char x[100000];
  MPI_Request r;
  if (rank == 0)
    {
      MPI_Send (&(int) { getpid () }, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      MPI_Recv (x, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv (x, sizeof x, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf ("it goes on\n");
      return;
    }
  int other = receive (0);
  MPI_Isend (x, sizeof x, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &r);
  usleep (100);
  kill (other, SIGSTOP);
  if (fork () == 0)
    {
      sleep (1);
      kill (other, SIGCONT);
      _exit (0);
    }
  MPI_Wait (&r, MPI_STATUS_IGNORE);
  MPI_Send (x, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
}

/* Nobody sends before it receives. */
static void
nobody (void)
{
  int x[2], index;
  MPI_Request r[2];
  MPI_Irecv (&x[0], 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv (&x[1], 1, MPI_INT, (rank + 2) % ranks, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Waitany (2, r, &index, MPI_STATUS_IGNORE);
}

/* Messages of the rank to itself. */
static void
alone (void)
{
  int x[2] = { 0, 0 }, index;
  MPI_Request r[2];
  MPI_Irecv (&x[0], 1, MPI_INT, 0, 1, MPI_COMM_SELF, &r[0]);
  MPI_Irecv (&x[1], 1, MPI_INT, 0, 2, MPI_COMM_SELF, &r[1]);
  MPI_Send (&(int) { 7 }, 1, MPI_INT, 0, 2, MPI_COMM_SELF);
  MPI_Waitany (2, r, &index, MPI_STATUS_IGNORE);
  printf ("request %d: %d\n", index, x[index]);
  fflush (stdout);
  MPI_Irecv (&x[1], 1, MPI_INT, 0, 2, MPI_COMM_SELF, &r[1]);
  MPI_Waitany (2, r, &index, MPI_STATUS_IGNORE);
}

static void
any_of_nobody (void)
{
  int x;
  MPI_Recv (&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 0 deals tasks to the rank whose request it gets. */
static void
farm (void)
{
  enum { MOST = 16, TASKS = 40 };
  int x[MOST], index, task, left = ranks - 1;
  MPI_Request r[MOST];
  if (rank)
    {
      for (x[0] = rank, task = 0; task >= 0; task = receive (0))
        send (x[0] = (int) ((unsigned) x[0] * 31 + (unsigned) task), 0);
      return;
    }
  for (int n = 1; n < ranks; n++)
    MPI_Irecv (&x[n - 1], 1, MPI_INT, n, 0, MPI_COMM_WORLD, &r[n - 1]);
  for (task = 1; left; task++)
    {
      MPI_Waitany (ranks - 1, r, &index, MPI_STATUS_IGNORE);
      printf ("%d: %d\n", index, x[index]);
      int next = task < TASKS ? task : -1;
      if (next > 0)
        MPI_Irecv (&x[index], 1, MPI_INT, index + 1, 0, MPI_COMM_WORLD, &r[index]);
      MPI_Send (&next, 1, MPI_INT, index + 1, 0, MPI_COMM_WORLD);
      left -= next < 0;
    }
}

int
main (int argc, char **argv)
{
  static const struct kind kinds[] = {
    { "second", second_first }, { "crossed", crossed }, { "synchronous", synchronous },
    { "stopped", stopped }, { "nobody", nobody }, { "alone", alone }, { "any", any_of_nobody },
    { "farm", farm }, { "shifted", shifted }, { NULL, NULL } };
  return run_kind (argc, argv, kinds);
}
