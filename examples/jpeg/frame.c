/* SPDX-License-Identifier: MIT */
/* frame.c - where each component's blocks and samples lie; colour spaces. */
#include <string.h>

#include "jpeg.h"

static int
divide_up (int a, int b)
{
  return (a + b - 1) / b;
}

static void
read_component (struct decoder *d, struct component *c, const uint8_t *p)
{
  *c = (struct component) { .id = p[0], .h = p[1] >> 4, .v = p[1] & 15, .coded_v = p[1] & 15, .table = p[2] };
  if (c->h < 1 || c->h > 4 || c->v < 1 || c->v > 4)
    fail (d, "component %d is sampled %d x %d times: 1 to 4", c->id, c->h, c->v);
}

void
read_frame (struct decoder *d, const uint8_t *p, size_t n, bool progressive, long long pixels)
{
  struct frame *f = &d->frame;
  if (d->has_frame)
    fail (d, "the file has two frame headers (SOF)");
  if (n < 6 || n != 6 + 3 * (size_t) p[5])
    fail (d, "the frame's header has %zu bytes: 6 and 3 a component", n);
  f->height = p[1] << 8 | p[2];
  f->width = p[3] << 8 | p[4];
  f->components = p[5];
  f->progressive = progressive;
  if (p[0] != 8)
    fail (d, "samples have %d bits: this decoder knows 8", p[0]);
  if (f->width < 1 || f->height < 1 || f->width > LONGEST || f->height > LONGEST)
    fail (d, "the picture is %d x %d: 1 to %d each", f->width, f->height, LONGEST);
  if ((long long) f->width * f->height > pixels)
    fail (d, "the picture is %d x %d, more than %lld pixels: raise the limit with -l", f->width, f->height, pixels);
  if (f->components != 1 && f->components != 3 && f->components != 4)
    fail (d, "the picture has %d components: 1, 3 or 4 are known", f->components);
  for (int c = 0; c < f->components; c++)
    read_component (d, &f->component[c], p + 6 + 3 * c);
  if (f->components == 1) /* a lone component's sampling means nothing (A.2.2) */
    f->component[0].h = f->component[0].v = 1;
  memset (d->progress, -1, sizeof d->progress);
  d->has_frame = true;
  lay_out (d);
}

/* A line of two samples or fewer is repeated: libjpeg's filters need three. */
static void
choose_upsampling (struct decoder *d, struct component *c)
{
  const struct frame *f = &d->frame;
  if (f->h % c->h || f->v % c->v)
    fail (d, "component %d is sampled %d x %d times where another is %d x %d times: no whole multiple", c->id, c->h,
          c->v, f->h, f->v);
  int h = c->repeat_h = f->h / c->h, v = c->repeat_v = f->v / c->v;
  c->upsampling = h == 1 && v == 1                    ? AS_IS
                  : h == 2 && v == 1 && c->width > 2  ? FANCY_H2V1
                  : h == 1 && v == 2                  ? FANCY_H1V2
                  : h == 2 && v == 2 && c->width > 2  ? FANCY_H2V2
                                                      : REPEAT;
}

void
lay_out (struct decoder *d)
{
  struct frame *f = &d->frame;
  f->h = f->v = 1;
  for (int n = 0; n < f->components; n++)
    {
      f->h = f->component[n].h > f->h ? f->component[n].h : f->h;
      f->v = f->component[n].v > f->v ? f->component[n].v : f->v;
    }
  f->mcus = divide_up (f->width, f->h * EDGE);
  f->rows = divide_up (f->height, f->v * EDGE);
  f->lines = f->v * EDGE;
  f->row_samples = 0;
  f->row_blocks = 0;
  for (int n = 0; n < f->components; n++)
    {
      struct component *c = &f->component[n];
      c->width = divide_up (f->width * c->h, f->h);
      c->height = divide_up (f->height * c->v, f->v);
      c->columns = f->mcus * c->h;
      c->stride = (size_t) c->columns * EDGE;
      c->samples_at = f->row_samples;
      c->blocks_at = f->row_blocks;
      f->row_samples += c->stride * EDGE * (size_t) c->v;
      f->row_blocks += (long) c->columns * c->v;
      choose_upsampling (d, c);
    }
}

/* JFIF's marker, Adobe's, or the components' names tell. */
static enum colour
colour_of_three (struct decoder *d)
{
  const struct component *c = d->frame.component;
  if (d->jfif)
    return YCC;
  if (d->adobe && d->transform == 0)
    return RGB;
  if (d->adobe && d->transform != 1)
    warn (&d->scan, ODD_ADOBE);
  if (d->adobe)
    return YCC;
  return c[0].id == 'R' && c[1].id == 'G' && c[2].id == 'B' ? RGB : YCC;
}

static enum colour
colour_of_four (struct decoder *d)
{
  if (!d->adobe || d->transform == 0)
    return CMYK;
  if (d->transform != 2)
    warn (&d->scan, ODD_ADOBE);
  return YCCK;
}

void
choose_colour (struct decoder *d)
{
  struct frame *f = &d->frame;
  f->channels = f->components == 1 ? 1 : 3;
  f->colour = f->components == 1 ? GREY : f->components == 3 ? colour_of_three (d) : colour_of_four (d);
}
