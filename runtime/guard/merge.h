/* SPDX-License-Identifier: MIT */
/* merge.h - several producers of one record, where each has memory of its own. */
#ifndef ERB_MERGE_H
#define ERB_MERGE_H

#include "guard/mapping.h"

/* What stands in a window that several producers fill: under the lock of its record. */
struct erb_merged
{
  uint64_t pages, elements; /* entries of the two tables */
  erb_position *page;       /* 1 + the page of the stream that one of the window shows; 0: none */
  uint16_t *claim;          /* write id of the producer of an element that begins in such a page, or
                             * 0 */
};

/* Whether elements that v writes are merged into its record's window. */
extern bool erb_merges (const struct erb_view *v);
/* v is about to move to w, the window of its record: memory of v's own, of that size, with what v
 * has written and not committed; returns its base, or NULL with errno set. */
extern char *erb_merge_show (struct erb_view *v, struct erb_window *w);
/* Copies what v has written below i, which it is about to commit, to the record's window. */
extern void erb_merge (struct erb_view *v, erbium_index i);
/* write_conflict.c.  Notes that element i of r was written by both ids, under r's lock. */
extern void erb_note_conflict (erbium_record *r, erbium_index i, int one, int other);
/* Reports what is noted of r, as soon as nothing noted later can come before it. */
extern void erb_report_conflict (erbium_record *r);
/* As erb_report_conflict, where no process of p is left. */
extern void erb_report_conflict_at_end (erbium_program *p);
/* Whether what v has not written is marked by a pattern, and not by zeros; puts the pattern where a
 * window, of mask + 1 bytes, has bytes [low, high) of the stream. */
extern bool erb_merge_checks (const struct erb_view *v);
extern void erb_merge_fill (char *base, uint64_t mask, erb_position low, erb_position high);
/* Unmaps what v has; maps it again for another owner, false: errno; frees it. */
extern void erb_merge_hide (struct erb_view *v);
extern bool erb_merge_arrive (struct erb_view *v);
extern void erb_merge_free (struct erb_view *v);

/* Makes the tables of w, which is to replace old or is the first; false: no memory.  Under the lock
 * of r. */
extern bool erb_merged_new (const erbium_record *r, struct erb_window *w, const struct erb_window *old);
extern void erb_merged_free (struct erb_heap *heap, struct erb_merged *m);

#endif
