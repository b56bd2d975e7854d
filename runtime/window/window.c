/* SPDX-License-Identifier: MIT */
/* window.c - sliding windows that never end, and that grow while they are used.
 *
 * Mapped three times.  A window of 2^k bytes is mapped three times in a row, so that byte p of the
 * stream stands at base + p mod 2^k and the bytes after it follow in memory: loops over a run of
 * live elements need no modulo, and an element whose size does not divide the window may lie across
 * the seam.
 *
 *     base - bytes      base              base + bytes      base + 2 bytes
 *     | 0 | 1 | 2 | 3 | 0 | 1 | 2 | 3 | 0 | 1 | 2 | 3 |
 *
 * The copy before base serves compiled code, which addresses a view as an array that begins at
 * `origin' (hot.h): elements from two windows before a bound up to the bound all have their place,
 * whatever the bound is.
 *
 * Growing while others run.  A window of W bytes is to become one of 2W.  Meanwhile, other
 * processes read and write elements at addresses in the old one.  Copying would race with
 * them; stopping them would need a check in each primitive.  Instead nothing is copied: the new
 * window maps the *same pages* for the stretch of the stream that the old one can still hold, and
 * fresh pages for the rest.
 *
 *     stream   ... | 5 | 6 | 7 | 8 |             live, held by old pages
 *     old      4 mod: | 8 | 5 | 6 | 7 |          page of stream page n: n mod 4
 *     new      8 mod: | 8 | . | . | . | . | 5 | 6 | 7 |   . = fresh
 *
 * So a view that still uses the old window and one that has moved to the new one see the same
 * bytes, and a view may move at any time: it does so at its next slow path (sync/), and no process
 * waits for that.  Two conditions make this hold.  (1) No view touches an element at or beyond
 * `end' through the old window: record/record_window.c finds an `end' beyond all that producers
 * were granted, and keeps them from being granted more until the new window stands.  (2) No page is
 * needed for both ends of the stretch: it must not be longer than W minus one page, which is why a
 * window has room for a page less than its size.
 *
 * Cost: a few mappings per growth, no copy, no new page for live data (a minor fault where a page
 * is first touched at its new address).  A window that has grown n times has at most 3n + 1
 * extents. Of the stretch that a grown window takes in the arena, the part in whose place the old
 * pages are mapped is never touched and has no memory.
 *
 * Phases.  If byte 0 of every stream stood at the beginning of a page, the same elements of two
 * records would be in the same sets of the caches, and a store to one would seem to the processor
 * to be one to the other, since it compares the low 12 bits of addresses first; and a system call
 * that copies from a window to a file, where a header has moved the same bytes by a few, copies at
 * half its speed (Zen 3: 1.4 GB/s, not 2.5).  So byte 0 of a window has a place of its own in its
 * page, the phase: `base' is less than a page before the second copy begins, byte p is byte
 * p + phase - page of the layout, and a window that grows keeps its phase.  The copies reach far
 * enough: a window has room for a page less than its size, so no element is two windows less two
 * pages before a bound.
 *
 * Where processes are spaces, a window is only laid out here, and each view maps it for itself
 * (guard/paged_backend.c).  Its phase is 0: it has no shift.
 */
#define _GNU_SOURCE
#include "window/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Mapping ----------------------------------------------------------- */

static bool
map_extents (struct erb_arena *a, const struct erb_window *w, char *at)
{
  for (int n = 0; n < w->extents; n++)
    {
      const struct erb_extent *e = &w->extent[n];
      if (mmap (at, e->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, a->fd,
                (off_t) e->offset)
          != at)
        return false;
      at += e->bytes;
    }
  return true;
}

enum { COPIES = 3 };

void
erb_window_unmap (char *base, size_t bytes)
{
  munmap (base - bytes, COPIES * bytes);
}

/* Maps the copies of w, and returns the base or NULL. On failure nothing stays mapped. */
static char *
map_copies (struct erb_arena *a, const struct erb_window *w)
{
  char *all = mmap (NULL, COPIES * w->bytes, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED)
    return NULL;
  bool mapped = true;
  for (int n = 0; n < COPIES && mapped; n++)
    mapped = map_extents (a, w, all + (size_t) n * w->bytes);
  if (mapped)
    {
      /* A child of fork must not write into the streams of its parent. */
      madvise (all, COPIES * w->bytes, MADV_DONTFORK);
      return all + w->bytes;
    }
  int error = errno;
  erb_window_unmap (all + w->bytes, w->bytes);
  errno = error;
  return NULL;
}

char *
erb_window_map (struct erb_arena *a, const struct erb_window *w)
{
  erb_kernel_begin_privileged ();
  char *base = map_copies (a, w);
  erb_kernel_end_privileged ();
  return base;
}

/* Reads or writes by system calls, so that the pages need not be mapped. */
static bool
transfer (const struct erb_arena *a, const struct erb_window *w, erb_position at, char *memory,
          size_t size, long call)
{
  while (size > 0)
    {
      const struct erb_extent *e = w->extent;
      uint64_t in = (uint64_t) at & (w->bytes - 1);
      for (; in >= e->bytes; e++)
        in -= e->bytes;
      size_t most = e->bytes - in < size ? e->bytes - in : size;
      long n = erb_kernel_call (call, a->fd, (long) memory, (long) most, (long) (e->offset + in),
                                0);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return false;
      at += (uint64_t) n;
      memory += n;
      size -= (size_t) n;
    }
  return true;
}

bool
erb_window_read (const struct erb_arena *a, const struct erb_window *w, erb_position from, void *to,
                 size_t size)
{
  return transfer (a, w, from, to, size, SYS_pread64);
}

