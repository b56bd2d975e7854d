/* SPDX-License-Identifier: MIT */
/* guest_pages.c - mmap and munmap of a guest, without the lock of the address space.
 *
 * The kernel changes the mappings of an address space one after the other, so mmap and munmap of
 * several threads wait for each other.  PVAS (MES'13, section 3.2) gives each partition a tree of
 * mappings.  Here each guest has one range for private memory without a file, which is mapped once:
 * mmap takes a block of it, and munmap returns the block.  Pages of returned blocks are kept up to
 * a bound, and cleared when they are used again; others go back to the system, which needs the lock
 * only shared.  If the guest has written all of such a block, it will probably do so again, so the
 * pages come back in one call instead of a page fault for each.
 *
 * A block whose mapping the guest has changed, with mprotect or by another mapping over a part of
 * it, is mapped again when it is returned.
 *
 * Other mappings, of files or at a fixed address, are the system's.
 */
#define _GNU_SOURCE
#include "partition/guest.h"

#include <stdarg.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
# define MADV_POPULATE_WRITE 23
#endif

enum { PLAIN = MAP_PRIVATE | MAP_ANONYMOUS, HARMLESS = MAP_NORESERVE | MAP_STACK };

enum
{
  UNIT_BITS = 16, RANGE_BITS = 32, UNITS = 1 << (RANGE_BITS - UNIT_BITS),
  SIZES = 4 * RANGE_BITS,
  KEPT = 16 << 20,         /* bytes of returned blocks whose pages stay, unless the caller says */
  MOST_FULL = 1024         /* pages of a block that are fetched at once */
};

#define UNIT ((size_t) 1 << UNIT_BITS)
#define RANGE ((size_t) 1 << RANGE_BITS)

enum state { OF_SYSTEM, IN_USE, KEEPS_PAGES, IS_CLEAN };

/* A block is named by the number of its first unit; 0 is no block. */
struct erb_guest_pages
{
  pthread_mutex_t lock;
  char *start;
  int key;                     /* of protection, or 0 */
  size_t kept, most_kept;      /* bytes */
  uint32_t next;               /* the first unit that is unused */
  bool changed;                /* mappings of some block are not as they were */
  uint32_t first[2][SIZES];    /* returned blocks of a size: those that keep pages, clean ones */
  struct unit
  {
    uint32_t next;             /* returned block of the size */
    uint32_t pages;            /* that the guest has asked for */
    uint32_t used;             /* pages from the start that may not be zero */
    uint8_t size, state;
    bool changed;
    bool full;                 /* all pages were in memory when they went back to the system */
  } unit[UNITS];
};

static char *range;          /* of all guests, or NULL */
static struct erb_guest_pages *table[ERB_GUESTS];

static size_t
whole_pages (size_t bytes)
{
  return (bytes + erb_page_size () - 1) / erb_page_size ();
}

/* ---- Blocks --------------------------------------------------------------- */

/* Returns the guest's table for an address, and the unit that it lies in; or NULL. */
static struct erb_guest_pages *
find (const void *address, uint32_t *unit)
{
  size_t at = (size_t) ((const char *) address - range);
  struct erb_guest_pages *p = range && at < RANGE * ERB_GUESTS ? table[at >> RANGE_BITS] : NULL;
  *unit = (uint32_t) ((at & (RANGE - 1)) >> UNIT_BITS);
  return p;
}

/* As find, if a block that is in use begins there. */
static struct erb_guest_pages *
find_block (const void *address, uint32_t *unit)
{
  struct erb_guest_pages *p = find (address, unit);
  bool begins = p && (size_t) ((const char *) address - range) % UNIT == 0;
  return begins && p->unit[*unit].state == IN_USE ? p : NULL;
}

static char *
place_of (const struct erb_guest_pages *p, uint32_t unit)
{
  return p->start + ((size_t) unit << UNIT_BITS);
}

static uint32_t
take_unit (struct erb_guest_pages *p, int size)
{
  for (int clean = 0; clean < 2; clean++)
    {
      uint32_t unit = p->first[clean][size];
      if (!unit)
        continue;
      p->first[clean][size] = p->unit[unit].next;
      if (!clean)
        p->kept -= p->unit[unit].used * erb_page_size ();
      return unit;
    }
  size_t units = (erb_guest_size_bytes (size) + UNIT - 1) >> UNIT_BITS;
  uint32_t unit = p->next;
  if (units > UNITS - unit)
    return 0;
  p->next += (uint32_t) units;
  p->unit[unit].used = 0;
  p->unit[unit].full = false;
  return unit;
}

