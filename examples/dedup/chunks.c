/* SPDX-License-Identifier: MIT */
/* chunks.c - where segments and chunks end; what chunks are called.
 *
 * The idea: an *anchor* is a place whose 64 bytes before it have a hash with 13 zeros at its
 * top.  What has been inserted or removed elsewhere does not change that, so equal stretches
 * are cut at equal places wherever they stand.  The hash is shifted by one bit a byte: after
 * 64 bytes nothing is left of one.
 *
 * A chunk ends at the first anchor behind MIN_CHUNK bytes, or with MAX_CHUNK; a segment likewise,
 * behind SEGMENT bytes and with MAX_SEGMENT.  Since the end of a segment depends on the bytes
 * alone, so does every chunk: on no size of a buffer, and no number of workers.
 */
#include "dedup.h"
#include "gear.h"

enum { WINDOW = 64, ZEROS = 13 };   /* bytes; bits: 8 KiB on average behind MIN_CHUNK */

/* The first anchor at `least` or behind, but at most `most` <= n; WINDOW <= least. */
static size_t
anchor (const uint8_t *bytes, size_t least, size_t most)
{
  uint64_t hash = 0;
  size_t i = least - WINDOW;
  for (; i < least; i++)
    hash = (hash << 1) + gear[bytes[i]];
  for (; i < most && hash >> (64 - ZEROS); i++)
    hash = (hash << 1) + gear[bytes[i]];
  return i;
}

static size_t
least_of (size_t a, size_t b)
{
  return a < b ? a : b;
}

size_t
segment_length (const uint8_t *bytes, size_t n)
{
  return n <= SEGMENT ? n : anchor (bytes, SEGMENT, least_of (n, MAX_SEGMENT));
}

size_t
chunk_length (const uint8_t *bytes, size_t n)
{
  return n <= MIN_CHUNK ? n : anchor (bytes, MIN_CHUNK, least_of (n, MAX_CHUNK));
}

void
chunk_digest (const uint8_t *bytes, size_t n, uint8_t digest[DIGEST])
{
  struct sha256_ctx c;
  sha256_init (&c);
  sha256_update (&c, n, bytes);
  sha256_digest (&c, DIGEST, digest);
}

void
cut_segment (const uint8_t *bytes, size_t n, int64_t from, struct cuts *to)
{
  to->from = from;
  to->count = 0;
  for (size_t at = 0; at < n; at += to->cut[to->count++].length)
    {
      struct cut *c = &to->cut[to->count];
      c->length = (uint32_t) chunk_length (bytes + at, n - at);
      chunk_digest (bytes + at, c->length, c->digest);
    }
}

int
range_of (const uint8_t digest[DIGEST], int ranges)
{
  return (int) (get_number (digest, 4) * (uint64_t) ranges >> 32);
}
