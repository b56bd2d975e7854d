/* SPDX-License-Identifier: MIT */
/* receive.c - what receiver.er does not say: the files, and the taps of the filters.
 *
 * Linked with the design and the files of examples/fmradio, in place of network.c there.
 */
#include "../../fmradio/fmradio.h"

#include <stdlib.h>

#include "erbium.h"

/* As much as receiver.er has room for; its resamplers have room for all. */
enum { MOST_TAPS = 8192 };

const char receiver_name[] = "textual IR";

process receiver (int64_t workers, record int64_t heard);

static const struct radio *radio;
static struct capture *capture;
static struct sound *sound;

static const struct filter *
filter (int64_t k)
{
  const struct filter *all[] = { &radio->channel, &radio->pilot_cos, &radio->pilot_sin, &radio->sum,
                                 &radio->difference, &radio->equaliser };
  return all[k];
}

/* ---- What receiver.er declares ------------------------------------------- */

int64_t
radio_stage (int64_t k, int64_t what)
{
  const struct stage *s = &filter (k)->s;
  return what == 0 ? s->skip : what == 1 ? s->down : what == 2 ? s->up : s->taps;
}

float
radio_tap (int64_t k, int64_t n)
{
  return filter (k)->tap[n];
}

float
radio_turn (int64_t unused)
{
  (void) unused;
  return radio->turn;
}

float
radio_most_side (int64_t unused)
{
  (void) unused;
  return radio->mono ? 0 : 2;
}

int64_t
radio_read (unsigned char *to, int64_t bytes)
{
  if (!capture->may_wait)
    return 2 * capture_read (capture, to, bytes / 2);
  int64_t n;
  erbium_blocking { n = capture_read (capture, to, bytes / 2); }
  return 2 * n;
}

void
radio_write (float *from, int64_t floats)
{
  sound_write (sound, (const struct stereo *) from, floats / 2);
}

int64_t
radio_close (int64_t what)
{
  sound_close (sound);
  return what == 0 ? sound->frames : what == 1 ? sound->differing : sound->sum;
}

/* ---- The receiver -------------------------------------------------------- */

static void
see (bool fits, const char *what)
{
  if (fits)
    return;
  fprintf (stderr, "fmradio: %s\n", what);
  exit (1);
}

void
receive (const struct radio *r, struct capture *in, struct sound *out, int workers)
{
  radio = r, capture = in, sound = out;
  see (in->format == FORMAT_U8, "the receiver in the textual IR reads -f u8 only");
  bool fits = true;
  for (int k = 0; k < 6; k++)
    fits = fits && (k == 3 || k == 4 || 2 * filter (k)->s.taps <= MOST_TAPS);
  see (fits, "the filters of this rate have more taps than the receiver in the textual IR has room for");
  record int64_t heard = new_record (1, 1);
  view int64_t v = new_read_view (heard);
  register (v, 1);
  alloc (v, 3);
  run receiver (workers, heard);
  see (update (v, 3) == 3, "the receiver ended before its work");
  out->file = NULL;
  out->frames = v[[0]], out->differing = v[[1]], out->sum = (uint32_t) v[[2]];
  free_view (v, TERMINATE);
  erbium_join_all ();
}
