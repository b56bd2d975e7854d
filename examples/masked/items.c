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

enum { LANES = 8 };

/* Each word changes a lane, and takes part in all later steps of it.  Lanes are independent, so
 * that this takes little more time than reading. */
static uint64_t
sum_of (const char *item, size_t size)
{
  uint64_t lane[LANES] = { 0 }, word[LANES], sum = size;
  for (size_t at = 0; at < size; at += sizeof word)
    {
      size_t n = size - at < sizeof word ? size - at : sizeof word;
      if (n < sizeof word)
        memset (word, 0, sizeof word);
      memcpy (word, item + at, n);
      for (int k = 0; k < LANES; k++)
        lane[k] = (lane[k] << 7 | lane[k] >> 57) ^ word[k];
    }
  for (int k = 0; k < LANES; k++)
    sum = (sum ^ lane[k]) * 0x9e3779b97f4a7c15;
  return sum;
}

void
write_item (const struct job *j, const void *item)
{
  if (j->sums)
    fprintf (j->out, "%016" PRIx64 "\n", sum_of (item, j->size));
  else
    fwrite (item, 1, j->size, j->out);
  if (ferror (j->out))
    fail (j->out_name, "cannot be written (%s)", strerror (errno));
}
