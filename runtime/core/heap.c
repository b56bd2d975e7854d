/* SPDX-License-Identifier: MIT */
/* heap.c - memory for descriptors: of one process of the system, or of all spaces of a program.
 *
 * The heap of spaces is one range, mapped MAP_SHARED before the first fork: so it has one address
 * in all spaces, pointers into it are valid in each, and it is freed with the last of them.  The
 * range is large and sparse: a page has memory after the first access.
 *
 * A block has 2^k bytes and is aligned to its size, up to a span.  A span of 64 KiB has blocks of
 * one size, so the address of a block yields its size; larger blocks are rows of spans.  Freed
 * blocks are in a list for each size; the memory of large ones returns to the system at once.
 *
 * Nothing is repaired after a death: a process that dies in here holds the lock, and the next one
 * that takes it ends the program (exit_status.c).
 */
#define _GNU_SOURCE
#include "core/heap.h"
#include "core/kernel.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "erbium.h"
#include "core/os.h"

enum { LEAST_BITS = 7, SPAN_BITS = 16, LARGEST_BITS = 36, SIZES = LARGEST_BITS + 1 };

struct block { struct block *next; };

struct erb_heap
{
  struct erb_lock lock;
  size_t spans;                /* number of spans */
  size_t next_span;            /* all spans from here on are unused so far */
  struct block *free[SIZES];   /* blocks of 2^k bytes */
  char *fresh[SIZES], *fresh_end[SIZES]; /* the unused rest of a span with blocks of 2^k bytes */
  char *first;                 /* the first span */
  /* The size of the blocks of each span, as the exponent k.  In a row of spans, only the first one
   * has a value. */
  uint8_t bits_of[];
};

static const size_t span_bytes = (size_t) 1 << SPAN_BITS;

/* ---- Blocks ------------------------------------------------------------ */

static int
bits_for (size_t bytes)
{
  int k = LEAST_BITS;
  while (k < LARGEST_BITS && (size_t) 1 << k < bytes)
    k++;
  return k;
}

static char *
take_spans (struct erb_heap *h, int k)
{
  size_t n = k > SPAN_BITS ? (size_t) 1 << (k - SPAN_BITS) : 1, at = h->next_span;
  if (n > h->spans - at)
    return NULL;
  h->next_span += n;
  h->bits_of[at] = (uint8_t) k;
  return h->first + at * span_bytes;
}

/* Returns a block that was never used, and so is zero. */
static void *
fresh_block (struct erb_heap *h, int k)
{
  if (k >= SPAN_BITS)
    return take_spans (h, k);
  if (h->fresh[k] == h->fresh_end[k])
    {
      char *span = take_spans (h, k);
      if (!span)
        return NULL;
      h->fresh[k] = span;
      h->fresh_end[k] = span + span_bytes;
    }
  char *block = h->fresh[k];
  h->fresh[k] += (size_t) 1 << k;
  return block;
}

static void *
take (struct erb_heap *h, size_t bytes)
{
  int k = bits_for (bytes);
  if (bytes > (size_t) 1 << LARGEST_BITS)
    return NULL;
  erb_os->lock (&h->lock);
  struct block *used = h->free[k];
  if (used)
    h->free[k] = used->next;
  void *block = used ? used : fresh_block (h, k);
  erb_os->unlock (&h->lock);
  if (used)
    memset (block, 0, k < SPAN_BITS ? bytes : sizeof *used);
  return block;
}

/* Frees a block.  All but the first page of a large one lose their memory. */
static void
give (struct erb_heap *h, struct block *block)
{
  int k = h->bits_of[(size_t) ((char *) block - h->first) >> SPAN_BITS];
  if (k >= SPAN_BITS)
    madvise (block, (size_t) 1 << k, MADV_REMOVE);
  erb_os->lock (&h->lock);
  block->next = h->free[k];
  h->free[k] = block;
  erb_os->unlock (&h->lock);
}

bool
erb_heap_has (const struct erb_heap *h, const void *address, size_t bytes)
{
  const char *at = address;
  size_t offset = (size_t) (at - h->first);
  int k = bits_for (bytes);
  return at >= h->first && offset >> SPAN_BITS < h->next_span && k < SPAN_BITS
         && h->bits_of[offset >> SPAN_BITS] == k && offset % ((size_t) 1 << k) == 0;
}

/* ---- The heap of spaces ------------------------------------------------ */

static struct erb_heap *of_spaces;

/* Maps a range as large as the limits permit (ulimit -v). */
static void *
shared_range (size_t *bytes)
{
  enum { MOST = 36, LEAST = 26 };
  void *at = MAP_FAILED;
  erb_kernel_begin_privileged ();
  for (int k = MOST; k >= LEAST && at == MAP_FAILED; k--)
    at = mmap (NULL, *bytes = (size_t) 1 << k, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  erb_kernel_end_privileged ();
  return at == MAP_FAILED ? NULL : at;
}

static char *
round_up (char *at)
{
  return (char *) (((uintptr_t) at + span_bytes - 1) & ~(span_bytes - 1));
}

struct erb_heap *
erb_heap_of_spaces (void)
{
  size_t bytes;
  if (of_spaces)
    return of_spaces;
  struct erb_heap *h = shared_range (&bytes);
  if (!h)
    return NULL;
  h->first = round_up ((char *) h + sizeof *h + bytes / span_bytes);
  h->spans = (size_t) ((char *) h + bytes - h->first) / span_bytes;
  erb_lock_init_shared (&h->lock);
  return of_spaces = h;
}

/* ---- Either ------------------------------------------------------------ */

void *
erb_memory (struct erb_heap *heap, size_t bytes)
{
  if (heap)
    return take (heap, bytes);
  size_t whole = (bytes + ERBIUM_LINE - 1) / ERBIUM_LINE * ERBIUM_LINE;
  void *block = aligned_alloc (ERBIUM_LINE, whole ? whole : ERBIUM_LINE);
  if (block)
    memset (block, 0, bytes);
  return block;
}

void
erb_memory_free (struct erb_heap *heap, void *block)
{
  if (!heap)
    free (block);
  else if (block)
    give (heap, block);
}

char *
erb_memory_text (struct erb_heap *heap, const char *text)
{
  if (!heap)
    return strdup (text);
  char *copy = take (heap, strlen (text) + 1);
  return copy ? strcpy (copy, text) : NULL;
}

/* The leak sanitizer of a program searches for pointers in memory of malloc, and not in
 * mappings. */
extern void __lsan_register_root_region (const void *at, size_t bytes) __attribute__ ((weak));
extern void __lsan_unregister_root_region (const void *at, size_t bytes) __attribute__ ((weak));

void *
erb_memory_inherited (size_t bytes)
{
  erb_kernel_begin_privileged ();
  void *at = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  erb_kernel_end_privileged ();
  if (at == MAP_FAILED)
    return NULL;
  if (__lsan_register_root_region)
    __lsan_register_root_region (at, bytes);
  return at;
}

void
erb_memory_inherited_free (void *block, size_t bytes)
{
  if (!block)
    return;
  if (__lsan_unregister_root_region)
    __lsan_unregister_root_region (block, bytes);
  munmap (block, bytes);
}
