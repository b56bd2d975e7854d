/* SPDX-License-Identifier: MIT */
/* network.c - the receiver as a network of processes: pipeline and shared work combined.
 *
 *   process       reads                   writes       looks back to
 *   source                                raw
 *   channel x2    raw                     iq           264 frames (at 2.4 MHz)
 *   demodulator   iq                      mpx          2 of iq
 *   cosine x2     mpx                     cosine       521 of mpx
 *   sine x2       mpx                     sine         521 of mpx
 *   side_band     mpx, cosine, sine       side
 *   sum           mpx                     sum          272 of mpx
 *   difference    side                    difference   272 of side
 *   matrix        sum, difference         sound
 *   equaliser     sound                   equalised    511 of sound
 *   writer        equalised               heard        (what has become of the sound)
 *
 * with two workers (make demo draws it).  The heavy filters have all of them, those at
 * the rate of the sound, which do less than half as much, half.  With one worker what
 * is left is the pipeline alone.
 */
#include "processes.h"

#include "erbium.h"

/* For messages and statistics. */
#define NAME(r) erbium_name_record (r, #r)

const char receiver_name[] = "network";

struct mpx_readers { int cosine, sine, sum, side, all; };

/* Consumer ids of mpx: of the first worker of each. */
static struct mpx_readers
share_out_mpx (int workers, int light)
{
  struct mpx_readers m = { .cosine = 1 };
  m.sine = m.cosine + workers;
  m.sum = m.sine + workers;
  m.side = m.sum + light;
  m.all = m.side;
  return m;
}

void
receive (const struct radio *r, struct capture *in, struct sound *out, int workers)
{
  const int light = (workers + 1) / 2;
  const struct mpx_readers m = share_out_mpx (workers, light);
  record unsigned char raw = new_record (1, workers);
  record struct frame iq = new_record (workers, 1);
  record float mpx = new_record (1, m.all);
  record float cosine = new_record (workers, 1), sine = new_record (workers, 1);
  record float side = new_record (1, light);
  record float sum = new_record (light, 1), difference = new_record (light, 1);
  record struct stereo sound = new_record (1, light), equalised = new_record (light, 1);
  record struct sound heard = new_record (1, 1);

  NAME (raw), NAME (iq), NAME (mpx), NAME (cosine), NAME (sine), NAME (side), NAME (sum);
  NAME (difference), NAME (sound), NAME (equalised), NAME (heard);

  carry_radio (r);
  run source (in, BLOCK * r->channel.s.down, raw);
  for (int k = 0; k < workers; k++)
    run channel (r, in->format, (struct part) { k, workers }, raw, iq);
  run demodulator (r->turn, iq, mpx);
  for (int k = 0; k < workers; k++)
    {
      run ffd (&r->pilot_cos, (struct part) { k, workers }, mpx, m.cosine, cosine);
      run ffd (&r->pilot_sin, (struct part) { k, workers }, mpx, m.sine, sine);
    }
  run side_band (r, mpx, m.side, cosine, sine, side);
  for (int k = 0; k < light; k++)
    {
      run ffd (&r->sum, (struct part) { k, light }, mpx, m.sum, sum);
      run ffd (&r->difference, (struct part) { k, light }, side, 1, difference);
    }
  run matrix (sum, difference, sound);
  for (int k = 0; k < light; k++)
    run equaliser (&r->equaliser, (struct part) { k, light }, sound, equalised);
  run writer (out, equalised, heard);
  *out = sound_of (heard);
  erbium_join_all (); /* some have still to see the end, and look at the radio */
}
