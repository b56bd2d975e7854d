/* SPDX-License-Identifier: MIT */
/* partition_regions.c - memory that partitions make known to others by name.
 *
 * All partitions see memory at the same address, so the list has the address of each region.  A
 * word counts the changes of the list; a partition that waits for a name sleeps on it.
 */
#include "partition/guest.h"
#include "partition/partition.h"

struct region
{
  int id;
  char *name;
  void *at;
  size_t bytes;
  struct region *next;
};

static struct region *regions;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static erbium_atomic32 changes;

static void
note_change (void)
{
  erbium_add (&changes, 1);
  erb_os->wake (&changes);
}

static struct region *
find (int id, const char *name)
{
  struct region *r = regions;
  while (r && (r->id != id || strcmp (r->name, name) != 0))
    r = r->next;
  return r;
}

void
(erbium_partition_export) (const char *name, void *at, size_t bytes, const char *where)
{
  struct region *new = malloc (sizeof *new);
  int id = erbium_partition_self ();
  char *copy = new ? strdup (name) : NULL;
  if (!copy)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_partition_export", where, NULL, "no memory");
  pthread_mutex_lock (&lock);
  bool known = find (id, name);
  *new = (struct region){ id, copy, at, bytes, regions };
  if (!known)
    regions = new;
  pthread_mutex_unlock (&lock);
  if (known)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_partition_export", where, "use another name",
                  "partition %d has exported '%s' already", id, name);
  note_change ();
}

ERB_NORETURN static void
report_end (const struct erb_guest *g, const char *name, const char *where)
{
  int status = g->status;
  if (status & 0x7f)
    erb_fault_in (ERBIUM_EXIT_DEATH, "erbium_partition_import", where, NULL,
                  "partition %d (%s) has died of signal %d (%s) before it has exported '%s'", g->id,
                  g->file, status & 0x7f, strsignal (status & 0x7f), name);
  erb_fault_in (ERBIUM_EXIT_DEATH, "erbium_partition_import", where, NULL,
                "partition %d (%s) has ended with status %d before it has exported '%s'", g->id,
                g->file, status >> 8, name);
}

void *
(erbium_partition_import) (int id, const char *name, size_t *bytes, const char *where)
{
  struct erb_guest *g = id ? erb_guest_named (id, "erbium_partition_import", where) : NULL;
  for (;;)
    {
      int32_t seen = erbium_load_acquire (&changes);
      bool ended = g && erbium_load_acquire (&g->state) != ERB_GUEST_RUNS;
      pthread_mutex_lock (&lock);
      const struct region *r = find (id, name);
      void *at = r ? r->at : NULL;
      if (r && bytes)
        *bytes = r->bytes;
      pthread_mutex_unlock (&lock);
      if (r && !ended)
        return at;
      if (ended)
        report_end (g, name, where);
      erb_os->sleep (&changes, seen, -1);
    }
}

void
erb_guest_forget_regions (int id)
{
  pthread_mutex_lock (&lock);
  for (struct region **at = &regions, *r; (r = *at);)
    if (r->id == id)
      {
        *at = r->next;
        free (r->name);
        free (r);
      }
    else
      at = &r->next;
  pthread_mutex_unlock (&lock);
}

void
erb_guest_regions_changed (void)
{
  note_change ();
}
