/* SPDX-License-Identifier: MIT */
/* shared_backend.c - records as one window that all views share.
 *
 * The elements of a record stand in one place of memory, written there by the producers and read
 * there by the consumers.  Nothing is moved: all that there is to do is to publish an index.
 */
#include "record/record.h"

/* Prefetches the first few lines; caches fetch the rest of a run by themselves. */
static void
shared_receive (struct erb_view *v, erbium_index tl, erbium_index hd)
{
  enum { line = 64, most = 16 * line };
  uint64_t from = (uint64_t) tl * v->record->size;
  uint64_t bytes = (uint64_t) (hd - tl) * v->record->size;
  for (uint64_t n = 0; n < bytes && n < most; n += line)
    __builtin_prefetch (v->hot.base + ((from + n) & v->hot.mask));
}

/* Both windows are mapped several times in a row, so each run is contiguous. */
static void
shared_copy (struct erb_view *v, const struct erb_window *w, erb_position from, erb_position to)
{
  memcpy (v->hot.base + ((uint64_t) from & v->hot.mask),
          w->base + ((uint64_t) from & (w->bytes - 1)), (size_t) (to - from));
}

const struct erb_backend erb_backend_shared = {
  .name = "shared", .prose = "one window for all views of a record",
  .window_new = erb_window_get, .window_grow = erb_window_grow, .window_free = erb_window_put,
  .receive = shared_receive, .copy = shared_copy,
};
