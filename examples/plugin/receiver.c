/* receiver.c - an FM receiver: hears the melody that a station sends. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
  STATION = 240000,             /* samples a second that the station sends */
  DOWN = 10,
  SOUND = STATION / DOWN,       /* samples of sound a second */
  TAPS = 64,
  BURST = 1024,
  NOTE = SOUND / 4,             /* samples of sound for each note */
  NOTES = 8,
  SENT = NOTES * NOTE * DOWN + TAPS
};

static const double melody[NOTES] = { 262, 294, 330, 349, 392, 392, 440, 392 };
static const double deviation = 2 * M_PI * 50000 / STATION;
static float taps[TAPS];        /* the filter; main writes it before it runs a process */

/* Sends the melody: its sound moves the frequency of the carrier. */
process station (record float complex out)
{
  view float complex v = new_write_view (out);
  register (v, 1);
  alloc (v, 8 * BURST);
  double phase = 0;
  for (long i = 0; i < SENT; i++)
    {
      double tone = melody[i / (NOTE * DOWN) % NOTES], time = (double) i / STATION;
      phase = remainder (phase + deviation * sin (2 * M_PI * tone * time), 2 * M_PI);
      stall (v, i + 1);
      v[[i]] = cexp (I * phase);
      commit (v, i + 1);
    }
}

/* The change of the phase from one sample to the next is the sound that was sent. */
process demodulate (record float complex in, record float out)
{
  view float complex x = new_read_view (in);
  view float y = new_write_view (out);
  register (x, 1);
  register (y, 1);
  alloc (x, BURST + 1);
  alloc (y, 8 * BURST);
  for (long tl = 0, hd; (hd = update (x, tl + BURST)); tl = hd)
    {
      stall (y, hd);
      for (long i = tl; i < hd; i++)
        y[[i]] = i ? cargf (x[[i]] * conjf (x[[i - 1]])) : 0;
      commit (y, hd);
      release (x, hd - 1);      /* the next burst looks back by one */
    }
}

static long results_of (long n)
{
  return n < TAPS ? 0 : (n - TAPS) / DOWN + 1;
}

/* One of the workers that filter the sound and keep every tenth sample. */
process filter (record float in, record float out, int k, int workers)
{
  view float x = new_read_view (in), y = new_write_view (out);
  register (x, k + 1);
  register (y, k + 1);
  alloc (x, 2 * workers * BURST + TAPS);
  alloc (y, 2 * workers * BURST);
  long tl, hd;
  do
    {
      tl = claim (x, BURST);    /* a burst for this worker alone */
      long first = results_of (tl);
      commit (y, first);        /* the results before belong to others */
      release (x, DOWN * first);
      hd = update (x, tl + BURST);
      long last = results_of (hd);
      stall (y, last);
      for (long m = first; m < last; m++)
        {
          float sum = 0;
          for (long j = 0; j < TAPS; j++)
            sum += taps[j] * x[[DOWN * m + j]];
          y[[m]] = sum;
        }
      commit (y, last);
    }
  while (hd == tl + BURST);     /* the run that the input does not fill is the end */
}

/* Counts how often the sound begins a wave within each note. */
process listen (record float in)
{
  view float v = new_read_view (in);
  register (v, 1);
  alloc (v, NOTE + 1);
  for (long tl = 0, hd; (hd = update (v, tl + NOTE)) == tl + NOTE; tl = hd)
    {
      int waves = 0;
      for (long i = tl + 1; i < hd; i++)
        waves += v[[i - 1]] < 0 && v[[i]] >= 0;
      printf ("%4d Hz\n", waves * (SOUND / NOTE));
      release (v, hd);
    }
}

int main (int argc, char **argv)
{
  int workers = argc > 1 ? atoi (argv[1]) : 2;
  for (int j = 0; j < TAPS; j++)
    taps[j] = (1 - cos (2 * M_PI * (j + 0.5) / TAPS)) / TAPS;

  record float complex air = new_record (1, 1);
  record float wide = new_record (1, workers), sound = new_record (workers, 1);
  run station (air);
  run demodulate (air, wide);
  for (int k = 0; k < workers; k++)
    run filter (wide, sound, k, workers);
  run listen (sound);
}
