/* SPDX-License-Identifier: MIT */
/* main.c - fmradio CAPTURE -r RATE -f FORMAT -o OUT.wav [OPTIONS]: the command line. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fmradio.h"

enum { USAGE = 2, MOST_WORKERS = 64 };

struct command
{
  const char *capture, *sound;
  enum format format;
  struct wishes wishes;
  int workers;
};

__attribute__ ((noreturn, format (printf, 1, 2)))
static void
complain (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fprintf (stderr, "fmradio: ");
  vfprintf (stderr, format, arguments);
  fprintf (stderr, "\nfmradio: fmradio -h says how it is used\n");
  va_end (arguments);
  exit (USAGE);
}

/* What is printed, too, may find a full disk. */
static void
end_stdout (void)
{
  errno = 0;
  if (fflush (stdout) == 0 && !ferror (stdout))
    return;
  fprintf (stderr, "fmradio: stdout: %s\n", errno ? strerror (errno) : "an earlier write has failed");
  exit (1);
}

static void
help (void)
{
  printf ("fmradio CAPTURE -r RATE -f FORMAT -o OUT.wav [OPTIONS] (%s)\n"
          "hears an FM station, in stereo.  CAPTURE and OUT.wav may be -.\n"
          "  -r RATE      of the capture, frames (I and Q) a second: %d to %d\n"
          "  -f FORMAT    what I and Q are: f32 (also float32, cf32), s16 (int16, cs16)\n"
          "               or u8 (rtl-sdr, cu8)\n"
          "  -m           mono\n"
          "  -d US        de-emphasis: 50 microseconds (default), 75 (America, Korea), 0 (none)\n"
          "  -e DB,DB,... equaliser: below 200 Hz, then an octave each, above 12800 Hz (%d values)\n"
          "  -w WORKERS   that share each heavy part of the work (default: one for each processor)\n",
          receiver_name, LEAST_RATE, MOST_RATE, BANDS);
}

static double
number (char option, const char *text, double least, double most)
{
  char *end;
  double x = strtod (text, &end);
  if (end == text || *end || !(x >= least && x <= most))
    complain ("-%c %s: must be a number from %.0f to %.0f", option, text, least, most);
  return x;
}

static void
read_gains (double gain[BANDS], const char *text)
{
  int k = 0;
  char *all = strdup (text), *rest = all, *one;
  while ((one = strsep (&rest, ",")))
    {
      if (k < BANDS)
        gain[k] = number ('e', one, -60, 30);
      k++;
    }
  if (k != BANDS)
    complain ("-e %s: must be %d gains in dB, with commas between", text, BANDS);
  free (all);
}

static void
one_option (struct command *c, int option, const char *text)
{
  switch (option)
    {
    case 'r': c->wishes.rate = (int64_t) number ('r', text, LEAST_RATE, MOST_RATE); break;
    case 'f':
      if ((c->format = format_named (text)) == FORMATS)
        complain ("-f %s: must be f32, s16 or u8", text);
      break;
    case 'o': c->sound = text; break;
    case 'm': c->wishes.mono = true; break;
    case 'd': c->wishes.deemphasis = 1e-6 * number ('d', text, 0, 1000); break;
    case 'e': read_gains (c->wishes.gain, text); break;
    case 'w': c->workers = (int) number ('w', text, 1, MOST_WORKERS); break;
    case 'h': help (), end_stdout (); exit (0);
    case ':': complain ("-%c: its value is missing", optopt);
    default: complain ("-%c: there is no such option", optopt);
    }
}

static int
processors (void)
{
  long n = sysconf (_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MOST_WORKERS ? MOST_WORKERS : (int) n;
}

static struct command
read_command (int count, char **word)
{
  struct command c = { .format = FORMATS, .workers = processors (), .wishes = { .deemphasis = 50e-6 } };
  int option;
  while ((option = getopt (count, word, ":r:f:o:md:e:w:h")) != -1)
    one_option (&c, option, optarg);
  if (optind != count - 1)
    complain ("%s", optind < count ? "there must be one capture" : "which capture?");
  c.capture = word[optind];
  if (!c.wishes.rate || c.format == FORMATS || !c.sound)
    complain ("-r, -f and -o must be there");
  return c;
}

int
main (int count, char **word)
{
  struct command c = read_command (count, word);
  struct radio r;
  struct capture in;
  struct sound out;
  const char *wrong = radio_design (&r, &c.wishes);
  if (wrong)
    complain ("-r %lld: %s", (long long) c.wishes.rate, wrong);
  capture_open (&in, c.capture, c.format, &r);
  bool standard = strcmp (c.sound, "-") == 0;
  if (!standard && capture_is (&in, c.sound))
    complain ("-o %s: is the capture, too: write to another file", c.sound);
  sound_create (&out, c.sound, &r);
  receive (&r, &in, &out, c.workers);
  capture_close (&in);
  sound_close (&out);
  if (!standard)
    printf ("%s: %.3f s, %s\n", c.sound, (double) out.frames / SOUND_RATE,
            !r.mono && out.differing > out.frames / 2 ? "stereo" : "mono");
  end_stdout ();
  radio_free (&r);
  return 0;
}
