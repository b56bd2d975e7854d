/* SPDX-License-Identifier: MIT */
/* bursts.c - items in bursts, so small that they stay in a cache from their read to their write. */
#include <stdlib.h>
#include <string.h>

#include "job.h"

enum { UNIT = 192 }; /* whole pixels, numbers, and lines of a cache */

static size_t
divide_up (size_t a, size_t b)
{
  return (a + b - 1) / b;
}

/* Bursts of an item are nearly alike. */
size_t
burst_size (const struct job *j)
{
  if (j->burst == 0 || j->burst >= j->size)
    return j->size;
  return divide_up (divide_up (j->size, divide_up (j->size, j->burst)), UNIT) * UNIT;
}

static int64_t
bursts_of_item (const struct job *j)
{
  return (int64_t) divide_up (j->size, burst_size (j));
}

void *
new_bursts (const struct job *j, size_t n)
{
  void *p = NULL;
  if (posix_memalign (&p, 64, n * burst_size (j)))
    fail (NULL, "no memory for %zu bursts of %zu bytes", n, burst_size (j));
  return p;
}

int64_t
all_bursts (const struct job *j)
{
  return j->items * bursts_of_item (j);
}

struct burst
burst_at (const struct job *j, int64_t n)
{
  size_t most = burst_size (j), at = (size_t) (n % bursts_of_item (j)) * most;
  size_t size = j->size - at < most ? j->size - at : most;
  return (struct burst) { .item = n / bursts_of_item (j), .at = at, .size = size };
}

void
read_burst (const struct job *j, int64_t n, void *to)
{
  struct burst b = burst_at (j, n);
  memcpy (to, (const char *) item_at (j, b.item) + b.at, b.size);
}

void
write_burst (const struct job *j, int64_t n, const void *from)
{
  write_part (j, from, burst_at (j, n).size);
}
