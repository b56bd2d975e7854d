/* SPDX-License-Identifier: MIT */
/* pair_sort.c - sorts pairs by key.
 *
 * In the order of bytes, a radix sort orders the first eight bytes of the keys, which are the
 * prefixes of the items; only groups of equal prefixes are compared in full.  Bytes that are equal
 * in all prefixes cost no pass.  An order of the program's own needs comparisons only.
 */
#define _GNU_SOURCE
#include "mapreduce/mapreduce.h"

int
erb_pair_compare (const struct erb_job *job, const uint64_t *a, const uint64_t *b)
{
  size_t shorter = a[0] < b[0] ? a[0] : b[0];
  int order = job->a.compare ? job->a.compare (a + 1, a[0], b + 1, b[0]) : 0;
  if (!order)
    order = memcmp (a + 1, b + 1, shorter);
  return order ? order : (a[0] > b[0]) - (a[0] < b[0]);
}

/* Pairs of one key are in one log, so their addresses have their order. */
static int
compare_items (const void *a, const void *b, void *job)
{
  const uint64_t *p = ((const struct erb_item *) a)->pair;
  const uint64_t *q = ((const struct erb_item *) b)->pair;
  int order = erb_pair_compare (job, p, q);
  return order ? order : (p > q) - (p < q);
}

/* Ends the program unless neighbours are in the order of compare, and out of order when it gets
 * them the other way round. */
static void
check_compare (const struct erb_job *job, const struct erb_item *items, size_t count)
{
  for (size_t n = 1; n < count; n++)
    {
      int there = erb_pair_compare (job, items[n - 1].pair, items[n].pair);
      int back = erb_pair_compare (job, items[n].pair, items[n - 1].pair);
      if (there > 0 || back < 0 || !there != !back)
        erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_map_reduce", job->where,
                      "it returns a negative number, 0 or a positive one, as strcmp does, "
                      "and depends only on its arguments",
                      "compare contradicts itself for two keys");
    }
}

static void
sort_group (const struct erb_job *job, struct erb_item *items, size_t count)
{
  for (size_t n = 1; n < count; n++)
    if (erb_pair_compare (job, items[n - 1].pair, items[n].pair) > 0)
      {
        qsort_r (items, count, sizeof *items, compare_items, (void *) job);
        return;
      }
}

static void
sort_prefixes (struct erb_item *items, struct erb_item *spare, size_t count)
{
  static const int BYTES = 8;
  size_t (*place)[256] = (size_t[8][256]) { { 0 } };
  struct erb_item *from = items, *to = spare;
  for (size_t n = 0; n < count; n++)
    for (int byte = 0; byte < BYTES; byte++)
      place[byte][items[n].prefix >> 8 * byte & 255]++;
  for (int byte = 0; byte < BYTES; byte++)
    {
      size_t at = 0;
      if (count && place[byte][from[0].prefix >> 8 * byte & 255] == count)
        continue;
      for (int value = 0; value < 256; value++)
        {
          size_t here = place[byte][value];
          place[byte][value] = at;
          at += here;
        }
      for (size_t n = 0; n < count; n++)
        to[place[byte][from[n].prefix >> 8 * byte & 255]++] = from[n];
      struct erb_item *swap = from;
      from = to;
      to = swap;
    }
  if (from != items)
    memcpy (items, from, count * sizeof *items);
}

void
erb_sort_pairs (const struct erb_job *job, struct erb_item *items, struct erb_item *spare,
                size_t count)
{
  if (job->a.compare)
    {
      sort_group (job, items, count);
      check_compare (job, items, count);
      return;
    }
  sort_prefixes (items, spare, count);
  for (size_t n = 0, end; n < count; n = end)
    {
      for (end = n + 1; end < count && items[end].prefix == items[n].prefix;)
        end++;
      sort_group (job, items + n, end - n);
    }
}
