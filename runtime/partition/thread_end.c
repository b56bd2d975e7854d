/* SPDX-License-Identifier: MIT */
/* thread_end.c - the very end of a thread: the destructor of a key, in the last round.
 *
 * The C library calls destructors in rounds, as long as they set keys again.
 */
#include "partition/thread_end.h"

#include <limits.h>
#include <pthread.h>

struct end { void (*function) (void *); void *argument; int rounds; };

static __thread struct end end __attribute__ ((tls_model ("initial-exec")));
static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static void
thread_ends (void *unused)
{
  if (++end.rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific (key, unused);
  else
    end.function (end.argument);
}

static void
make_key (void)
{
  pthread_key_create (&key, thread_ends);
}

void
erb_at_thread_end (void (*function) (void *), void *argument)
{
  pthread_once (&key_once, make_key);
  end = (struct end){ function, argument, 0 };
  pthread_setspecific (key, &end);
}
