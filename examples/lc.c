/* SPDX-License-Identifier: MIT */
/* lc.c - channels of LC between processes: frames are purified by workers.
 *
 * An emitter sends frames to workers, each of which takes the red out of its frames and sends them
 * to the collector.  The emitter delegates its sends: it makes the next frame while a communicator
 * copies the last one.  The workers are processes of the system.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "erbium/lc.h"

enum { WORKERS = 2, FRAMES = 6, PIXELS = 1000 };

struct frame { unsigned char pixel[PIXELS][3]; };

static int first_key; /* two runs at a time have different ones */

static int
key_of_worker (int n)
{
  return first_key + n;
}

/* ---- A worker, which could be a program of its own ---------------------------------- */

static void
work (int n, Channel out)
{
  Channel in = LCattach (key_of_worker (n));
  if (!in)
    {
      perror ("LCattach");
      LCclose (out); /* or the collector would wait for it */
      return;
    }
  for (const struct frame *f; (f = (const struct frame *) LCreceive (in));)
    {
      struct frame pure = *f;
      for (int i = 0; i < PIXELS; i++)
        pure.pixel[i][0] = 0;
      LCssend (out, (char *) &pure);
    }
  LCclose (out);
  LCdetach (in);
}

/* ---- The collector ------------------------------------------------------------------- */

static unsigned
sum_of (const struct frame *f)
{
  unsigned sum = 0;
  for (int i = 0; i < PIXELS; i++)
    sum += f->pixel[i][0] + f->pixel[i][1] + f->pixel[i][2];
  return sum;
}

/* Frame 0 comes from worker 0, frame 1 from worker 1, and so on: the alternative command asks the
 * channels in this order, since each has had as many messages as the others, or one more. */
static void
collect (Channel from[WORKERS])
{
  for (int i; (i = LCalternative (from, NULL, WORKERS)) >= 0;)
    {
      const struct frame *f = (const struct frame *) LCreceive (from[i]);
      printf ("from worker %d: %u\n", i, sum_of (f));
    }
}

/* ---- The emitter ------------------------------------------------------------------------ */

static void
make_frame (struct frame *f, int n)
{
  for (int i = 0; i < PIXELS; i++)
    for (int c = 0; c < 3; c++)
      f->pixel[i][c] = (unsigned char) (n + c + i % 7);
}

/* Two frames in turn: one is made while the other is sent. */
static void
emit (Channel to[WORKERS])
{
  static struct frame frame[2];
  Delegation sent[2] = { { NULL, 0 }, { NULL, 0 } };
  Communicator kp = initCommunicator (NULL);
  for (int n = 0; n < FRAMES; n++)
    {
      LCwait (sent[n % 2]);
      make_frame (&frame[n % 2], n);
      sent[n % 2] = LCsend (kp, to[n % WORKERS], (char *) &frame[n % 2]);
    }
  finalizeCommunicator (kp);
  for (int n = 0; n < WORKERS; n++)
    LCclose (to[n]);
}

/* Lets the workers that wait for frames end, and leaves no channel behind. */
static int
give_up (const char *call, Channel to[WORKERS])
{
  perror (call);
  for (int n = 0; n < WORKERS && to[n]; n++)
    {
      LCclose (to[n]);
      LCdestroy (to[n]);
    }
  return 1;
}

int
main (void)
{
  Channel to[WORKERS] = { NULL }, from[WORKERS];
  first_key = WORKERS * getpid ();
  for (int n = 0; n < WORKERS; n++)
    {
      to[n] = LCcreate_as (key_of_worker (n), sizeof (struct frame), FRAMES, 1);
      from[n] = LCcreate_as (0, sizeof (struct frame), FRAMES, 1);
      if (!to[n] || !from[n])
        return give_up ("LCcreate_as", to);
    }
  for (int n = 0; n < WORKERS; n++)
    switch (fork ())
      {
      case -1:
        return give_up ("fork", to);
      case 0:
        work (n, from[n]);
        _exit (0);
      }
  emit (to);
  collect (from);
  for (int n = 0; n < WORKERS; n++)
    {
      wait (NULL);
      LCdestroy (to[n]);
    }
}
