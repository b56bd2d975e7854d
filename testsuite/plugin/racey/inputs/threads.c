/* SPDX-License-Identifier: MIT */
/* threads.c - threads [ROUNDS]: what the workers of network.c do, with an array in place of the record.
 *
 * Nobody waits for anybody: a thread takes what it finds.  The accesses are atomic and relaxed, so that C says
 * that there is a value; which one it is, the schedule says.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "racey.h"

enum { PLACES = LOOK_BACK * WORKERS };

static long rounds;
static _Atomic uint64_t field[PLACES];
static pthread_barrier_t start;

static uint64_t
pick (uint64_t signature)
{
  for (int i = 0; i < PICKS; i++)
    {
      uint64_t place = signature % PLACES;
      signature = mix (mix (signature, place), atomic_load_explicit (&field[place], memory_order_relaxed));
    }
  return signature;
}

static void *
worker (void *argument)
{
  uint64_t *signature = argument;
  long k = (long) *signature;
  pthread_barrier_wait (&start);
  for (long r = 0; r < rounds; r++)
    {
      long mine = r * WORKERS + k;
      *signature = pick (mix (*signature, (uint64_t) mine));
      atomic_store_explicit (&field[mine % PLACES], *signature, memory_order_relaxed);
    }
  return NULL;
}

int
main (int count, char **argument)
{
  pthread_t thread[WORKERS];
  uint64_t signature[WORKERS], all = 0;
  rounds = count > 1 ? atol (argument[1]) : 20000;
  pthread_barrier_init (&start, NULL, WORKERS);
  for (int k = 0; k < WORKERS; k++)
    {
      signature[k] = (uint64_t) k;
      if (pthread_create (&thread[k], NULL, worker, &signature[k]))
        return 1;
    }
  for (int k = 0; k < WORKERS; k++)
    {
      pthread_join (thread[k], NULL);
      all = mix (all, signature[k]);
    }
  printf ("%016llx\n", (unsigned long long) all);
}
