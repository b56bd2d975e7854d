/* SPDX-License-Identifier: MIT */
/* archive.c - entries in the order of the input; the archive's beginning and end. */
#include "dedup.h"

/* A name, and the version of the format; little endian as all numbers. */
const uint8_t archive_head[16] = { 'E', 'R', 'B', 'D', 'E', 'D', 'U', 'P', '\r', '\n', 1, 0, 0, 0, 0, 0 };

void
put_number (uint8_t *to, uint64_t value, int bytes)
{
  for (int i = 0; i < bytes; i++)
    to[i] = (uint8_t) (value >> 8 * i);
}

uint64_t
get_number (const uint8_t *from, int bytes)
{
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++)
    value |= (uint64_t) from[i] << 8 * i;
  return value;
}

void
tally_open (struct tally *t)
{
  t->bytes = t->chunks = 0;
  sha256_init (&t->digests);
}

void
tally_chunk (struct tally *t, const struct cut *c)
{
  t->bytes += c->length;
  t->chunks++;
  sha256_update (&t->digests, DIGEST, c->digest);
}

void
put_end (struct tally *t, uint8_t to[END_LENGTH])
{
  to[0] = END;
  put_number (to + 1, t->bytes, 8);
  put_number (to + 9, t->chunks, 8);
  sha256_digest (&t->digests, DIGEST, to + 17);
}

int
order_segment (const struct cuts *c, const uint8_t *const entries[], int ranges, struct iovec *parts)
{
  const uint8_t *next[MAX_RANGES];
  int count = 0;
  for (int k = 0; k < ranges; k++)
    next[k] = entries[k];
  for (int k = 0; k < c->count; k++)
    {
      const uint8_t **from = &next[range_of (c->cut[k].digest, ranges)];
      size_t n = entry_length (*from);
      struct iovec *last = &parts[count ? count - 1 : 0];
      if (count && (const uint8_t *) last->iov_base + last->iov_len == *from)
        last->iov_len += n;
      else
        parts[count++] = (struct iovec) { (void *) (uintptr_t) *from, n };
      *from += n;
    }
  return count;
}

void
write_segment (const struct job *j, struct tally *t, const struct cuts *c, const uint8_t *const entries[], int ranges)
{
  struct iovec parts[MAX_CUTS];
  write_parts (j, parts, order_segment (c, entries, ranges, parts));
  for (int k = 0; k < c->count; k++)
    tally_chunk (t, &c->cut[k]);
}

void
begin_archive (const struct job *j, struct tally *t)
{
  tally_open (t);
  write_output (j, archive_head, sizeof archive_head);
}

void
end_archive (const struct job *j, struct tally *t)
{
  uint8_t end[END_LENGTH];
  put_end (t, end);
  write_output (j, end, sizeof end);
}
