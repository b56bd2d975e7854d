/* SPDX-License-Identifier: MIT */
/* look.c - look sound FILE.wav
 *          look capture FILE RATE FORMAT
 *
 * Prints a spectrum, a line for each frequency: Hz and dB (and of the right channel). */
#include <stdlib.h>
#include <string.h>

#include "fmradio.h"
#include "measure.h"

static void
complain (const char *what)
{
  fprintf (stderr, "look: %s\n", what);
  exit (2);
}

static void
look_at_sound (const char *name)
{
  static double left[BINS], right[BINS];
  struct recording r = load_recording (name);
  spectrum (r.left, r.frames, left);
  spectrum (r.right, r.frames, right);
  for (int k = 1; k < BINS; k++)
    printf ("%g %g %g\n", k * (SOUND_RATE / 2.0) / BINS, left[k], right[k]);
  free_recording (&r);
}

/* Of the first second, which is enough. */
static void
look_at_capture (const char *name, int64_t rate, enum format format)
{
  static double bin[BINS];
  struct capture c;
  struct radio silent = { .rate = rate };
  void *raw = malloc ((size_t) (rate * frame_bytes (format)));
  float *frames = malloc ((size_t) rate * 2 * sizeof *frames);
  if (!raw || !frames)
    complain ("there is no memory");
  capture_open (&c, name, format, &silent);
  int64_t n = capture_read (&c, raw, rate);
  capture_close (&c);
  frames_to_float (format, frames, raw, n);
  spectrum_of_pairs (frames, n, bin);
  for (int k = 0; k < BINS; k++)
    printf ("%g %g\n", (double) rate * (k - BINS / 2) / BINS, bin[k]);
  free (raw);
  free (frames);
}

int
main (int count, char **word)
{
  if (count == 3 && strcmp (word[1], "sound") == 0)
    look_at_sound (word[2]);
  else if (count == 5 && strcmp (word[1], "capture") == 0)
    {
      int64_t rate = atoll (word[3]);
      enum format format = format_named (word[4]);
      if (rate < LEAST_RATE || rate > MOST_RATE || format == FORMATS)
        complain ("the rate must be from 200000 to 20000000, the format f32, s16 or u8");
      look_at_capture (word[2], rate, format);
    }
  else
    complain ("look sound FILE.wav, or look capture FILE RATE FORMAT");
  return 0;
}
