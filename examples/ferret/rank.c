/* SPDX-License-Identifier: MIT */
/* rank.c - the nearest of the candidates; of equal ones the first of the collection. */
#include <string.h>

#include "ferret.h"

static void
insert (struct answer *a, int top, struct hit h)
{
  int at = a->count < top ? a->count++ : top;
  if (at == top && h.distance >= a->hit[--at].distance)
    return;
  for (; at > 0 && h.distance < a->hit[at - 1].distance; at--)
    a->hit[at] = a->hit[at - 1];
  a->hit[at] = h;
}

void
rank_candidates (const struct index *x, const struct signature *query, const struct candidates *c,
                 int top, struct answer *to)
{
  to->count = 0;
  for (int k = 0; k < c->count; k++)
    {
      int32_t picture = c->picture[k];
      insert (to, top, (struct hit) { picture_distance (query, &x->signature[picture]), picture });
    }
}
