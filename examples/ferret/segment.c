/* SPDX-License-Identifier: MIT */
/* segment.c - a picture becomes regions of similar colour.
 *
 * The method of P. Felzenszwalb and D. Huttenlocher, "Efficient Graph-Based Image Segmentation"
 * (IJCV 59, 2004): pixels are joined along edges in the order of their differences, unless the
 * difference is larger than those within both regions, plus SCALE / size.  Then small regions are
 * joined to a neighbour, and even larger ones until REGIONS are left.  Differences are whole
 * numbers, so the edges are sorted by counting.
 */
#include <stdlib.h>
#include <string.h>

#include "ferret.h"

enum
{
  DIFFERENCES = 1 << 10,
  SCALE = 6000,          /* of differences: larger makes larger regions */
  SMALL = 120            /* pixels of a region that is joined to a neighbour in any case */
};

struct tree { int32_t parent, size, difference; };

/* An edge leads from a pixel to one of four neighbours; the others have edges to it. */
enum { RIGHT, BELOW_LEFT, BELOW, BELOW_RIGHT, WAYS };

struct segmenter
{
  int start[DIFFERENCES + 1];         /* of the edges of each difference, in sorted */
  int32_t sorted[WAYS * PIXELS];      /* edges: WAYS * pixel + way */
  uint16_t difference[WAYS * PIXELS]; /* by edge; DIFFERENCES: there is no such neighbour */
  struct tree tree[PIXELS];
  uint8_t plane[PIXELS];
};

struct segmenter *
segmenter_new (void)
{
  return allocate (sizeof (struct segmenter));
}

void
segmenter_free (struct segmenter *s)
{
  free (s);
}

/* ---- Colours ------------------------------------------------------------- */

/* Luma and colour differences of ITU-R BT.601, in 1/65536. */
static void
to_ycc (const struct picture *p, struct segments *to)
{
  const uint8_t *from = p->rgb;
  for (int k = 0; k < p->width * p->height; k++, from += 3)
    {
      int r = from[0], g = from[1], b = from[2];
      to->luma[k] = (uint8_t) ((19595 * r + 38470 * g + 7471 * b + 32768) >> 16);
      to->cb[k] = (uint8_t) ((-11059 * r - 21709 * g + 32768 * b + (128 << 16) + 32767) >> 16);
      to->cr[k] = (uint8_t) ((32768 * r - 27439 * g - 5329 * b + (128 << 16) + 32767) >> 16);
    }
}

/* Weights 1, 2, 1 both ways; the edge of the picture is repeated. */
static void
smooth (uint8_t *plane, uint8_t *scratch, int width, int height)
{
  for (int y = 0; y < height; y++)
    {
      const uint8_t *at = plane + y * width;
      for (int x = 0; x < width; x++)
        scratch[y * width + x] = (uint8_t) ((at[x ? x - 1 : 0] + 2 * at[x]
                                             + at[x + 1 < width ? x + 1 : x] + 2) / 4);
    }
  for (int y = 0; y < height; y++)
    {
      const uint8_t *at = scratch + y * width, *above = y ? at - width : at;
      const uint8_t *below = y + 1 < height ? at + width : at;
      for (int x = 0; x < width; x++)
        plane[y * width + x] = (uint8_t) ((above[x] + 2 * at[x] + below[x] + 2) / 4);
    }
}

/* ---- Edges --------------------------------------------------------------- */

static uint16_t
difference_of (const struct segments *p, int from, int to)
{
  int d = 2 * abs (p->luma[from] - p->luma[to]) + abs (p->cb[from] - p->cb[to])
          + abs (p->cr[from] - p->cr[to]);
  return (uint16_t) (d < DIFFERENCES ? d : DIFFERENCES - 1);
}

