/* SPDX-License-Identifier: MIT */
/* guest_heap.c - the heaps of guests, which are given back as a whole.
 *
 * One range of addresses is reserved for all heaps, a part for each slot of a guest.  So the
 * address of a block tells whose it is, and any thread may free it.  A heap is a row of spans of
 * 64 KiB; a span, or a row of spans, has blocks of one size, four sizes for each power of two.
 * Freed blocks are in a list for each size.
 *
 * When a guest ends, its heap is empty again.  The first part keeps its pages, so that the next
 * guest in the slot meets no page faults there, and takes no lock of the address space.
 */
#define _GNU_SOURCE
#include "partition/guest.h"

#include <sys/mman.h>

enum
{
  SPAN_BITS = 16, HEAP_BITS = 32, SIZES = 4 * HEAP_BITS,
  LEAST_BITS = 6,         /* of blocks whose sizes are quarters of a power of two */
  KEPT = 1 << 20          /* bytes whose pages stay */
};

#define SPAN ((size_t) 1 << SPAN_BITS)
#define HEAP ((size_t) 1 << HEAP_BITS)

struct block { struct block *next; };

struct erb_guest_heap
{
  pthread_mutex_t lock;
  char *start;
  size_t next;               /* offset of the first span that is unused */
  size_t most;               /* what `next' has been, since the pages were given back */
  struct block *freed[SIZES];
  char *fresh[SIZES], *fresh_end[SIZES];
  uint8_t size_of[HEAP >> SPAN_BITS]; /* of the blocks in a span */
};

static char *range;          /* of all heaps, or NULL */
static struct erb_guest_heap *heap[ERB_GUESTS];

/* ---- Sizes ---------------------------------------------------------------- */

/* Returns the number of the smallest size that holds bytes.  All are multiples of 16: 16, 32, 48,
 * 64, and from LEAST_BITS on four for each power of two, 4, 5, 6 and 7 quarters of it. */
int
erb_guest_size_number (size_t bytes)
{
  int k = LEAST_BITS;
  if (bytes <= 64)
    return bytes ? (int) (bytes - 1) / 16 : 0;
  while (((size_t) 7 << k >> 2) < bytes)
    k++;
  int quarters = 4;
  while (((size_t) quarters << k >> 2) < bytes)
    quarters++;
  return 4 * (k - LEAST_BITS + 1) + quarters - 4;
}

size_t
erb_guest_size_bytes (int number)
{
  return number < 4 ? (size_t) (number + 1) * 16
                    : (size_t) (4 + number % 4) << (number / 4 + LEAST_BITS - 1) >> 2;
}

/* ---- Blocks --------------------------------------------------------------- */

static char *
take_spans (struct erb_guest_heap *h, int number)
{
  size_t bytes = (erb_guest_size_bytes (number) + SPAN - 1) & ~(SPAN - 1);
  if (bytes > HEAP - h->next)
    return NULL;
  char *at = h->start + h->next;
  h->size_of[h->next >> SPAN_BITS] = (uint8_t) number;
  h->next += bytes;
  return at;
}

static void *
fresh_block (struct erb_guest_heap *h, int number)
{
  size_t bytes = erb_guest_size_bytes (number);
  if (bytes > SPAN / 2)
    return take_spans (h, number);
  if ((size_t) (h->fresh_end[number] - h->fresh[number]) < bytes)
    {
      char *span = take_spans (h, number);
      if (!span)
        return NULL;
      h->fresh[number] = span;
      h->fresh_end[number] = span + SPAN;
    }
  char *block = h->fresh[number];
  h->fresh[number] += bytes;
  return block;
}

/* Returns a block; *zero tells whether it is known to be zero. */
static void *
take (struct erb_guest_heap *h, size_t bytes, bool *zero)
{
  *zero = false;
  if (bytes > HEAP / 2)
    {
      errno = ENOMEM;
      return NULL;
    }
  int number = erb_guest_size_number (bytes);
  pthread_mutex_lock (&h->lock);
  void *block = h->freed[number];
  if (block)
    h->freed[number] = h->freed[number]->next;
  else if ((block = fresh_block (h, number)))
    *zero = (size_t) ((char *) block - h->start) >= h->most;
  pthread_mutex_unlock (&h->lock);
  if (!block)
    errno = ENOMEM;
  return block;
}

