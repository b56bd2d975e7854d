/* SPDX-License-Identifier: MIT */
/* pthreads_order.c - a heap of what has come too early: the parent of item i is (i - 1) / 2. */
#include <stdlib.h>

#include "pthreads.h"

static bool
before (const struct item *a, const struct item *b)
{
  return a->number != b->number ? a->number < b->number : a->place < b->place;
}

static void
make_room (const struct job *j, struct heap *h)
{
  h->room = h->room ? 2 * h->room : 1024;
  h->item = realloc (h->item, (size_t) h->room * sizeof *h->item);
  if (!h->item)
    fail (j, NULL, "no memory for %d chunks that wait for their turn", h->room);
}

void
heap_put (const struct job *j, struct heap *h, struct item *i)
{
  int k = h->count++;
  if (k == h->room)
    make_room (j, h);
  for (; k && before (i, h->item[(k - 1) / 2]); k = (k - 1) / 2)
    h->item[k] = h->item[(k - 1) / 2];
  h->item[k] = i;
}

struct item *
heap_first (const struct heap *h)
{
  return h->count ? h->item[0] : NULL;
}

void
heap_take (struct heap *h)
{
  struct item *last = h->item[--h->count];
  int k = 0;
  for (int child; (child = 2 * k + 1) < h->count; k = child)
    {
      if (child + 1 < h->count && before (h->item[child + 1], h->item[child]))
        child++;
      if (!before (h->item[child], last))
        break;
      h->item[k] = h->item[child];
    }
  h->item[k] = last;
}
