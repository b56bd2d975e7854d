/* SPDX-License-Identifier: MIT */
/* index.c - the file of a collection.
 *
 *   head        magic, number of pictures, bytes of names
 *   signatures  of each picture
 *   name_at     of each picture: where its name begins
 *   starts      of each table: BUCKETS + 1 places in its entries
 *   entries     of each table, as many as its last start says
 *   names       each ends with a zero
 *
 * It is mapped as it is: for the machine that has made it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ferret.h"

struct head { char magic[8]; int32_t pictures, names; int32_t entries[TABLES]; };
static const char magic[8] = "ferret1";

/* ---- Writing --------------------------------------------------------------- */

struct table { int32_t start[BUCKETS + 1], *entry; };

static void
make_signatures (const struct list *pictures, struct signature *to)
{
  struct segmenter *s = segmenter_new ();
  struct picture *p = allocate (sizeof *p);
  struct segments *g = allocate (sizeof *g);
  for (int k = 0; k < pictures->count; k++)
    {
      load_picture (pictures->name[k], p);
      segment_picture (s, p, g);
      extract_features (g, &to[k]);
    }
  segmenter_free (s);
  free (p);
  free (g);
}

/* A picture stands once in a bucket, however many of its regions are there. */
static void
fill_table (struct table *t, int table, const struct signature *s, int pictures)
{
  int32_t *last = allocate (BUCKETS * sizeof *last); /* 1 + the last picture in each bucket */
  int32_t *end = allocate ((BUCKETS + 1) * sizeof *end);
  memset (t->start, 0, sizeof t->start);
  t->entry = NULL;
  for (int pass = 0; pass < 2; pass++)
    {
      memset (last, 0, BUCKETS * sizeof *last);
      for (int32_t k = 0; k < pictures; k++)
        for (int r = 0; r < s[k].count; r++)
          {
            int b = bucket_of (&s[k].feature[r], table);
            if (last[b] == k + 1)
              continue;
            last[b] = k + 1;
            if (pass)
              t->entry[end[b]++] = k;
            else
              t->start[b + 1]++;
          }
      if (pass)
        break;
      for (int b = 0; b < BUCKETS; b++)
        t->start[b + 1] += t->start[b];
      memcpy (end, t->start, sizeof t->start);
      t->entry = allocate ((size_t) t->start[BUCKETS] * sizeof *t->entry);
    }
  free (last);
  free (end);
}

static void
put (FILE *to, const char *file, const void *from, size_t size)
{
  if (size && fwrite (from, size, 1, to) != 1)
    fail (file, "cannot be written (%s)", strerror (errno));
}

static void
put_names (FILE *to, const char *file, const struct list *l)
{
  for (int k = 0; k < l->count; k++)
    put (to, file, l->name[k], strlen (l->name[k]) + 1);
}

static int32_t *
places_of_names (const struct list *l, int32_t *bytes)
{
  int32_t *at = allocate ((size_t) l->count * sizeof *at);
  *bytes = 0;
  for (int k = 0; k < l->count; k++)
    {
      at[k] = *bytes;
      *bytes += (int32_t) strlen (l->name[k]) + 1;
    }
  return at;
}

void
write_index (const char *file, const struct list *pictures)
{
  struct head h = { .pictures = pictures->count };
  struct signature *s = allocate ((size_t) pictures->count * sizeof *s);
  struct table *t = allocate (TABLES * sizeof *t);
  int32_t *name_at = places_of_names (pictures, &h.names);
  memcpy (h.magic, magic, sizeof magic);
  make_signatures (pictures, s);
  for (int k = 0; k < TABLES; k++)
    {
      fill_table (&t[k], k, s, pictures->count);
      h.entries[k] = t[k].start[BUCKETS];
    }
  FILE *to = fopen (file, "wb");
  if (!to)
    fail (file, "cannot be written (%s)", strerror (errno));
  put (to, file, &h, sizeof h);
  put (to, file, s, (size_t) pictures->count * sizeof *s);
  put (to, file, name_at, (size_t) pictures->count * sizeof *name_at);
  for (int k = 0; k < TABLES; k++)
    put (to, file, t[k].start, sizeof t[k].start);
  for (int k = 0; k < TABLES; k++)
    put (to, file, t[k].entry, (size_t) h.entries[k] * sizeof *t[k].entry);
  put_names (to, file, pictures);
  if (fclose (to) != 0)
    fail (file, "cannot be written (%s)", strerror (errno));
  for (int k = 0; k < TABLES; k++)
    free (t[k].entry);
  free (t);
  free (s);
  free (name_at);
}

