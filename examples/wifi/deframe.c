/* SPDX-License-Identifier: MIT */
/* deframe.c - soft bits to octets: the decoder, and the scrambling off. */
#include <string.h>

#include "wifi.h"

/* SERVICE begins with seven zeros: what stands there is the scrambler's sequence. */
void
descramble (uint8_t *restrict psdu, const uint8_t *restrict bits, int octets)
{
  const uint8_t *s = scrambling_after (bits[0] & 127);
  for (int n = 0, k = SERVICE_BITS / 8; n < octets; n++)
    {
      psdu[n] = bits[n + SERVICE_BITS / 8] ^ s[k];
      k = k < 126 ? k + 1 : 0;
    }
}

void
decode (uint8_t *psdu, const struct packet *p, const struct step *steps, void *work)
{
  uint8_t *bits = (uint8_t *) work + VITERBI_WORK;
  viterbi (bits, steps, packet_data_bits (p->octets), work);
  descramble (psdu, bits, p->octets);
}
