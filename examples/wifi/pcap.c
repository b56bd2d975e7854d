/* SPDX-License-Identifier: MIT */
/* pcap.c - frames as Wireshark and tcpdump write and read them: IEEE 802.11 with the
 * radiotap header before it, which says rate, channel and whether the frame check
 * sequence was good.  Little endian, times in microseconds since the first sample. */
#include <errno.h>
#include <string.h>

#include "wifi.h"

enum
{
  RADIOTAP = 127,                 /* link type: radiotap and IEEE 802.11 */
  RADIOTAP_OCTETS = 22,
  HAS_TIME = 1, HAS_FLAGS = 2, HAS_RATE = 4, HAS_CHANNEL = 8,
  FLAG_FCS = 0x10, FLAG_BAD_FCS = 0x40,
  CHANNEL_OFDM = 0x40, CHANNEL_2GHZ = 0x80, CHANNEL_5GHZ = 0x100
};

static uint8_t *
put (uint8_t *to, uint64_t x, int octets)
{
  for (int k = 0; k < octets; k++)
    *to++ = (uint8_t) (x >> 8 * k);
  return to;
}

static void
write_all (FILE *f, const char *name, const void *from, size_t octets)
{
  if (fwrite (from, 1, octets, f) != octets)
    fail ("cannot write %s: %s", name, strerror (errno));
}

void
pcap_head (FILE *f, const char *name)
{
  uint8_t head[24], *to = head;
  to = put (to, 0xa1b2c3d4, 4);
  to = put (to, 2, 2), to = put (to, 4, 2);
  to = put (to, 0, 8);
  to = put (to, 65535, 4);
  put (to, RADIOTAP, 4);
  write_all (f, name, head, sizeof head);
}

void
pcap_packet (FILE *f, const char *name, const struct packet *p, const uint8_t *psdu, bool good,
             int megahertz)
{
  uint8_t head[16 + RADIOTAP_OCTETS], *to = head;
  uint64_t time = p->start > 0 ? (uint64_t) p->start / (SAMPLE_RATE / 1000000) : 0;
  uint64_t octets = RADIOTAP_OCTETS + (uint64_t) p->octets;
  to = put (to, time / 1000000, 4);
  to = put (to, time % 1000000, 4);
  to = put (to, octets, 4), to = put (to, octets, 4);

  to = put (to, 0, 2), to = put (to, RADIOTAP_OCTETS, 2);
  to = put (to, HAS_TIME | HAS_FLAGS | HAS_RATE | HAS_CHANNEL, 4);
  to = put (to, time, 8);
  to = put (to, FLAG_FCS | (good ? 0 : FLAG_BAD_FCS), 1);
  to = put (to, 2 * (uint64_t) rates[p->rate].mbit, 1);
  to = put (to, (uint64_t) megahertz, 2);
  put (to, CHANNEL_OFDM | (megahertz < 3000 ? CHANNEL_2GHZ : CHANNEL_5GHZ), 2);
  write_all (f, name, head, sizeof head);
  write_all (f, name, psdu, (size_t) p->octets);
}
