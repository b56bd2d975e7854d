/* SPDX-License-Identifier: MIT */
/* pack.c - entries of the archive: deflated, raw or repeated.
 *
 * What an entry looks like stands in README.md; unpack.c reads it.  A packer has the chunks of a
 * range of the digests, and sees the segments in order: so nobody but it need know which of
 * them have been there before, and "before" means the same however many packers there are.
 */
#include <string.h>

#include "dedup.h"

void
deflater_open (const struct job *j, struct deflater *d)
{
  memset (d, 0, sizeof *d);
  if (deflateInit2 (&d->z, j->level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    fail (j, NULL, "no memory to deflate: take fewer workers (-w)");
}

void
deflater_close (struct deflater *d)
{
  deflateEnd (&d->z);
}

/* Its length, or 0 where it does not become shorter. */
static size_t
deflated (struct deflater *d, uint8_t *to, const uint8_t *bytes, size_t n)
{
  deflateReset (&d->z);
  d->z.next_in = (uint8_t *) (uintptr_t) bytes;
  d->z.avail_in = (uInt) n;
  d->z.next_out = to;
  d->z.avail_out = (uInt) n - 1;
  return deflate (&d->z, Z_FINISH) == Z_STREAM_END ? d->z.total_out : 0;
}

size_t
put_chunk (struct deflater *d, uint8_t *to, const struct cut *c, const uint8_t *bytes)
{
  size_t n = deflated (d, to + DEFLATED_HEAD, bytes, c->length);
  put_number (to + 1, c->length, 4);
  if (n)
    {
      to[0] = DEFLATED;
      put_number (to + 5, n, 4);
      memcpy (to + 9, c->digest, DIGEST);
      return DEFLATED_HEAD + n;
    }
  to[0] = RAW;
  memcpy (to + 5, c->digest, DIGEST);
  memcpy (to + RAW_HEAD, bytes, c->length);
  return RAW_HEAD + c->length;
}

size_t
put_repeated (uint8_t *to, const struct cut *c, int64_t at)
{
  to[0] = REPEATED;
  put_number (to + 1, c->length, 4);
  put_number (to + 5, (uint64_t) at, 8);
  return REPEATED_HEAD;
}

size_t
entry_length (const uint8_t *entry)
{
  if (entry[0] == DEFLATED)
    return DEFLATED_HEAD + get_number (entry + 5, 4);
  if (entry[0] == RAW)
    return RAW_HEAD + get_number (entry + 1, 4);
  return REPEATED_HEAD;
}

void
packer_open (const struct job *j, struct packer *p, int range, int ranges)
{
  *p = (struct packer) { .job = j, .range = range, .ranges = ranges };
  deflater_open (j, &p->deflater);
}

void
packer_close (struct packer *p)
{
  deflater_close (&p->deflater);
  table_free (&p->seen);
}

int
place_segment (const struct job *j, struct table *seen, const struct cuts *c, int range, int ranges,
               int64_t place[MAX_CUTS])
{
  int64_t at = c->from;
  int n = 0;
  for (int k = 0; k < c->count; at += c->cut[k++].length)
    if (range_of (c->cut[k].digest, ranges) == range)
      place[n++] = table_place (j, seen, c->cut[k].digest, at);
  return n;
}

size_t
pack_placed (struct deflater *d, const uint8_t *bytes, const struct cuts *c, int range, int ranges,
             const int64_t place[], uint8_t *to)
{
  size_t n = 0, at = 0;
  for (int k = 0; k < c->count; at += c->cut[k++].length)
    {
      if (range_of (c->cut[k].digest, ranges) != range)
        continue;
      int64_t before = *place++;
      n += before < 0 ? put_chunk (d, to + n, &c->cut[k], bytes + at) : put_repeated (to + n, &c->cut[k], before);
    }
  return n;
}

size_t
pack_segment (struct packer *p, const uint8_t *bytes, const struct cuts *c, uint8_t *to)
{
  int64_t place[MAX_CUTS];
  place_segment (p->job, &p->seen, c, p->range, p->ranges, place);
  return pack_placed (&p->deflater, bytes, c, p->range, p->ranges, place, to);
}
