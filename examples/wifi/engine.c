/* SPDX-License-Identifier: MIT */
/* engine.c - what all ways to run the transmitter and the receiver have in common. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

void
fail (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fflush (stdout);
  fputs ("wifi: error: ", stderr);
  vfprintf (stderr, format, arguments);
  fputc ('\n', stderr);
  va_end (arguments);
  exit (1);
}

/* At a cache line. */
void *
memory (size_t bytes)
{
  void *p = aligned_alloc (64, (bytes + 63) / 64 * 64);
  if (!p)
    fail ("no memory for %zu bytes", bytes);
  return p;
}

struct feed
feed_of (struct source from)
{
  return (struct feed) { .from = from, .silence = SYNC_LOOK };
}

int64_t
feed_read (struct feed *f, struct sample *to, int64_t n)
{
  int64_t got = 0, zeros;
  if (!f->ended)
    {
      got = f->from.read (f->from.state, to, n);
      f->samples += got;
      f->ended = got < n;
    }
  zeros = n - got < f->silence ? n - got : f->silence;
  memset (to + got, 0, (size_t) zeros * sizeof *to);
  f->silence -= zeros;
  return got + zeros;
}

void
deliver (struct received *r, struct sink to, const struct packet *p, const uint8_t *psdu)
{
  bool good = fcs_good (psdu, p->octets);
  r->packets++;
  r->good += good;
  r->octets += good ? p->octets : 0;
  r->sum = r->sum * 31 + fcs_of (psdu, p->octets);
  to.packet (to.state, p, psdu, good);
}

void
plan_frame (struct plan *p, const struct sending *how, const struct frame *f, int64_t number)
{
  p->octets_at += p->octets; /* behind the one before */
  p->carriers_at += (int64_t) p->symbols * DATA_CARRIERS;
  p->samples_at += p->samples;
  p->rate = how->rate >= 0 ? how->rate : f->rate >= 0 ? f->rate : (int) (number % RATES);
  p->octets = f->octets;
  p->symbols = symbols_of (p->rate, p->octets);
  p->seed = how->seed ? how->seed : (int) (1 + number * 59 % 127);
  p->samples = samples_of (p->rate, p->octets) + how->gap;
}
