/* SPDX-License-Identifier: MIT */
/* extract.c - a region becomes a vector of 14 features, and a weight.
 *
 * As in ferret of PARSEC: mean, standard deviation and skewness of three colour planes, and five
 * numbers about the place: the shape and the area of the bounding box, how much of it the region
 * fills, and its centre.  All are about 0 to 1.  The weight is the region's part of the picture.
 */
#include <math.h>
#include <string.h>

#include "ferret.h"

/* Sums over the pixels of a region; powers of a value up to 255 fit for each picture. */
struct sums
{
  int64_t count, x, y, power[3][3]; /* by plane: of the value, its square, its cube */
  int left, right, top, bottom;
};

static void
add_pixel (struct sums *s, int x, int y, const int value[3])
{
  s->count++;
  s->x += x;
  s->y += y;
  s->left = x < s->left ? x : s->left;
  s->right = x > s->right ? x : s->right;
  s->top = y < s->top ? y : s->top;
  s->bottom = y > s->bottom ? y : s->bottom;
  for (int c = 0; c < 3; c++)
    {
      s->power[c][0] += value[c];
      s->power[c][1] += value[c] * value[c];
      s->power[c][2] += value[c] * value[c] * value[c];
    }
}

/* Mean, deviation, and the cube root of the third moment, of values up to 255. */
static void
moments (const int64_t power[3], double n, float to[3])
{
  double mean = (double) power[0] / n, square = (double) power[1] / n, cube = (double) power[2] / n;
  double variance = square - mean * mean;
  double third = cube - 3 * mean * square + 2 * mean * mean * mean;
  to[0] = (float) (mean / 255);
  to[1] = (float) (sqrt (variance > 0 ? variance : 0) / 128);
  to[2] = (float) (cbrt (third) / 128);
}

static void
shape (const struct sums *s, int width, int height, float to[5])
{
  double w = s->right - s->left + 1, h = s->bottom - s->top + 1, n = (double) s->count;
  to[0] = (float) (w / (w + h));
  to[1] = (float) (w * h / ((double) width * height));
  to[2] = (float) (n / (w * h));
  to[3] = (float) ((double) s->x / n / width);
  to[4] = (float) ((double) s->y / n / height);
}

/* The last pixels of the whole go to the largest region. */
static void
weigh (const struct sums *s, int count, int64_t pixels, int32_t *weight)
{
  int32_t left = WHOLE;
  int largest = 0;
  for (int r = 0; r < count; r++)
    {
      left -= weight[r] = (int32_t) (s[r].count * WHOLE / pixels);
      largest = s[r].count > s[largest].count ? r : largest;
    }
  weight[largest] += left;
}

void
extract_features (const struct segments *s, struct signature *to)
{
  struct sums sums[REGIONS];
  memset (to, 0, sizeof *to);
  memset (sums, 0, sizeof sums);
  to->count = s->count;
  for (int r = 0; r < s->count; r++)
    sums[r].left = sums[r].top = EDGE;
  for (int y = 0, k = 0; y < s->height; y++)
    for (int x = 0; x < s->width; x++, k++)
      add_pixel (&sums[s->region[k]], x, y, (int[]) { s->luma[k], s->cb[k], s->cr[k] });
  for (int r = 0; r < s->count; r++)
    {
      for (int c = 0; c < 3; c++)
        moments (sums[r].power[c], (double) sums[r].count, to->feature[r].f + 3 * c);
      shape (&sums[r], s->width, s->height, to->feature[r].f + 9);
    }
  weigh (sums, s->count, (int64_t) s->width * s->height, to->weight);
}
