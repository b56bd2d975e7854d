/* SPDX-License-Identifier: MIT */
/* pool.c - a guest with threads that wait when it ends, or is killed: pool HOW, for guests.c. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *
waits_for_condition (void *unused)
{
  pthread_mutex_lock (&lock);
  for (;;)
    pthread_cond_wait (&never, &lock);
  return unused;
}

static void *
waits_at_barrier (void *barrier)
{
  pthread_barrier_wait (barrier);
  return NULL;
}

static void *
blocks_signals (void *unused)
{
  sigset_t all;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
  sigprocmask (SIG_SETMASK, &all, NULL);
  for (;;)
    pause ();
  return unused;
}

static void *
computes (void *number)
{
  for (;;)
    ++*(volatile int *) number;
  return NULL;
}

/* The pipe is full before the end. */
static void *
writes (void *pipe)
{
  static char text[1 << 20];
  FILE *file = fdopen (*(int *) pipe, "w");
  fwrite (text, 1, sizeof text, file);
  return NULL;
}

int
main (int count, char **argument)
{
  const char *how = argument[count - 1];
  pthread_barrier_t two;
  pthread_t thread;
  int ends[2], number = 0;
  pthread_barrier_init (&two, NULL, 2);
  if (strcmp (how, "condition") == 0)
    for (int n = 0; n < 3; n++)
      pthread_create (&thread, NULL, waits_for_condition, NULL);
  else if (strcmp (how, "barrier") == 0)
    pthread_create (&thread, NULL, waits_at_barrier, &two);
  else if (strcmp (how, "signals") == 0)
    pthread_create (&thread, NULL, blocks_signals, NULL);
  else if (strcmp (how, "join") == 0)
    {
      pthread_create (&thread, NULL, computes, &number);
      pthread_join (thread, NULL);
    }
  else if (strcmp (how, "pipe") == 0 && pipe (ends) == 0)
    {
      pthread_create (&thread, NULL, writes, &ends[1]);
      pthread_join (thread, NULL);
    }
  usleep (20000);
  return 4;
}