bool
erb_window_write (const struct erb_arena *a, const struct erb_window *w, erb_position to,
                  const void *from, size_t size)
{
  return transfer (a, w, to, (char *) (uintptr_t) from, size, SYS_pwrite64);
}

/* How many bytes before its second copy w begins: none, or less than a page. */
static size_t
shift_of (const struct erb_window *w)
{
  return w->phase ? erb_page_size () - w->phase : 0;
}

/* Returns a phase that the windows before and after this one in the arena do not have. */
static size_t
phase_of (uint64_t offset)
{
  uint64_t page = erb_page_size ();
  return (size_t) (1 + offset / page % (page / ERB_PHASE - 1)) * ERB_PHASE;
}

/* Maps w, which has been laid out, and returns it.  Returns NULL if w is NULL or cannot be mapped;
 * then w is freed. */
static struct erb_window *
mapped (struct erb_arena *a, struct erb_window *w)
{
  if (!w)
    return NULL;
  w->base = map_copies (a, w);
  if (w->base)
    {
      w->base -= shift_of (w);
      erbium_add (&a->windows, 1);
      return w;
    }
  erb_arena_give (a, w->taken, w->bytes);
  erb_memory_free (a->heap, w);
  return NULL;
}

struct erb_window *
erb_window_lay_out (struct erb_arena *a, size_t bytes, bool aligned)
{
  (void) aligned; /* it is */
  struct erb_window *w = erb_memory (a->heap, sizeof *w + sizeof w->extent[0]);
  if (!w)
    return NULL;
  *w = (struct erb_window) { .bytes = bytes, .extents = 1 };
  if (erb_arena_take (a, bytes, &w->taken))
    {
      w->extent[0] = (struct erb_extent) { w->taken, bytes };
      return w;
    }
  erb_memory_free (a->heap, w);
  return NULL;
}

struct erb_window *
erb_window_new (struct erb_arena *a, size_t bytes, bool aligned)
{
  struct erb_window *w = erb_window_lay_out (a, bytes, true);
  if (w && !aligned)
    w->phase = phase_of (w->taken);
  return mapped (a, w);
}

/* ---- Growing ----------------------------------------------------------- */

/* Adds a piece at the end of w, joined to the one before where they meet. */
static void
append (struct erb_window *w, uint64_t offset, size_t bytes)
{
  struct erb_extent *last = w->extents ? &w->extent[w->extents - 1] : NULL;
  if (last && last->offset + last->bytes == offset)
    last->bytes += bytes;
  else if (bytes)
    w->extent[w->extents++] = (struct erb_extent) { offset, bytes };
}

/* Adds [from, from + bytes) of old, positions within one copy of it. */
static void
append_old (struct erb_window *w, const struct erb_window *old, size_t from, size_t bytes)
{
  for (int n = 0; n < old->extents && bytes; n++)
    {
      const struct erb_extent *e = &old->extent[n];
      if (from >= e->bytes)
        {
          from -= e->bytes;
          continue;
        }
      size_t part = e->bytes - from < bytes ? e->bytes - from : bytes;
      append (w, e->offset + from, part);
      bytes -= part;
      from = 0;
    }
}

/* Lays out w.  A page of w is an old page if its place in the stream lies in [first, last), at most
 * old->bytes bytes, otherwise a fresh page.  Fresh pages come from the arena from `fresh' on, one
 * after the other. */
static void
lay_out (struct erb_window *w, const struct erb_window *old, erb_position first, erb_position last,
         uint64_t fresh)
{
  const size_t page = erb_page_size ();
  for (size_t at = 0; at < w->bytes; at += page)
    {
      /* The byte at `at' is `behind' bytes before last. */
      uint64_t behind = (((uint64_t) last - 1 - at) & (w->bytes - 1)) + 1;
      if (behind <= last - first)
        append_old (w, old, ((uint64_t) last - behind) & (old->bytes - 1), page);
      else
        {
          append (w, fresh, page);
          fresh += page;
        }
    }
}

struct erb_window *
erb_window_lay_out_larger (struct erb_arena *a, struct erb_window *old, erb_position end,
                           size_t bytes)
{
  const size_t page = erb_page_size ();
  /* Byte 0 is byte `zero' of the layout, or whole windows before. */
  const size_t zero = old->phase ? bytes - page + old->phase : 0;
  const erb_position last = (zero + end + page - 1) / page * page;
  const erb_position begin = zero / page * page;
  const erb_position first = last - begin > old->bytes ? last - old->bytes : begin;
  const int most = old->extents + 3; /* one is cut in two, with fresh ones around */
  struct erb_window *w = erb_memory (a->heap, sizeof *w + (size_t) most * sizeof w->extent[0]);
  if (!w)
    return NULL;
  *w = (struct erb_window) { .bytes = bytes, .phase = old->phase, .older = old };
  w->first = first > zero ? first - zero : 0;
  if (w->first < old->first)
    w->first = old->first;
  if (erb_arena_take (a, bytes, &w->taken))
    {
      lay_out (w, old, first, last, w->taken);
      return w;
    }
  erb_memory_free (a->heap, w);
  return NULL;
}

struct erb_window *
erb_window_grow (struct erb_arena *a, struct erb_window *old, erb_position end, size_t bytes)
{
  return mapped (a, erb_window_lay_out_larger (a, old, end, bytes));
}

void
erb_window_free (struct erb_arena *a, struct erb_window *w)
{
  while (w)
    {
      struct erb_window *older = w->older;
      if (w->base)
        {
          erb_window_unmap (w->base + shift_of (w), w->bytes);
          erbium_add (&a->windows, -1);
        }
      erb_arena_give (a, w->taken, w->bytes);
      erb_memory_free (a->heap, w);
      w = older;
    }
}
