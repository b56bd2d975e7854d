/* SPDX-License-Identifier: MIT */
/* shared_memory.c - the memory that all spaces share, and its locks.
 *
 * The tables are large and nearly empty: memory that is never touched is never allocated.  They are
 * mapped before the first space is forked, as shared maps that fork passes on.  The frames are a
 * file of their own, without a name, because a frame is mapped at several addresses.
 */
#define _GNU_SOURCE
#include "pages/page_access.h"
#include "pages/regions.h"

#include <sys/mman.h>

struct erb_spmc erb_spmc;

/* ---- Locks ------------------------------------------------------------- */

void
erb_spmc_lock_init (struct erb_spmc_lock *lock)
{
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_setpshared (&a, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust (&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&lock->mutex, &a);
  pthread_mutexattr_destroy (&a);
}

bool
erb_spmc_lock_take (struct erb_spmc_lock *lock)
{
  bool died = pthread_mutex_lock (&lock->mutex) == EOWNERDEAD;
  if (died)
    pthread_mutex_consistent (&lock->mutex);
  return died;
}

void
erb_spmc_lock_drop (struct erb_spmc_lock *lock)
{
  pthread_mutex_unlock (&lock->mutex);
}

void
erb_spmc_lock_tables (void)
{
  if (erb_spmc_lock_take (&erb_spmc.shared->lock))
    erb_spmc_blocks_repair ();
}

void
erb_spmc_unlock_tables (void)
{
  erb_spmc_lock_drop (&erb_spmc.shared->lock);
}

/* ---- Tables ------------------------------------------------------------ */

static bool
is_free (const struct erb_spmc_table *t, char *entries, int n)
{
  return erbium_load_relaxed ((erbium_atomic32 *) (void *) (entries + (size_t) n * t->size)) == 0;
}

/* Returns an entry that was used before, if possible, so that few pages of the table are touched.
 * It does not search the whole table each time: after as many entries as a page of the table holds,
 * a new entry costs no more. */
int
erb_spmc_entry (struct erb_spmc_table *t, void *entries)
{
  for (int n = 0; n < 64 && n < t->end; n++)
    {
      int at = t->hint;
      t->hint = at + 1 < t->end ? at + 1 : 0;
      if (is_free (t, entries, at))
        return at;
    }
  if (t->end < t->most)
    return t->end++;
  for (int n = 0; n < t->most; n++)
    if (is_free (t, entries, n))
      return n;
  return -1;
}

/* ---- The beginning ----------------------------------------------------- */

static void *
shared_memory (size_t bytes)
{
  void *p = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* Reserves as many addresses as possible (limits: ulimit -v, sanitizers), at most `most`.  They
 * begin at `at` where there is room, far from what the system places itself, so that they are the
 * same in each run. */
static char *
addresses (uintptr_t at, uint64_t most, uint64_t *had)
{
  for (uint64_t bytes = most; bytes >= (uint64_t) 64 << 20; bytes /= 2)
    {
      void *p = mmap ((void *) at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                      -1, 0);
      if (p != MAP_FAILED)
        {
          *had = bytes;
          return p;
        }
    }
  return NULL;
}

static bool
make_tables (int nspaces)
{
  struct erb_spmc *s = &erb_spmc;
  s->shared = shared_memory (sizeof *s->shared);
  s->space = shared_memory (ERBIUM_SPMC_SPACES * sizeof *s->space);
  s->watch = shared_memory ((size_t) nspaces * sizeof *s->watch);
  s->region = shared_memory (ERB_SPMC_REGIONS * sizeof *s->region);
  s->port = shared_memory (ERB_SPMC_PORTS * sizeof *s->port);
  s->block = shared_memory (ERB_SPMC_BLOCKS * sizeof *s->block);
  s->word = shared_memory (s->window_bytes / s->page * sizeof *s->word);
  if (!s->shared || !s->space || !s->watch || !s->region || !s->port || !s->block || !s->word)
    return false;
  s->shared->regions = (struct erb_spmc_table) { sizeof *s->region, ERB_SPMC_REGIONS, 0, 0 };
  s->shared->ports = (struct erb_spmc_table) { sizeof *s->port, ERB_SPMC_PORTS, 0, 0 };
  for (size_t k = 0; k < sizeof s->shared->free_block / sizeof s->shared->free_block[0]; k++)
    s->shared->free_block[k] = -1;
  erb_spmc_lock_init (&s->shared->lock);
  erb_spmc_lock_init (&s->shared->deaths);
  return true;
}

/* Space 0, which sets up the others, has half of the arena; the others share the other half in
 * equal parts.  Thus an address depends on its space alone. */
uint64_t
erb_spmc_part (int n)
{
  return n ? erb_spmc.arena_bytes / 2 + (uint64_t) (n - 1) * erb_spmc.part : 0;
}

static void
share_out_addresses (int nspaces)
{
  struct erb_spmc *s = &erb_spmc;
  s->spaces = nspaces;
  s->part = nspaces > 1 ? s->arena_bytes / 2 / (uint64_t) (nspaces - 1) / s->page * s->page : 0;
  for (int n = 0; n < nspaces; n++)
    {
      erb_spmc_lock_init (&s->space[n].life);
      erb_spmc_addresses_begin (n);
    }
}

static bool
make (int nspaces)
{
  struct erb_spmc *s = &erb_spmc;
  s->page = erb_page_size ();
  s->arena = addresses (UINT64_C (1) << 45, UINT64_C (1) << 41, &s->arena_bytes);
  s->window = addresses (UINT64_C (3) << 44, UINT64_C (1) << 38, &s->window_bytes);
  s->file = erb_memory_file ("erbium-spmc");
  if (!s->arena || !s->window || s->file < 0 || !make_tables (nspaces) || !erb_spmc_maps_init ())
    return false;
  share_out_addresses (nspaces);
  return true;
}

void
(erbium_spmc_init) (int nspaces, const char *where)
{
  if (nspaces < 1 || nspaces > ERBIUM_SPMC_SPACES)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_spmc_init", where, NULL,
                  "%d spaces; expected 1 to %d", nspaces, ERBIUM_SPMC_SPACES);
  if (erb_spmc.spaces)
    {
      if (nspaces > erb_spmc.spaces)
        erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_spmc_init", where,
                      "ask for the maximum in the first call",
                      "%d spaces; an earlier call created %d", nspaces, erb_spmc.spaces);
      return;
    }
  erb_space_read_settings ();
  erb_event_first_space (where);
  erb_kernel_begin_privileged ();
  bool made = make (nspaces);
  erb_kernel_end_privileged ();
  if (!made)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_spmc_init", where,
                  "allow more address space and open files (ulimit -v, -n)",
                  "no memory for what spaces share: %s", strerror (errno));
  erb_spmc.spaces = nspaces;
  erb_event_pages_made ();
  erb_spmc_watch_faults ();
  erb_spmc_watch_process ();
  erb_spmc_sums_begin ();
  (erbium_spmc_enter) (0, where);
}
