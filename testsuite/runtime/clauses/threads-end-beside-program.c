/* SPDX-License-Identifier: MIT */
/* A thread that has entered a program, and has no view there, may end at any time:
 * also while the program is being freed. */
// RUN: %build
// RUN: %run %t
#include <pthread.h>
#include "test.h"

enum { THREADS = 8 };

static erbium_program *program;
static pthread_barrier_t entered;

static void *
guest (void *number)
{
  erbium_program_enter (program);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 0);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_free_view (v, ERBIUM_TERMINATE);
  pthread_barrier_wait (&entered);
  for (volatile int n = 0; n < *(int *) number * 300; n++)
    ;
  return NULL;
}

int
main (void)
{
  pthread_t thread[THREADS];
  int number[THREADS];
  pthread_barrier_init (&entered, NULL, THREADS + 1);
  for (int round = rounds (500); round > 0; round--)
    {
      program = erbium_program_new ();
      for (int n = 0; n < THREADS; n++)
        {
          number[n] = n;
          expect_equal (pthread_create (&thread[n], NULL, guest, &number[n]), 0);
        }
      pthread_barrier_wait (&entered);
      erbium_program_free (program);
      for (int n = 0; n < THREADS; n++)
        pthread_join (thread[n], NULL);
    }
}
