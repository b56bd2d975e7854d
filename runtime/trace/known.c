/* SPDX-License-Identifier: MIT */
/* known.c - the processes, records and workers that the writer of a trace knows (known.h).
 *
 * A table with open addressing: a trace may have a million processes, and each event looks one up.
 */
#include "trace/known.h"

#include <inttypes.h>

/* The finaliser of SplitMix64. */
uint64_t
erb_track_mix (uint64_t n)
{
  n = (n ^ (n >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  n = (n ^ (n >> 27)) * UINT64_C (0x94d049bb133111eb);
  return n ^ (n >> 31);
}

static const char *const things[] = { "process", "record", "worker" };
static struct { struct erb_known *at; size_t size, used; } table;

static size_t
first_place (int64_t key, enum erb_thing thing)
{
  return erb_track_mix ((uint64_t) key * 4 + thing) & (table.size - 1);
}

/* Returns the place of a key, or the free one where it belongs. */
static struct erb_known *
place_of (int64_t key, enum erb_thing thing)
{
  size_t n = first_place (key, thing);
  while (table.at[n].key && (table.at[n].key != key || table.at[n].thing != thing))
    n = (n + 1) & (table.size - 1);
  return &table.at[n];
}

static void
grow (void)
{
  struct erb_known *before = table.at;
  size_t n = table.size, larger = n ? 2 * n : 256;
  struct erb_known *at = calloc (larger, sizeof *at);
  if (!at)
    return;
  table.at = at;
  table.size = larger;
  for (size_t k = 0; k < n; k++)
    if (before[k].key)
      *place_of (before[k].key, before[k].thing) = before[k];
  free (before);
}

int64_t
erb_known_number (int64_t key)
{
  return key < 0 ? -key : key & (((int64_t) 1 << ERB_NUMBER_BITS) - 1);
}

struct erb_known *
erb_known_find (int64_t key, enum erb_thing thing, bool add)
{
  if (!key)
    return NULL;
  if (add && table.used * 4 >= table.size * 3)
    grow ();
  if (!table.size)
    return NULL;
  struct erb_known *k = place_of (key, thing);
  if (k->key || !add || table.used + 1 >= table.size)
    return k->key ? k : NULL;
  memset (k, 0, sizeof *k);
  k->key = key;
  k->thing = thing;
  snprintf (k->name, sizeof k->name, "%s %" PRId64, key < 0 ? "space" : things[thing],
            erb_known_number (key));
  table.used++;
  return k;
}

/* Those behind k move up, so that each is found from its first place on. */
void
erb_known_forget (struct erb_known *k)
{
  size_t free_at = (size_t) (k - table.at), mask = table.size - 1;
  for (size_t n = (free_at + 1) & mask; table.at[n].key; n = (n + 1) & mask)
    if (((n - first_place (table.at[n].key, table.at[n].thing)) & mask) >= ((n - free_at) & mask))
      {
        table.at[free_at] = table.at[n];
        free_at = n;
      }
  table.at[free_at].key = 0;
  table.used--;
}

const char *
erb_known_set_name (struct erb_known *k, const char *text)
{
  size_t length = strcspn (text, "\n");
  const char *place = text[length] ? text + length + 1 : "", *slash = strrchr (place, '/');
  if (length)
    snprintf (k->name, sizeof k->name, "%.*s", (int) length, text);
  else if (*place)
    snprintf (k->name, sizeof k->name, "%s", slash ? slash + 1 : place);
  return place;
}

struct erb_known *
erb_known_next (struct erb_known *k)
{
  size_t n = k ? (size_t) (k - table.at) + 1 : 0;
  while (n < table.size && !table.at[n].key)
    n++;
  return n < table.size ? &table.at[n] : NULL;
}
