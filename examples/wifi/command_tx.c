/* SPDX-License-Identifier: MIT */
/* command_tx.c - wifi tx FRAMES -o CAPTURE, and wifi air CAPTURE -o CAPTURE. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

struct output { FILE *f; const char *name; enum format format; };

static bool
next_frame (void *state, struct frame *to)
{
  return read_frame (state, to);
}

static void
write_burst (void *state, const struct sample *from, int64_t n)
{
  struct output *o = state;
  write_samples (o->f, o->name, o->format, from, n);
}

static void
flush_output (void *state)
{
  struct output *o = state;
  if (fflush (o->f))
    fail ("cannot write %s: %s", o->name, strerror (errno));
}

static void
end_output (void *state)
{
  struct output *o = state;
  close_output (o->f, o->name);
}

void
command_tx (int count, char **argument)
{
  struct options o = read_options (count, argument, "ofewrsg");
  if (!o.input)
    fail ("tx: which frames? wifi tx FRAMES -o CAPTURE");
  if (o.rates & (o.rates - 1))
    fail ("tx: one rate is expected");
  if (!o.output)
    fail ("tx: where to? -o CAPTURE");
  o.sending.rate = o.rates ? __builtin_ctz (o.rates) : -1;
  struct frame_file *frames = open_frames (o.input);
  struct output output = { open_output (o.output, o.input), o.output, o.format };
  struct sent s = o.engine->send ((struct frames) { next_frame, frames },
                                  (struct antenna) { write_burst, flush_output, end_output, &output },
                                  o.sending, o.workers);
  close_frames (frames);
  if (output.f != stdout)
    printf ("%lld packets, %lld samples, %.1f us\n", (long long) s.packets, (long long) s.samples,
            (double) s.samples * 1e6 / SAMPLE_RATE);
}

/* ---- air ----------------------------------------------------------------------- */

/* All samples of a file. */
static struct sample *
load (const struct options *o, int64_t *n)
{
  enum { FIRST = 1 << 16 };
  FILE *f = strcmp (o->input, "-") ? fopen (o->input, "rb") : stdin;
  int64_t room = FIRST, got;
  struct sample *x = malloc (FIRST * sizeof *x);
  if (!f)
    fail ("cannot open %s: %s", o->input, strerror (errno));
  for (*n = 0; x && (got = read_samples (f, o->input, o->format, x + *n, room - *n)) == room - *n;)
    {
      *n = room;
      room *= 2;
      x = realloc (x, (size_t) room * sizeof *x);
    }
  if (!x)
    fail ("no memory for %lld samples", (long long) room);
  *n += got;
  return x;
}

void
command_air (int count, char **argument)
{
  struct options o = read_options (count, argument, "ofsnckp");
  int64_t n;
  if (!o.input)
    fail ("air: which capture? wifi air CAPTURE -o CAPTURE");
  if (!o.output)
    fail ("air: where to? -o CAPTURE");
  struct sample *x = load (&o, &n);
  struct output output = { open_output (o.output, o.input), o.output, o.format };
  through_air (x, n, &o.air, 0);
  write_samples (output.f, output.name, output.format, x, n);
  end_output (&output);
  free (x);
}