/* Returns the heap that contains a block, or NULL. */
static struct erb_guest_heap *
heap_of (const void *block)
{
  size_t at = (size_t) ((const char *) block - range);
  return range && at < HEAP * ERB_GUESTS ? heap[at >> HEAP_BITS] : NULL;
}

bool
erb_guest_heap_has (const void *address)
{
  return heap_of (address);
}

/* Within a row of spans, only the first one has a size; blocks of a row begin there. */
static int
number_at (const struct erb_guest_heap *h, const void *block)
{
  return h->size_of[(size_t) ((const char *) block - h->start) >> SPAN_BITS];
}

/* Who must not write to the block dies before it has the lock. */
static void
give (struct erb_guest_heap *h, void *at)
{
  struct block *block = at;
  *(void *volatile *) at = NULL;
  pthread_mutex_lock (&h->lock);
  int number = number_at (h, block);
  block->next = h->freed[number];
  h->freed[number] = block;
  pthread_mutex_unlock (&h->lock);
}

/* ---- Heaps ----------------------------------------------------------------- */

static void
reserve (void)
{
  void *at = mmap (NULL, HEAP * ERB_GUESTS + SPAN, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at != MAP_FAILED)
    range = (char *) (((uintptr_t) at + SPAN - 1) & ~(SPAN - 1));
}

bool
erb_guest_heap_begin (struct erb_guest *g)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT; /* several threads may spawn */
  pthread_once (&once, reserve);
  struct erb_guest_heap *h = heap[g->slot];
  char *start = range ? range + HEAP * (size_t) g->slot : NULL;
  if (start && !h && mprotect (start, HEAP, PROT_READ | PROT_WRITE) == 0)
    {
      h = mmap (NULL, sizeof *h, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      h = heap[g->slot] = h == MAP_FAILED ? NULL : h;
    }
  if (!start || !h)
    return false;
  h->start = start;
  h->next = 0;
  pthread_mutex_init (&h->lock, NULL);
  g->heap = h;
  return true;
}

bool
erb_guest_heap_cover (const struct erb_guest *g, int key)
{
  return pkey_mprotect (g->heap->start, HEAP, PROT_READ | PROT_WRITE, key) == 0;
}

void
erb_guest_heap_end (struct erb_guest *g)
{
  struct erb_guest_heap *h = g->heap;
  if (h->next > h->most)
    h->most = h->next;
  if (h->most > KEPT)
    {
      madvise (h->start + KEPT, h->most - KEPT, MADV_DONTNEED);
      h->most = KEPT;
    }
  memset (h->freed, 0, sizeof h->freed);
  memset (h->fresh, 0, sizeof h->fresh);
  memset (h->fresh_end, 0, sizeof h->fresh_end);
  h->next = 0;
}

/* ---- Calls ----------------------------------------------------------------- */

void *
erb_guest_malloc (size_t bytes)
{
  struct erb_guest *g = erb_guest_calls ();
  bool zero;
  return g ? take (g->heap, bytes, &zero) : malloc (bytes);
}

static void *
call_calloc (size_t count, size_t bytes)
{
  struct erb_guest *g = erb_guest_calls ();
  bool zero;
  size_t all;
  if (!g)
    return calloc (count, bytes);
  if (__builtin_mul_overflow (count, bytes, &all))
    {
      errno = ENOMEM;
      return NULL;
    }
  void *block = take (g->heap, all, &zero);
  return block && !zero ? memset (block, 0, all) : block;
}

static void
call_free (void *block)
{
  struct erb_guest_heap *h = heap_of (block);
  if (h)
    give (h, block);
  else
    free (block);
}

static size_t
call_malloc_usable_size (void *block)
{
  extern size_t malloc_usable_size (void *);
  const struct erb_guest_heap *h = heap_of (block);
  return h ? erb_guest_size_bytes (number_at (h, block)) : malloc_usable_size (block);
}

static void *
call_realloc (void *block, size_t bytes)
{
  const struct erb_guest_heap *h = heap_of (block);
  if (block && !h)
    return realloc (block, bytes);
  if (!block)
    return erb_guest_malloc (bytes);
  if (bytes == 0)
    {
      call_free (block);
      return NULL;
    }
  size_t has = erb_guest_size_bytes (number_at (h, block));
  if (bytes <= has && bytes > has / 2)
    return block;
  void *more = erb_guest_malloc (bytes);
  if (more)
    {
      memcpy (more, block, bytes < has ? bytes : has);
      call_free (block);
    }
  return more;
}

