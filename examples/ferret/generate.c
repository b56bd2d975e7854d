/* SPDX-License-Identifier: MIT */
/* generate.c - ferret-generate [-s SCENES] [-v VARIANTS] [-f FIRST] [-e EDGE] FOLDER
 *
 * Makes pictures of scenes, and prints their names.  A scene is a background and some shapes, each
 * with colours and stripes of its own.  Its variants differ as photographs of one scene do: the
 * shapes are a little elsewhere, in other light, with noise.  -f: the number of the first variant,
 * so that queries are other pictures of scenes that a collection has.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>

#include "ferret.h"

enum { SHAPES = 8, MOST_EDGE = 8192, QUALITY = 85 };

struct colour { float c[3]; };
struct shape
{
  bool round;
  float x, y, width, height;        /* of the centre, half of the sizes; 0 to 1 */
  struct colour colour, stripe;
  float wave_x, wave_y;             /* stripes a picture */
};
struct scene { struct colour above, below; int shapes; struct shape shape[SHAPES]; };

/* ---- Random numbers (SplitMix64) --------------------------------------------- */

static float
uniform (uint64_t *state, float from, float to)
{
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return from + (to - from) * (float) ((z ^ (z >> 31)) >> 40) / (float) (1 << 24);
}

static struct colour
random_colour (uint64_t *state)
{
  struct colour c;
  for (int k = 0; k < 3; k++)
    c.c[k] = uniform (state, 20, 235);
  return c;
}

/* ---- Scenes -------------------------------------------------------------------- */

static void
make_scene (struct scene *s, uint64_t number)
{
  uint64_t state = number * 1000003;
  s->above = random_colour (&state);
  s->below = random_colour (&state);
  s->shapes = 3 + (int) uniform (&state, 0, SHAPES - 3);
  for (int k = 0; k < s->shapes; k++)
    {
      struct shape *p = &s->shape[k];
      p->round = uniform (&state, 0, 1) < 0.5f;
      p->x = uniform (&state, 0.1f, 0.9f);
      p->y = uniform (&state, 0.1f, 0.9f);
      p->width = uniform (&state, 0.06f, 0.3f);
      p->height = uniform (&state, 0.06f, 0.3f);
      p->colour = random_colour (&state);
      p->stripe = uniform (&state, 0, 1) < 0.3f ? random_colour (&state) : p->colour;
      p->wave_x = uniform (&state, 0, 40);
      p->wave_y = uniform (&state, 0, 40);
    }
}

static void
vary (struct scene *s, uint64_t number)
{
  uint64_t state = number * 7368787 + 1;
  float light = uniform (&state, 0.85f, 1.15f);
  for (int k = 0; k < s->shapes; k++)
    {
      struct shape *p = &s->shape[k];
      p->x += uniform (&state, -0.06f, 0.06f);
      p->y += uniform (&state, -0.06f, 0.06f);
      p->width *= uniform (&state, 0.85f, 1.15f);
      p->height *= uniform (&state, 0.85f, 1.15f);
      for (int c = 0; c < 3; c++)
        {
          p->colour.c[c] *= light;
          p->stripe.c[c] *= light;
        }
    }
  for (int c = 0; c < 3; c++)
    {
      s->above.c[c] *= light;
      s->below.c[c] *= light;
    }
}

/* ---- Pixels ---------------------------------------------------------------------- */

static bool
covers (const struct shape *s, float x, float y)
{
  float dx = (x - s->x) / s->width, dy = (y - s->y) / s->height;
  return s->round ? dx * dx + dy * dy < 1 : dx > -1 && dx < 1 && dy > -1 && dy < 1;
}

static struct colour
colour_at (const struct scene *s, float x, float y)
{
  struct colour c;
  for (int k = s->shapes; k-- > 0;)
    if (covers (&s->shape[k], x, y))
      {
        float at = x * s->shape[k].wave_x + y * s->shape[k].wave_y;
        return at - (float) (int) at < 0.5f ? s->shape[k].colour : s->shape[k].stripe;
      }
  for (int k = 0; k < 3; k++)
    c.c[k] = s->above.c[k] + (s->below.c[k] - s->above.c[k]) * y;
  return c;
}

static void
draw_line (const struct scene *s, uint8_t *to, int y, int width, int height, uint64_t *noise)
{
  for (int x = 0; x < width; x++)
    {
      struct colour c = colour_at (s, (float) x / (float) width, (float) y / (float) height);
      float n = uniform (noise, -6, 6);
      for (int k = 0; k < 3; k++, to++)
        *to = (uint8_t) (c.c[k] + n < 0 ? 0 : c.c[k] + n > 255 ? 255 : c.c[k] + n);
    }
}

static void
write_picture (const struct scene *s, const char *name, int width, int height, uint64_t noise)
{
  struct jpeg_compress_struct c;
  struct jpeg_error_mgr errors;
  uint8_t *line = allocate (3 * (size_t) width);
  FILE *to = fopen (name, "wb");
  if (!to)
    fail (name, "cannot be written (%s)", strerror (errno));
  c.err = jpeg_std_error (&errors);
  jpeg_create_compress (&c);
  jpeg_stdio_dest (&c, to);
  c.image_width = (unsigned) width;
  c.image_height = (unsigned) height;
  c.input_components = 3;
  c.in_color_space = JCS_RGB;
  jpeg_set_defaults (&c);
  jpeg_set_quality (&c, QUALITY, TRUE);
  jpeg_start_compress (&c, TRUE);
  for (int y = 0; y < height; y++)
    {
      JSAMPROW rows[] = { line };
      draw_line (s, line, y, width, height, &noise);
      jpeg_write_scanlines (&c, rows, 1);
    }
  jpeg_finish_compress (&c);
  jpeg_destroy_compress (&c);
  if (fclose (to) != 0)
    fail (name, "cannot be written (%s)", strerror (errno));
  free (line);
}

/* ---- The command line -------------------------------------------------------------- */

static void __attribute__ ((noreturn))
usage (void)
{
  fputs ("usage: ferret-generate [-s SCENES] [-v VARIANTS] [-f FIRST] [-e EDGE] FOLDER\n"
         "  makes pictures and prints their names: of 100 scenes, 10 of each, numbered from 0,\n"
         "  the longer edge 320 pixels\n", stderr);
  exit (1);
}

static int
number (int least, int most)
{
  char *end;
  long n = strtol (optarg, &end, 10);
  if (end == optarg || *end || n < least || n > most)
    usage ();
  return (int) n;
}

int
main (int count, char **argument)
{
  int scenes = 100, variants = 10, first = 0, edge = 320;
  for (int c; (c = getopt (count, argument, "s:v:f:e:")) != -1;)
    if (c == 's')
      scenes = number (1, 100000);
    else if (c == 'v')
      variants = number (1, 100000);
    else if (c == 'f')
      first = number (0, 100000);
    else if (c == 'e')
      edge = number (16, MOST_EDGE);
    else
      usage ();
  if (count - optind != 1)
    usage ();
  for (int s = 0; s < scenes; s++)
    for (int v = first; v < first + variants; v++)
      {
        char name[4096];
        struct scene scene;
        int upright = v % 4 == 3;
        make_scene (&scene, (uint64_t) s + 1);
        vary (&scene, (uint64_t) s << 20 | (uint64_t) v);
        snprintf (name, sizeof name, "%s/scene-%d-%d.jpg", argument[optind], s, v);
        write_picture (&scene, name, upright ? edge * 3 / 4 : edge, upright ? edge : edge * 3 / 4,
                       (uint64_t) s << 32 | (uint64_t) v);
        puts (name);
      }
  return fflush (stdout) != 0;
}
