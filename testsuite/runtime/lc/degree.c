/* SPDX-License-Identifier: MIT */
/* LC: a send returns once at most k messages are sent and not received; a received message stays
 * valid until the jth next receive; LCreadyToSend and LCreadyToReceive tell both. */
// RUN: %build
// RUN: %timed %t
#include "lc-test.h"

static void
fill (int k, int j)
{
  Channel ch = LCcreate_as (0, sizeof (struct message), k, j);
  const char *held[8];
  expect (!LCreadyToReceive (ch));
  for (int n = 0; n < k; n++)
    {
      struct message m = message ((uint64_t) n);
      expect (LCreadyToSend (ch));
      LCssend (ch, (char *) &m); /* alone: it would wait for ever if it were full */
    }
  expect (!LCreadyToSend (ch));
  for (int n = 0; n < 50; n++)
    {
      expect (LCreadyToReceive (ch));
      held[n % 8] = LCreceive (ch);
      expect (LCreadyToSend (ch));
      struct message m = message ((uint64_t) (n + k));
      LCssend (ch, (char *) &m);
      for (int back = 0; back < j && back <= n; back++)
        expect (is_message (held[(n - back) % 8], (uint64_t) (n - back)));
    }
  LCdetach (ch);
}

static atomic_long received;

static void *
receive (void *ch)
{
  for (int n = 0; n < 200; n++)
    {
      usleep (n % 10 == 0 ? 300 : 0);
      tell (&received, n + 1);
      expect (is_message (LCreceive (ch), (uint64_t) n));
    }
  return NULL;
}

int
main (void)
{
  for (int k = 1; k < 5; k++)
    for (int j = 0; j < 4; j++)
      fill (k, j);
  pthread_t thread;
  Channel ch = LCcreate_ss (0, sizeof (struct message), 1);
  expect (!LCreadyToSend (ch)); /* a synchronous send always waits for its receive */
  pthread_create (&thread, NULL, receive, ch);
  for (int n = 0; n < 200; n++)
    {
      struct message m = message ((uint64_t) n);
      LCssend (ch, (char *) &m);
      expect (told (&received) >= n + 1);
    }
  pthread_join (thread, NULL);
}
