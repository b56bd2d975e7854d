/* SPDX-License-Identifier: MIT */
/* table.c - where a chunk was seen first: a hash table with open addresses, one thread's own.
 *
 * The digest is its own hash.  Its first four bytes say whose chunk it is (range_of), so the place
 * in the table is taken from others.  40 bytes a chunk of some 10 KiB, at most half of the slots
 * in use.
 */
#include <stdlib.h>
#include <string.h>

#include "dedup.h"

enum { FIRST_SIZE = 1 << 10 };   /* slots: a power of two */

/* The slot that has the digest, or is to have it. */
static struct place *
slot_of (const struct table *t, const uint8_t digest[DIGEST])
{
  size_t i = (size_t) get_number (digest + 8, 8);
  for (;; i++)
    {
      struct place *p = &t->slot[i & (t->size - 1)];
      if (p->at < 0 || !memcmp (p->digest, digest, DIGEST))
        return p;
    }
}

static void
enlarge (const struct job *j, struct table *t)
{
  struct table larger = { NULL, t->size ? 2 * t->size : FIRST_SIZE, t->used };
  larger.slot = allocate (j, larger.size * sizeof *larger.slot);
  for (size_t i = 0; i < larger.size; i++)
    larger.slot[i].at = -1;
  for (size_t i = 0; i < t->size; i++)
    if (t->slot[i].at >= 0)
      *slot_of (&larger, t->slot[i].digest) = t->slot[i];
  free (t->slot);
  *t = larger;
}

int64_t
table_place (const struct job *j, struct table *t, const uint8_t digest[DIGEST], int64_t at)
{
  if (2 * t->used >= t->size)
    enlarge (j, t);
  struct place *p = slot_of (t, digest);
  if (p->at >= 0)
    return p->at;
  memcpy (p->digest, digest, DIGEST);
  p->at = at;
  t->used++;
  return -1;
}

void
table_free (struct table *t)
{
  free (t->slot);
  *t = (struct table) { 0 };
}
