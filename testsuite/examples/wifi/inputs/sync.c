/* SPDX-License-Identifier: MIT */
/* sync.c - finding packets: at the right sample, the same however the stream is cut, and
 * none where the SIGNAL symbol is not one. */
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

enum { LEAD = 1000, OCTETS = 60, ROOM = 40000 };
static struct sample x[ROOM];

static int64_t
put_packet (struct sample *to, int rate)
{
  uint8_t psdu[OCTETS] = { 1, 2, 3 }, carriers[DATA_CARRIERS * 30];
  uint8_t *work = memory (FRAME_WORK);
  code_frame (carriers, psdu, OCTETS, rate, 5, work);
  modulate_head (to, rate, OCTETS);
  for (int first = 0, all = symbols_of (rate, OCTETS); first < all; first += BATCH)
    modulate (to + HEAD + first * SYMBOL, carriers + first * DATA_CARRIERS, rate, first,
              all - first < BATCH ? all - first : BATCH);
  free (work);
  return samples_of (rate, OCTETS);
}

/* The first packet from the sample s->at on, looking at no more than `cut` samples at once. */
static bool
find (struct sync *s, struct packet *p, int64_t cut)
{
  while (s->at + SYNC_LOOK <= ROOM)
    {
      int64_t n = ROOM - s->at < cut ? ROOM - s->at : cut;
      sync_next (s, x + s->at, n, p);
      if (p->rate != NO_PACKET)
        return true;
    }
  return false;
}

/* The second path comes `late` samples later, 1.5 times as strong. */
static void
echo (int late)
{
  struct sync s = { 0 };
  struct packet p;
  memset (x, 0, sizeof x);
  int64_t n = put_packet (x + LEAD, 4);
  for (int64_t t = LEAD + n + late; t >= LEAD + late; t--)
    x[t].re += 1.5f * x[t - late].im, x[t].im -= 1.5f * x[t - late].re;
  through_air (x, ROOM, &(struct air) { .snr = 20, .seed = 1 }, 0);
  bool found = find (&s, &p, SYNC_CHUNK);
  printf ("echo %d samples later: %s\n", late,
          !found ? "nothing found" : llabs (p.start - LEAD) <= 1 ? "begins where it does" : "begins elsewhere");
}

static void
cuts (void)
{
  struct packet first[16], p;
  bool same = true;
  int count = 0;
  memset (x, 0, sizeof x);
  for (int64_t at = LEAD, k = 0; at < ROOM - 6000; k++)
    {
      at += put_packet (x + at, (int) k % RATES) + 37 + 13 * k;
      for (int j = 0; j < 150; j++, at++) /* what begins like a packet and is none */
        x[at] = short_training[j % 16];
    }
  through_air (x, ROOM, &(struct air) { .snr = 18, .offset = 70000, .spread = 30, .seed = 1 }, 0);
  memset (&p, 0, sizeof p);
  for (int64_t cut = SYNC_LOOK; cut < 6000; cut += 379)
    {
      struct sync s = { 0 };
      int k = 0;
      memset (cut == SYNC_LOOK ? first : &p, 0, cut == SYNC_LOOK ? sizeof first : sizeof p);
      for (; k < 16 && find (&s, &p, cut); k++)
        if (cut == SYNC_LOOK)
          memcpy (&first[k], &p, sizeof p);
        else
          same = same && !memcmp (&first[k], &p, sizeof p);
      same = same && (cut == SYNC_LOOK || k == count);
      count = k;
    }
  printf ("cuts: %d packets, %s\n", count, same ? "the same" : "not the same");
}

/* A SIGNAL symbol of these bits, the first lowest. */
static bool
is_signal (uint32_t bits)
{
  struct sync s = { 0 };
  struct packet p;
  uint8_t b[64 + 24] = { 0 }, coded[48], carriers[DATA_CARRIERS];
  memset (x, 0, sizeof x);
  put_packet (x + LEAD, 0);
  for (int k = 0; k < 24; k++)
    b[64 + k] = bits >> k & 1;
  encode (coded, b + 64, 24);
  for (int c = 0; c < DATA_CARRIERS; c++)
    carriers[c] = coded[orders[0].source[c]];
  x[LEAD + TRAINING] = (struct sample) { 0, 0 };
  modulate (x + LEAD + TRAINING, carriers, 0, -1, 1);
  return find (&s, &p, SYNC_CHUNK);
}

static void
signals (void)
{
  uint32_t good = 0xb | 60u << 5; /* 6 Mbit/s, 60 octets */
  good |= (uint32_t) __builtin_parity (good) << 17;
  printf ("signal: good %d, reserved bit %d, parity %d, rate %d, no octets %d\n", is_signal (good),
          is_signal (good ^ 1u << 4 ^ 1u << 17), is_signal (good ^ 1u << 17), is_signal (good ^ 0xb ^ 1 ^ 0),
          is_signal (0xb | (uint32_t) __builtin_parity (0xb) << 17));
}

int
main (void)
{
  for (int late = 3; late <= 12; late += 3)
    echo (late);
  cuts ();
  signals ();
}
