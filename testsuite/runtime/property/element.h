/* SPDX-License-Identifier: MIT */
/* element.h - what the elements of a network hold, and who writes and reads which. */
#ifndef ELEMENT_H
#define ELEMENT_H

#include "random-network.h"

/* Bytes of an element: all of a small one, the ends of a large one. */
static size_t
part (size_t size, size_t b)
{
  return size <= 64 || b < 32 ? b : size - 64 + b;
}

static void
put (unsigned char *at, size_t size, uint64_t value)
{
  for (size_t b = 0; b < size && b < 64; b++)
    at[part (size, b)] = (unsigned char) ((value >> (8 * (b % 8))) + b);
}

static uint64_t
fold (uint64_t hash, const unsigned char *at, size_t size)
{
  for (size_t b = 0; b < size && b < 64; b++)
    hash = (hash ^ at[part (size, b)]) * UINT64_C (0x100000001b3);
  return mixed (hash);
}

/* What a member of a team makes of element i. */
static uint64_t
by_team (const unsigned char *at, size_t size, erbium_index i)
{
  return fold ((uint64_t) i, at, size);
}

static bool
mine (erbium_index i, int block, int id, int of)
{
  return (i / block) % of == id - 1;
}

static bool
reads (const struct port *in, erbium_index i)
{
  const struct record *r = &record[in->record];
  return !r->shared || mine (i, r->block, in->id, r->consumers);
}

static bool
writes (const struct port *out, erbium_index i)
{
  const struct record *r = &record[out->record];
  return mine (i, r->block, out->id, r->producers);
}

static int
burst_of (struct state *s, const struct port *port)
{
  return 1 + (int) (chance (&s->random) % (uint32_t) port->burst);
}

static uint64_t
value_of (const struct state *s, int k, erbium_index i)
{
  return mixed (s->hash + (uint64_t) k * 7919 + (uint64_t) i);
}

#endif
