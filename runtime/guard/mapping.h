/* SPDX-License-Identifier: MIT */
/* mapping.h - what the files of guard/ share: the mapping of a view. */
#ifndef ERB_MAPPING_H
#define ERB_MAPPING_H

#include "guard/guard.h"

/* Bytes [low, high) of the stream that may be touched, at addresses that are larger by shift,
 * modulo 2^64. */
struct erb_run { uint64_t shift; erb_position low, high; };

enum { ERB_RUNS = 4 };

/* Used by the owner of a view alone.  Positions are in bytes of the stream, whole pages. */
struct erb_guard
{
  erb_position opened;  /* the view may touch what is before this, and not yet passed */
  erb_position lap, easy; /* a reach that ends after the first and not after the second has nothing
                           * to do */
  erbium_index whole; /* the fast path of update may go to less than this */
  erb_position pass_at;   /* nor has a pass of less than this, and none has while the guard is loose */
  struct erb_run run[ERB_RUNS]; /* those that are open; none where low == high */
  bool loose;       /* all of the window is open, for a stretch */
  erb_position from; /* what is open begins here, or was open since */
  /* Of one of several producers (merge.c). */
  struct erb_window *own;   /* the memory that it writes */
  char *common;             /* the window of the record, of so many bytes, as base */
  size_t common_bytes;
  enum erb_primitive last; /* that took the slow path, for messages */
  const char *last_where;
};

/* Makes a guard for v; false: no memory. */
extern bool erb_guard_make (struct erb_view *v);
/* After v has moved to its window, at its base: nothing is open.  old: the base that it had, or
 * NULL, of so many bytes, is unmapped. */
extern void erb_guard_settle (struct erb_view *v, char *old, size_t bytes);
/* After hide: v will not be used again. */
extern void erb_guard_free (struct erb_view *v);
/* An update or stall of i has been granted: opens the pages below, sets the limit of the near path. */
extern void erb_guard_reach (struct erb_view *v, erbium_index i, enum erb_primitive p, const char *where);
/* A commit or release of i is about to be published: closes what lies wholly below. */
extern void erb_guard_pass (struct erb_view *v, erbium_index i, enum erb_primitive p, const char *where);

/* The bytes of the stream that v may touch now, as pages are open. */
extern void erb_guard_live (const struct erb_view *v, erb_position *low, erb_position *high);
/* Opens what is live around x, at the address that is shift more. */
extern void erb_guard_open_at (struct erb_view *v, uint64_t shift, erb_position x);

#endif
