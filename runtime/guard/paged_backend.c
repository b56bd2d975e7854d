/* SPDX-License-Identifier: MIT */
/* backend_paged.c - records as windows that each view has mapped for itself.
 *
 * The elements stand in one place of memory, as in backend_shared.c, but it is in no process before
 * a view of that process comes to it: so each view has rights of its own, by page (guard.c).
 */
#include "guard/guard.h"

/* A page that is not open must not be touched, and is brought near when it is. */
static void
paged_receive (struct erb_view *v, erbium_index tl, erbium_index hd)
{
  enum { LINE = 64, MOST = 16 * LINE };
  erb_position low, high, from = erb_position_of (v->record, tl), to = erb_position_of (v->record, hd);
  erb_guard_live (v, &low, &high);
  from = from < low ? low : from;
  to = to < high ? to : high;
  for (uint64_t n = 0; from + n < to && n < MOST; n += LINE)
    __builtin_prefetch (v->hot.base + (((uint64_t) from + n) & v->hot.mask));
}

const struct erb_backend erb_backend_paged = {
  "paged", "one window for all views of a record, mapped by each with rights of its own",
  erb_window_lay, erb_window_lay_larger, erb_window_free, paged_receive,
};
