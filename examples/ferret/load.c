/* SPDX-License-Identifier: MIT */
/* load.c - a JPEG file becomes a small picture.
 *
 * libjpeg reduces a picture by 2, 4 or 8 while it decodes; what is left to do is the mean of
 * squares of k by k pixels.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "ferret.h"

/* Of the file that this thread reads. */
struct source { struct jpeg_error_mgr errors; const char *name; };

static void
fail_to_decode (j_common_ptr d)
{
  char text[JMSG_LENGTH_MAX];
  d->err->format_message (d, text);
  fail (((struct source *) (void *) d->err)->name, "no JPEG picture (%s)", text);
}

/* A damaged picture is taken as libjpeg mends it. */
static void
say_nothing (j_common_ptr d, int level)
{
  (void) d, (void) level;
}

static unsigned
longest (const struct jpeg_decompress_struct *d)
{
  return d->output_width > d->output_height ? d->output_width : d->output_height;
}

static void
begin (struct jpeg_decompress_struct *d, FILE *file)
{
  jpeg_create_decompress (d);
  jpeg_stdio_src (d, file);
  jpeg_read_header (d, TRUE);
  d->out_color_space = JCS_RGB;
  d->dct_method = JDCT_ISLOW;
  d->scale_num = 1;
  for (d->scale_denom = 8; d->scale_denom > 1; d->scale_denom /= 2)
    {
      jpeg_calc_output_dimensions (d);
      if (longest (d) >= EDGE)
        break;
    }
  jpeg_start_decompress (d);
}

/* Adds a line to the sums of the squares that it crosses. */
static void
add_line (uint32_t *sums, const uint8_t *line, int width, int k)
{
  for (int x = 0; x < width; x++, sums += 3)
    {
      uint32_t r = 0, g = 0, b = 0;
      for (int i = 0; i < k; i++, line += 3)
        {
          r += line[0];
          g += line[1];
          b += line[2];
        }
      sums[0] += r;
      sums[1] += g;
      sums[2] += b;
    }
}

static void
put_means (uint8_t *to, const uint32_t *sums, int width, int k)
{
  uint32_t n = (uint32_t) (k * k);
  for (int x = 0; x < 3 * width; x++)
    to[x] = (uint8_t) ((sums[x] + n / 2) / n);
}

/* What does not fill a square at the right and below is left out. */
static void
reduce (struct jpeg_decompress_struct *d, struct picture *to, uint8_t *line, int k)
{
  uint32_t sums[3 * EDGE];
  JSAMPROW rows[] = { line };
  to->width = (int) d->output_width / k;
  to->height = (int) d->output_height / k;
  for (int y = 0; y < to->height; y++)
    {
      memset (sums, 0, sizeof sums);
      for (int i = 0; i < k; i++)
        {
          jpeg_read_scanlines (d, rows, 1);
          add_line (sums, line, to->width, k);
        }
      put_means (to->rgb + 3 * (size_t) to->width * (size_t) y, sums, to->width, k);
    }
}

static void
read_all (struct jpeg_decompress_struct *d, struct picture *to)
{
  to->width = (int) d->output_width;
  to->height = (int) d->output_height;
  while (d->output_scanline < d->output_height)
    {
      JSAMPROW rows[] = { to->rgb + 3 * (size_t) to->width * d->output_scanline };
      jpeg_read_scanlines (d, rows, 1);
    }
}

void
load_picture (const char *name, struct picture *to)
{
  struct jpeg_decompress_struct d;
  struct source source = { .name = name };
  FILE *file = fopen (name, "rb");
  if (!file)
    fail (name, "cannot be opened (%s)", strerror (errno));
  d.err = jpeg_std_error (&source.errors);
  source.errors.error_exit = fail_to_decode;
  source.errors.emit_message = say_nothing;
  begin (&d, file);
  int k = (int) (longest (&d) + EDGE - 1) / EDGE;
  if (d.output_width < (unsigned) k || d.output_height < (unsigned) k)
    fail (name, "a picture of %u by %u pixels is too thin", d.image_width, d.image_height);
  if (k > 1)
    {
      uint8_t *line = allocate (3 * (size_t) d.output_width + 1);
      reduce (&d, to, line + 1, k); /* libjpeg-turbo writes aligned lines past the caches */
      free (line);
    }
  else
    read_all (&d, to);
  jpeg_destroy_decompress (&d);
  fclose (file);
}