static void
find_differences (struct segmenter *s, const struct segments *p)
{
  uint16_t *to = s->difference;
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++, to += WAYS)
      {
        int at = y * p->width + x, below = at + p->width;
        bool has_right = x + 1 < p->width, has_below = y + 1 < p->height;
        to[RIGHT] = has_right ? difference_of (p, at, at + 1) : DIFFERENCES;
        to[BELOW_LEFT] = has_below && x ? difference_of (p, at, below - 1) : DIFFERENCES;
        to[BELOW] = has_below ? difference_of (p, at, below) : DIFFERENCES;
        to[BELOW_RIGHT] = has_below && has_right ? difference_of (p, at, below + 1) : DIFFERENCES;
      }
}

static void
sort_edges (struct segmenter *s, int edges)
{
  int end[DIFFERENCES + 1], count[DIFFERENCES + 1] = { 0 }, sum = 0;
  for (int k = 0; k < edges; k++)
    count[s->difference[k]]++;
  for (int d = 0; d <= DIFFERENCES; sum += count[d++])
    s->start[d] = end[d] = sum;
  for (int k = 0; k < edges; k++)
    if (s->difference[k] < DIFFERENCES)
      s->sorted[end[s->difference[k]]++] = k;
}

/* ---- Regions ----------------------------------------------------------------- */

static int32_t
root_of (struct tree *tree, int32_t k)
{
  while (tree[k].parent != k)
    k = tree[k].parent = tree[tree[k].parent].parent;
  return k;
}

static void
join_trees (struct tree *tree, int32_t a, int32_t b, int32_t difference)
{
  int32_t to = a < b ? a : b, from = a < b ? b : a;
  tree[from].parent = to;
  tree[to].size += tree[from].size;
  tree[to].difference = difference;
}

/* Returns whether an edge joins two regions: neither is joined across a difference that is larger
 * than allowed, or, with size, one of them is smaller than that. */
static bool
joins (const struct tree *a, const struct tree *b, int difference, int size)
{
  if (size)
    return a->size < size || b->size < size;
  return difference <= a->difference + SCALE / a->size
         && difference <= b->difference + SCALE / b->size;
}

/* Takes all edges in the order of their differences; returns the number of regions left. */
static int
join_regions (struct segmenter *s, int regions, int width, int size)
{
  const int step[WAYS] = { 1, width - 1, width, width + 1 };
  for (int d = 0; d < DIFFERENCES; d++)
    for (int k = s->start[d]; k < s->start[d + 1]; k++)
      {
        int32_t from = s->sorted[k] / WAYS, to = from + step[s->sorted[k] % WAYS];
        int32_t a = root_of (s->tree, from), b = root_of (s->tree, to);
        if (a == b || !joins (&s->tree[a], &s->tree[b], d, size))
          continue;
        join_trees (s->tree, a, b, d);
        regions--;
      }
  return regions;
}

/* The root of a region is its first pixel. */
static void
number_regions (struct segmenter *s, struct segments *to)
{
  int count = 0;
  for (int32_t k = 0; k < to->width * to->height; k++)
    {
      int32_t root = root_of (s->tree, k);
      to->region[k] = root == k ? (uint8_t) count++ : to->region[root];
    }
  to->count = count;
}

void
segment_picture (struct segmenter *s, const struct picture *p, struct segments *to)
{
  uint8_t *const planes[] = { to->luma, to->cb, to->cr };
  int pixels = p->width * p->height;
  to->width = p->width;
  to->height = p->height;
  to_ycc (p, to);
  for (int c = 0; c < 3; c++)
    smooth (planes[c], s->plane, p->width, p->height);
  find_differences (s, to);
  sort_edges (s, WAYS * pixels);
  for (int32_t k = 0; k < pixels; k++)
    s->tree[k] = (struct tree) { k, 1, 0 };
  int regions = join_regions (s, pixels, p->width, 0);
  for (int size = SMALL; size == SMALL || regions > REGIONS; size *= 2)
    regions = join_regions (s, regions, p->width, size);
  number_regions (s, to);
}
