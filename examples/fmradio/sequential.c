/* SPDX-License-Identifier: MIT */
/* sequential.c - the receiver as a loop: what all others must equal, to the bit. */
#include <stdlib.h>

#include "chain.h"
#include "fmradio.h"

const char receiver_name[] = "sequential";

void
receive (const struct radio *r, struct capture *in, struct sound *out, int workers)
{
  struct chain c;
  const int64_t piece = BLOCK * r->channel.s.down;
  void *raw = malloc ((size_t) (piece * frame_bytes (in->format)));
  int64_t n, tl, hd;
  (void) workers;
  if (!raw || !chain_begin (&c, r, piece))
    {
      fprintf (stderr, "fmradio: no memory\n");
      exit (1);
    }
  do
    {
      n = capture_read (in, raw, piece);
      frames_to_float (in->format, chain_room (&c), raw, n);
      const struct stereo *sound = chain_run (&c, n, &tl, &hd);
      sound_write (out, sound, hd - tl);
    }
  while (n == piece);
  chain_end (&c);
  free (raw);
}
