/* SPDX-License-Identifier: MIT */
/* LC: broadcast, scatter, gather, reduce; sums are made in the order of the channels. */
// RUN: %build
// RUN: %timed %t
#include "lc-test.h"

enum { OTHERS = 3, PART = 50 };

static Channel to[OTHERS], from[OTHERS];

static void
work (int self)
{
  double out[PART];
  const double factor = *(double *) LCreceive (to[self]), *in = (double *) LCreceive (to[self]);
  for (int i = 0; i < PART; i++)
    out[i] = factor * in[i];
  LCssend (from[self], (char *) out);
  LCssend (from[self], (char *) out);
  LCclose (from[self]);
}

/* An operation for which the order matters. */
static void
append (void *sum, const void *message, size_t size)
{
  double *to = sum;
  const double *in = message;
  for (size_t i = 0; i < size / sizeof *in; i++)
    to[i] = 10 * to[i] + in[i];
}

static void
all (Communicator kp)
{
  pid_t child[OTHERS];
  double parts[OTHERS * PART], factor[PART] = { 2 }, sum[PART] = { 0 };
  for (int n = 0; n < OTHERS; n++)
    {
      to[n] = LCcreate_as (0, PART * sizeof (double), 2, 2);
      from[n] = LCcreate_as (0, PART * sizeof (double), 2, 1);
      if ((child[n] = fork ()) == 0)
        {
          work (n);
          _exit (0);
        }
    }
  for (int i = 0; i < OTHERS * PART; i++)
    parts[i] = i / PART + 1;
  LCbroadcast (kp, to, OTHERS, (char *) factor);
  LCscatter (kp, to, OTHERS, (char *) parts);
  memset (parts, 0, sizeof parts); /* they are sent */
  expect (LCgather (from, OTHERS, (char *) parts));
  for (int i = 0; i < OTHERS * PART; i++)
    expect (parts[i] == 2 * (i / PART + 1));
  expect (LCreduce (from, OTHERS, append, sum));
  for (int i = 0; i < PART; i++)
    expect (sum[i] == 246);
  expect (!LCgather (from, OTHERS, (char *) parts));
  expect (!LCreduce (from, OTHERS, append, sum));
  for (int n = 0; n < OTHERS; n++)
    lc_joined (child[n]);
}

int
main (void)
{
  all (NULL);
  Communicator kp = initCommunicator (NULL);
  all (kp);
  finalizeCommunicator (kp);
}
