/* SPDX-License-Identifier: MIT */
/* LC: LCalternative chooses by logical time, then by the order of the array, whatever the schedule
 * is; LCalternative_any takes what is there. */
// RUN: %build
// RUN: %timed %t
#include "lc-test.h"

enum { CHANNELS = 3 };

static const int number[CHANNELS] = { 5, 2, 9 }; /* messages */

static void
send_some (Channel ch, int c, int from, int to)
{
  for (int n = from; n < to; n++)
    {
      struct message m = message ((uint64_t) (100 * c + n));
      LCssend (ch, (char *) &m);
    }
}

/* The sender of each channel is late by some time. */
static void
in_any_schedule (int late)
{
  Channel ch[CHANNELS];
  pid_t child[CHANNELS];
  int got[CHANNELS] = { 0, 0, 0 }, time = 0, before = -1, i, all = 0;
  for (int c = 0; c < CHANNELS; c++)
    {
      ch[c] = LCcreate_as (0, sizeof (struct message), 20, 1);
      if ((child[c] = fork ()) == 0)
        {
          usleep (c == late ? 5000 : 0);
          send_some (ch[c], c, 0, number[c]);
          LCclose (ch[c]);
          _exit (0);
        }
    }
  for (; (i = LCalternative (ch, NULL, CHANNELS)) >= 0; all++)
    {
      expect (got[i] > time || (got[i] == time && i > before)); /* ordered by time and channel */
      time = got[i];
      before = i;
      expect (is_message (LCreceive (ch[i]), (uint64_t) (100 * i + got[i]++)));
    }
  expect_equal (all, number[0] + number[1] + number[2]);
  for (int c = 0; c < CHANNELS; c++)
    lc_joined (child[c]);
}

static void
send_late (Channel ch)
{
  usleep (150000); /* longer than the receiver polls */
  send_some (ch, 1, 0, 1);
}

int
main (void)
{
  for (int late = -1; late < CHANNELS; late++)
    in_any_schedule (late);
  Channel ch[CHANNELS];
  const bool all_but_first[CHANNELS] = { false, true, true };
  for (int c = 0; c < CHANNELS; c++)
    ch[c] = LCcreate_as (0, sizeof (struct message), 20, 1);
  send_some (ch[0], 0, 0, 1);
  send_some (ch[2], 2, 0, 1);
  expect_equal (LCalternative_any (ch, NULL, CHANNELS), 0);
  expect_equal (LCalternative_any (ch, all_but_first, CHANNELS), 2);
  expect (is_message (LCreceive (ch[2]), 200));
  pid_t child = lc_child (send_late, ch[1]);
  expect_equal (LCalternative_any (ch, all_but_first, CHANNELS), 1);
  lc_joined (child);
  expect (is_message (LCreceive (ch[1]), 100));
  expect (is_message (LCreceive (ch[0]), 0));
}
