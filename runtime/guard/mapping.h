/* SPDX-License-Identifier: MIT */
/* mapping.h - the mapping of a view, and the declarations that the files of the folder share. */
#ifndef ERB_MAPPING_H
#define ERB_MAPPING_H

#include "guard/guard.h"

/* Bytes [low, high) of the stream that are open.  The address of a byte is its position plus
 * `shift', modulo 2^64. */
struct erb_run { uint64_t shift; erb_position low, high; };

enum { ERB_RUNS = 4 };

/* Used only by the owner of a view.  Positions are in bytes of the stream, in whole pages. */
struct erb_guard
{
  /* The view may access elements before this position that it has not passed yet. */
  erb_position opened;
  /* erb_guard_reach has nothing to do for i if element i begins after `lap' and not after `easy' */
  erb_position lap, easy;
  erbium_index whole; /* the limit of the fast path of update */
  /* erb_guard_pass has nothing to do below this, or while the guard is loose */
  erb_position pass_at;
  struct erb_run run[ERB_RUNS]; /* the open runs; low == high: unused */
  bool loose;       /* the whole window is open, for a stretch */
  erb_position from; /* all open pages begin here, or have been open since */
  /* For one of several producers (merge.c). */
  struct erb_window *own;   /* memory that the producer writes */
  char *common;             /* the window of the record, mapped as `base' is */
  size_t common_bytes;
  enum erb_primitive last; /* last primitive on the slow path, for messages */
  const char *last_where;
};

/* Makes a guard for v; returns false if there is no memory. */
extern bool erb_guard_make (struct erb_view *v);
/* Called when v has moved to a window, mapped at v's base: closes all pages.  Unmaps the previous
 * window, of `bytes' bytes at base `old', unless `old' is NULL. */
extern void erb_guard_settle (struct erb_view *v, char *old, size_t bytes);
/* Called after erb_guard_hide, when v will not be used again. */
extern void erb_guard_free (struct erb_view *v);
/* Called when an update or stall of i has been granted: opens the pages below i, and sets the limit
 * of the fast path. */
extern void erb_guard_reach (struct erb_view *v, erbium_index i, enum erb_primitive p,
                             const char *where);
/* Called when a commit or release of i is about to be published: closes the pages that lie entirely
 * below i. */
extern void erb_guard_pass (struct erb_view *v, erbium_index i, enum erb_primitive p,
                            const char *where);

/* Stores in [*low, *high) the bytes of the stream for which v may have open pages now. */
extern void erb_guard_live (const struct erb_view *v, erb_position *low, erb_position *high);
/* Opens the live pages around position x, at addresses that are positions plus `shift'. */
extern void erb_guard_open_at (struct erb_view *v, uint64_t shift, erb_position x);

#endif
