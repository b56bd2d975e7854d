/* SPDX-License-Identifier: MIT */
/* items.c - the input, and the output. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job.h"

void
open_items (struct job *j)
{
  struct stat s;
  int file = open (j->in_name, O_RDONLY);
  if (file < 0 || fstat (file, &s) != 0)
    fail (j->in_name, "cannot be opened (%s)", strerror (errno));
  j->items_there = (int64_t) ((size_t) s.st_size / j->size);
  if (j->items_there == 0 || (size_t) s.st_size % j->size != 0)
    fail (j->in_name, "does not consist of items of %zu bytes", j->size);
  void *in = mmap (NULL, (size_t) s.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (in == MAP_FAILED)
    fail (j->in_name, "cannot be mapped (%s)", strerror (errno));
  close (file);
  j->in = in;
  if (!j->items)
    j->items = j->items_there;
}

void
close_items (struct job *j)
{
  munmap ((void *) (uintptr_t) j->in, (size_t) j->items_there * j->size);
}

const void *
item_at (const struct job *j, int64_t i)
{
  return j->in + (size_t) (i % j->items_there) * j->size;
}

void
read_item (const struct job *j, int64_t i, void *to)
{
  memcpy (to, item_at (j, i), j->size);
}

/* ---- Sums ---------------------------------------------------------------------------------- */

enum { LANES = 8 };

/* The sum of an item, of which parts are added in order.  Each word changes a lane, and takes part
 * in all later steps of it.  Lanes are independent, so that this takes little more time than
 * reading. */
struct sum
{
  uint64_t lane[LANES];
  size_t words; /* so far */
};

static uint64_t
step (uint64_t lane, uint64_t word)
{
  return (lane << 7 | lane >> 57) ^ word;
}

/* n is at most the size of a word. */
static void
add_word (struct sum *s, const char *at, size_t n)
{
  uint64_t word = 0, *lane = &s->lane[s->words++ % LANES];
  memcpy (&word, at, n);
  *lane = step (*lane, word);
}

static void
add_part (struct sum *s, const char *part, size_t size)
{
  const char *end = part + size;
  uint64_t word[LANES];
  for (; s->words % LANES != 0 && end - part >= (ptrdiff_t) sizeof *word; part += sizeof *word)
    add_word (s, part, sizeof *word);
  for (; end - part >= (ptrdiff_t) sizeof word; part += sizeof word, s->words += LANES)
    {
      memcpy (word, part, sizeof word);
      for (int k = 0; k < LANES; k++)
        s->lane[k] = step (s->lane[k], word[k]);
    }
  for (size_t n; part < end; part += n)
    {
      n = (size_t) (end - part) < sizeof *word ? (size_t) (end - part) : sizeof *word;
      add_word (s, part, n);
    }
}

static uint64_t
result (const struct sum *s)
{
  uint64_t sum = s->words;
  for (int k = 0; k < LANES; k++)
    sum = (sum ^ s->lane[k]) * 0x9e3779b97f4a7c15;
  return sum;
}

/* ---- Output ------------------------------------------------------------------------------- */

static void
expect_written (const struct job *j, bool written)
{
  if (!written)
    fail (j->out_name, "cannot be written (%s)", strerror (errno));
}

void
flush_output (const struct job *j)
{
  expect_written (j, fflush (j->out) == 0);
}

void
write_part (const struct job *j, const void *part, size_t size)
{
  static struct sum sum;
  static size_t written; /* of this item */
  written += size;
  if (!j->sums)
    fwrite (part, 1, size, j->out);
  else
    add_part (&sum, part, size);
  if (written < j->size)
    return;
  if (j->sums)
    fprintf (j->out, "%016" PRIx64 "\n", result (&sum));
  expect_written (j, !ferror (j->out));
  sum = (struct sum) { .words = 0 };
  written = 0;
}

void
write_item (const struct job *j, const void *item)
{
  write_part (j, item, j->size);
}
