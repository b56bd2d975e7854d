/* SPDX-License-Identifier: MIT */
/* broadcast.c - broadcast -r RATE -f FORMAT -s SECONDS -o CAPTURE [OPTIONS]: a capture
 * of a station that does not exist. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "station.h"

struct command
{
  struct station station;
  double seconds, frequency, level;
  const char *capture, *sound, *programme;
};

static void
usage (void)
{
  fprintf (stderr,
           "broadcast -r RATE -f f32|s16|u8 -s SECONDS -o CAPTURE [OPTIONS]\n"
           "writes what a receiver would capture of an FM station.\n"
           "  -p PROGRAMME music (default), or a tone: left, right, both, opposite\n"
           "  -t HZ        frequency of the tone (1000)\n"
           "  -a LEVEL     of the tone, 1 being the most (0.5)\n"
           "  -m           no pilot and no L-R\n"
           "  -d US        pre-emphasis: 50 microseconds (default), 75, 0 (none)\n"
           "  -n DB        noise so far below the carrier\n"
           "  -w FILE.wav  what is played\n");
  exit (2);
}

static struct command
read_command (int count, char **word)
{
  struct command c = { .station = { .format = FORMATS, .pilot = true, .emphasis = 50e-6 },
                       .frequency = 1000, .level = 0.5, .programme = "music" };
  int option;
  while ((option = getopt (count, word, "r:f:s:o:p:t:a:md:n:w:")) != -1)
    switch (option)
      {
      case 'r': c.station.rate = atoll (optarg); break;
      case 'f': c.station.format = format_named (optarg); break;
      case 's': c.seconds = atof (optarg); break;
      case 'o': c.capture = optarg; break;
      case 'p': c.programme = optarg; break;
      case 't': c.frequency = atof (optarg); break;
      case 'a': c.level = atof (optarg); break;
      case 'm': c.station.pilot = false; break;
      case 'd': c.station.emphasis = 1e-6 * atof (optarg); break;
      case 'n': c.station.noise = atof (optarg); break;
      case 'w': c.sound = optarg; break;
      default: usage ();
      }
  if (optind != count || !c.capture || c.station.format == FORMATS || !(c.seconds > 0)
      || c.station.rate < LEAST_RATE || c.station.rate > MOST_RATE)
    usage ();
  return c;
}

static void
play (const struct command *c, struct stereo *sound, int64_t n)
{
  static const struct { const char *name; double left, right; } tones[] = {
    { "left", 1, 0 }, { "right", 0, 1 }, { "both", 1, 1 }, { "opposite", 1, -1 }
  };
  if (strcmp (c->programme, "music") == 0)
    {
      play_music (sound, n);
      return;
    }
  for (unsigned k = 0; k < sizeof tones / sizeof *tones; k++)
    if (strcmp (c->programme, tones[k].name) == 0)
      {
        play_tone (sound, n, c->frequency, c->level * tones[k].left, c->level * tones[k].right);
        return;
      }
  usage ();
}

/* As a receiver without de-emphasis would hear it. */
static void
write_sound (const char *name, const struct stereo *sound, int64_t n)
{
  struct radio none = { .deemphasis = 0 };
  struct sound s;
  sound_create (&s, name, &none);
  sound_write (&s, sound, n);
  sound_close (&s);
}

int
main (int count, char **word)
{
  struct command c = read_command (count, word);
  int64_t n = (int64_t) (c.seconds * SOUND_RATE);
  struct stereo *sound = calloc ((size_t) n + 1, sizeof *sound);
  FILE *f = fopen (c.capture, "wb");
  const char *wrong = !f ? strerror (errno) : "there is no memory";
  if (sound && f)
    {
      play (&c, sound, n);
      if (c.sound)
        write_sound (c.sound, sound, n);
      wrong = transmit (&c.station, sound, n, f);
    }
  if ((f && fclose (f) != 0 && !wrong))
    wrong = "it cannot be written";
  if (wrong)
    {
      fprintf (stderr, "broadcast: %s: %s\n", c.capture, wrong);
      return 1;
    }
  free (sound);
  return 0;
}
