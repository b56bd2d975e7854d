/* SPDX-License-Identifier: MIT */
/* huffman.c - tables that decode a code and its value in one look.
 *
 * An AC symbol is a run of zeros and the size of the value that follows; most codes
 * and their values together have fewer bits than LOOK.  An entry of the table, found
 * with the next LOOK bits, has therefore
 *
 *   value (16 bits) | run and size (8) | bits of code and value (8)
 *
 * where both fit; without a value (0) it has the symbol and the bits of the code alone;
 * 0 where the code itself is longer than LOOK.  A value that is coded is never 0.
 */
#include <string.h>

#include "bits.h"

const uint8_t natural[BLOCK + 16] = {
  0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,
  6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31,
  39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63
};

const uint8_t zigzag[BLOCK + 16] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
  27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53,
  54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63
};

/* All entries whose bits begin with a code. */
static void
enter (struct huffman *t, unsigned code, int length, int symbol)
{
  int size = symbol & 15, rest = LOOK - length;
  for (unsigned more = 0; more < 1u << rest; more++)
    {
      int32_t *e = &t->entry[code << rest | more];
      if (size && size <= rest)
        *e = (int32_t) ((uint32_t) extend (more >> (rest - size), size) << 16
                        | (uint32_t) symbol << 8 | (uint32_t) (length + size));
      else
        *e = symbol << 8 | length;
    }
}

/* Codes of a length follow each other (T.81, C.2). */
void
make_table (struct decoder *d, int kind, int number, struct huffman *to)
{
  const struct code_lengths *codes = &d->codes[kind][number];
  unsigned code = 0;
  int n = 0;
  if (!codes->defined)
    fail (d, "a scan uses Huffman table %d (%s), which no DHT segment has defined", number, kind ? "AC" : "DC");
  memset (to, 0, sizeof *to);
  memcpy (to->symbol, codes->symbol, sizeof to->symbol);
  for (int length = 1; length <= 16; length++, code <<= 1)
    {
      int count = codes->count[length];
      to->offset[length] = n - (int) code;
      if (code + (unsigned) count > 1u << length)
        fail (d, "Huffman table %d (%s) has more codes of %d bits than there can be", number, kind ? "AC" : "DC", length);
      for (int k = 0; k < count; k++, n++, code++)
        {
          if (kind == 0 && to->symbol[n] > 15)
            fail (d, "Huffman table %d (DC) has the symbol %d: at most 15", number, to->symbol[n]);
          if (length <= LOOK)
            enter (to, code, length, to->symbol[n]);
        }
      to->last[length] = count ? (int) code - 1 : -1;
    }
}

/* ---- Motion JPEG leaves these out (T.81, K.3) ---------------------------- */

static void
define (struct code_lengths *codes, const uint8_t count[16], const uint8_t *symbol)
{
  int n = 0;
  if (codes->defined)
    return;
  memset (codes, 0, sizeof *codes);
  memcpy (codes->count + 1, count, 16);
  for (int k = 0; k < 16; k++)
    n += count[k];
  memcpy (codes->symbol, symbol, (size_t) n);
  codes->defined = true;
}

#include "standard.h"

void
standard_tables (struct decoder *d)
{
  for (int chroma = 0; chroma < 2; chroma++)
    {
      define (&d->codes[0][chroma], standard_dc_count[chroma], standard_dc_symbol);
      define (&d->codes[1][chroma], standard_ac_count[chroma], standard_ac_symbol[chroma]);
    }
}