/* Returns whether all pages that a block was asked for are in memory. */
static bool
is_full (const struct erb_guest_pages *p, uint32_t unit)
{
  unsigned char there[MOST_FULL];
  size_t pages = p->unit[unit].pages;
  if (pages > MOST_FULL || mincore (place_of (p, unit), pages * erb_page_size (), there) != 0)
    return false;
  for (size_t n = 0; n < pages; n++)
    if (!(there[n] & 1))
      return false;
  return true;
}

static void *
take (struct erb_guest_pages *p, size_t bytes)
{
  size_t pages = whole_pages (bytes);
  if (bytes > RANGE / 2)
    return NULL;
  int size = erb_guest_size_number (bytes < UNIT ? UNIT : bytes);
  pthread_mutex_lock (&p->lock);
  uint32_t unit = take_unit (p, size);
  struct unit *u = &p->unit[unit];
  size_t used = u->used < pages ? u->used : pages;
  bool fetch = unit && u->full && pages <= u->pages;
  if (unit)
    *u = (struct unit){ 0, (uint32_t) pages, (uint32_t) (u->used > pages ? u->used : pages),
                        (uint8_t) size, IN_USE, false, false };
  pthread_mutex_unlock (&p->lock);
  if (fetch) /* an older kernel refuses */
    madvise (place_of (p, unit), pages * erb_page_size (), MADV_POPULATE_WRITE);
  return unit ? memset (place_of (p, unit), 0, used * erb_page_size ()) : NULL;
}

/* Returns the pages of a block to the system.  Locked pages do not go, so they are mapped anew. */
static void
clean (const struct erb_guest_pages *p, uint32_t unit)
{
  char *at = place_of (p, unit);
  size_t bytes = erb_guest_size_bytes (p->unit[unit].size);
  if (p->unit[unit].changed
      || madvise (at, p->unit[unit].used * erb_page_size (), MADV_DONTNEED) != 0)
    {
      mmap (at, bytes, PROT_READ | PROT_WRITE, PLAIN | MAP_NORESERVE | MAP_FIXED, -1, 0);
      if (p->key)
        pkey_mprotect (at, bytes, PROT_READ | PROT_WRITE, p->key);
    }
}

static void
give (struct erb_guest_pages *p, uint32_t unit)
{
  struct unit *u = &p->unit[unit];
  size_t bytes = u->used * erb_page_size ();
  pthread_mutex_lock (&p->lock);
  bool keeps = !u->changed && p->kept + bytes <= p->most_kept;
  if (keeps)
    p->kept += bytes;
  u->state = keeps ? KEEPS_PAGES : IS_CLEAN;
  pthread_mutex_unlock (&p->lock);
  if (!keeps)
    {
      u->full = is_full (p, unit);
      clean (p, unit);
      u->used = 0;
      u->changed = false;
    }
  pthread_mutex_lock (&p->lock);
  u->next = p->first[!keeps][u->size];
  p->first[!keeps][u->size] = unit;
  pthread_mutex_unlock (&p->lock);
}

/* Notes that the mapping of a part of a block changes.  Returns whether it is of a block. */
static bool
change (const void *at, size_t bytes)
{
  uint32_t unit, last;
  struct erb_guest_pages *p = find (at, &unit);
  if (!p || find ((const char *) at + (bytes ? bytes - 1 : 0), &last) != p)
    return false;
  pthread_mutex_lock (&p->lock);
  p->changed = true;
  while (unit > 1 && p->unit[unit].state != IN_USE)
    unit--;
  for (; unit <= last; unit++)
    p->unit[unit].changed = true;
  pthread_mutex_unlock (&p->lock);
  return true;
}

/* ---- The range ------------------------------------------------------------- */

static void
reserve (void)
{
  void *at = mmap (NULL, RANGE * ERB_GUESTS + UNIT, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at != MAP_FAILED)
    range = (char *) (((uintptr_t) at + UNIT - 1) & ~(UNIT - 1));
}

