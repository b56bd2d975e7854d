/* SPDX-License-Identifier: MIT */
/* window.h - windows: the memory that holds the live elements of a record.
 *
 * A window is 2^k bytes that are mapped several times in a row, so that live elements are
 * contiguous wherever they begin.  It grows without copying while views use it (window.c).
 */
#ifndef ERB_WINDOW_H
#define ERB_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/core.h"

/* A byte of a stream, an index times the size of an element: up to 2^90.  The low 64 bits of a
 * position are enough for an address (hot.h), since the size of a window divides 2^64, but not to
 * compare two positions. */
__extension__ typedef unsigned __int128 erb_position;

/* Gives the windows of a program their memory: one memfd, page by page. */
struct erb_arena;

/* A piece of a window that is contiguous in the arena too. */
struct erb_extent
{
  uint64_t offset; /* in the arena */
  size_t bytes;
};

/* Never changed once a view may have seen it: a window that grows is replaced.  The old window
 * stays mapped until the record ends or, if each view maps windows by itself, until the view has
 * moved to the new one. */
struct erb_window
{
  /* byte 0 of the stream, in the second of three copies in a row; NULL: each view maps its own */
  char *base;
  size_t phase;             /* where in a page that is (window.c) */
  size_t bytes;             /* of one copy, 2^k pages */
  /* offset of the stretch of the arena, `bytes' long, that was taken for this window */
  uint64_t taken;
  erb_position first;       /* bytes of the stream before this are not shown */
  struct erb_window *older; /* what this one has replaced */
  struct erb_merged *merged; /* what several producers have put there (guard/merge.h), or NULL */
  bool reused;              /* it may have elements of another record */
  int extents;
  struct erb_extent extent[];
};

/* Sets the size of a file.  Raises no signal if the size exceeds ulimit -f; the call then fails. */
extern bool erb_resize (int fd, uint64_t size);

/* All functions below that return a pointer return NULL and set errno if memory or mappings are
 * short. */

/* The descriptors of the arena and of its windows are in heap.  The children of a process inherit
 * the arena. */
extern struct erb_arena *erb_arena_new (struct erb_heap *heap);
extern void erb_arena_free (struct erb_arena *arena);
extern struct erb_heap *erb_arena_heap (const struct erb_arena *arena);

/* How many windows there are now. */
extern int64_t erb_arena_windows (const struct erb_arena *arena);
/* Whether there are so many that a record must not keep one without need: each takes several
 * mappings, and the system allows some 65,000. */
extern bool erb_arena_is_crowded (const struct erb_arena *arena);

/* A window of bytes (2^k pages), zeroed.  aligned: byte 0 of the stream is at the beginning of a
 * page; otherwise at a multiple of ERB_PHASE bytes. */
enum { ERB_PHASE = 256 };
extern struct erb_window *erb_window_new (struct erb_arena *arena, size_t bytes, bool aligned);
/* A larger window that shares the memory of the last bytes of old before stream position end. */
extern struct erb_window *erb_window_grow (struct erb_arena *arena, struct erb_window *old,
                                           erb_position end, size_t bytes);
/* As erb_window_new and erb_window_grow, but do not map the window, which is aligned. */
extern struct erb_window *erb_window_lay_out (struct erb_arena *arena, size_t bytes, bool aligned);
extern struct erb_window *erb_window_lay_out_larger (struct erb_arena *arena,
                                                     struct erb_window *old, erb_position end,
                                                     size_t bytes);
/* Maps such a window as three copies in a row, which a child of fork does not inherit.  Returns the
 * second. */
extern char *erb_window_map (struct erb_arena *arena, const struct erb_window *w);
extern void erb_window_unmap (char *base, size_t bytes);
/* erb_window_read copies size bytes of the stream to memory, erb_window_write copies them from
 * memory to the stream; the given position is that of the first byte.  The rights of views do not
 * matter.  Returns false with errno set if that fails. */
extern bool erb_window_read (const struct erb_arena *arena, const struct erb_window *w,
                             erb_position from, void *to, size_t size);
extern bool erb_window_write (const struct erb_arena *arena, const struct erb_window *w,
                              erb_position to, const void *from, size_t size);
/* Frees w and all that it has replaced, with their memory. */
extern void erb_window_free (struct erb_arena *arena, struct erb_window *w);

/* ---- spare_windows.c ----------------------------------------------------------- */

/* As erb_window_new and erb_window_free, where the arena keeps windows for reuse.  The initial
 * bytes of a window are indeterminate. */
extern struct erb_window *erb_window_get (struct erb_arena *arena, size_t bytes, bool aligned);
extern void erb_window_put (struct erb_arena *arena, struct erb_window *w);
/* The windows that arena keeps; NULL if it keeps none. */
extern struct erb_spare_windows *erb_arena_spare (const struct erb_arena *arena);
extern struct erb_spare_windows *erb_spare_windows_new (void);
extern void erb_spare_windows_free (struct erb_arena *arena, struct erb_spare_windows *s);

#endif