static void *
call_reallocarray (void *block, size_t count, size_t bytes)
{
  size_t all;
  if (!__builtin_mul_overflow (count, bytes, &all))
    return call_realloc (block, all);
  errno = ENOMEM;
  return NULL;
}

/* Returns a block that begins at a multiple of align, which is more than a span. */
static void *
take_aligned (struct erb_guest_heap *h, size_t align, size_t bytes)
{
  int number = erb_guest_size_number (bytes < SPAN ? SPAN : bytes);
  struct block **at = &h->freed[number], *block = NULL;
  if (bytes > HEAP / 2 || align > HEAP / 2)
    return NULL;
  pthread_mutex_lock (&h->lock);
  while (*at && (uintptr_t) *at % align)
    at = &(*at)->next;
  if ((block = *at))
    *at = block->next;
  else
    {
      size_t skipped = -(uintptr_t) (h->start + h->next) & (align - 1);
      if (skipped < HEAP - h->next)
        {
          h->next += skipped;
          block = (struct block *) take_spans (h, number);
        }
    }
  pthread_mutex_unlock (&h->lock);
  return block;
}

/* A block of 2^k bytes is aligned to its size, up to a span. */
static void *
call_aligned_alloc (size_t align, size_t bytes)
{
  size_t whole = SPAN;
  struct erb_guest *g = erb_guest_calls ();
  if (!g)
    return aligned_alloc (align, bytes);
  if (align > SPAN)
    {
      void *block = take_aligned (g->heap, align, bytes);
      errno = block ? errno : ENOMEM;
      return block;
    }
  while (whole > 32 && whole / 2 >= bytes && whole / 2 >= align)
    whole /= 2;
  return erb_guest_malloc (bytes > whole ? bytes : whole);
}

static int
call_posix_memalign (void **block, size_t align, size_t bytes)
{
  void *at = call_aligned_alloc (align, bytes);
  if (!at)
    return ENOMEM;
  *block = at;
  return 0;
}

static char *
copy_text (const char *text, size_t bytes)
{
  char *copy = erb_guest_malloc (bytes + 1);
  if (copy)
    {
      memcpy (copy, text, bytes);
      copy[bytes] = 0;
    }
  return copy;
}

static char *
call_strdup (const char *text)
{
  return copy_text (text, strlen (text));
}

static char *
call_strndup (const char *text, size_t most)
{
  return copy_text (text, strnlen (text, most));
}

/* The library extends the caller's buffer, which is a block of the guest. */
static ssize_t
call_getdelim (char **line, size_t *room, int end, FILE *file)
{
  size_t used = 0;
  int c = EOF;
  if (!*line)
    *room = 0;
  flockfile (file);
  while ((used == 0 || c != end) && (c = getc_unlocked (file)) != EOF)
    {
      if (used + 2 > *room)
        {
          size_t bytes = *room < 60 ? 120 : 2 * *room;
          char *more = call_realloc (*line, bytes);
          if (!more)
            break;
          *line = more;
          *room = bytes;
        }
      (*line)[used++] = (char) c;
    }
  funlockfile (file);
  if (used == 0)
    return -1;
  (*line)[used] = 0;
  return (ssize_t) used;
}

static ssize_t
call_getline (char **line, size_t *room, FILE *file)
{
  return call_getdelim (line, room, '\n', file);
}

const struct erb_interposed erb_guest_heap_calls[] = {
  ERB_INTERPOSE ("malloc", erb_guest_malloc), ERB_INTERPOSE ("calloc", call_calloc),
  ERB_INTERPOSE ("realloc", call_realloc), ERB_INTERPOSE ("reallocarray", call_reallocarray),
  ERB_INTERPOSE ("free", call_free), ERB_INTERPOSE ("cfree", call_free),
  ERB_INTERPOSE ("malloc_usable_size", call_malloc_usable_size),
  ERB_INTERPOSE ("aligned_alloc", call_aligned_alloc),
  ERB_INTERPOSE ("memalign", call_aligned_alloc),
  ERB_INTERPOSE ("posix_memalign", call_posix_memalign),
  ERB_INTERPOSE ("strdup", call_strdup), ERB_INTERPOSE ("__strdup", call_strdup),
  ERB_INTERPOSE ("strndup", call_strndup), ERB_INTERPOSE ("__strndup", call_strndup),
  ERB_INTERPOSE ("getline", call_getline), ERB_INTERPOSE ("getdelim", call_getdelim),
  ERB_INTERPOSE ("__getdelim", call_getdelim), { NULL, NULL }
};
