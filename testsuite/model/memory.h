/* SPDX-License-Identifier: MIT */
/* memory.h - what the parts of the memory share: memory.c, tso.c, ra.c, address.c,
 * memory-hash.c. */
#ifndef MODEL_MEMORY_H
#define MODEL_MEMORY_H

#include <string.h>
#include "engine.h"

/* ---- Views --------------------------------------------------------------- */

extern int view_width;         /* components that are in use, rounded up */
extern struct view everybody;  /* the global view that fences join */

static inline void
join (struct view *a, const struct view *b)
{
  for (int c = 0; c < view_width; c++)
    a->at[c] = a->at[c] > b->at[c] ? a->at[c] : b->at[c];
}

static inline void
copy (struct view *a, const struct view *b)
{
  memcpy (a, b, view_width * sizeof a->at[0]);
}

/* ---- What stands where (address.c) ---------------------------------------- */

extern struct location locations[LOCATIONS];
extern struct lock locks[LOCKS];
extern struct message pool[POOL];
extern int n_locations, n_locks, n_pool;

struct message *new_message (int64_t value);

/* ---- Steps ----------------------------------------------------------------- */

/* What t has read and done in this round of a loop. */
void note_seen (struct task *t, struct location *l, int64_t value);
void note_done (struct task *t, struct location *l, int64_t value);

/* What t would load from l now. */
int64_t tso_visible (struct task *t, struct location *l);
void tso_perform (struct task *t);

/* Where t's next operation may read or stand; the same, done at p. */
int ra_variants (struct task *t, int *arg);
void ra_perform (struct task *t, int p);

/* ---- The hash of the state (memory-hash.c) ----------------------------------- */

void hash_component_new (int component);
void hash_reset (int components);

#endif
