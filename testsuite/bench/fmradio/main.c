/* SPDX-License-Identifier: MIT */
/* main.c - times a version of the FM receiver (examples/fmradio).
 *
 * It receives half a second of a station again and again, --items frames in all, out
 * of memory; the sound is made to 16 bits, added up and dropped.  Of loops that are
 * not ours --mode frames prints how many frames of sound there were in place of
 * their sum: the original style rounds in its own way.
 *
 * Linked with one version each; -DOURS where that is of processes.
 */
#include "../common.h"
#include "../task.h"
#include "station.h"

enum { RATE = 2400000, PIECE = RATE / 2 };

/* What is played does not matter to the time. */
static unsigned char *
make_capture (const struct bench_options *o)
{
  const struct station s = { .rate = RATE, .format = FORMAT_U8, .pilot = true, .emphasis = 50e-6,
                             .noise = 30 };
  const int64_t sound = SOUND_RATE / 2;
  struct stereo *music = calloc ((size_t) sound, sizeof *music);
  unsigned char *frames = malloc (2 * PIECE + 1);
  FILE *f = frames ? fmemopen (frames, 2 * PIECE + 1, "wb") : NULL;
  if (!music || !f)
    bench_die (o, "no memory");
  play_music (music, sound);
  const char *wrong = transmit (&s, music, sound, f);
  if (wrong)
    bench_die (o, "no capture: %s", wrong);
  fclose (f);
  free (music);
  return frames;
}

static void
place (struct bench_options *o)
{
#ifdef OURS
  bench_task (o);
#else
  bench_confine (o);
#endif
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "workers mode");
  static struct bench_result b;
  const struct wishes w = { .rate = RATE, .deemphasis = 50e-6 };
  struct radio r;
  struct sound out;
  const char *wrong = radio_design (&r, &w);
  if (wrong)
    bench_die (&o, "%s", wrong);
#ifndef OURS
  int count = bench_mode (&o, "sum frames");
#else
  int count = 0;
#endif
  b.ping_before = bench_ping (&o);
  struct capture in = { .name = "memory", .format = FORMAT_U8, .file = -1, .memory = make_capture (&o),
                        .length = PIECE, .left = o.items, .before = r.before, .after = r.after };
  sound_begin (&out, &r);
  place (&o);
  double start = bench_now ();
  receive (&r, &in, &out, (int) o.workers);
  b.seconds = bench_now () - start;
  b.sum = count ? (uint32_t) out.frames : out.sum;
  b.ping_after = bench_ping (&o);
  bench_print (&o, &b);
  return 0;
}
