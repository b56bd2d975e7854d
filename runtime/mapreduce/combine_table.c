/* SPDX-License-Identifier: MIT */
/* combine_table.c - the table in which a map process combines the values of each key.
 *
 * A large table is slow because each lookup waits for memory, and comparing the key with one that
 * is stored elsewhere waits again.  So a key of up to 16 bytes is in its slot, as two words, and
 * pairs wait in a short queue while their slots are fetched: up to ERB_PENDING lookups overlap.
 * Values of one key stay in their order.
 */
#define _GNU_SOURCE
#include "mapreduce/mapreduce.h"

#include <sys/mman.h>

/* ---- Keys ------------------------------------------------------------------------ */

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define LOADS_WIDE 0
#else
#define LOADS_WIDE 1
#endif

/* Loads a key of up to 16 bytes as two words, with zeros behind it. */
static inline void
load_short (const void *key, size_t size, struct erb_key *k)
{
  static const unsigned char ones[32] = { 255, 255, 255, 255, 255, 255, 255, 255,
                                          255, 255, 255, 255, 255, 255, 255, 255 };
  uint64_t word[2] = { 0, 0 }, mask[2];
  enum { PAGE = 4096, WIDE = sizeof word };
  /* All 16 bytes from key on are mapped if they are in the page of its first one. */
  if (LOADS_WIDE && size && ((uintptr_t) key & (PAGE - 1)) <= PAGE - WIDE)
    {
      __asm__ ("" : "+r" (key)); /* the compiler must not know how long the object is */
      memcpy (word, key, WIDE);
      memcpy (mask, ones + WIDE - size, WIDE);
      word[0] &= mask[0];
      word[1] &= mask[1];
    }
  else if (size)
    memcpy (word, key, size);
  k->first = word[0];
  k->second = word[1];
}

static inline uint64_t
mix (uint64_t a, uint64_t b)
{
  unsigned __int128 product = (unsigned __int128) (a ^ UINT64_C (0x9e3779b97f4a7c15))
                              * (b ^ UINT64_C (0xbf58476d1ce4e5b9));
  return (uint64_t) (product >> 64) ^ (uint64_t) product;
}

/* The hash of a pair's key, fixed for ever: it decides which reduce process gets the key. */
uint64_t
erb_hash_pair (const uint64_t *pair)
{
  uint64_t hash = pair[0];
  for (size_t n = 1; n <= erb_key_words (pair[0]); n++)
    hash = mix (hash, pair[n]);
  return hash;
}

static inline uint64_t
mark_of (uint64_t hash, size_t size)
{
  return ((hash >> 32 | 1) << 32) | size;
}

/* ---- Slots ----------------------------------------------------------------------- */

static inline uint64_t *
first_slot (const struct erb_table *t, uint64_t mark)
{
  return t->slots + (mark >> (64 - t->bits)) * t->stride;
}

static inline uint64_t *
next_slot (const struct erb_table *t, uint64_t *slot)
{
  slot += t->stride;
  return slot == t->slots + (t->stride << t->bits) ? t->slots : slot;
}

/* Free slots are written before they are read.  A read of new memory maps the page of zeros that
 * all share, and a later write exchanges it, which interrupts the other processors.  A large table
 * is in huge pages, if the system has some: lookups at random then need few page tables. */
static void
make_slots (struct erb_table *t, int bits)
{
  enum { HUGE = 1 << 21 };
  size_t bytes = (t->stride << bits) * sizeof *t->slots;
  size_t align = bytes >= HUGE ? HUGE : 64;
  t->bits = bits;
  t->most = ((size_t) 5 << bits) / 8;
  t->slots = aligned_alloc (align, (bytes + align - 1) & ~(align - 1));
  if (t->slots && bytes >= HUGE)
    madvise (t->slots, bytes, MADV_HUGEPAGE);
  if (t->slots)
    memset (t->slots, 0, bytes);
  else
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_map_reduce", t->job->where,
                  "set memory_limit, so that pairs are written to files", "no memory for pairs");
}

/* The bytes that a table of 2^bits slots needs, with those for sorting its pairs, and those of the
 * table from which it grows. */
static size_t
bytes_of (const struct erb_table *t, int bits)
{
  size_t slot = t->stride * 8, pair = slot + 16 + 2 * sizeof (struct erb_item);
  return ((slot + slot / 2) << bits) + ((5 * pair) << bits) / 8 + t->long_keys.used * 16;
}

static void
grow (struct erb_table *t)
{
  uint64_t *old = t->slots, *end = old + (t->stride << t->bits);
  if (bytes_of (t, t->bits + 1) > t->job->share)
    {
      t->full = true;
      return;
    }
  make_slots (t, t->bits + 1);
  for (uint64_t *from = old; from < end; from += t->stride)
    if (from[2])
      {
        uint64_t *to = first_slot (t, from[2]);
        while (to[2])
          to = next_slot (t, to);
        memcpy (to, from, t->stride * sizeof *to);
      }
  free (old);
}

/* ---- Values ---------------------------------------------------------------------- */

