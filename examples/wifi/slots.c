/* SPDX-License-Identifier: MIT */
/* slots.c - packets that tasks of OpenMP or oneTBB pass on.  A task may run at any time,
 * so each packet takes its samples with it. */
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

struct slot *
make_slots (int n)
{
  struct slot *s = memory ((size_t) n * sizeof *s);
  for (int k = 0; k < n; k++)
    s[k].x = NULL, s[k].room = 0;
  return s;
}

void
free_slots (struct slot *s, int n)
{
  for (int k = 0; k < n; k++)
    free (s[k].x);
  free (s);
}

static void
make_room (struct slot *s, int64_t samples)
{
  s->samples = samples;
  if (samples <= s->room)
    return;
  free (s->x);
  s->room = 2 * samples;
  s->x = memory ((size_t) s->room * sizeof *s->x);
}

bool
slot_find (struct slot *s, struct finder *f)
{
  const struct sample *x;
  int64_t samples;
  if (!next_packet (f, &s->packet, &x, &samples))
    return false;
  make_room (s, samples);
  memcpy (s->x, x, (size_t) samples * sizeof *x);
  return true;
}

void
slot_receive (struct slot *s, struct scratch *w)
{
  demodulate_packet (w->steps, &s->packet, s->x, s->samples);
  decode (s->psdu, &s->packet, w->steps, w->work);
}

bool
slot_plan (struct slot *s, struct plan *last, struct frames from, const struct sending *how,
           int64_t number)
{
  if (!from.next (from.state, &s->frame))
    return false;
  plan_frame (last, how, &s->frame, number);
  s->plan = *last;
  make_room (s, s->plan.samples);
  return true;
}

void
slot_send (struct slot *s, struct scratch *w)
{
  const struct plan *p = &s->plan;
  int64_t samples = samples_of (p->rate, p->octets);
  code_frame (w->carriers, s->frame.psdu, p->octets, p->rate, p->seed, w->code);
  modulate_head (s->x, p->rate, p->octets);
  for (int first = 0; first < p->symbols; first += BATCH)
    modulate (s->x + HEAD + (int64_t) first * SYMBOL, w->carriers + first * DATA_CARRIERS, p->rate, first,
              p->symbols - first < BATCH ? p->symbols - first : BATCH);
  memset (s->x + samples, 0, (size_t) (p->samples - samples) * sizeof *s->x);
}