/* ---- Reading ----------------------------------------------------------------- */

/* Whether each place lies in what it refers to, so that a damaged file does no harm. */
static bool
is_sound (const struct index *x, const struct head *h)
{
  bool sound = h->names > 0 && x->names[h->names - 1] == 0;
  for (int k = 0; k < x->pictures && sound; k++)
    {
      const struct signature *s = &x->signature[k];
      int64_t sum = 0;
      sound = x->name_at[k] >= 0 && x->name_at[k] < h->names && s->count > 0 && s->count <= REGIONS;
      for (int r = 0; r < s->count && sound; sum += s->weight[r++])
        sound = s->weight[r] >= 0 && s->weight[r] <= WHOLE;
      sound = sound && sum == WHOLE;
    }
  for (int t = 0; t < TABLES && sound; t++)
    {
      sound = x->start[t][0] == 0 && x->start[t][BUCKETS] == h->entries[t];
      for (int b = 0; b < BUCKETS && sound; b++)
        sound = x->start[t][b] <= x->start[t][b + 1];
      for (int32_t k = 0; k < h->entries[t] && sound; k++)
        sound = x->entry[t][k] >= 0 && x->entry[t][k] < x->pictures;
    }
  return sound;
}

/* Returns the bytes of a file with that head, or 0 if the head is wrong. */
static size_t
size_of (const struct head *h)
{
  size_t size = sizeof *h + TABLES * (BUCKETS + 1) * sizeof (int32_t);
  if (memcmp (h->magic, magic, sizeof magic) != 0 || h->pictures < 1 || h->names < 0)
    return 0;
  for (int t = 0; t < TABLES; t++)
    {
      if (h->entries[t] < 0)
        return 0;
      size += (size_t) h->entries[t] * sizeof (int32_t);
    }
  return size + (size_t) h->pictures * (sizeof (struct signature) + sizeof (int32_t))
         + (size_t) h->names;
}

static void
lay_out (struct index *x, const struct head *h)
{
  x->pictures = h->pictures;
  x->signature = (const void *) (h + 1);
  x->name_at = (const int32_t *) (const void *) (x->signature + x->pictures);
  const int32_t *at = x->name_at + x->pictures;
  for (int t = 0; t < TABLES; t++, at += BUCKETS + 1)
    x->start[t] = at;
  for (int t = 0; t < TABLES; at += h->entries[t++])
    x->entry[t] = at;
  x->names = (const char *) at;
}

void
open_index (struct index *x, const char *file)
{
  struct stat status;
  int f = open (file, O_RDONLY | O_CLOEXEC);
  if (f < 0 || fstat (f, &status) != 0)
    fail (file, "cannot be opened (%s)", strerror (errno));
  x->bytes = (size_t) status.st_size;
  x->file = x->bytes ? mmap (NULL, x->bytes, PROT_READ, MAP_PRIVATE, f, 0) : MAP_FAILED;
  close (f);
  const struct head *h = x->file;
  if (x->file == MAP_FAILED || x->bytes < sizeof *h || size_of (h) != x->bytes)
    fail (file, "is no index of this program: make one with ferret -x");
  lay_out (x, h);
  if (!is_sound (x, h))
    fail (file, "is damaged: make it again with ferret -x");
}

void
close_index (struct index *x)
{
  munmap (x->file, x->bytes);
}
