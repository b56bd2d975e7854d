/* SPDX-License-Identifier: MIT */
/* word_count_threads.c - word_count with threads.
 *
 * Each thread counts the words of its part of the text in a hash table of its own, and hashes a word
 * while it looks for its end.  It keeps a copy of each word: frequent words, which are met first,
 * are then side by side.  Then each thread takes a range of the hashes: it adds up the counts of
 * all tables, and sorts its words.  The caller merges the sorted lists.  No thread reads what another
 * still writes, so no locks are needed.
 */
#include <stdlib.h>
#include <string.h>

#include "words.h"

struct entry
{
  const char *word; /* NULL: free */
  uint32_t length, hash;
  int64_t count;
};

struct block
{
  struct block *before;
  char text[];
};

struct table
{
  struct entry *entry;
  int bits;
  size_t count;
  struct block *blocks; /* copies of words; the last block has room for more */
  char *text;
  size_t left;
};

struct counting
{
  const struct run *r;
  struct table *counted, *summed; /* of each thread */
  int threads;
};

/* ---- Tables ------------------------------------------------------------------------ */

/* Writes the entries, though they are zeros: a page that is read first is exchanged when it is
 * written, which interrupts all processors. */
static struct table
new_table (int bits)
{
  struct table t = { .bits = bits };
  t.entry = allocate ((size_t) 1 << bits, sizeof *t.entry);
  memset (t.entry, 0, sizeof *t.entry << bits);
  return t;
}

/* The slot of a word, or the free one where it belongs. */
static inline struct entry *
find (const struct table *t, const char *word, uint32_t length, uint32_t hash)
{
  size_t mask = ((size_t) 1 << t->bits) - 1, n = hash >> (32 - t->bits);
  for (;; n = (n + 1) & mask)
    {
      struct entry *e = &t->entry[n];
      if (!e->word || (e->hash == hash && e->length == length && !memcmp (e->word, word, length)))
        return e;
    }
}

static void
grow (struct table *t)
{
  struct table larger = new_table (t->bits + 1);
  for (size_t n = 0; n < (size_t) 1 << t->bits; n++)
    if (t->entry[n].word)
      {
        struct entry *from = &t->entry[n];
        *find (&larger, from->word, from->length, from->hash) = *from;
      }
  free (t->entry);
  t->entry = larger.entry;
  t->bits = larger.bits;
}

static const char *
copy (struct table *t, const char *word, size_t length)
{
  enum { BLOCK = 1 << 20 };
  if (length > t->left)
    {
      t->left = length > BLOCK ? length : BLOCK;
      struct block *b = allocate (1, sizeof *b + t->left);
      b->before = t->blocks;
      t->blocks = b;
      t->text = b->text;
    }
  char *to = memcpy (t->text, word, length);
  t->text += length;
  t->left -= length;
  return to;
}

static inline void
count_word (struct table *t, const char *word, uint32_t length, uint32_t hash)
{
  struct entry *e = find (t, word, length, hash);
  if (e->word)
    {
      e->count++;
      return;
    }
  *e = (struct entry) { copy (t, word, length), length, hash, 1 };
  if (++t->count > (size_t) 1 << (t->bits - 1))
    grow (t);
}

/* ---- The phases -------------------------------------------------------------------- */

static void
count_words (void *state, int thread)
{
  struct counting *c = state;
  const struct run *r = c->r;
  const char *at = r->data + cut_from (r, part (r->size, thread, c->threads));
  const char *end = r->data + cut_from (r, part (r->size, thread + 1, c->threads));
  struct table t = new_table (12);
  for (at = skip_to_word (at, end); at < end; at = skip_to_word (at, end))
    {
      const char *word = at;
      uint32_t hash = 2166136261; /* FNV-1a */
      for (; at < end && word_bytes[(unsigned char) *at]; at++)
        hash = (hash ^ (unsigned char) *at) * 16777619;
      hash ^= hash >> 15;
      count_word (&t, word, (uint32_t) (at - word), hash * 2654435769);
    }
  c->counted[thread] = t;
}

static int
compare (const void *a, const void *b)
{
  const struct entry *p = a, *q = b;
  int order = memcmp (p->word, q->word, p->length < q->length ? p->length : q->length);
  return order ? order : (p->length > q->length) - (p->length < q->length);
}

/* Adds up the words whose low half of the hash is in the range of this thread, and sorts them: they
 * are then the first entries of the table. */
static void
sum_words (void *state, int thread)
{
  struct counting *c = state;
  size_t most = 0, count = 0;
  int bits = 4;
  for (int n = 0; n < c->threads; n++)
    most += c->counted[n].count;
  while ((size_t) c->threads << bits < 2 * most)
    bits++;
  struct table sum = new_table (bits);
  for (int n = 0; n < c->threads; n++)
    {
      const struct table *t = &c->counted[n];
      for (const struct entry *e = t->entry; e < t->entry + ((size_t) 1 << t->bits); e++)
        if (e->word && (int) (((e->hash & 0xffff) * (unsigned) c->threads) >> 16) == thread)
          {
            struct entry *to = find (&sum, e->word, e->length, e->hash);
            int64_t before = to->count;
            sum.count += !to->word;
            *to = *e;
            to->count += before;
          }
    }
  for (size_t n = 0; n < (size_t) 1 << sum.bits; n++)
    if (sum.entry[n].word)
      sum.entry[count++] = sum.entry[n];
  qsort (sum.entry, count, sizeof *sum.entry, compare);
  c->summed[thread] = sum;
}

static void
print_all (struct counting *c)
{
  size_t *at = allocate ((size_t) c->threads, sizeof *at);
  for (;;)
    {
      const struct entry *least = NULL;
      int from = 0;
      for (int n = 0; n < c->threads; n++)
        {
          const struct entry *e = &c->summed[n].entry[at[n]];
          if (at[n] < c->summed[n].count && (!least || compare (e, least) < 0))
            least = e, from = n;
        }
      if (!least)
        break;
      print_word (c->r->out, least->word, least->length, least->count);
      at[from]++;
    }
  free (at);
}

void
word_count_threads (struct run *r)
{
  struct counting c = { .r = r, .threads = threads_of (r) };
  c.counted = allocate ((size_t) c.threads, sizeof *c.counted);
  c.summed = allocate ((size_t) c.threads, sizeof *c.summed);
  run_threads (r, count_words, &c);
  run_threads (r, sum_words, &c);
  print_all (&c);
  for (int n = 0; n < c.threads; n++)
    {
      for (struct block *b = c.counted[n].blocks, *before; b; b = before)
        {
          before = b->before;
          free (b);
        }
      free (c.counted[n].entry);
      free (c.summed[n].entry);
    }
  free (c.counted);
  free (c.summed);
}
