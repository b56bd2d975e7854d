/* SPDX-License-Identifier: MIT */
/* colour.c - pixels.
 *
 * YCbCr as in JFIF, in integers with 16 bits behind the point, rounded as in libjpeg.
 * Ink (CMYK, which Adobe stores inverted) becomes light as djpeg has it for a PPM:
 * red = cyan * black / 255.
 */
#include <string.h>

#include "jpeg.h"
#include "pick.h"

typedef uint8_t sixteen __attribute__ ((vector_size (16)));

static inline uint8_t
clamp (int x)
{
  return (uint8_t) (x < 0 ? 0 : x > 255 ? 255 : x);
}

/* 1.402 is 1 + 0.402, and so on: what is multiplied then fits 16 bits, and the upper half
 * of a product is one instruction. */
enum { R_CR = 26345, G_CB = 22554, G_CR = 46802 - 65536, B_CB = 116130 - 131072 };

static inline void
light_of (int y, int cb, int cr, uint8_t *r, uint8_t *g, uint8_t *b)
{
  cb -= 128;
  cr -= 128;
  *r = clamp (y + cr + ((R_CR * cr + 32768) >> 16));
  *g = clamp (y - cr + ((-G_CB * cb - G_CR * cr + 32768) >> 16));
  *b = clamp (y + 2 * cb + ((B_CB * cb + 32768) >> 16));
}

/* 16 pixels of three planes, interleaved. */
static inline void
interleave (uint8_t *to, sixteen r, sixteen g, sixteen b)
{
  sixteen rg0 = PICK (r, g, 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
  sixteen rg1 = PICK (r, g, 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
  sixteen rg2 = PICK (r, g, 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
  sixteen x = PICK (rg0, b, 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
  sixteen y = PICK (rg1, b, 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
  sixteen z = PICK (rg2, b, 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
  memcpy (to, &x, sizeof x);
  memcpy (to + 16, &y, sizeof y);
  memcpy (to + 32, &z, sizeof z);
}

enum { STRETCH = 256 };  /* pixels, whose planes stay in the first cache */

static void
pack (uint8_t *restrict to, const uint8_t *restrict r, const uint8_t *restrict g, const uint8_t *restrict b, int n)
{
  int i = 0;
  for (; i + 16 <= n; i += 16)
    {
      sixteen x, y, z;
      memcpy (&x, r + i, sizeof x);
      memcpy (&y, g + i, sizeof y);
      memcpy (&z, b + i, sizeof z);
      interleave (to + 3 * i, x, y, z);
    }
  for (; i < n; i++)
    to[3 * i] = r[i], to[3 * i + 1] = g[i], to[3 * i + 2] = b[i];
}

static inline uint8_t
lit (int ink, int black)
{
  return (uint8_t) ((2 * ink * black + 255) / 510);
}

/* A stretch of n pixels into planes. */
static void
to_planes (enum colour colour, uint8_t plane[restrict 3][STRETCH], const uint8_t *const from[MAX_COMPONENTS], int at, int n)
{
  const uint8_t *restrict a = from[0] + at, *restrict b = from[1] + at, *restrict c = from[2] + at;
  if (colour == CMYK)
    {
      memcpy (plane[0], a, (size_t) n);
      memcpy (plane[1], b, (size_t) n);
      memcpy (plane[2], c, (size_t) n);
    }
  else
    for (int i = 0; i < n; i++)
      light_of (a[i], b[i], c[i], &plane[0][i], &plane[1][i], &plane[2][i]);
  const uint8_t *restrict black = from[3] ? from[3] + at : NULL;
  int invert = colour == YCCK ? 255 : 0;
  for (int p = 0; black && p < 3; p++)
    for (int i = 0; i < n; i++)
      plane[p][i] = lit (plane[p][i] ^ invert, black[i]);
}

void
to_pixels (const struct frame *f, uint8_t *restrict to, const uint8_t *const from[MAX_COMPONENTS], int n)
{
  uint8_t plane[3][STRETCH];
  if (f->colour == GREY)
    memcpy (to, from[0], (size_t) n);
  else if (f->colour == RGB)
    pack (to, from[0], from[1], from[2], n);
  else
    for (int i = 0; i < n; i += STRETCH)
      {
        int length = n - i < STRETCH ? n - i : STRETCH;
        to_planes (f->colour, plane, from, i, length);
        pack (to + 3 * i, plane[0], plane[1], plane[2], length);
      }
}