/* Whether (sum + value) + value equals sum + (value + value). */
static void __attribute__ ((noinline))
check_combine (struct erb_table *t, const uint64_t *sum, const uint64_t *value)
{
  size_t words = t->stride - 3;
  uint64_t *a = erb_job_realloc (t->job, NULL, 2 * words + 1, sizeof *a), *b = a + words;
  memcpy (a, sum, words * sizeof *a);
  memcpy (b, value, words * sizeof *b);
  t->job->a.combine (a, value);
  t->job->a.combine (a, value);
  t->job->a.combine (b, value);
  uint64_t *c = erb_job_realloc (t->job, NULL, words + 1, sizeof *c);
  memcpy (c, sum, words * sizeof *c);
  t->job->a.combine (c, b);
  if (memcmp (a, c, t->job->a.value_size))
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_map_reduce", t->job->where,
                  "floating-point numbers are added in reduce, which gets all values in order",
                  "combine is not associative: (a + b) + b differs from a + (b + b), "
                  "so the result would depend on the number of workers");
  free (a);
  free (c);
  t->probes--;
}

static inline void
combine (struct erb_table *t, uint64_t *sum, const uint64_t *value)
{
  if (ERBIUM_UNLIKELY (t->probes))
    check_combine (t, sum, value);
  erb_combine (t->job, sum, value);
}

static inline void
insert (struct erb_table *t, uint64_t *slot, const struct erb_key *k, const uint64_t *value)
{
  memcpy (slot, k, sizeof *k);
  memcpy (slot + 3, value, (t->stride - 3) * sizeof *slot);
  if (++t->count > t->most)
    grow (t);
}

/* ---- Lookups ----------------------------------------------------------------------- */

static inline void
look_up (struct erb_table *t, const struct erb_key *k, const uint64_t *value)
{
  uint64_t *slot = first_slot (t, k->mark);
  for (; slot[2]; slot = next_slot (t, slot))
    if (slot[2] == k->mark && slot[0] == k->first && slot[1] == k->second)
      {
        combine (t, slot + 3, value);
        return;
      }
  insert (t, slot, k, value);
}

static void
look_up_pending (struct erb_table *t)
{
  for (int n = 0; n < t->pending; n++)
    look_up (t, &t->wait[n].key, t->wait[n].value);
  t->pending = 0;
}

static void
look_up_long (struct erb_table *t, const void *key, size_t size, const uint64_t *value)
{
  struct erb_log *keys = &t->long_keys;
  size_t place = keys->used;
  erb_log_key (t->job, keys, key, size, 0);
  uint64_t *pair = keys->words + place;
  struct erb_key k = { pair[1], place, mark_of (erb_hash_pair (pair), size) };
  uint64_t *slot = first_slot (t, k.mark);
  for (; slot[2]; slot = next_slot (t, slot))
    if (slot[2] == k.mark && erb_pair_same_key (keys->words + slot[1], pair))
      {
        keys->used = place;
        combine (t, slot + 3, value);
        return;
      }
  insert (t, slot, &k, value);
  if (bytes_of (t, t->bits) > t->job->share)
    t->full = true;
}

void
erb_table_add (struct erb_table *t, const void *key, size_t size, const void *value)
{
  size_t words = t->stride - 3;
  if (size <= ERB_SHORT_KEY && words <= ERB_PENDING_VALUE)
    {
      struct erb_waiting *w = &t->wait[t->pending];
      load_short (key, size, &w->key);
      w->key.mark = mark_of (mix (mix (size, w->key.first), w->key.second), size);
      __builtin_prefetch (first_slot (t, w->key.mark), 1);
      erb_put_bytes (w->value, words, value, t->job->a.value_size);
      if (++t->pending == ERB_PENDING)
        look_up_pending (t);
      return;
    }
  erb_put_bytes (t->value, words, value, t->job->a.value_size);
  if (size > ERB_SHORT_KEY)
    {
      look_up_long (t, key, size, t->value);
      return;
    }
  struct erb_key k;
  load_short (key, size, &k);
  k.mark = mark_of (mix (mix (size, k.first), k.second), size);
  look_up (t, &k, t->value);
}

/* ---- The whole table ------------------------------------------------------------- */

void
erb_table_begin (struct erb_table *t, const struct erb_job *job)
{
  *t = (struct erb_table) { .job = job, .stride = 3 + job->value_words };
  t->value = erb_job_realloc (job, NULL, job->value_words + 1, sizeof *t->value);
  t->probes = job->adds ? 0 : ERB_PROBES;
  /* Few slots for large values; pairs that wait must find room in a table that is full. */
  make_slots (t, job->value_words > ERB_PENDING_VALUE ? 2 : 7);
}

void
erb_table_end (struct erb_table *t)
{
  free (t->slots);
  free (t->value);
  free (t->long_keys.words);
}

void
erb_table_append (struct erb_table *t, struct erb_log *log)
{
  size_t words = t->stride - 3;
  look_up_pending (t);
  uint64_t *end = t->slots + (t->stride << t->bits);
  for (uint64_t *slot = t->slots; slot < end; slot += t->stride)
    if (slot[2])
      {
        size_t size = (uint32_t) slot[2];
        const void *key = size > ERB_SHORT_KEY ? t->long_keys.words + slot[1] + 1 : slot;
        memcpy (erb_log_key (t->job, log, key, size, words), slot + 3, words * sizeof *slot);
      }
}

void
erb_table_clear (struct erb_table *t)
{
  memset (t->slots, 0, (t->stride << t->bits) * sizeof *t->slots);
  t->count = t->long_keys.used = 0;
  t->full = false;
}
