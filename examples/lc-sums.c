/* SPDX-License-Identifier: MIT */
/* lc-sums.c - channels of LC between threads: they scale parts of a vector, which are added up.
 *
 * Each thread has a channel from the main thread and one back.  The main thread sends the same
 * factor to all and a part of a vector to each, and adds up what comes back.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "erbium/lc.h"

enum { THREADS = 3, PART = 4 };

struct ends { Channel in, out, question; };

static void *
scale (void *argument)
{
  const struct ends *e = argument;
  double part[PART];
  double factor = *(double *) LCreceive (e->in);
  memcpy (part, LCreceive (e->in), sizeof part);
  for (int i = 0; i < PART; i++)
    part[i] *= factor;
  LCssend (e->out, (char *) part);
  LCssend (e->out, (char *) part);
  LCssend (e->question, (char *) part);
  return NULL;
}

static void
add (void *sum, const void *message, size_t size)
{
  const double *part = message;
  for (size_t i = 0; i < size / sizeof *part; i++)
    *(double *) sum += part[i];
}

int
main (void)
{
  pthread_t thread[THREADS];
  struct ends ends[THREADS];
  Channel to[THREADS], from[THREADS], question[THREADS];
  double all[THREADS * PART], sum = 0, factor[PART] = { 10 };
  for (int n = 0; n < THREADS; n++)
    {
      to[n] = LCcreate_as (0, sizeof factor, 2, 2);
      from[n] = LCcreate_as (0, sizeof factor, 2, 1);
      question[n] = LCcreate_ss (0, sizeof factor, 1);
      ends[n] = (struct ends) { to[n], from[n], question[n] };
      pthread_create (&thread[n], NULL, scale, &ends[n]);
    }
  for (int i = 0; i < THREADS * PART; i++)
    all[i] = i;
  Communicator kp = initCommunicator (NULL);
  LCbroadcast (kp, to, THREADS, (char *) factor);
  LCscatter (kp, to, THREADS, (char *) all);
  LCgather (from, THREADS, (char *) all);
  LCreduce (from, THREADS, add, &sum);
  printf ("the last one: %g, the sum: %g\n", all[THREADS * PART - 1], sum);

  /* Each thread waits in a send until the main thread receives; any order will do. */
  bool open[THREADS] = { true, true, true };
  for (int left = THREADS; left > 0; left--)
    {
      int i = LCalternative_any (question, open, THREADS);
      LCreceive (question[i]);
      open[i] = false;
    }

  /* A buffered send: the message may be changed, whether it was copied or sent. */
  Delegation sent = LCbsend (kp, to[0], (char *) all);
  LCwait (sent);
  memset (all, 0, sizeof all);
  if (LCreadyToReceive (to[0]) && LCreadyToSend (to[0]))
    printf ("a message of %zu bytes, and room for another\n", LCgetChannelTypeSize (to[0]));
  finalizeCommunicator (kp);
  for (int n = 0; n < THREADS; n++)
    {
      pthread_join (thread[n], NULL);
      LCdetach (to[n]);
      LCdetach (from[n]);
      LCdetach (question[n]);
    }
}
