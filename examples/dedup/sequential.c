/* SPDX-License-Identifier: MIT */
/* sequential.c - one loop over the segments. */
#include <stdlib.h>
#include <string.h>

#include "dedup.h"

struct buffers { uint8_t bytes[MAX_SEGMENT], packed[MAX_PACKED]; struct cuts cuts; };

void
compress_sequential (const struct job *j)
{
  struct buffers *b = allocate (j, sizeof *b);
  const uint8_t *entries[] = { b->packed };
  struct packer p;
  struct tally t;
  int64_t at = 0;
  size_t have = 0, n;
  packer_open (j, &p, 0, 1);
  begin_archive (j, &t);
  for (; have += read_input (j, b->bytes + have, MAX_SEGMENT - have), have; at += (int64_t) n, have -= n)
    {
      n = segment_length (b->bytes, have);
      cut_segment (b->bytes, n, at, &b->cuts);
      pack_segment (&p, b->bytes, &b->cuts, b->packed);
      write_segment (j, &t, &b->cuts, entries, 1);
      memmove (b->bytes, b->bytes + n, have - n);
    }
  end_archive (j, &t);
  packer_close (&p);
  free (b);
}
