/* SPDX-License-Identifier: MIT */
/* bits.h - a buffer of 64 bits over a segment.
 *
 * The bits stand at the top of the buffer.  A fill takes whole bytes and needs no
 * branch: a segment holds no stuffing any more and is padded with zeros (segment.c),
 * which is also what libjpeg decodes behind the end of one.
 */
#ifndef JPEG_BITS_H
#define JPEG_BITS_H

#include <string.h>

#include "jpeg.h"

/* At least 56 bits are there then.  Bits beyond `count` may be set, to what they will be. */
static inline void
fill (struct bits *b)
{
  uint64_t word;
  memcpy (&word, b->next, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64 (word);
#endif
  b->buffer |= word >> b->count;
  b->next += (63 - b->count) >> 3;
  b->count |= 56;
}

/* 1 <= n <= 32 */
static inline unsigned
peek (const struct bits *b, int n)
{
  return (unsigned) (b->buffer >> (64 - n));
}

static inline void
skip (struct bits *b, int n)
{
  b->buffer <<= n;
  b->count -= n;
}

static inline unsigned
take (struct bits *b, int n)
{
  unsigned x = peek (b, n);
  skip (b, n);
  return x;
}

static inline long long
used (const struct bits *b)
{
  return (long long) (b->next - b->start) * 8 - b->count;
}

/* A value of n bits whose sign is told by its first (T.81, F.2.2.1, EXTEND). */
static inline int
extend (unsigned x, int n)
{
  int negative = ((int) x - (1 << (n - 1))) >> 31;
  return (int) x + (negative & ((int) (~0u << n) + 1));
}

/* What an entry of a table says (huffman.c). */
static inline int entry_value (int32_t e) { return e >> 16; }
static inline int entry_run (int32_t e) { return e >> 8 & 255; }
static inline int entry_length (int32_t e) { return e & 255; }

/* A code that is longer than LOOK bits, bit by bit.  What is no code at all takes 17
 * bits and stands for 0, as in libjpeg. */
static inline int
long_symbol (struct scan *s, const struct huffman *t, struct bits *b)
{
  unsigned next = peek (b, 16);
  for (int length = LOOK + 1; length <= 16; length++)
    {
      int code = (int) (next >> (16 - length));
      if (code <= t->last[length])
        {
          skip (b, length);
          return t->symbol[(code + t->offset[length]) & 255];
        }
    }
  skip (b, 17);
  warn (s, BAD_CODE);
  return 0;
}

/* Of an entry that has no value with it. */
static inline int
symbol_of (struct scan *s, const struct huffman *t, struct bits *b, int32_t e)
{
  if (!e)
    return long_symbol (s, t, b);
  skip (b, entry_length (e));
  return entry_run (e);
}

/* The next symbol; for progressive scans, which seldom have its bits behind it. */
static inline int
next_symbol (struct scan *s, const struct huffman *t, struct bits *b)
{
  int32_t e;
  fill (b);
  e = t->entry[peek (b, LOOK)];
  if (!entry_value (e))
    return symbol_of (s, t, b, e);
  /* The entry knows code and value: the code alone is what is asked for here. */
  int size = entry_run (e) & 15;
  skip (b, entry_length (e) - size);
  return entry_run (e);
}

#endif