bool
erb_guest_pages_begin (struct erb_guest *g, size_t kept)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT; /* several threads may spawn */
  pthread_once (&once, reserve);
  struct erb_guest_pages *p = table[g->slot];
  char *start = range ? range + RANGE * (size_t) g->slot : NULL;
  if (start && !p && mprotect (start, RANGE, PROT_READ | PROT_WRITE) == 0)
    {
      p = mmap (NULL, sizeof *p, PROT_READ | PROT_WRITE, PLAIN | MAP_NORESERVE, -1, 0);
      p = table[g->slot] = p == MAP_FAILED ? NULL : p;
    }
  if (!start || !p)
    return false;
  p->start = start;
  p->next = 1;
  p->most_kept = kept == ERBIUM_PARTITION_KEEP_NONE ? 0 : kept ? kept : KEPT;
  pthread_mutex_init (&p->lock, NULL);
  g->pages = p;
  return true;
}

bool
erb_guest_pages_cover (const struct erb_guest *g, int key)
{
  struct erb_guest_pages *p = g->pages;
  p->key = key;
  return pkey_mprotect (p->start, RANGE, PROT_READ | PROT_WRITE, key) == 0;
}

void
erb_guest_pages_end (struct erb_guest *g)
{
  struct erb_guest_pages *p = g->pages;
  size_t bytes = (size_t) p->next << UNIT_BITS;
  if (p->next > 1 && (p->changed || madvise (p->start, bytes, MADV_DONTNEED) != 0))
    mmap (p->start, bytes, PROT_READ | PROT_WRITE, PLAIN | MAP_NORESERVE | MAP_FIXED, -1, 0);
  memset (p->first, 0, sizeof p->first);
  memset (p->unit, 0, p->next * sizeof *p->unit);
  p->kept = 0;
  p->changed = false;
  p->next = 1;
}

bool
erb_guest_pages_have (const void *address)
{
  uint32_t unit;
  return find (address, &unit);
}

/* ---- Calls ----------------------------------------------------------------- */

static void *
call_mmap (void *at, size_t bytes, int rights, int flags, int file, off_t offset)
{
  struct erb_guest *g = erb_guest_calls ();
  bool plain = !at && bytes && rights == (PROT_READ | PROT_WRITE)
               && (flags & ~HARMLESS) == PLAIN;
  void *block = g && plain ? take (g->pages, bytes) : NULL;
  if (block)
    return block;
  if (flags & MAP_FIXED)
    change (at, bytes);
  return mmap (at, bytes, rights, flags, file, offset);
}

/* A part of a block that is returned cannot be used by the guest any more, but keeps its place. */
static int
call_munmap (void *at, size_t bytes)
{
  uint32_t unit;
  struct erb_guest_pages *p = find_block (at, &unit);
  erb_guest_calls ();
  if (p && whole_pages (bytes) == p->unit[unit].pages)
    {
      give (p, unit);
      return 0;
    }
  if (!bytes || !change (at, bytes))
    return munmap (at, bytes);
  void *now = mmap (at, bytes, PROT_NONE, PLAIN | MAP_NORESERVE | MAP_FIXED, -1, 0);
  return now == MAP_FAILED ? -1 : 0;
}

static int
call_mprotect (void *at, size_t bytes, int rights)
{
  change (at, bytes);
  return mprotect (at, bytes, rights);
}

/* A block moves by a copy. */
static void *
call_mremap (void *at, size_t old, size_t bytes, int flags, ...)
{
  struct erb_guest *g = erb_guest_calls ();
  uint32_t unit;
  va_list arguments;
  va_start (arguments, flags);
  void *to = flags & MREMAP_FIXED ? va_arg (arguments, void *) : NULL;
  va_end (arguments);
  if (!g || !find_block (at, &unit))
    return flags & MREMAP_FIXED ? mremap (at, old, bytes, flags, to)
                                : mremap (at, old, bytes, flags);
  if (whole_pages (bytes) == whole_pages (old) && !(flags & MREMAP_FIXED))
    return at;
  if (!(flags & MREMAP_MAYMOVE) || !bytes)
    {
      errno = bytes ? ENOMEM : EINVAL;
      return MAP_FAILED;
    }
  void *now = call_mmap (to, bytes, PROT_READ | PROT_WRITE,
                         PLAIN | (flags & MREMAP_FIXED ? MAP_FIXED : 0), -1, 0);
  if (now == MAP_FAILED)
    return now;
  memcpy (now, at, old < bytes ? old : bytes);
  call_munmap (at, old);
  return now;
}

const struct erb_interposed erb_guest_page_calls[] = {
  ERB_INTERPOSE ("mmap", call_mmap), ERB_INTERPOSE ("mmap64", call_mmap),
  ERB_INTERPOSE ("munmap", call_munmap), ERB_INTERPOSE ("mprotect", call_mprotect),
  ERB_INTERPOSE ("mremap", call_mremap), { NULL, NULL }
};
